//! `perft`: counts the sequences of legal moves from a position, which checks the
//! rules, make and undo.

use crate::board::Geometry;
use crate::movegen;
use crate::pattern::Class;
use crate::position::Position;
use crate::rules;
use crate::types::Square;

/// The number of sequences of exactly `depth` legal moves. All empty points are
/// played, not only candidates. A win or a draw ends a sequence.
///
/// The position is unchanged afterwards.
pub fn perft<const CELLS: usize>(position: &mut Position<CELLS>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules::is_drawn(position) {
        return 0;
    }
    let side = position.side();
    let size = position.board().size();
    let mut count = 0;
    for square in size.points().map(Geometry::<CELLS>::square) {
        if position.board().is_empty(square) && movegen::is_legal(position, side, square) {
            count += count_after(position, square, depth - 1);
        }
    }
    count
}

/// The number of sequences of `depth` more moves after a move on `square`.
fn count_after<const CELLS: usize>(
    position: &mut Position<CELLS>,
    square: Square,
    depth: u32,
) -> u64 {
    let wins = position.class(position.side(), square) == Class::Five;
    if depth == 0 || wins {
        return u64::from(depth == 0);
    }
    position.make(square);
    let count = perft(position, depth);
    position.undo();
    count
}
