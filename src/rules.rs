//! What the rules add to patterns: true fouls, draws.
//!
//! Winning rows need nothing here: layer 3's `Five` is exact under every rule.

use crate::board::{Cell, Direction, Geometry};
use crate::pattern::{Class, Shape};
use crate::position::Position;
use crate::types::{Color, Rule, Square};

/// A renju game on 15x15 with this many stones on the board is drawn.
// CITE: GomocupJudge, the referee of the Gomocup tournaments.
pub const RENJU_DRAW_STONES: usize = 200;
/// Points of the board that this is said of.
const RENJU_BOARD: usize = 15 * 15;

/// How far from a new stone the point that makes its three a straight four can lie.
const STRAIGHT_FOUR_REACH: i16 = 3;

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foul {
    /// A row of six or more.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two true threes at once.
    DoubleThree,
}

/// The foul that `color` would commit on `square`, an empty point. Of several
/// the plainest is named: a row too long, then two fours, then two threes.
pub fn foul<const CELLS: usize>(
    position: &mut Position<CELLS>,
    color: Color,
    square: Square,
) -> Option<Foul> {
    is_forbidden(position, color, square).then(|| {
        let shapes = position.patterns(square).shapes(color);
        if shapes.contains(&Shape::Overline) {
            Foul::Overline
        } else if count_fours(&shapes) >= 2 {
            Foul::DoubleFour
        } else {
            Foul::DoubleThree
        }
    })
}

/// Fours among the shapes of the four directions, two of them in one line counted twice.
fn count_fours(shapes: &[Shape]) -> usize {
    let count = |wanted: fn(Shape) -> bool| shapes.iter().filter(|s| wanted(**s)).count();
    count(Shape::is_four) + count(|s| s == Shape::DoubleFour)
}

/// Is `square`, an empty point, forbidden to `color`? Only black in renju has
/// forbidden points; a point that makes exactly five never is one.
///
/// A double-three is a foul only if at least two of its threes are true, that
/// is, can become a straight four by a stone that is itself allowed; so the
/// question recurs, each time with one stone more on the board.
pub fn is_forbidden<const CELLS: usize>(
    position: &mut Position<CELLS>,
    color: Color,
    square: Square,
) -> bool {
    if position.class(color, square) != Class::Foul {
        return false;
    }
    let shapes = position.patterns(square).shapes(color);
    if count_fours(&shapes) >= 2 || shapes.contains(&Shape::Overline) {
        return true;
    }
    let passes = position.side() != color;
    if passes {
        position.pass();
    }
    position.make(square);
    let mut true_threes = 0;
    for direction in Direction::ALL {
        if shapes[direction.index()].is_open_three()
            && is_true_three(position, color, square, direction)
        {
            true_threes += 1;
            if true_threes == 2 {
                break;
            }
        }
    }
    position.undo();
    if passes {
        position.undo();
    }
    true_threes >= 2
}

/// Can the three through the stone just played become a straight four legally?
fn is_true_three<const CELLS: usize>(
    position: &mut Position<CELLS>,
    color: Color,
    square: Square,
    direction: Direction,
) -> bool {
    for way in [-1, 1] {
        // The straight four must hold the new stone: only own stones, and the
        // one empty point to be filled, lie between.
        for distance in 1..=STRAIGHT_FOUR_REACH {
            let extra = Geometry::<CELLS>::shift(square, direction, way * distance);
            let cell = position.board().at(extra);
            if cell == Cell::stone(color) {
                continue;
            }
            let makes_straight_four = cell == Cell::Empty
                && position.patterns(extra).shape(color, direction) == Shape::OpenFour;
            if makes_straight_four
                && position.class(color, extra) != Class::Five
                && !is_forbidden(position, color, extra)
            {
                return true;
            }
            break;
        }
    }
    false
}

/// Is the game drawn before the next move: no empty point, or renju's limit?
pub fn is_drawn<const CELLS: usize>(position: &Position<CELLS>) -> bool {
    position.empty().is_empty()
        || (position.rule() == Rule::Renju
            && position.board().size().area() == RENJU_BOARD
            && position.stones() >= RENJU_DRAW_STONES)
}
