//! A line of the board as bits, and the code of what a point sees along it.
//!
//! A stone can share a five only with cells up to four away, and in the rules
//! where too long or blocked rows win nothing the fifth cell matters as well.
//! So a point sees five cells each way, but nothing past the first cell that
//! blocks. What it sees on one side is therefore a string of own and empty
//! cells that ends at distance 1 to 6 (6: nothing blocks within five). As bits,
//! own = 1, with one more 1 for the end, that is a number from 1 to 63. A
//! seventh bit says whether the end is the edge rather than an opponent stone,
//! for the caro rules. Two such codes index a table of 16,384 shapes, of which
//! all but the caro rules touch a quarter: it stays in the fastest cache.

use super::table::CODE_BITS;
use crate::board::{Direction, Geometry};
use crate::types::{Color, Square};

/// Cells seen each way.
pub const REACH: usize = 5;

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

    /// What `color` sees from cell `at` of the line: the left code in the high
    /// bits, the right code in the low. `edges` tells whether edges are marked.
    #[inline]
    pub fn code(&self, color: Color, at: u32, edges: bool) -> usize {
        let own = self.stones[color.index()];
        let blocked = self.stones[(!color).index()] | self.wall;
        // The window's bit 0 is the cell at distance 5 on the left.
        let window = |word: u64| (word >> at) as u32;
        let mut code = (left_code(window(own), window(blocked)) << CODE_BITS)
            | right_code(window(own) >> (REACH + 1), window(blocked) >> (REACH + 1));
        if edges {
            code |= edge_bits(window(blocked), window(self.wall));
        }
        code as usize
    }
}

/// The code of the side where near cells are high bits: bit 4 is the neighbour.
#[inline]
fn left_code(own: u32, blocked: u32) -> u32 {
    let own = (own & 31) << 1;
    let ends = (blocked & 31) << 1 | 1;
    let end = 1 << (31 - ends.leading_zeros());
    (own & !(2 * end - 1)) | end
}

/// The code of the side where near cells are low bits: bit 0 is the neighbour.
#[inline]
fn right_code(own: u32, blocked: u32) -> u32 {
    let ends = (blocked & 31) | 32;
    let end = ends & ends.wrapping_neg();
    (own & (end - 1)) | end
}

/// The two "the end is an edge" bits of a window.
#[inline]
fn edge_bits(blocked: u32, wall: u32) -> u32 {
    let left_ends = (blocked & 31) << 1 | 1;
    let left_end = 1 << (31 - left_ends.leading_zeros());
    let right_ends = ((blocked >> (REACH + 1)) & 31) | 32;
    let right_end = right_ends & right_ends.wrapping_neg();
    let left = ((wall & 31) << 1) & left_end != 0;
    let right = ((wall >> (REACH + 1)) & 31) & right_end != 0;
    (u32::from(left) << (2 * CODE_BITS - 1)) | (u32::from(right) << (CODE_BITS - 1))
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

/// The bit of cell `at` of a line; `at` may lie up to five cells before the
/// first one (as a wrapped negative number).
#[inline]
pub fn bit(at: u32) -> u64 {
    1 << (at.wrapping_add(PAD) & 63)
}
