//! The complete answers to a threatened open four.
//!
//! If the opponent could make an open four or a double four somewhere, a move
//! helps only if it is a four itself or leaves no such point. Which moves do
//! can be read off the lines: a stone changes what a point makes only along the
//! one line they share.

use crate::board::{Cell, Direction, Geometry, PointSet};
use crate::pattern::line::REACH;
use crate::pattern::merge::classify;
use crate::pattern::{Class, Shape};
use crate::position::Position;
use crate::types::{Color, Square};

/// All empty points where the side to move takes every open four from the
/// opponent. Own fours are not added; points forbidden to it are not removed.
pub fn answers<const CELLS: usize>(position: &Position<CELLS>) -> PointSet {
    let them = !position.side();
    let threats = position.set(them, Class::OpenFour);
    let mut found = PointSet::EMPTY;
    let mut rest = threats.iter::<CELLS>();
    let Some(first) = rest.next() else {
        return found;
    };
    let others: Vec<Square> = rest.collect();
    let mut consider = |square: Square| {
        if refutes(position, them, first, square)
            && others
                .iter()
                .all(|threat| refutes(position, them, *threat, square))
        {
            found.insert::<CELLS>(square);
        }
    };
    consider(first);
    for direction in Direction::ALL {
        if position.patterns(first).shape(them, direction) < Shape::Four {
            continue;
        }
        for way in [-1, 1] {
            for distance in 1..=REACH as i16 {
                let square = Geometry::<CELLS>::shift(first, direction, way * distance);
                match position.board().at(square) {
                    Cell::Empty => consider(square),
                    Cell::Wall => break,
                    _ => {}
                }
            }
        }
    }
    found
}

/// Does our stone on `square` keep `them` from a winning four on `threat`?
fn refutes<const CELLS: usize>(
    position: &Position<CELLS>,
    them: Color,
    threat: Square,
    square: Square,
) -> bool {
    if threat == square {
        return true;
    }
    let Some(direction) = shared_line::<CELLS>(threat, square) else {
        return false;
    };
    let mut shapes = position.patterns(threat).shapes(them);
    let before = shapes[direction.index()];
    let after = position
        .layers()
        .shape_if_blocked(them, threat, direction, square);
    if after == before {
        return false;
    }
    shapes[direction.index()] = after;
    classify(shapes, position.rule().has_fouls(them)) != Class::OpenFour
}

/// The direction in which two squares share a line within reach, if any.
fn shared_line<const CELLS: usize>(a: Square, b: Square) -> Option<Direction> {
    let place = |s: Square| {
        (
            Geometry::<CELLS>::column(s) as i32,
            Geometry::<CELLS>::row(s) as i32,
        )
    };
    let ((ax, ay), (bx, by)) = (place(a), place(b));
    let (dx, dy) = (bx - ax, by - ay);
    if dx.abs().max(dy.abs()) > REACH as i32 {
        return None;
    }
    match (dx, dy) {
        (_, 0) => Some(Direction::Horizontal),
        (0, _) => Some(Direction::Vertical),
        _ if dx == dy => Some(Direction::Diagonal),
        _ if dx == -dy => Some(Direction::AntiDiagonal),
        _ => None,
    }
}
