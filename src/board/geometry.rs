//! Cells, stride, directions: how a square's number tells where it lies.
//!
//! A board of up to 15x15 lives in 256 cells with a stride of 16, one of up to
//! 31x31 in 1024 cells with a stride of 32. The last column and the last row
//! are never played on. With wrapping arithmetic they are the wall on every
//! side: stepping left from column 0 lands in the last column of the row above,
//! stepping up from row 0 in the last row. One wall column is shared by
//! neighbouring rows, so only the FIRST cell past the edge is certainly wall;
//! whoever looks further must stop there.
// CITE: x1 (hawk), the 256-byte board with the unused 16th column and row.

use crate::types::{BoardSize, Point, Square};

/// The four line directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Along a row, to the right.
    Horizontal = 0,
    /// Along a column, downwards.
    Vertical = 1,
    /// Down and right.
    Diagonal = 2,
    /// Up and right.
    AntiDiagonal = 3,
}

impl Direction {
    /// All four, in index order.
    pub const ALL: [Direction; 4] = [
        Direction::Horizontal,
        Direction::Vertical,
        Direction::Diagonal,
        Direction::AntiDiagonal,
    ];

    /// The direction as an array index, `0..4`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The geometry of a board of `CELLS` cells (256 or 1024).
pub struct Geometry<const CELLS: usize>;

impl<const CELLS: usize> Geometry<CELLS> {
    /// Bits of a square's number that hold its column.
    pub const SHIFT: u32 = CELLS.trailing_zeros() / 2;
    /// Cells in a row, wall included.
    pub const STRIDE: usize = 1 << Self::SHIFT;
    /// The longest playable side.
    pub const MAX_SIDE: usize = Self::STRIDE - 1;

    /// Does a board of this size fit?
    pub const fn fits(size: BoardSize) -> bool {
        size.width() as usize <= Self::MAX_SIDE && size.height() as usize <= Self::MAX_SIDE
    }

    /// The square of a point.
    #[inline]
    pub const fn square(point: Point) -> Square {
        Square(((point.y as u16) << Self::SHIFT) | point.x as u16)
    }

    /// The point of a square.
    #[inline]
    pub const fn point(square: Square) -> Point {
        Point::new(Self::column(square) as u8, Self::row(square) as u8)
    }

    /// The column of a square.
    #[inline]
    pub const fn column(square: Square) -> usize {
        square.0 as usize & (Self::STRIDE - 1)
    }

    /// The row of a square.
    #[inline]
    pub const fn row(square: Square) -> usize {
        (square.0 as usize & (CELLS - 1)) >> Self::SHIFT
    }

    /// The larger of the distances in columns and in rows.
    #[inline]
    pub const fn distance(a: Square, b: Square) -> usize {
        let columns = Self::column(a).abs_diff(Self::column(b));
        let rows = Self::row(a).abs_diff(Self::row(b));
        if columns > rows { columns } else { rows }
    }

    /// The direction in which two squares at most `reach` apart share a line, if any.
    pub const fn shared_line(a: Square, b: Square, reach: usize) -> Option<Direction> {
        let across = Self::column(b) as i32 - Self::column(a) as i32;
        let down = Self::row(b) as i32 - Self::row(a) as i32;
        if Self::distance(a, b) > reach {
            return None;
        }
        match (across, down) {
            (_, 0) => Some(Direction::Horizontal),
            (0, _) => Some(Direction::Vertical),
            _ if across == down => Some(Direction::Diagonal),
            _ if across == -down => Some(Direction::AntiDiagonal),
            _ => None,
        }
    }

    /// The number to add to a square for one step along a direction.
    #[inline]
    pub const fn step(direction: Direction) -> i16 {
        let stride = Self::STRIDE as i16;
        match direction {
            Direction::Horizontal => 1,
            Direction::Vertical => stride,
            Direction::Diagonal => stride + 1,
            Direction::AntiDiagonal => 1 - stride,
        }
    }

    /// The square `steps` steps further along a direction, wrapping.
    #[inline]
    pub const fn shift(square: Square, direction: Direction, steps: i16) -> Square {
        let target = square
            .0
            .wrapping_add_signed(Self::step(direction).wrapping_mul(steps));
        Square(target & (CELLS as u16 - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walls_surround<const CELLS: usize>() {
        type G<const C: usize> = Geometry<C>;
        let side = G::<CELLS>::MAX_SIDE as u8;
        for i in 0..side {
            let is_wall = |square: Square| {
                G::<CELLS>::column(square) == side as usize
                    || G::<CELLS>::row(square) == side as usize
            };
            let left = G::<CELLS>::square(Point::new(0, i));
            let top = G::<CELLS>::square(Point::new(i, 0));
            assert!(is_wall(G::<CELLS>::shift(left, Direction::Horizontal, -1)));
            assert!(is_wall(G::<CELLS>::shift(left, Direction::Diagonal, -1)));
            assert!(is_wall(G::<CELLS>::shift(
                left,
                Direction::AntiDiagonal,
                -1
            )));
            assert!(is_wall(G::<CELLS>::shift(top, Direction::Vertical, -1)));
            assert!(is_wall(G::<CELLS>::shift(top, Direction::AntiDiagonal, 1)));
        }
    }

    #[test]
    fn one_step_off_the_board_is_a_wall_cell() {
        walls_surround::<256>();
        walls_surround::<1024>();
    }

    #[test]
    fn squares_and_points_are_inverse() {
        for y in 0..31 {
            for x in 0..31 {
                let point = Point::new(x, y);
                let large = Geometry::<1024>::square(point);
                assert_eq!(Geometry::<1024>::point(large), point);
                if x < 15 && y < 15 {
                    let small = Geometry::<256>::square(point);
                    assert_eq!(Geometry::<256>::point(small), point);
                }
            }
        }
    }
}
