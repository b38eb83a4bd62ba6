//! Fouls of black in renju: overline, double four and double three.

use super::threat_board::ThreatBoard;
use crate::board::{Cell, Direction, Geometry};
use crate::pattern::{Class, Shape};
use crate::types::{Color, Square};

/// How far from a new stone the point can lie that makes its three a straight four.
const STRAIGHT_FOUR_REACH: i16 = 3;

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "reports",
    derive(serde::Serialize),
    serde(rename_all = "kebab-case")
)]
pub enum Foul {
    /// A row of six or more.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two true threes at once.
    DoubleThree,
}

/// The foul that `color` would commit on an empty point, or `None` if it may play
/// there. Of several fouls the overline is named first, then the double four.
///
/// List the points that black may not play:
///
/// ```
/// use goshawk::board::{Geometry, geometry::SMALL, notation};
/// use goshawk::position::Position;
/// use goshawk::rules::{Foul, foul};
/// use goshawk::types::{BoardSize, Color, Rule};
///
/// let size = BoardSize::square(15).expect("a valid size");
/// let mut position = Position::<SMALL>::new(size, Rule::Renju, Color::Black, &[]);
/// for point in notation::parse_moves("f8 a1 g8 a3 h6 a5 h7 a7", size)? {
///     position.make(Geometry::<SMALL>::square(point));
/// }
/// let empty: Vec<_> = position.empty().iter().collect();
/// let name = |square| notation::point_name(Geometry::<SMALL>::point(square), size);
/// let fouls = empty.into_iter().filter_map(|square| {
///     foul(&mut position, Color::Black, square).map(|foul| (name(square), foul))
/// });
/// assert_eq!(fouls.collect::<Vec<_>>(), [("h8".to_string(), Foul::DoubleThree)]);
/// # Ok::<(), notation::NotationError>(())
/// ```
pub fn foul<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &mut B,
    color: Color,
    square: Square,
) -> Option<Foul> {
    is_forbidden(board, color, square).then(|| {
        let shapes = Direction::ALL.map(|direction| board.shape(color, square, direction));
        if shapes.contains(&Shape::Overline) {
            Foul::Overline
        } else if count_fours(&shapes) >= 2 {
            Foul::DoubleFour
        } else {
            Foul::DoubleThree
        }
    })
}

/// Whether `color` may play on an empty point.
#[inline]
pub fn is_legal<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &mut B,
    color: Color,
    square: Square,
) -> bool {
    !board.rule().has_fouls(color) || !is_forbidden(board, color, square)
}

/// The number of fours among the shapes of the four directions. A double four on one line
/// counts as two.
fn count_fours(shapes: &[Shape; 4]) -> usize {
    let count = |wanted: fn(Shape) -> bool| shapes.iter().filter(|s| wanted(**s)).count();
    count(Shape::is_four) + count(|s| s == Shape::DoubleFour)
}

/// Whether an empty point is forbidden to `color`. Only black in renju has
/// forbidden points, and a point that makes exactly five is never one of them.
///
/// A double three is a foul only if at least two of its threes are true. A three
/// is true if some stone that is itself allowed makes it a straight four, so the
/// function calls itself with one more stone on the board.
pub fn is_forbidden<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &mut B,
    color: Color,
    square: Square,
) -> bool {
    if board.class(color, square) != Class::Foul {
        return false;
    }
    let shapes = Direction::ALL.map(|direction| board.shape(color, square, direction));
    if count_fours(&shapes) >= 2 || shapes.contains(&Shape::Overline) {
        return true;
    }
    let passes = board.side() != color;
    if passes {
        board.pass();
    }
    board.make(square);
    let mut true_threes = 0;
    for direction in Direction::ALL {
        if shapes[direction.index()].is_open_three()
            && is_true_three(board, color, square, direction)
        {
            true_threes += 1;
            if true_threes == 2 {
                break;
            }
        }
    }
    board.undo();
    if passes {
        board.undo_pass();
    }
    true_threes >= 2
}

/// Whether some allowed stone turns the three of `color` through `square`, along a
/// direction, into a straight four. `color` has just played.
pub fn is_true_three<const CELLS: usize, B: ThreatBoard<CELLS>>(
    board: &mut B,
    color: Color,
    square: Square,
    direction: Direction,
) -> bool {
    for step in [-1, 1] {
        // The straight four must contain the new stone, so only own stones may
        // lie between it and the first empty point.
        for distance in 1..=STRAIGHT_FOUR_REACH {
            let extra = Geometry::<CELLS>::shift(square, direction, step * distance);
            let cell = board.cell(extra);
            if cell == Cell::stone(color) {
                continue;
            }
            let makes_straight_four =
                cell == Cell::Empty && board.shape(color, extra, direction) == Shape::OpenFour;
            if makes_straight_four
                && board.class(color, extra) != Class::Five
                && !is_forbidden(board, color, extra)
            {
                return true;
            }
            break;
        }
    }
    false
}
