//! The interface between threat logic and the boards that it runs on.

use crate::board::{Cell, Direction};
use crate::pattern::merge::classify;
use crate::pattern::{Class, Shape};
use crate::position::Position;
use crate::types::{Color, Rule, Square};

/// A board of `CELLS` cells that knows what a stone on each empty point would make.
///
/// There are two: [`Position`], which the search plays on, and the light
/// [`LineBoard`](crate::threat::line_board::LineBoard) of the threat solvers. The
/// logic of fouls, fours and refutations is written once, generic over the board.
pub trait ThreatBoard<const CELLS: usize> {
    /// The rule in force.
    fn rule(&self) -> Rule;

    /// The side to move.
    fn side(&self) -> Color;

    /// The Zobrist key; it includes the side to move.
    fn key(&self) -> u64;

    /// The content of a cell.
    fn cell(&self, square: Square) -> Cell;

    /// The side to move plays on an empty point.
    fn make(&mut self, square: Square);

    /// Takes back the last move.
    fn undo(&mut self);

    /// The side to move passes.
    fn pass(&mut self);

    /// Takes back a pass that was the last ply.
    fn undo_pass(&mut self);

    /// The shape that `color` would make on an empty point along one direction.
    ///
    /// It is exact for fours, fives and overlines. A board may report any open
    /// three as [`Shape::OpenThree`] and any weaker shape as a weaker one.
    fn shape(&self, color: Color, square: Square, direction: Direction) -> Shape;

    /// The class of an empty point for `color`.
    fn class(&self, color: Color, square: Square) -> Class;

    /// The class of an empty point for `color` if its opponent first played on
    /// `defence`, another point of the line through `square` along `direction`.
    fn class_if_blocked(
        &self,
        color: Color,
        square: Square,
        direction: Direction,
        defence: Square,
    ) -> Class;

    /// Calls `visit` for each point where `color` completes a five, until it
    /// returns false. A point may be visited several times.
    fn visit_fives(&self, color: Color, visit: impl FnMut(Square) -> bool);

    /// A point where `color` completes a five.
    fn five(&self, color: Color) -> Option<Square>;

    /// A point of class [`Class::OpenFour`] for `color`.
    fn winning_four(&self, color: Color) -> Option<Square>;

    /// Adds to `moves` all points of class [`Class::OpenFour`] for `color`, each once.
    fn winning_fours(&self, color: Color, moves: &mut Vec<Square>);

    /// Adds to `moves` the points whose class for `color` is a four, strongest class
    /// first, and to `looks_forbidden` those of class [`Class::Foul`] that make a four.
    fn fours_by_class(
        &self,
        color: Color,
        moves: &mut Vec<Square>,
        looks_forbidden: &mut Vec<Square>,
    );
}

/// The classes of points that make a four, but neither a five nor an apparent foul,
/// strongest first.
pub const FOUR_CLASSES: [Class; 4] = [
    Class::OpenFour,
    Class::FourThree,
    Class::FourPlus,
    Class::Four,
];

impl<const CELLS: usize> ThreatBoard<CELLS> for Position<CELLS> {
    #[inline]
    fn rule(&self) -> Rule {
        Position::rule(self)
    }

    #[inline]
    fn side(&self) -> Color {
        Position::side(self)
    }

    #[inline]
    fn key(&self) -> u64 {
        Position::key(self)
    }

    #[inline]
    fn cell(&self, square: Square) -> Cell {
        self.board().at(square)
    }

    #[inline]
    fn make(&mut self, square: Square) {
        Position::make(self, square);
    }

    #[inline]
    fn undo(&mut self) {
        Position::undo(self);
    }

    #[inline]
    fn pass(&mut self) {
        Position::pass(self);
    }

    #[inline]
    fn undo_pass(&mut self) {
        Position::undo(self);
    }

    #[inline]
    fn shape(&self, color: Color, square: Square, direction: Direction) -> Shape {
        self.patterns(square).shape(color, direction)
    }

    #[inline]
    fn class(&self, color: Color, square: Square) -> Class {
        Position::class(self, color, square)
    }

    fn class_if_blocked(
        &self,
        color: Color,
        square: Square,
        direction: Direction,
        defence: Square,
    ) -> Class {
        let mut shapes = self.patterns(square).shapes(color);
        let blocked = self
            .layers()
            .shape_if_blocked(color, square, direction, defence);
        if shapes[direction.index()] == blocked {
            return Position::class(self, color, square);
        }
        shapes[direction.index()] = blocked;
        classify(shapes, Position::rule(self).has_fouls(color))
    }

    #[inline]
    fn visit_fives(&self, color: Color, mut visit: impl FnMut(Square) -> bool) {
        for square in self.set(color, Class::Five).iter() {
            if !visit(square) {
                return;
            }
        }
    }

    #[inline]
    fn five(&self, color: Color) -> Option<Square> {
        self.set(color, Class::Five).first()
    }

    #[inline]
    fn winning_four(&self, color: Color) -> Option<Square> {
        self.set(color, Class::OpenFour).first()
    }

    fn winning_fours(&self, color: Color, moves: &mut Vec<Square>) {
        moves.extend(self.set(color, Class::OpenFour).iter());
    }

    fn fours_by_class(
        &self,
        color: Color,
        moves: &mut Vec<Square>,
        looks_forbidden: &mut Vec<Square>,
    ) {
        for class in FOUR_CLASSES {
            moves.extend(self.set(color, class).iter());
        }
        if self.count(color, Class::Foul) > 0 {
            let fouls = self.set(color, Class::Foul).iter();
            let makes_four = |square: &Square| {
                let shapes = self.patterns(*square).shapes(color);
                shapes.into_iter().any(Shape::is_four)
            };
            looks_forbidden.extend(fouls.filter(makes_four));
        }
    }
}
