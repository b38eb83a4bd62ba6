//! The mailbox board: what lies on every cell.

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
    /// Playable.
    Empty = 2,
    /// Off the board, or taken out of play.
    Wall = 3,
}

impl Cell {
    /// The cell with a stone of that colour on it.
    #[inline]
    pub const fn stone(color: Color) -> Cell {
        match color {
            Color::White => Cell::White,
            Color::Black => Cell::Black,
        }
    }
}

/// A board of `CELLS` cells: 256 for sides up to 15, 1024 for sides up to 31.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<const CELLS: usize> {
    size: BoardSize,
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

    /// Width and height.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The content of a cell; any number is masked into the board.
    #[inline]
    pub fn at(&self, square: Square) -> Cell {
        self.cells[square.index::<CELLS>()]
    }

    /// Is the cell playable?
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.at(square) == Cell::Empty
    }

    /// Changes the content of a cell.
    #[inline]
    pub fn set(&mut self, square: Square, cell: Cell) {
        self.cells[square.index::<CELLS>()] = cell;
    }
}
