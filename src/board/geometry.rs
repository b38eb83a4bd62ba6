//! Cells, stride and directions: the arithmetic of squares.
//!
//! A board of up to 15x15 has 256 cells and a stride of 16, one of up to 31x31
//! has 1024 cells and a stride of 32. The last column and the last row are never
//! played on. With wrapping arithmetic they form the wall on every side: one step
//! left from column 0 leads to the last column of the row above, one step up from
//! row 0 to the last row. Neighbouring rows share one wall column, so only the
//! first cell beyond an edge is certain to be a wall. Code that scans further
//! must stop there.
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

/// Cells of the board for sides of up to 15 points.
pub const SMALL: usize = 256;
/// Cells of the board for sides of up to 31 points.
pub const LARGE: usize = 1024;

/// `with_cells!(size, |CELLS| expression)` evaluates the expression for the smallest
/// board that fits a [`BoardSize`]: `CELLS` is [`SMALL`] or [`LARGE`].
///
/// This is the one place where the board is chosen at run time. Everything
/// generic over `CELLS` is entered through it.
macro_rules! with_cells {
    ($size:expr, |$cells:ident| $body:expr) => {
        if $crate::board::Geometry::<{ $crate::board::geometry::SMALL }>::fits($size) {
            const $cells: usize = $crate::board::geometry::SMALL;
            $body
        } else {
            const $cells: usize = $crate::board::geometry::LARGE;
            $body
        }
    };
}
pub(crate) use with_cells;

/// The geometry of a board of `CELLS` cells, [`SMALL`] or [`LARGE`].
pub struct Geometry<const CELLS: usize>;

impl<const CELLS: usize> Geometry<CELLS> {
    /// Number of low bits of a square that hold its column.
    pub const SHIFT: u32 = CELLS.trailing_zeros() / 2;
    /// Cells of a row, including the wall.
    pub const STRIDE: usize = 1 << Self::SHIFT;
    /// The longest side of a board that fits.
    pub const MAX_SIDE: usize = Self::STRIDE - 1;

    /// True if a board of this size fits.
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

    /// The larger of the distances in columns and in rows (Chebyshev distance).
    #[inline]
    pub const fn distance(a: Square, b: Square) -> usize {
        let columns = Self::column(a).abs_diff(Self::column(b));
        let rows = Self::row(a).abs_diff(Self::row(b));
        if columns > rows { columns } else { rows }
    }

    /// The direction of the line through two squares that are at most `reach` apart;
    /// `None` if they do not share a line or are further apart.
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

    /// The offset of one step along a direction.
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

    /// The square `steps` steps away along a direction, with wrapping.
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
