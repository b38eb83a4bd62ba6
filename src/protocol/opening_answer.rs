//! The engine's steps in openings, as Yixin-Board reads them.

use std::fmt::{self, Display, Formatter};

use crate::types::Point;

/// A line about the engine's step in a Soosyrv-8 opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoosorvAnswer {
    /// `MOVEn x y`: one of the first three stones and its number.
    Stone(usize, Point),
    /// `SWAPn YES` or `NO`: whether the engine swaps colours after three stones (`n` is 1) or
    /// four (2).
    Swap(u8, bool),
    /// `MOVE4 x y n`: the fourth move and the number of fifth moves.
    Fourth(Point, usize),
    /// `MOVE5 REFRESH`: fifth moves follow.
    FifthBegin,
    /// `MOVE5 x y`: a fifth move that the engine proposes.
    Fifth(Point),
    /// `MOVE5 DONE`: there are no more.
    FifthDone,
    /// `MOVE5C x y`: the fifth move that the engine selects.
    Selected(Point),
}

impl Display for SoosorvAnswer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SoosorvAnswer::Stone(number, at) => write!(f, "MOVE{number} {} {}", at.x, at.y),
            SoosorvAnswer::Swap(number, swaps) => write!(f, "SWAP{number} {}", yes_or_no(*swaps)),
            SoosorvAnswer::Fourth(at, count) => write!(f, "MOVE4 {} {} {count}", at.x, at.y),
            SoosorvAnswer::FifthBegin => f.write_str("MOVE5 REFRESH"),
            SoosorvAnswer::Fifth(at) => write!(f, "MOVE5 {} {}", at.x, at.y),
            SoosorvAnswer::FifthDone => f.write_str("MOVE5 DONE"),
            SoosorvAnswer::Selected(at) => write!(f, "MOVE5C {} {}", at.x, at.y),
        }
    }
}

/// The word for an answer.
pub fn yes_or_no(is_yes: bool) -> &'static str {
    if is_yes { "YES" } else { "NO" }
}
