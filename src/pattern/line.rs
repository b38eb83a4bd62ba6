//! A line of the board as bits, and what a point sees along it.
//!
//! A stone can share a five only with cells up to four away, and in the rules
//! where too long or blocked rows win nothing the fifth cell matters as well.
//! So a point sees five cells each way, but nothing past the first cell that
//! blocks. What it sees on one side is therefore a string of own and empty
//! cells that ends at distance 1 to 6 (6: nothing blocks within five). As bits,
//! own = 1, with one more 1 for the end, that is a number from 1 to 63. A
//! seventh bit says whether the end is the edge rather than an opponent stone,
//! for the caro rules. Two such codes index a table of 16,384 shapes.
//!
//! To work a code out takes longer than to look it up: while searching, the plain
//! [window](Line::window) of ten cells indexes a table of both colours' shapes. It
//! is large, but few of its entries are ever met.

use super::table::CODE_BITS;
use crate::board::{Direction, Geometry};
use crate::types::Square;

/// Cells seen each way.
pub const REACH: usize = 5;

/// Bits of one colour in a window: the cells seen, without the point itself.
const WINDOW_BITS: u32 = 2 * REACH as u32;
/// Number of windows, see [`Line::window`].
pub const WINDOWS: usize = 1 << (2 * WINDOW_BITS);

/// Bits below column 0 of a line, so that looking left never falls off the word.
const PAD: u32 = REACH as u32;

/// Lines of one direction on the largest board.
pub const LINES: usize = 64;

/// One line of the board; bit `PAD + i` is its cell `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Stones of each colour.
    pub stones: [u64; 2],
    /// Cells that nobody can play: off the board, or taken out of play.
    pub wall: u64,
}

impl Line {
    /// A line without a playable cell.
    pub const WALL: Line = Line {
        stones: [0; 2],
        wall: !0,
    };

    /// What lies around cell `at` of the line, as one number: for black, in the high
    /// bits, and for white the cells that are not open to the other colour, five on
    /// the left and five on the right, leftmost lowest. A wall is closed to both.
    #[inline]
    pub fn window(&self, at: u32) -> usize {
        const LEFT: u32 = (1 << REACH) - 1;
        let [white, black] = self.stones.map(|stones| {
            let word = ((stones | self.wall) >> at) as u32;
            word & LEFT | word >> 1 & LEFT << REACH
        });
        (black << WINDOW_BITS | white) as usize & (WINDOWS - 1)
    }

    /// The empty cells at most `reach` away from cell `at`, as bits like the line's.
    #[inline]
    pub fn empty_near(&self, at: u32, reach: u32) -> u64 {
        let near = ((2 << (2 * reach)) - 1) << ((at + PAD - reach) & 63);
        near & !(self.stones[0] | self.stones[1] | self.wall)
    }
}

/// One side of what a point sees, spelled out: the inverse of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Distance of the blocking cell, 1 to 6; 6 if none of the five blocks.
    pub end: usize,
    /// Own stones before it; bit 0 is the neighbour.
    pub own: u32,
    /// The blocking cell is an edge.
    pub edge: bool,
}

impl Side {
    /// Every side there is.
    pub fn all() -> impl Iterator<Item = Side> {
        (1..=REACH + 1).flat_map(|end| {
            (0..1u32 << (end - 1)).flat_map(move |own| {
                let edges: &[bool] = if end <= REACH {
                    &[false, true]
                } else {
                    &[false]
                };
                edges.iter().map(move |&edge| Side { end, own, edge })
            })
        })
    }

    /// What a colour sees of five cells, the neighbour lowest: `own` has the bits of
    /// those closed to the other colour, `other` those closed to it.
    pub fn seen(own: u32, other: u32) -> Side {
        let end = (other | 1 << REACH).trailing_zeros();
        Side {
            end: end as usize + 1,
            own: own & ((1 << end) - 1),
            edge: own >> end & 1 != 0,
        }
    }

    /// The code of this side on the right of a point.
    pub fn right(self) -> usize {
        let code = self.own as usize | 1 << (self.end - 1);
        code | usize::from(self.edge) << (CODE_BITS - 1)
    }

    /// The code of this side on the left of a point.
    pub fn left(self) -> usize {
        let mut code = 1 << (REACH + 1 - self.end);
        for distance in 1..self.end {
            if self.own >> (distance - 1) & 1 != 0 {
                code |= 1 << (REACH + 1 - distance);
            }
        }
        code | usize::from(self.edge) << (CODE_BITS - 1)
    }
}

/// The line through a square and the square's place on it.
#[inline]
pub fn locate<const CELLS: usize>(square: Square, direction: Direction) -> (usize, u32) {
    let x = Geometry::<CELLS>::column(square);
    let y = Geometry::<CELLS>::row(square);
    let (line, at) = match direction {
        Direction::Horizontal => (y, x),
        Direction::Vertical => (x, y),
        Direction::Diagonal => (x + LINES / 2 - y, x),
        Direction::AntiDiagonal => (x + y, x),
    };
    (line & (LINES - 1), at as u32)
}

/// The cell of a line's lowest bit that is set, counted like those of [`locate`].
#[inline]
pub fn first_cell(bits: u64) -> u32 {
    bits.trailing_zeros().wrapping_sub(PAD)
}

/// The bit of cell `at` of a line; `at` may lie up to five cells before the
/// first one (as a wrapped negative number).
#[inline]
pub fn bit(at: u32) -> u64 {
    1 << (at.wrapping_add(PAD) & 63)
}
