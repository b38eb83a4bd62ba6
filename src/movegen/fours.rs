//! The fours of a side.

use crate::board::Direction;
use crate::pattern::Shape;
use crate::rules::{ThreatBoard, is_legal};
use crate::types::{Color, Square};

/// Adds to `moves` the legal points where `color` makes a four, strongest class
/// first; those that only look forbidden come last. Points that complete a five are
/// left out.
pub fn fours<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &mut B,
    color: Color,
    moves: &mut Vec<Square>,
) {
    // A four with two threes of which one is false looks like a foul.
    let mut looks_forbidden = Vec::new();
    board.fours_by_class(color, moves, &mut looks_forbidden);
    looks_forbidden.retain(|square| is_legal(board, color, *square));
    moves.extend(looks_forbidden);
}

/// Whether a stone of `color` on an empty point makes a four of any kind or
/// completes a five.
#[inline]
pub fn makes_four<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &B,
    color: Color,
    square: Square,
) -> bool {
    let threatens = |direction| board.shape(color, square, direction) >= Shape::Four;
    Direction::ALL.into_iter().any(threatens)
}
