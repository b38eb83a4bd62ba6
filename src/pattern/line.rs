//! A line of the board as bits, and the window of cells around a point.
//!
//! The shape of a point depends on what it sees on either side, see
//! [`half`](super::half). Working those codes out takes longer than a look-up, so
//! the search indexes a table of both colours' shapes by the plain
//! [window](LineStones::window) of ten cells. The table has a million entries, but
//! few of them are ever read.

use crate::board::{Board, Cell, Direction, Geometry};
use crate::types::{Color, Square};

/// Cells seen each way.
pub const REACH: usize = 5;

/// Bits of one colour in a window: the cells seen, without the point itself.
const WINDOW_BITS: u32 = 2 * REACH as u32;
/// Number of windows, see [`LineStones::window`].
pub const WINDOWS: usize = 1 << (2 * WINDOW_BITS);

/// Bits below cell 0 of a line, so that the five cells left of any cell are in the word.
const PAD: u32 = REACH as u32;

/// Lines of one direction on the largest board, rounded up to a power of two.
pub const LINES: usize = 64;

/// Cells of a [near window](LineStones::near_window) on either side.
pub const NEAR: usize = 4;
/// Number of near windows.
pub const NEAR_WINDOWS: usize = 1 << (4 * NEAR);

/// One line of the board; bit `PAD + i` is its cell `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStones {
    /// Stones of each colour.
    pub stones: [u64; 2],
    /// Cells that cannot be played: off the board, or blocked points.
    pub wall: u64,
}

impl LineStones {
    /// A line without playable cells.
    pub const WALL: LineStones = LineStones {
        stones: [0; 2],
        wall: !0,
    };

    /// The five cells on either side of cell `at` as one number below [`WINDOWS`]: ten
    /// bits for each colour, black's in the high bits, leftmost cell lowest. A bit is
    /// set if the cell holds a stone of that colour or is a wall.
    #[inline]
    pub fn window(&self, at: u32) -> usize {
        const LEFT: u32 = (1 << REACH) - 1;
        let [white, black] = self.stones.map(|stones| {
            let word = ((stones | self.wall) >> at) as u32;
            word & LEFT | word >> 1 & LEFT << REACH
        });
        (black << WINDOW_BITS | white) as usize & (WINDOWS - 1)
    }

    /// The four cells on either side of cell `at` as one number below [`NEAR_WINDOWS`],
    /// in the same order as a [window](LineStones::window): eight bits for each colour.
    #[inline]
    pub fn near_window(&self, at: u32) -> usize {
        const HALF: u32 = (1 << NEAR) - 1;
        let [white, black] = self.stones.map(|stones| {
            let word = ((stones | self.wall) >> (at & 63)) as u32 >> (REACH - NEAR);
            word & HALF | word >> 1 & HALF << NEAR
        });
        (black << (2 * NEAR) | white) as usize & (NEAR_WINDOWS - 1)
    }

    /// Removes the stone on cell `at`, if there is one.
    #[inline]
    pub fn remove(&mut self, at: u32) {
        for stones in &mut self.stones {
            *stones &= !bit(at);
        }
    }

    /// The empty cells at most `reach` away from cell `at`, as bits like the line's.
    #[inline]
    pub fn empty_near(&self, at: u32, reach: u32) -> u64 {
        let near = ((2 << (2 * reach)) - 1) << ((at + PAD - reach) & 63);
        near & !(self.stones[0] | self.stones[1] | self.wall)
    }
}

/// All lines of a board of `CELLS` cells, by direction and number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines<const CELLS: usize>([[LineStones; LINES]; 4]);

impl<const CELLS: usize> Lines<CELLS> {
    /// The lines of a board.
    pub fn new(board: &Board<CELLS>) -> Self {
        let mut lines = Lines([[LineStones::WALL; LINES]; 4]);
        for square in board.size().points().map(Geometry::<CELLS>::square) {
            let cell = board.at(square);
            if cell == Cell::Wall {
                continue;
            }
            for direction in Direction::ALL {
                let (line, at) = locate::<CELLS>(square, direction);
                lines.0[direction.index()][line].wall &= !bit(at);
            }
            if let Some(color) = cell.color() {
                lines.place(square, color);
            }
        }
        lines
    }

    /// The line through a square, and the square's cell on it.
    #[inline]
    pub fn through(&self, square: Square, direction: Direction) -> (&LineStones, u32) {
        let (line, at) = locate::<CELLS>(square, direction);
        (&self.0[direction.index()][line], at)
    }

    /// The line with this number; see [`locate`].
    #[inline]
    pub fn line(&self, direction: Direction, line: usize) -> &LineStones {
        &self.0[direction.index()][line]
    }

    /// The line with this number, to be changed; see [`locate`].
    #[inline]
    pub fn line_mut(&mut self, direction: Direction, line: usize) -> &mut LineStones {
        &mut self.0[direction.index()][line]
    }

    /// Adds a stone to the four lines through an empty square.
    #[inline]
    pub fn place(&mut self, square: Square, color: Color) {
        for direction in Direction::ALL {
            let (line, at) = locate::<CELLS>(square, direction);
            self.line_mut(direction, line).stones[color.index()] |= bit(at);
        }
    }

    /// Removes a stone from the four lines through its square.
    #[inline]
    pub fn remove(&mut self, square: Square, color: Color) {
        for direction in Direction::ALL {
            let (line, at) = locate::<CELLS>(square, direction);
            self.line_mut(direction, line).stones[color.index()] &= !bit(at);
        }
    }
}

/// The number of the line through a square, and the square's cell on that line.
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

/// The cell of the lowest set bit, numbered as by [`locate`].
#[inline]
pub fn first_cell(bits: u64) -> u32 {
    bits.trailing_zeros().wrapping_sub(PAD)
}

/// The bit of cell `at` of a line; `at` may lie up to five cells before the first
/// one, as a wrapped negative number.
#[inline]
pub fn bit(at: u32) -> u64 {
    1 << (at.wrapping_add(PAD) & 63)
}
