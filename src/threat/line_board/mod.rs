//! A light board for the threat solvers.
//!
//! The layers of [`Position`] keep the exact patterns of every point up to date,
//! which makes a move expensive. A search for forced wins only needs fives, fours,
//! threes and open twos. So a [`LineBoard`] keeps masks for each line, which say what a stone
//! on each cell would make there. A move replaces the masks of four lines, looked up
//! in the cache of a [`LineReader`], and undoing it restores the old ones. The class
//! of a point is computed on demand.

mod line_shapes;
mod threats;

use crate::board::{Cell, Direction, Geometry};
use crate::pattern::Class;
use crate::pattern::line::{LINES, locate};
use crate::pattern::merge::{Merger, merger};
use crate::position::Position;
use crate::types::{Color, Rule, Square};

use line_shapes::{INDEXED_KINDS, LineShapes};
pub use line_shapes::{LineReader, ThreatKind};

/// Bits of each shape in the word that [`Merger::merge`] takes.
const SHAPE_BITS: usize = 4;

/// The stones of each colour on a line, and what each colour could make there.
#[derive(Clone, Copy, Default)]
struct LineState {
    /// The stones, cell `i` as bit `i`.
    stones: [u32; 2],
    /// The shapes of its empty cells.
    shapes: [LineShapes; 2],
}

/// The lines that have a cell of a kind, as bits, by direction, colour and kind.
type LineIndex = [[[u64; INDEXED_KINDS]; 2]; 4];

/// What a move overwrites.
#[derive(Clone)]
struct Undo {
    /// The move.
    square: Square,
    /// The lines through the square, by direction.
    lines: [LineState; 4],
    /// The complete index.
    index: LineIndex,
}

/// A board that keeps only what the threat solvers need.
pub struct LineBoard<'a, const CELLS: usize> {
    /// Looks up the shapes of changed lines.
    reader: &'a mut LineReader,
    /// All lines, by direction and the numbers of [`locate`].
    lines: Box<[[LineState; LINES]; 4]>,
    /// The cells of each line that are empty or hold a stone.
    playable: Box<[[u32; LINES]; 4]>,
    /// The lines that have threats.
    index: LineIndex,
    /// The tables that merge the shapes of each colour.
    mergers: [&'static Merger; 2],
    /// The rule in force.
    rule: Rule,
    /// The side to move.
    side: Color,
    /// The Zobrist key.
    key: u64,
    /// The moves made, passes excluded.
    undo: Vec<Undo>,
}

impl<'a, const CELLS: usize> LineBoard<'a, CELLS> {
    /// The board of a position. A reader for another rule is replaced by a new one.
    pub fn new(position: &Position<CELLS>, reader: &'a mut LineReader) -> Self {
        if reader.rule() != position.rule() {
            *reader = LineReader::new(position.rule());
        }
        let rule = position.rule();
        let mut board = LineBoard {
            reader,
            lines: Box::new([[LineState::default(); LINES]; 4]),
            playable: Box::new([[0; LINES]; 4]),
            index: LineIndex::default(),
            mergers: Color::ALL.map(|color| merger(rule.has_fouls(color))),
            rule,
            side: position.side(),
            key: position.key(),
            undo: Vec::with_capacity(CELLS),
        };
        for point in position.board().size().points() {
            let square = Geometry::<CELLS>::square(point);
            board.set_up(square, position.board().at(square));
        }
        for direction in Direction::ALL {
            for line in 0..LINES {
                board.update_line(direction, line);
            }
        }
        board
    }

    /// The number of moves on the board that can be undone, passes excluded.
    #[inline]
    pub fn moves_made(&self) -> usize {
        self.undo.len()
    }

    /// Whether `color` has a cell of an indexed kind.
    #[inline]
    pub fn has(&self, color: Color, kind: ThreatKind) -> bool {
        let lines = |direction: usize| self.index[direction][color.index()][kind as usize];
        lines(0) | lines(1) | lines(2) | lines(3) != 0
    }

    /// Calls `visit` for each cell of an indexed kind until it returns false. A cell
    /// that is of the kind in several directions is visited once for each of them.
    #[inline]
    pub fn visit(&self, color: Color, kind: ThreatKind, mut visit: impl FnMut(Square) -> bool) {
        for direction in Direction::ALL {
            let mut lines = self.index[direction.index()][color.index()][kind as usize];
            while lines != 0 {
                let line = lines.trailing_zeros() as usize & (LINES - 1);
                lines &= lines - 1;
                let state = &self.lines[direction.index()][line];
                let mut cells = state.shapes[color.index()].cells(kind);
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

    /// All empty points.
    pub fn empty_points(&self) -> Vec<Square> {
        let mut found = Vec::new();
        for (line, playable) in self.playable[0].iter().enumerate() {
            let stones = self.lines[0][line].stones;
            let mut cells = playable & !stones[0] & !stones[1];
            while cells != 0 {
                let at = cells.trailing_zeros();
                cells &= cells - 1;
                found.push(square::<CELLS>(Direction::Horizontal, line, at));
            }
        }
        found
    }

    /// The class of the four shapes in a word, direction 0 in the lowest bits.
    #[inline]
    fn class_of(&self, color: Color, shapes: u16) -> Class {
        self.mergers[color.index()].merge(shapes).class()
    }

    /// Adds the content of a cell to the four lines through it, without their shapes.
    fn set_up(&mut self, square: Square, cell: Cell) {
        for direction in Direction::ALL {
            let (line, at) = locate::<CELLS>(square, direction);
            let state = &mut self.lines[direction.index()][line];
            match cell {
                Cell::White => state.stones[0] |= 1 << at,
                Cell::Black => state.stones[1] |= 1 << at,
                Cell::Empty => {}
                Cell::Wall => continue,
            }
            self.playable[direction.index()][line] |= 1 << at;
        }
    }

    /// Looks up the shapes of a line whose stones have changed.
    #[inline]
    fn update_line(&mut self, direction: Direction, line: usize) {
        let direction = direction.index();
        let state = &mut self.lines[direction][line];
        state.shapes = self
            .reader
            .shapes(state.stones, self.playable[direction][line]);
        for (color, shapes) in state.shapes.iter().enumerate() {
            for (kind, lines) in self.index[direction][color].iter_mut().enumerate() {
                let holds = u64::from(shapes.mask(kind) != 0);
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
