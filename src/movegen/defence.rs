//! The complete answers to a threatened five or open four.
//!
//! If the opponent could make an open four or a double four somewhere, a move
//! helps only if it is a four itself or leaves no such point. Which moves do
//! can be read off the lines: a stone changes what a point makes only along the
//! one line they share.

use super::fours as fours_of;
use crate::board::{Cell, Direction, Geometry, PointSet};
use crate::pattern::line::REACH;
use crate::pattern::merge::classify;
use crate::pattern::{Class, Shape};
use crate::position::Position;
use crate::types::Square;

/// All empty points where the side to move takes every open four from the
/// opponent, or every five if it threatens any (see [`stops`]). Own fours are
/// not added; points forbidden to it are not removed.
pub fn answers<const CELLS: usize>(position: &Position<CELLS>) -> PointSet<CELLS> {
    if position.count(!position.side(), Class::Five) > 0 {
        return stops(position);
    }
    refutations(position, Class::OpenFour)
}

/// All that may help the side to move in [`Situation::MustAnswer`]: the answers
/// and its own legal fours. Answers that are forbidden to it are among them.
///
/// [`Situation::MustAnswer`]: super::Situation::MustAnswer
pub fn replies<const CELLS: usize>(position: &mut Position<CELLS>) -> PointSet<CELLS> {
    let mut found = answers(position);
    let mut fours = Vec::new();
    fours_of(position, position.side(), &mut fours);
    for square in fours {
        found.insert(square);
    }
    found
}

/// All points where the side to move takes every five from the opponent, who
/// threatens at least one; none if it is too late.
///
/// A completing point is stopped by taking it. Under the caro rules a five that
/// would be blocked at one end is stopped by blocking the other as well, so one
/// five may have two stops, and one stone may stop two.
pub fn stops<const CELLS: usize>(position: &Position<CELLS>) -> PointSet<CELLS> {
    let them = !position.side();
    if position.rule().five_rule(them).minds_blocked_ends() {
        return refutations(position, Class::Five);
    }
    match position.count(them, Class::Five) {
        1 => *position.set(them, Class::Five),
        _ => PointSet::EMPTY,
    }
}

/// All empty points where a stone of the side to move leaves the opponent no
/// point of `class`, [`Class::Five`] or [`Class::OpenFour`], that it has now.
fn refutations<const CELLS: usize>(position: &Position<CELLS>, class: Class) -> PointSet<CELLS> {
    let them = !position.side();
    let threats = position.set(them, class);
    let mut found = PointSet::EMPTY;
    let mut rest = threats.iter();
    let Some(first) = rest.next() else {
        return found;
    };
    let others: Vec<Square> = rest.collect();
    let mut consider = |square: Square| {
        if refutes(position, class, first, square)
            && others
                .iter()
                .all(|threat| refutes(position, class, *threat, square))
        {
            found.insert(square);
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

/// Does our stone on `square` keep the opponent from making `class` on `threat`?
fn refutes<const CELLS: usize>(
    position: &Position<CELLS>,
    class: Class,
    threat: Square,
    square: Square,
) -> bool {
    if threat == square {
        return true;
    }
    let them = !position.side();
    let Some(direction) = Geometry::<CELLS>::shared_line(threat, square, REACH) else {
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
    classify(shapes, position.rule().has_fouls(them)) != class
}
