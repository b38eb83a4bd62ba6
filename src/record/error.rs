//! What is wrong with a record, and where.

use std::fmt;

use crate::board::diagram::DiagramError;
use crate::board::notation::NotationError;
use crate::types::BoardSize;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
}

impl Place {
    /// The place at byte offset `at` of `text`.
    pub(super) fn of(text: &str, at: usize) -> Place {
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Place {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// The beginning of a line, which is counted from 1.
    pub(super) fn line(line: usize) -> Place {
        Place { line, column: 1 }
    }
}

/// The reason why a text is not a record, at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// There is neither a board nor a move.
    Empty,
    /// A drawn board cannot be read.
    Diagram(DiagramError),
    /// A list of moves cannot be read.
    Moves(NotationError),
    /// The bytes are neither text in UTF-8 nor a binary format that is known.
    NotText,
    /// Something else is wrong at a place of a text.
    At(Place, Problem),
    /// Something is wrong at this byte offset of a binary file.
    AtByte(usize, Problem),
}

/// What is wrong at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Something else was expected; this names it.
    Expected(&'static str),
    /// The board is too small or too large.
    Size,
    /// A stone is not on the board of this size.
    OffBoard(BoardSize),
    /// The point has a stone already.
    Occupied,
    /// The record is of another game; this is its number in SGF.
    OtherGame(String),
    /// The text contradicts an earlier part of the record; this describes both.
    Contradiction(String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Empty => write!(f, "contains neither a board nor moves"),
            RecordError::Diagram(error) => write!(f, "{error}"),
            RecordError::Moves(error) => write!(f, "{error}"),
            RecordError::NotText => write!(f, "not UTF-8 text"),
            RecordError::At(Place { line, column }, problem) => {
                write!(f, "line {line}, character {column}: {problem}")
            }
            RecordError::AtByte(at, problem) => write!(f, "byte offset {at}: {problem}"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Expected(what) => write!(f, "expected {what}"),
            Problem::Size => write!(
                f,
                "each side of the board must have {} to {} points",
                BoardSize::MIN,
                BoardSize::MAX
            ),
            Problem::OffBoard(size) => {
                write!(f, "not on the {}x{} board", size.width(), size.height())
            }
            Problem::Occupied => write!(f, "the point is taken already"),
            Problem::OtherGame(number) => {
                write!(f, "GM[{number}] is not gomoku, which is GM[4]")
            }
            Problem::Contradiction(text) => write!(f, "{text}"),
        }
    }
}

impl std::error::Error for RecordError {}
