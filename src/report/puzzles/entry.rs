//! A puzzle with its position and where it comes from.

use crate::puzzle::{Puzzle, key};
use crate::report::position::InputPosition;
use crate::types::Rule;

/// A puzzle that was found in a game.
#[derive(Debug)]
pub struct Entry {
    /// The position.
    pub position: InputPosition,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Where it comes from.
    pub source: Source,
}

/// Where a puzzle comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The name of the file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The number of the move that was played in the position, or would be the next, from 1.
    pub number: usize,
    /// The players as far as they are known, by [`Color::index`](crate::types::Color::index).
    pub players: [Option<String>; 2],
    /// The event, if it is known.
    pub event: Option<String>,
    /// The date, if it is known.
    pub date: Option<String>,
}

impl Entry {
    /// The rule.
    pub fn rule(&self) -> Rule {
        self.position.rule
    }

    /// The name of the puzzle: the same for all symmetric positions.
    pub fn id(&self) -> String {
        let game = self.position.game(self.position.rule);
        format!("{:016x}", key(&game, self.puzzle.side))
    }
}
