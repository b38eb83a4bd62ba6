//! The value of a position, and a move with its evaluation.

use crate::explain::Threats;
use crate::report::chance::win_chance;
use crate::report::review::grade::{Grade, NOISE};
use crate::types::{Color, Point, Score, score};

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

    /// True if the best move that was found is better by less than the [noise](NOISE) of searches,
    /// and neither is proved to win or to lose.
    pub fn is_close(&self) -> bool {
        let is_open = |value| !score::is_win(value) && !score::is_loss(value);
        let is_other = self.grade.is_some() && !self.better.is_empty();
        is_other && is_open(self.before) && is_open(self.after) && self.loss() < NOISE
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_within_the_noise_is_a_close_call() {
        let point = Point::new(7, 7);
        let moved = |before, after| ReviewedMove {
            ply: 5,
            side: Color::White,
            point: Some(point),
            before,
            after,
            grade: Some(Grade::Good),
            better: vec![Point::new(8, 8)],
            reply: Vec::new(),
            reasons: Vec::new(),
        };
        assert!(moved(3, 0).is_close());
        assert!(!moved(2000, 0).is_close());
        assert!(!moved(score::MATE - 5, score::MATE - 9).is_close(), "won");
        assert!(!moved(9 - score::MATE, 5 - score::MATE).is_close(), "lost");
        let best = ReviewedMove {
            better: Vec::new(),
            ..moved(3, 0)
        };
        assert!(!best.is_close(), "there is nothing to compare");
        let in_opening = ReviewedMove {
            grade: None,
            ..moved(3, 0)
        };
        assert!(!in_opening.is_close());
    }
}
