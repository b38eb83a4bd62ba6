//! A position boiled down to what forcing moves need.
//!
//! The layers of [`Position`] tell everything about every point, evaluation
//! included, and that is what makes a move dear. A search for forced wins asks
//! for fives, fours and threes alone. So here every line keeps masks of its
//! cells by what a stone would make there (file `view`), read off the same tables;
//! a move puts four lines in the place of four others, and taking it back puts
//! the old ones back. Classes are merged for single points when asked for.

mod points;
mod view;

use crate::board::{Cell, Direction, Geometry, zobrist};
use crate::pattern::Class;
use crate::pattern::line::{LINES, locate};
use crate::pattern::merge::{Merger, merger};
use crate::position::Position;
use crate::types::{Color, Rule, Square};

pub use points::Seen;
use view::{INDEXED, View};
pub use view::{Kind, Reader};

/// Bits of a shape in the word that the merge takes.
const SHAPE_BITS: usize = 4;

/// The stones of a line and what more could make of them.
#[derive(Clone, Copy, Default)]
struct Row {
    stones: [u32; 2],
    views: [View; 2],
}

/// By direction, colour and kind: the lines that hold such a cell, as bits.
type Index = [[[u64; INDEXED]; 2]; 4];

/// What a move overwrites.
#[derive(Clone)]
struct Undo {
    square: Square,
    rows: [Row; 4],
    index: Index,
}

/// The lines of a position, for searches that move much and ask little.
pub struct Sketch<'a, const CELLS: usize> {
    reader: &'a mut Reader,
    rows: Box<[[Row; LINES]; 4]>,
    /// The playable cells of each line, taken ones included.
    rooms: Box<[[u32; LINES]; 4]>,
    index: Index,
    mergers: [&'static Merger; 2],
    rule: Rule,
    side: Color,
    key: u64,
    undo: Vec<Undo>,
}

impl<'a, const CELLS: usize> Sketch<'a, CELLS> {
    /// The sketch of a position, read by a reader, which is made to fit the rule.
    pub fn new(position: &Position<CELLS>, reader: &'a mut Reader) -> Self {
        if reader.rule() != position.rule() {
            *reader = Reader::new(position.rule());
        }
        let rule = position.rule();
        let mut sketch = Sketch {
            reader,
            rows: Box::new([[Row::default(); LINES]; 4]),
            rooms: Box::new([[0; LINES]; 4]),
            index: Index::default(),
            mergers: Color::ALL.map(|color| merger(rule.has_fouls(color))),
            rule,
            side: position.side(),
            key: position.key(),
            undo: Vec::with_capacity(CELLS),
        };
        for point in position.board().size().points() {
            let square = Geometry::<CELLS>::square(point);
            sketch.draw(square, position.board().at(square));
        }
        for direction in Direction::ALL {
            for line in 0..LINES {
                sketch.read(direction, line);
            }
        }
        sketch
    }

