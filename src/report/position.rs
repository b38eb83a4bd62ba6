//! The position that a report is about.

use crate::board::diagram::{Cell, Diagram};
use crate::engine::{Game, Stone};
use crate::opening::rules::renju::RenjuOpening;
use crate::record::Note;
use crate::report::boards;
use crate::report::picture::Picture;
use crate::report::text::printable;
use crate::types::{Color, Point, Rule};

/// A position to search.
#[derive(Debug, PartialEq, Eq)]
pub struct InputPosition {
    /// The board.
    pub diagram: Diagram,
    /// The side to move.
    pub side: Color,
    /// The stones in the order of play; empty if the order is unknown.
    pub moves: Vec<Point>,
    /// The rule given, else that of the record, else freestyle.
    pub rule: Rule,
    /// A side has passed, so that the numbers of stones say nothing about who is to move.
    pub has_pass: bool,
    /// What was assumed when the record was read, and what of it was left out.
    pub notes: Vec<String>,
}

/// A note on a record as a line. `rule` is the one that is played by.
fn note_text(note: &Note, rule: Rule) -> String {
    let text = match note {
        Note::RuleNotStated | Note::RuleUnknown(_) => {
            format!("{note}; {} is assumed", rule.name())
        }
        Note::OneOfGames { .. } => format!("{note}; --game N takes another"),
        _ => note.to_string(),
    };
    printable(&text)
}

/// Notes on a record as lines.
pub fn note_texts(notes: &[Note], rule: Rule) -> Vec<String> {
    notes.iter().map(|note| note_text(note, rule)).collect()
}

impl InputPosition {
    /// The last stone played, if the order is known.
    pub fn last(&self) -> Option<Point> {
        self.moves.last().copied()
    }

    /// The stones, numbered if their order is known, as a picture with this caption.
    pub fn picture(&self, caption: String) -> Picture<'static> {
        let number = |point: Point| {
            let index = self.moves.iter().position(|played| *played == point);
            index.map(|index| index + 1)
        };
        let mut stones = Vec::new();
        let mut blocked = Vec::new();
        for (point, cell) in self.diagram.occupied() {
            match cell {
                Cell::Stone(color) => stones.push((point, color, number(point))),
                Cell::Blocked => blocked.push(point),
                Cell::Empty => {}
            }
        }
        Picture {
            size: self.diagram.size(),
            stones,
            blocked,
            last: self.last(),
            row: &[],
            variation: &[],
            side: self.side,
            first_number: self.moves.len() + 1,
            caption,
        }
    }

    /// The one of the 26 openings of renju that the first three moves form, if any. The order of
    /// the moves must be known.
    pub fn opening(&self) -> Option<&'static RenjuOpening> {
        let first = self.moves.first_chunk().filter(|_| !self.has_pass)?;
        RenjuOpening::of_points(*first, self.diagram.size())
    }

    /// The moves as a game under `rule`, in the order of play; an empty board if the
    /// order is unknown.
    pub fn played(&self, rule: Rule) -> Game {
        let mut game = Game::new(self.diagram.size(), rule);
        for point in &self.moves {
            let put = game.put(*point, Stone::Of(game.side_to_move()));
            debug_assert_eq!(put, Ok(()), "each point occurs once");
        }
        game
    }

    /// The position as a game under `rule`, its stones row by row.
    pub fn game(&self, rule: Rule) -> Game {
        boards::game(&self.diagram, rule)
    }
}
