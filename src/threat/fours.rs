//! What a search for a VCF asks of a board: a position, or a sketch of one.

use super::sketch::{Kind, Sketch};
use crate::board::Geometry;
use crate::movegen;
use crate::pattern::Class;
use crate::position::Position;
use crate::types::{Color, Square};

/// A board on which fours can be played.
pub trait Fours {
    /// Who is to move.
    fn side(&self) -> Color;
    /// The key, side to move included.
    fn key(&self) -> u64;
    /// The side to move plays on an empty point.
    fn make(&mut self, square: Square);
    /// Takes the last move back.
    fn undo(&mut self);
    /// A point where `color` completes a five.
    fn five(&self, color: Color) -> Option<Square>;
    /// A point where the side to move makes an open four or two fours.
    fn winning_four(&self) -> Option<Square>;
    /// Adds the points where the side to move takes every five from the
    /// opponent, who threatens one.
    fn stops(&self, moves: &mut Vec<Square>);
    /// Adds the legal fours of the side to move, none of them a five.
    fn fours(&mut self, moves: &mut Vec<Square>);
    /// Would the side to move make a four there?
    fn makes_four(&self, square: Square) -> bool;
    /// May the side to move play there?
    fn is_legal(&mut self, square: Square) -> bool;
    /// Are they at most two apart, or four on a line?
    fn is_near(one: Square, other: Square) -> bool;
}

/// Stones further apart on a line are in no five together.
const SAME_FIVE: usize = 4;

fn is_near<const CELLS: usize>(one: Square, other: Square) -> bool {
    Geometry::<CELLS>::distance(one, other) <= 2
        || Geometry::<CELLS>::shared_line(one, other, SAME_FIVE).is_some()
}

impl<const CELLS: usize> Fours for Position<CELLS> {
    #[inline]
    fn side(&self) -> Color {
        Position::side(self)
    }

    #[inline]
    fn key(&self) -> u64 {
        Position::key(self)
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
    fn five(&self, color: Color) -> Option<Square> {
        self.set(color, Class::Five).first()
    }

    #[inline]
    fn winning_four(&self) -> Option<Square> {
        self.set(self.side(), Class::OpenFour).first()
    }

    #[inline]
    fn stops(&self, moves: &mut Vec<Square>) {
        moves.extend(movegen::stops(self).iter());
    }

    #[inline]
    fn fours(&mut self, moves: &mut Vec<Square>) {
        movegen::fours(self, self.side(), moves);
    }

    #[inline]
    fn makes_four(&self, square: Square) -> bool {
        movegen::makes_four(self, self.side(), square)
    }

    #[inline]
    fn is_legal(&mut self, square: Square) -> bool {
        movegen::is_legal(self, self.side(), square)
    }

    #[inline]
    fn is_near(one: Square, other: Square) -> bool {
        is_near::<CELLS>(one, other)
    }
}

impl<const CELLS: usize> Fours for Sketch<'_, CELLS> {
    #[inline]
    fn side(&self) -> Color {
        Sketch::side(self)
    }

    #[inline]
    fn key(&self) -> u64 {
        Sketch::key(self)
    }

    #[inline]
    fn make(&mut self, square: Square) {
        Sketch::make(self, square);
    }

    #[inline]
    fn undo(&mut self) {
        Sketch::undo(self);
    }

    #[inline]
    fn five(&self, color: Color) -> Option<Square> {
        match self.has(color, Kind::Five) {
            true => Sketch::five(self, color),
            false => None,
        }
    }

    #[inline]
    fn winning_four(&self) -> Option<Square> {
        Sketch::winning_four(self, self.side())
    }

    #[inline]
    fn stops(&self, moves: &mut Vec<Square>) {
        Sketch::stops(self, moves);
    }

    #[inline]
    fn fours(&mut self, moves: &mut Vec<Square>) {
        Sketch::fours(self, self.side(), moves);
    }

    #[inline]
    fn makes_four(&self, square: Square) -> bool {
        Sketch::makes_four(self, self.side(), square)
    }

    #[inline]
    fn is_legal(&mut self, square: Square) -> bool {
        Sketch::is_legal(self, self.side(), square)
    }

    #[inline]
    fn is_near(one: Square, other: Square) -> bool {
        is_near::<CELLS>(one, other)
    }
}
