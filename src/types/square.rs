//! Points, squares and board sizes.
//!
//! A [`Point`] is a pair of coordinates and does not depend on the board. A [`Square`]
//! is an index into the mailbox board.
//! [`Geometry`](crate::board::Geometry) converts between them.

/// A point of the board by column and row, both counted from 0; row 0 is at the top.
///
/// This is the protocol's `x,y`. In documents it is the array `[x, y]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "reports", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reports", serde(from = "[u8; 2]", into = "[u8; 2]"))]
pub struct Point {
    /// The column, counted from the left.
    pub x: u8,
    /// The row, counted from the top.
    pub y: u8,
}

impl Point {
    /// The point in column `x` and row `y`.
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }
}

impl From<[u8; 2]> for Point {
    fn from([x, y]: [u8; 2]) -> Point {
        Point { x, y }
    }
}

impl From<Point> for [u8; 2] {
    fn from(point: Point) -> [u8; 2] {
        [point.x, point.y]
    }
}

/// The width and height of a board, each from [`MIN`](BoardSize::MIN) to
/// [`MAX`](BoardSize::MAX).
///
/// ```
/// use goshawk::types::{BoardSize, Point};
///
/// let size = BoardSize::new(15, 20).unwrap();
/// assert!(size.contains(Point::new(14, 19)));
/// assert!(!size.contains(Point::new(19, 14)));
/// assert_eq!(BoardSize::square(4), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    /// Number of columns.
    width: u8,
    /// Number of rows.
    height: u8,
}

impl BoardSize {
    /// The shortest side that can hold a five.
    pub const MIN: u8 = 5;
    /// The longest side: the large board has 32 columns, one of which is the wall.
    pub const MAX: u8 = 31;

    /// A board with `width` columns and `height` rows; `None` if either is out of range.
    pub fn new(width: i64, height: i64) -> Option<BoardSize> {
        let side = |n: i64| {
            u8::try_from(n)
                .ok()
                .filter(|n| (Self::MIN..=Self::MAX).contains(n))
        };
        Some(BoardSize {
            width: side(width)?,
            height: side(height)?,
        })
    }

    /// A board with `side` columns and rows; `None` if `side` is out of range.
    pub fn square(side: i64) -> Option<BoardSize> {
        BoardSize::new(side, side)
    }

    /// Number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// True if the point lies on the board.
    pub const fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// All points, row by row from the top.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }
}

/// An index into the mailbox board: `row * stride + column`, less than 1024.
///
/// The stride depends on the board: 16 for sides up to 15, otherwise 32.
/// [`Geometry`](crate::board::Geometry) converts to and from [`Point`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u16);

impl Square {
    /// A value for "no square". As an index, it is the last cell of either board, which
    /// is a wall.
    pub const NONE: Square = Square(1023);

    /// The square as an array index below `CELLS`, which is a power of two. Larger values
    /// are masked.
    #[inline]
    pub const fn index<const CELLS: usize>(self) -> usize {
        self.0 as usize & (CELLS - 1)
    }
}
