//! The value of a position, and a move with its evaluation.

use crate::explain::Threats;
use crate::report::chance::win_chance;
use crate::report::review::grade::Grade;
use crate::types::{Color, Point, Score};

/// A move of the game with its evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Its index in the game, from 0.
    pub ply: usize,
    /// Who played it.
    pub side: Color,
    /// Where; `None` for a pass.
    pub point: Option<Point>,
    /// The value of the position before it, for its side.
    pub before: Score,
    /// The value of the position after it, for its side.
    pub after: Score,
    /// The grade; `None` for moves of the opening.
    pub grade: Option<Grade>,
    /// The best moves of both sides in place of this one; empty if this one is best.
    pub better: Vec<Point>,
    /// The best moves of both sides after it; empty if the game is over.
    pub reply: Vec<Point>,
    /// The reasons for its grade, as sentences; empty if it is good.
    pub reasons: Vec<String>,
}

impl ReviewedMove {
    /// The share of the win chance that the move loses.
    pub fn loss(&self) -> f64 {
        (win_chance(self.before) - win_chance(self.after)).max(0.0)
    }
}

/// The evaluation of a position.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its value for the side to move.
    pub score: Score,
    /// The best moves of both sides; empty if the game is over.
    pub variation: Vec<Point>,
    /// The threats of the side to move.
    pub threats: Threats,
}