    /// Who is to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The key that the position has.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The rule in force.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Is the square playable?
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.cell(square) == Cell::Empty
    }

    /// What lies on a square.
    #[inline]
    pub fn cell(&self, square: Square) -> Cell {
        let (line, at) = locate::<CELLS>(square, Direction::Horizontal);
        let row = &self.rows[0][line];
        let bit = 1 << at;
        if row.stones[0] & bit != 0 {
            Cell::White
        } else if row.stones[1] & bit != 0 {
            Cell::Black
        } else if self.rooms[0][line] & bit != 0 {
            Cell::Empty
        } else {
            Cell::Wall
        }
    }

    /// The side to move plays on an empty point.
    pub fn make(&mut self, square: Square) {
        debug_assert!(self.is_empty(square));
        let mut undo = Undo {
            square,
            rows: [Row::default(); 4],
            index: self.index,
        };
        let color = self.side.index();
        for direction in Direction::ALL {
            let (line, at) = locate::<CELLS>(square, direction);
            let row = &mut self.rows[direction.index()][line];
            undo.rows[direction.index()] = *row;
            row.stones[color] |= 1 << at;
            self.read(direction, line);
        }
        self.undo.push(undo);
        self.key ^= zobrist::stone(self.side, square) ^ zobrist::WHITE_TO_MOVE;
        self.side = !self.side;
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// If there is none.
    pub fn undo(&mut self) {
        let undo = self.undo.pop().expect("undo follows a make");
        self.side = !self.side;
        self.key ^= zobrist::stone(self.side, undo.square) ^ zobrist::WHITE_TO_MOVE;
        for direction in Direction::ALL {
            let (line, _) = locate::<CELLS>(undo.square, direction);
            self.rows[direction.index()][line] = undo.rows[direction.index()];
        }
        self.index = undo.index;
    }

    /// The side to move passes. Undone by passing again.
    #[inline]
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// Is there a cell of a kind for `color`?
    #[inline]
    pub fn has(&self, color: Color, kind: Kind) -> bool {
        let lines = |direction: usize| self.index[direction][color.index()][kind as usize];
        lines(0) | lines(1) | lines(2) | lines(3) != 0
    }

    /// How many cells of an indexed kind there are, counted once a direction.
    pub fn tally(&self, color: Color, kind: Kind) -> u32 {
        let mut sum = 0;
        for direction in 0..4 {
            let mut lines = self.index[direction][color.index()][kind as usize];
            while lines != 0 {
                let line = lines.trailing_zeros() as usize & (LINES - 1);
                lines &= lines - 1;
                let views = &self.rows[direction][line].views;
                sum += views[color.index()].cells(kind).count_ones();
            }
        }
        sum
    }

    /// Calls `visit` for the cells of an indexed kind, for those that are of
    /// it in two directions twice, until it returns false.
    #[inline]
    pub fn each(&self, color: Color, kind: Kind, mut visit: impl FnMut(Square) -> bool) {
        for direction in Direction::ALL {
            let mut lines = self.index[direction.index()][color.index()][kind as usize];
            while lines != 0 {
                let line = lines.trailing_zeros() as usize & (LINES - 1);
                lines &= lines - 1;
                let row = &self.rows[direction.index()][line];
                let mut cells = row.views[color.index()].cells(kind);
                while cells != 0 {
                    let at = cells.trailing_zeros();
                    cells &= cells - 1;
                    if !visit(square::<CELLS>(direction, line, at)) {
                        return;
                    }
                }
            }
        }
    }

    /// What a stone of `color` on an empty square makes of one direction.
    #[inline]
    pub fn is(&self, color: Color, square: Square, direction: Direction, kind: Kind) -> bool {
        let (line, at) = locate::<CELLS>(square, direction);
        let row = &self.rows[direction.index()][line];
        row.views[color.index()].cells(kind) >> at & 1 != 0
    }

    /// In how many directions a stone of `color` on an empty square makes a kind.
    #[inline]
    pub fn count_at(&self, color: Color, square: Square, kind: Kind) -> u32 {
        let is = |direction| u32::from(self.is(color, square, direction, kind));
        Direction::ALL.map(is).into_iter().sum()
    }

    /// The class of an empty square for a colour.
    #[inline]
    pub fn class(&self, color: Color, square: Square) -> Class {
        let mut word = 0;
        for direction in Direction::ALL {
            let (line, at) = locate::<CELLS>(square, direction);
            let row = &self.rows[direction.index()][line];
            let shape = row.views[color.index()].shape(at);
            word |= (shape.index() as u16) << (SHAPE_BITS * direction.index());
        }
        self.class_of(color, word)
    }

    #[inline]
    fn class_of(&self, color: Color, shapes: u16) -> Class {
        self.mergers[color.index()].merge(shapes).class()
    }

    /// Every empty square.
    pub fn empty(&self) -> Vec<Square> {
        let mut found = Vec::new();
        for (line, room) in self.rooms[0].iter().enumerate() {
            let stones = self.rows[0][line].stones;
            let mut cells = room & !stones[0] & !stones[1];
            while cells != 0 {
                let at = cells.trailing_zeros();
                cells &= cells - 1;
                found.push(square::<CELLS>(Direction::Horizontal, line, at));
            }
        }
        found
    }

    /// Enters a cell into the four lines through it.
    fn draw(&mut self, square: Square, cell: Cell) {
        for direction in Direction::ALL {
            let (line, at) = locate::<CELLS>(square, direction);
            let row = &mut self.rows[direction.index()][line];
            match cell {
                Cell::White => row.stones[0] |= 1 << at,
                Cell::Black => row.stones[1] |= 1 << at,
                Cell::Empty => {}
                Cell::Wall => continue,
            }
            self.rooms[direction.index()][line] |= 1 << at;
        }
    }

    /// Reads a line again whose stones have changed.
    #[inline]
    fn read(&mut self, direction: Direction, line: usize) {
        let direction = direction.index();
        let row = &mut self.rows[direction][line];
        row.views = self.reader.views(row.stones, self.rooms[direction][line]);
        for (color, view) in row.views.iter().enumerate() {
            for (kind, lines) in self.index[direction][color].iter_mut().enumerate() {
                let holds = u64::from(view.mask(kind) != 0);
                *lines = *lines & !(1 << line) | holds << line;
            }
        }
    }
}

/// The square of a cell of a line: the inverse of [`locate`].
#[inline]
fn square<const CELLS: usize>(direction: Direction, line: usize, at: u32) -> Square {
    let at = at as usize;
    let (column, row) = match direction {
        Direction::Horizontal => (at, line),
        Direction::Vertical => (line, at),
        Direction::Diagonal => (at, at + LINES / 2 - line),
        Direction::AntiDiagonal => (at, line - at),
    };
    Square((row << Geometry::<CELLS>::SHIFT | column) as u16)
}
