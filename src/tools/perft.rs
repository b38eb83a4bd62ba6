//! `perft`: how many lines of legal moves a position has, a check on rules and
//! on make and undo.

use crate::board::Geometry;
use crate::movegen;
use crate::pattern::Class;
use crate::position::Position;
use crate::rules;
use crate::types::Square;

/// The number of lines of exactly `depth` legal moves. All empty points count,
/// however far from a stone; a win or a draw ends a line.
pub fn perft<const CELLS: usize>(position: &mut Position<CELLS>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules::is_drawn(position) {
        return 0;
    }
    let side = position.side();
    let size = position.board().size();
    let mut lines = 0;
    for square in size.points().map(Geometry::<CELLS>::square) {
        if position.board().is_empty(square) && movegen::is_legal(position, side, square) {
            lines += below(position, square, depth - 1);
        }
    }
    lines
}

/// The lines that go on with `square`, with `depth` moves more.
fn below<const CELLS: usize>(position: &mut Position<CELLS>, square: Square, depth: u32) -> u64 {
    let wins = position.class(position.side(), square) == Class::Five;
    if depth == 0 || wins {
        return u64::from(depth == 0);
    }
    position.make(square);
    let lines = perft(position, depth);
    position.undo();
    lines
}
