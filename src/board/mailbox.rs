//! The mailbox board: the content of every cell, walls included.

use super::geometry::Geometry;
use crate::types::{BoardSize, Color, Square};

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// A white stone.
    White = 0,
    /// A black stone.
    Black = 1,
    /// An empty point.
    Empty = 2,
    /// Off the board, or a blocked point.
    Wall = 3,
}

impl Cell {
    /// The cell content for a stone of this colour.
    #[inline]
    pub const fn stone(color: Color) -> Cell {
        match color {
            Color::White => Cell::White,
            Color::Black => Cell::Black,
        }
    }

    /// The colour of the stone in the cell, if there is one.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::White => Some(Color::White),
            Cell::Black => Some(Color::Black),
            Cell::Empty | Cell::Wall => None,
        }
    }
}

/// A board of `CELLS` cells: 256 for sides up to 15, 1024 for sides up to 31.
///
/// It only stores cells. [`Position`](crate::position::Position) keeps everything else
/// in step with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<const CELLS: usize> {
    /// The playable part.
    size: BoardSize,
    /// By square.
    cells: [Cell; CELLS],
}

impl<const CELLS: usize> Board<CELLS> {
    /// An empty board.
    ///
    /// # Panics
    /// If the size does not fit into `CELLS` cells.
    pub fn new(size: BoardSize) -> Self {
        assert!(Geometry::<CELLS>::fits(size));
        let mut cells = [Cell::Wall; CELLS];
        for point in size.points() {
            cells[Geometry::<CELLS>::square(point).index::<CELLS>()] = Cell::Empty;
        }
        Board { size, cells }
    }

    /// The size of the playable part.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The content of a cell. Squares beyond the board are masked.
    #[inline]
    pub fn at(&self, square: Square) -> Cell {
        self.cells[square.index::<CELLS>()]
    }

    /// True if the cell is an empty point.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.at(square) == Cell::Empty
    }

    /// Sets the content of a cell.
    #[inline]
    pub fn set(&mut self, square: Square, cell: Cell) {
        self.cells[square.index::<CELLS>()] = cell;
    }
}
