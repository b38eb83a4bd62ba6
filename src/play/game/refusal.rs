//! Why something is not possible in a game, and how that is said.

use super::Match;
use crate::engine::Foul;
use crate::opening::rules as opening;
use crate::play::opening as words;
use crate::report::text::{counted, foul_text};

/// Why something is not possible in a game. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// It is possible only after the opening.
    InOpening,
    /// Somebody else acts now.
    NotYourTurn,
    /// The engine would act now, but the game is paused.
    Paused,
    /// The point is not empty.
    Occupied,
    /// The move is a foul.
    Foul(Foul),
    /// The opening asks for something else than a point now.
    NotAPoint,
    /// The rule of the opening does not allow it.
    Opening(opening::Refusal),
    /// Only so many moves can be taken back.
    FewMoves(usize),
    /// Only so many steps of the opening can be taken back.
    FewSteps(usize),
    /// Another reason, as a sentence.
    Because(&'static str),
}

impl Match {
    /// A sentence for a person to whom something is refused.
    pub fn explain(&self, refusal: Refusal) -> String {
        let text = match refusal {
            Refusal::Over => "The game is over.",
            Refusal::InOpening => "That is possible only after the opening.",
            Refusal::NotYourTurn | Refusal::Paused => "It is not your turn.",
            Refusal::Occupied => "That point is not empty.",
            Refusal::Foul(foul) => return format!("That point is forbidden: {}.", foul_text(foul)),
            Refusal::NotAPoint => {
                let task = |opening| words::task(opening, &self.game);
                return self.opening.as_ref().map_or(String::new(), task);
            }
            Refusal::Opening(refusal) => return words::refusal(refusal, self.game.size()),
            Refusal::FewMoves(0) => "There is no move to take back.",
            Refusal::FewSteps(0) => "There is nothing to take back.",
            Refusal::FewMoves(most) => {
                return format!("Only {} can be taken back.", counted(most, "move", "moves"));
            }
            Refusal::FewSteps(most) => {
                return format!("Only {} can be taken back.", counted(most, "step", "steps"));
            }
            Refusal::Because(text) => text,
        };
        text.to_string()
    }
}
