//! The steps of swap2 in a room.

use std::time::Instant;

use super::{Refusal, Room, Viewer};
use crate::opening::OpeningMove;
use crate::play::swap2::{Choice, Chosen, Swap2};
use crate::types::Color;
use crate::web::action::OpeningChoice;

impl Room {
    /// Chooses in the opening for a viewer.
    ///
    /// # Errors
    /// If it is not the viewer's choice.
    pub fn choose(&mut self, viewer: Viewer, option: OpeningChoice) -> Result<(), Refusal> {
        let step = self.opening.filter(|_| self.is_turn_of(viewer));
        let step = step.ok_or("There is nothing to choose now.")?;
        let choice = match option {
            OpeningChoice::Black => Choice::Side(Color::Black),
            OpeningChoice::White => Choice::Side(Color::White),
            OpeningChoice::More => Choice::More,
        };
        let chosen = step.choose(choice).ok_or("That cannot be chosen now.")?;
        self.apply(chosen);
        Ok(())
    }

    /// Carries out a choice of the opening.
    fn apply(&mut self, chosen: Chosen) {
        match chosen {
            Chosen::Next(step) => {
                self.opening = Some(step);
                return;
            }
            Chosen::Swap => {
                self.seats.swap();
                if let Some(guest) = &mut self.guest {
                    guest.side = !guest.side;
                }
                if let Some(clocks) = &mut self.clocks {
                    clocks.swap(Instant::now());
                }
            }
            Chosen::Stay => {}
        }
        self.opening = None;
        self.fixed = self.game.stones().len();
    }

    /// Takes the engine's step of the opening.
    pub(super) fn take_decision(&mut self, decision: Option<OpeningMove>) {
        let Some(step) = self.opening else { return };
        let take_side = |room: &mut Room, side| {
            let chosen = step.choose(Choice::Side(side)).unwrap_or(Chosen::Stay);
            room.apply(chosen);
        };
        match decision {
            Some(OpeningMove::Stones(points)) if points.len() > 1 => {
                points.iter().for_each(|point| self.put(*point));
                // Only the second player has placed two stones, and has thereby chosen them.
                let placing = match step {
                    Swap2::Choose => Swap2::Extend,
                    other => other,
                };
                self.opening = Some(placing.after(self.game.ply()));
            }
            Some(OpeningMove::Stones(points)) => {
                take_side(self, Color::White);
                points.iter().for_each(|point| self.put(*point));
            }
            // The board is too small for an opening, or the engine prefers black.
            Some(OpeningMove::Swap | OpeningMove::Step(_)) | None => take_side(self, Color::Black),
        }
    }
}
