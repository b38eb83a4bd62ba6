//! What a stone makes on a point.

use crate::board::geometry::with_cells;
use crate::board::{Cell, Direction, Geometry};
use crate::engine::{Foul, Game, position_of};
use crate::pattern::Shape;
use crate::position::Position;
use crate::rules::{self, is_true_three};
use crate::types::{Color, Point, Square};

/// The number of stones in a five.
const FIVE: usize = 5;

/// What a stone makes on an empty point, in all four directions together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The length of the winning row; `None` if there is none.
    pub row: Option<usize>,
    /// The foul that it would be.
    pub foul: Option<Foul>,
    /// Open fours.
    pub open_fours: usize,
    /// Other fours; two on one line count twice.
    pub fours: usize,
    /// Open threes. In renju, one of black counts only if it can become an open four
    /// without a foul.
    pub open_threes: usize,
    /// Threes that can become a four, but not an open one.
    pub closed_threes: usize,
    /// Twos that can become an open three.
    pub open_twos: usize,
}

impl Made {
    /// True for an open four or several fours: the opponent cannot stop every five, unless
    /// stopping one of them makes a four of its own.
    pub fn is_winning_four(&self) -> bool {
        self.open_fours > 0 || self.fours >= 2
    }

    /// True if the opponent must answer a five.
    pub fn is_four(&self) -> bool {
        self.open_fours + self.fours > 0
    }

    /// True for a four with an open three.
    pub fn is_four_three(&self) -> bool {
        self.is_four() && self.open_threes > 0
    }
}

/// What a stone of `side` makes on an empty point, whoever is to move.
pub fn made(game: &Game, side: Color, point: Point) -> Made {
    with_cells!(game.size(), |CELLS| {
        let mut position = position_of::<CELLS>(game, side);
        made_on(&mut position, side, Geometry::<CELLS>::square(point))
    })
}

/// The same in a position, which is unchanged afterwards.
pub(super) fn made_on<const CELLS: usize>(
    position: &mut Position<CELLS>,
    side: Color,
    square: Square,
) -> Made {
    let mut made = Made {
        foul: rules::foul(position, side, square),
        ..Made::default()
    };
    let shapes = position.patterns(square).shapes(side);
    for (direction, shape) in Direction::ALL.into_iter().zip(shapes) {
        match shape {
            Shape::Five => {
                let length = row_length(position, side, square, direction);
                made.row = made.row.max(Some(length));
            }
            Shape::OpenFour => made.open_fours += 1,
            Shape::DoubleFour => made.fours += 2,
            Shape::Four => made.fours += 1,
            three if three.is_open_three() => {
                let is_true = three_is_true(position, side, square, direction);
                made.open_threes += usize::from(is_true);
            }
            Shape::ClosedThree => made.closed_threes += 1,
            two if two.is_open_two() => made.open_twos += 1,
            _ => {}
        }
    }
    made
}

/// Whether the open three that a stone makes can become an open four without a foul.
fn three_is_true<const CELLS: usize>(
    position: &mut Position<CELLS>,
    side: Color,
    square: Square,
    direction: Direction,
) -> bool {
    if !position.rule().has_fouls(side) {
        return true;
    }
    let passes = position.side() != side;
    if passes {
        position.pass();
    }
    position.make(square);
    let is_true = is_true_three(position, side, square, direction);
    position.undo();
    if passes {
        position.undo();
    }
    is_true
}

/// The number of stones in the row that a stone of `side` completes.
fn row_length<const CELLS: usize>(
    position: &Position<CELLS>,
    side: Color,
    square: Square,
    direction: Direction,
) -> usize {
    let stones = |sign: i16| {
        let own = |steps: &i16| {
            let at = Geometry::<CELLS>::shift(square, direction, sign * steps);
            position.board().at(at) == Cell::stone(side)
        };
        (1..).take_while(own).count()
    };
    (1 + stones(1) + stones(-1)).max(FIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{parse_moves, parse_point};
    use crate::engine::Stone;
    use crate::types::{BoardSize, Rule};

    fn made_at(rule: Rule, moves: &str, point: &str) -> Made {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(size, rule);
        for point in parse_moves(moves, size).unwrap() {
            game.put(point, Stone::Of(game.side_to_move())).unwrap();
        }
        made(&game, Color::Black, parse_point(point, size).unwrap())
    }

    #[test]
    fn rows_fours_and_threes_are_counted() {
        let three = "h8 a1 i8 a3 j8 a5";
        assert_eq!(made_at(Rule::Freestyle, three, "k8").open_fours, 1);
        assert_eq!(made_at(Rule::Freestyle, three, "l8").fours, 1);
        let four = "h8 a1 i8 a3 j8 a5 k8 a7";
        assert_eq!(made_at(Rule::Freestyle, four, "l8").row, Some(5));
        let six = "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9";
        assert_eq!(made_at(Rule::Freestyle, six, "k8").row, Some(6));
        let renju = made_at(Rule::Renju, six, "k8");
        assert_eq!((renju.row, renju.foul), (None, Some(Foul::Overline)));
        let crossing = "f8 e8 g8 a1 h8 a3 i9 a5 i10 a7";
        let four_three = made_at(Rule::Freestyle, crossing, "i8");
        assert!(four_three.is_four_three() && !four_three.is_winning_four());
    }

    #[test]
    fn a_three_that_ends_in_a_foul_is_not_counted() {
        // The three g8 h8 i8 can become an open four at f8 or j8 only.
        let moves = "g8 a1 h8 a3";
        assert_eq!(made_at(Rule::Renju, moves, "i8").open_threes, 1);
        // Both would be double fours: with f9 f10 f11 and with j9 j10 j11.
        let both = "g8 f12 h8 j12 f9 a1 f10 a3 f11 a5 j9 a7 j10 a9 j11 a11";
        assert_eq!(made_at(Rule::Freestyle, both, "i8").open_threes, 1);
        assert_eq!(made_at(Rule::Renju, both, "i8").open_threes, 0);
    }
}
