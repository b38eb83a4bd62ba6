//! Errors in records, with their places.

use std::fmt;

use crate::board::diagram::DiagramError;
use crate::board::notation::NotationError;
use crate::board::work::count_work;
use crate::types::BoardSize;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
}

impl Place {
    /// The place at byte offset `at` of a text in any encoding.
    pub(super) fn in_bytes(bytes: &[u8], at: usize) -> Place {
        Places::new(bytes).at(at)
    }

    /// The beginning of a line, which is counted from 1.
    pub(super) fn line(line: usize) -> Place {
        Place { line, column: 1 }
    }
}

/// Finds the places of byte offsets in a text in any encoding. For offsets in ascending order it
/// looks at the text once.
pub(super) struct Places<'a> {
    bytes: &'a [u8],
    /// The last offset that was asked for, and its place.
    offset: usize,
    place: Place,
}

impl<'a> Places<'a> {
    pub fn new(bytes: &'a [u8]) -> Places<'a> {
        Places {
            bytes,
            offset: 0,
            place: Place::line(1),
        }
    }

    /// The place at a byte offset.
    pub fn at(&mut self, offset: usize) -> Place {
        if offset < self.offset {
            *self = Places::new(self.bytes);
        }
        let offset = offset.min(self.bytes.len());
        let mut piece = &self.bytes[self.offset..offset];
        count_work(piece.len());
        if let Some(last) = piece.iter().rposition(|byte| *byte == b'\n') {
            let lines = piece.iter().filter(|byte| **byte == b'\n').count();
            self.place = Place::line(self.place.line + lines);
            piece = &piece[last + 1..];
        }
        let piece = String::from_utf8_lossy(piece);
        let piece = match self.place.column {
            1 => piece.trim_start_matches('\u{feff}'),
            _ => &piece,
        };
        self.place.column += piece.chars().count();
        self.offset = offset;
        self.place
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
    /// The bytes are neither text nor a known binary format.
    NotText,
    /// The file has fewer games than the number requested.
    NoGame {
        /// The number requested, counted from 1.
        number: usize,
        /// The number of games.
        games: usize,
    },
    /// A document in JSON has no game, or one that cannot be read; this says why.
    Json(String),
    /// Something else is wrong at a place of a text.
    At(Place, Problem),
    /// Something is wrong at this byte offset of a binary file.
    AtByte(usize, Problem),
}

impl RecordError {
    /// The place in the text, if it is known.
    pub(super) fn place(&self) -> Option<Place> {
        match self {
            RecordError::Moves(NotationError { line, column, .. }) => Some(Place {
                line: *line,
                column: *column,
            }),
            RecordError::At(place, _) => Some(*place),
            _ => None,
        }
    }

    /// The error in a text of which this line, counted from 1, was read alone.
    pub(super) fn in_line(mut self, number: usize) -> RecordError {
        match &mut self {
            RecordError::Moves(NotationError { line, .. })
            | RecordError::At(Place { line, .. }, _) => *line = number,
            _ => {}
        }
        self
    }
}

/// A problem at a byte offset. Its line and column are computed only when it is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The byte offset.
    pub at: usize,
    /// What is wrong there.
    pub problem: Problem,
    /// The byte offset of what it contradicts.
    earlier: Option<usize>,
}

impl Fault {
    pub fn new(at: usize, problem: Problem) -> Fault {
        let earlier = None;
        Fault {
            at,
            problem,
            earlier,
        }
    }

    /// A contradiction to what is at the offset `earlier`, whose line the error names.
    pub fn contradiction(at: usize, text: String, earlier: usize) -> Fault {
        Fault {
            at,
            problem: Problem::Contradiction(text),
            earlier: Some(earlier),
        }
    }

    /// The error in a file of text.
    pub fn in_text(self, bytes: &[u8]) -> RecordError {
        self.at_place(&mut Places::new(bytes))
    }

    /// The error in the file of text to which the places belong.
    pub fn at_place(self, places: &mut Places<'_>) -> RecordError {
        let place = places.at(self.at);
        let problem = match (self.problem, self.earlier) {
            (Problem::Contradiction(text), Some(earlier)) => {
                let between = &places.bytes[earlier..self.at];
                let lines = between.iter().filter(|byte| **byte == b'\n').count();
                Problem::Contradiction(format!("{text} in line {}", place.line - lines))
            }
            (problem, _) => problem,
        };
        RecordError::At(place, problem)
    }

    /// The error in a binary file.
    pub fn in_binary(self) -> RecordError {
        RecordError::AtByte(self.at, self.problem)
    }
}

/// The kinds of problems in a text or a binary file.
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
    /// There is more of something than can be kept; this says what.
    TooMuch(&'static str),
    /// The text contradicts an earlier part of the record; this describes both.
    Contradiction(String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Empty => write!(f, "contains neither a board nor moves"),
            RecordError::Diagram(error) => write!(f, "{error}"),
            RecordError::Moves(error) => write!(f, "{error}"),
            RecordError::NotText => write!(f, "not text"),
            RecordError::NoGame { number, games: 1 } => {
                write!(f, "there is no game {number}: the file has 1 game")
            }
            RecordError::NoGame { number, games } => {
                write!(f, "there is no game {number}: the file has {games} games")
            }
            RecordError::Json(text) => write!(f, "{text}"),
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
            Problem::Occupied => write!(f, "the point is already taken"),
            Problem::TooMuch(what) => write!(f, "{what}"),
            Problem::Contradiction(text) => write!(f, "{text}"),
        }
    }
}

impl std::error::Error for RecordError {}

/// Why a game cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritable {
    /// The board has blocked points.
    Blocked,
    /// The format holds one game, and there are several.
    SeveralGames,
    /// The format cannot hold this.
    NoPlace(&'static str),
    /// Goshawk reads the format but does not write it.
    ReadOnly,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::Blocked => write!(f, "the format cannot hold blocked points"),
            Unwritable::SeveralGames => write!(f, "the format cannot hold several games"),
            Unwritable::NoPlace(what) => write!(f, "the format cannot hold {what}"),
            Unwritable::ReadOnly => write!(f, "the format can be read but not written"),
        }
    }
}

impl std::error::Error for Unwritable {}
