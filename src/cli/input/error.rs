//! Errors in inputs.

use std::fmt;

use crate::record::RecordError;
use crate::report::judgement::PositionError;
use crate::types::BoardSize;

/// The input is not a valid position or game.
#[derive(Debug, PartialEq, Eq)]
pub enum InputError {
    /// It is not a record of any format.
    Record(RecordError),
    /// The sides have not taken turns, so the game cannot be continued.
    NoTurns,
    /// Fouls depend on the order of the stones, which a board does not show.
    NoOrder,
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

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Record(error) => write!(f, "{error}"),
            InputError::NoTurns => write!(
                f,
                "a game can be continued only where the sides have taken turns, black first"
            ),
            InputError::NoOrder => write!(
                f,
                "a game with fouls cannot be continued from a board, which does not tell the \
                 order of the stones"
            ),
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
