//! Which actions a step allows, and where.

use super::symmetry::Symmetries;
use super::{Action, Opening, Refusal, Step};
use crate::engine::Game;
use crate::types::Point;

impl Opening {
    /// What it means to point at this point of the board; `None` in a step in which that means
    /// nothing. The action may be refused.
    pub fn action_at(&self, game: &Game, point: Point) -> Option<Action> {
        match self.step {
            Step::Place { .. } => Some(Action::Place(point)),
            Step::Sides { .. } => self.kept(game).map(|_| Action::Place(point)),
            Step::Propose if self.proposed.contains(&point) => Some(Action::Withdraw(point)),
            Step::Propose => Some(Action::Propose(point)),
            Step::Select => Some(Action::Select(point)),
            Step::Declare { .. } | Step::Over => None,
        }
    }

    /// The points where [`Opening::action_at`] gives an action that is not refused.
    pub fn points(&self, game: &Game) -> Vec<Point> {
        let is_possible = |point: &Point| {
            let action = self.action_at(game, *point);
            action.is_some_and(|action| self.check(game, action).is_ok())
        };
        game.size().points().filter(is_possible).collect()
    }

    /// The largest distance from the centre of the stone that is placed next, in points; `None`
    /// if it may be anywhere.
    pub fn reach(&self, game: &Game) -> Option<u8> {
        let places = matches!(self.step, Step::Place { .. } | Step::Sides { .. });
        let number = game.ply() + 1;
        self.rule.reach(number).filter(|_| places)
    }

    /// Whether an action is possible now.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, game: &Game, action: Action) -> Result<(), Refusal> {
        let is_free = |point: Point| match game.at(point) {
            _ if !game.size().contains(point) => Err(Refusal::OffBoard),
            Some(_) => Err(Refusal::Occupied(point)),
            None => Ok(()),
        };
        match (self.step, action) {
            (Step::Place { .. }, Action::Place(point)) => {
                is_free(point)?;
                match self.reach(game) {
                    Some(reach) if distance_from_centre(game, point) > reach => {
                        Err(Refusal::OutsideSquare(2 * reach + 1))
                    }
                    _ => Ok(()),
                }
            }
            (Step::Sides { .. }, Action::Place(_)) => {
                let kept = self.kept(game).ok_or(Refusal::NotNow)?;
                kept.check(game, action)
            }
            (Step::Sides { .. }, action) if self.choices().contains(&action) => Ok(()),
            (Step::Declare { .. }, Action::Declare(count)) => {
                let most = self.rule.most_fifth_moves();
                if (1..=most).contains(&count) {
                    Ok(())
                } else {
                    Err(Refusal::Count(most))
                }
            }
            (Step::Propose, Action::Propose(point)) => {
                is_free(point)?;
                let symmetries = Symmetries::of(game);
                let mut proposed = self.proposed.iter().copied();
                match proposed.find(|other| symmetries.are_equivalent(*other, point)) {
                    Some(other) if other == point => Err(Refusal::Proposed(point)),
                    Some(other) => Err(Refusal::Equivalent(point, other)),
                    None => Ok(()),
                }
            }
            (Step::Propose, Action::Withdraw(point)) | (Step::Select, Action::Select(point)) => {
                if self.proposed.contains(&point) {
                    Ok(())
                } else {
                    Err(Refusal::NotProposed(point))
                }
            }
            (Step::Over, _) => Err(Refusal::Over),
            _ => Err(Refusal::NotNow),
        }
    }
}

/// The distance of a point from the centre: the larger of those along rows and columns.
fn distance_from_centre(game: &Game, point: Point) -> u8 {
    let size = game.size();
    let (x, y) = (size.width() / 2, size.height() / 2);
    point.x.abs_diff(x).max(point.y.abs_diff(y))
}
