//! Places on the board: as people and protocols name them, and as the core does.

/// A place named by column and row, both from 0, row 0 at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column from the left.
    pub x: u8,
    /// Row from the top.
    pub y: u8,
}

impl Point {
    /// The point in column `x` and row `y`.
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }
}

/// Width and height of a board, each [`MIN`](BoardSize::MIN) to [`MAX`](BoardSize::MAX).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// The shortest side that can hold a five.
    pub const MIN: u8 = 5;
    /// The longest side: 32 cells less the wall.
    pub const MAX: u8 = 31;

    /// A board of `width` columns and `height` rows; `None` if a side is out of range.
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

    /// A square board; `None` if the side is out of range.
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

    /// Is the point on the board?
    pub const fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// Every point, row by row from the top.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }
}

/// A cell of the core's mailbox board: `row * stride + column`, below 1024.
///
/// It means nothing without the board's stride; `board::geometry` converts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u16);

impl Square {
    /// No square: the last wall cell of the large board, and after masking
    /// also that of the small one. Never played on.
    pub const NONE: Square = Square(1023);

    /// The square as an index masked below `CELLS`, a power of two.
    #[inline]
    pub const fn index<const CELLS: usize>(self) -> usize {
        self.0 as usize & (CELLS - 1)
    }
}
