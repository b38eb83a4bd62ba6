//! The complete answers to a threatened five or open four.
//!
//! If the opponent could make an open four or a double four somewhere, a move
//! helps only if it is a four itself or leaves no such point. Which moves leave none
//! can be read from the lines: a stone changes what another point makes only along
//! the one line they share.

use super::fours::fours;
use crate::board::{Cell, Direction, Geometry, PointSet};
use crate::pattern::line::REACH;
use crate::pattern::{Class, Shape};
use crate::position::Position;
use crate::rules::ThreatBoard;
use crate::types::Square;

/// All empty points where a stone of the side to move stops every open four of the
/// opponent, or every five if the opponent threatens any. Own fours are not added, and
/// points forbidden to the side to move are not removed.
pub fn answers<const CELLS: usize>(position: &Position<CELLS>) -> PointSet<CELLS> {
    let mut moves = Vec::new();
    let them = !position.side();
    if position.count(them, Class::Five) > 0 {
        stops(position, &mut moves);
    } else {
        let mut winning_fours = Vec::new();
        position.winning_fours(them, &mut winning_fours);
        refutations(position, Class::OpenFour, &winning_fours, &mut moves);
    }
    let mut found = PointSet::EMPTY;
    moves.into_iter().for_each(|square| found.insert(square));
    found
}

/// All moves that may help the side to move in [`Situation::MustAnswer`]: the
/// answers and, unless the opponent completes a five after them, its own legal fours. Forbidden
/// answers are included.
///
/// [`Situation::MustAnswer`]: super::Situation::MustAnswer
pub fn replies<const CELLS: usize>(position: &mut Position<CELLS>) -> PointSet<CELLS> {
    let mut found = answers(position);
    if position.count(!position.side(), Class::Five) > 0 {
        return found;
    }
    let mut own = Vec::new();
    fours(position, position.side(), &mut own);
    own.into_iter().for_each(|square| found.insert(square));
    found
}

/// Adds to `moves` all points where a stone of the side to move stops every five of the
/// opponent. There are none if the opponent threatens no five, or if no single stone
/// stops them all.
///
/// A completing point is stopped by taking it. Under the caro rules a five that
/// would be blocked at one end is also stopped by blocking the other end, so one
/// five may have two stops, and one stone may stop two fives.
pub fn stops<const CELLS: usize, B: ThreatBoard<CELLS>>(board: &B, moves: &mut Vec<Square>) {
    let them = !board.side();
    let Some(first) = board.five(them) else {
        return;
    };
    if board.rule().five_rule(them).excludes_blocked_fives() {
        let mut fives = Vec::new();
        board.visit_fives(them, |square| {
            if !fives.contains(&square) {
                fives.push(square);
            }
            true
        });
        return refutations(board, Class::Five, &fives, moves);
    }
    if is_only_five(board, first) {
        moves.push(first);
    }
}

/// Whether a single stone of the side to move stops every five of the opponent, of which there is
/// one at least.
pub fn has_stop<const CELLS: usize, B: ThreatBoard<CELLS>>(board: &B) -> bool {
    let them = !board.side();
    if board.rule().five_rule(them).excludes_blocked_fives() {
        let mut moves = Vec::new();
        stops(board, &mut moves);
        return !moves.is_empty();
    }
    board
        .five(them)
        .is_some_and(|first| is_only_five(board, first))
}

/// Whether the opponent completes a five on no other point than this one.
fn is_only_five<const CELLS: usize, B: ThreatBoard<CELLS>>(board: &B, five: Square) -> bool {
    let mut is_only = true;
    board.visit_fives(!board.side(), |square| {
        is_only &= square == five;
        is_only
    });
    is_only
}

/// Adds to `moves` all empty points where a stone of the side to move leaves the
/// opponent none of `threats`, the points where it has `class` now: either
/// [`Class::Five`] or [`Class::OpenFour`].
pub fn refutations<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &B,
    class: Class,
    threats: &[Square],
    moves: &mut Vec<Square>,
) {
    let them = !board.side();
    let Some((&first, others)) = threats.split_first() else {
        return;
    };
    let mut consider = |square: Square| {
        if refutes(board, class, first, square)
            && others
                .iter()
                .all(|threat| refutes(board, class, *threat, square))
        {
            moves.push(square);
        }
    };
    consider(first);
    for direction in Direction::ALL {
        if board.shape(them, first, direction) < Shape::Four {
            continue;
        }
        for step in [-1, 1] {
            for distance in 1..=REACH as i16 {
                let square = Geometry::<CELLS>::shift(first, direction, step * distance);
                match board.cell(square) {
                    Cell::Empty => consider(square),
                    Cell::Wall => break,
                    _ => {}
                }
            }
        }
    }
}

/// Whether a stone of the side to move on `square` keeps the opponent from making
/// `class` on `threat`.
fn refutes<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &B,
    class: Class,
    threat: Square,
    square: Square,
) -> bool {
    if threat == square {
        return true;
    }
    let shared = Geometry::<CELLS>::shared_line(threat, square, REACH);
    shared.is_some_and(|direction| {
        board.class_if_blocked(!board.side(), threat, direction, square) != class
    })
}
