//! Errors in inputs.

use std::fmt;

use crate::play::resumed::NotResumed;
use crate::record::RecordError;
use crate::report::judgement::PositionError;
use crate::types::BoardSize;

/// The input is not a valid position or game.
#[derive(Debug, PartialEq, Eq)]
pub enum InputError {
    /// It is not a record of any format.
    Record(RecordError),
    /// The game cannot be continued.
    NotResumed(NotResumed),
    /// The size of the board differs from `--size`.
    Size {
        /// The size given by `--size`.
        expected: BoardSize,
        /// The size of the board.
        found: BoardSize,
    },
    /// The input has no moves to review.
    NoMoves,
    /// It is a position that cannot be reported on.
    Position(PositionError),
}

impl From<PositionError> for InputError {
    fn from(error: PositionError) -> InputError {
        InputError::Position(error)
    }
}

impl From<NotResumed> for InputError {
    fn from(error: NotResumed) -> InputError {
        InputError::NotResumed(error)
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Record(error) => write!(f, "{error}"),
            InputError::NotResumed(error) => write!(f, "{error}"),
            InputError::Size { expected, found } => write!(
                f,
                "the board is {}x{}, but --size is {}x{}",
                found.width(),
                found.height(),
                expected.width(),
                expected.height()
            ),
            InputError::NoMoves => write!(f, "there are no moves to review"),
            InputError::Position(error) => write!(f, "{error}"),
        }
    }
}
