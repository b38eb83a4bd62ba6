//! A position: board, pattern layers, key and side to move, with make, undo and pass.
//!
//! A position holds no evaluation. It reports what each ply changed, and an
//! [evaluator](crate::eval::Evaluator) follows.

use crate::board::{Board, Cell, Geometry, PointSet, zobrist};
use crate::pattern::layers::{Change, ClassCounts, Layers, Mark};
use crate::pattern::{Class, PointPatterns};
use crate::types::{BoardSize, Color, Point, Rule, Square};

/// A stone makes candidates up to this many rows and columns away.
const HALO: usize = 4;
/// Number of rows in which a stone makes candidates.
const HALO_ROWS: usize = 2 * HALO + 1;

/// The candidates around a stone, as bits of the rows around it from top to bottom.
/// Bit `HALO` is the stone's column.
const HALO_BITS: [u32; HALO_ROWS] = [
    0b1_0001_0001,
    0b0_1001_0010,
    0b0_0111_1100,
    0b0_0111_1100,
    0b1_1111_1111,
    0b0_0111_1100,
    0b0_0111_1100,
    0b0_1001_0010,
    0b1_0001_0001,
];

/// What a ply overwrites and undo restores.
#[derive(Clone, Copy)]
struct Undo {
    /// The stone placed; [`Square::NONE`] for a pass.
    square: Square,
    /// The key before the ply.
    key: u64,
    /// The lengths of the layers' logs before the ply.
    mark: Mark,
    /// The class counts before the ply.
    counts: ClassCounts,
    /// The rows of `near` around the stone before the ply.
    halo: [u32; HALO_ROWS],
}

/// What one ply changed in the patterns of the empty points: all that an
/// evaluation needs to follow the position.
#[derive(Clone, Copy, Debug)]
pub struct PlyChanges<'a> {
    /// The point that the stone occupied; `None` for a pass.
    pub occupied: Option<Square>,
    /// The empty points whose patterns changed, each at most once: in the order of the
    /// directions from the stone, and along a line in the order of its cells.
    pub changed: &'a [Change],
}

/// A position on a board of `CELLS` cells, with the plies that led to it.
///
/// ```
/// use goshawk::board::{Geometry, notation};
/// use goshawk::pattern::Class;
/// use goshawk::position::Position;
/// use goshawk::types::{BoardSize, Color, Rule};
///
/// let size = BoardSize::square(15).unwrap();
/// let mut position = Position::<256>::new(size, Rule::Standard, Color::Black, &[]);
/// for point in notation::parse_moves("h8 a1 i8 a3 j8 a5", size).unwrap() {
///     position.make(Geometry::<256>::square(point));
/// }
/// assert_eq!(position.side(), Color::Black);
/// // Black has an open three: two points make an open four.
/// assert_eq!(position.count(Color::Black, Class::OpenFour), 2);
/// position.undo();
/// assert_eq!(position.stones(), 5);
/// ```
#[derive(Clone)]
pub struct Position<const CELLS: usize> {
    /// Layer 1.
    board: Board<CELLS>,
    /// Layers 2 and 3.
    layers: Layers<CELLS>,
    /// The rule in force.
    rule: Rule,
    /// The side to move.
    side: Color,
    /// The Zobrist key.
    key: u64,
    /// Number of stones on the board.
    stones: usize,
    /// The points near stones, occupied ones included.
    near: PointSet<CELLS>,
    /// The empty points.
    empty: PointSet<CELLS>,
    /// One entry for each ply made.
    undo: Vec<Undo>,
}

impl<const CELLS: usize> Position<CELLS> {
    /// An empty board with `side` to move, on which the points `blocked` are blocked.
    ///
    /// # Panics
    /// If a board of this size does not fit into `CELLS` cells.
    pub fn new(size: BoardSize, rule: Rule, side: Color, blocked: &[Point]) -> Self {
        let mut board = Board::new(size);
        for point in blocked {
            board.set(Geometry::<CELLS>::square(*point), Cell::Wall);
        }
        let mut key = zobrist::game(size, rule, side);
        let mut empty = PointSet::EMPTY;
        for square in size.points().map(Geometry::<CELLS>::square) {
            if board.is_empty(square) {
                empty.insert(square);
            } else {
                key ^= zobrist::blocked(square);
            }
        }
        Position {
            layers: Layers::new(&board, rule),
            board,
            rule,
            side,
            key,
            stones: 0,
            near: PointSet::EMPTY,
            empty,
            undo: Vec::with_capacity(1024),
        }
    }

    /// The mailbox board.
    #[inline]
    pub fn board(&self) -> &Board<CELLS> {
        &self.board
    }

    /// The rule in force.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The Zobrist key; it includes the side to move, the rule and the board size.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Number of stones on the board.
    #[inline]
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self) -> &PointSet<CELLS> {
        &self.empty
    }

    /// The empty points near stones in one row, as bits by column.
    #[inline]
    pub fn candidate_row(&self, row: usize) -> u32 {
        self.near.row(row) & self.empty.row(row)
    }

    /// The empty points near stones: the moves to consider in a quiet position.
    pub fn candidates(&self) -> PointSet<CELLS> {
        let mut set = self.near;
        set.intersect(&self.empty);
        set
    }

    /// What playing on an empty point would make.
    #[inline]
    pub fn patterns(&self, square: Square) -> PointPatterns {
        self.layers.at(square)
    }

    /// The class of an empty point for a colour.
    #[inline]
    pub fn class(&self, color: Color, square: Square) -> Class {
        self.layers.class(color, square)
    }

    /// How many empty points are of that class for `color`.
    #[inline]
    pub fn count(&self, color: Color, class: Class) -> usize {
        self.layers.count(color, class)
    }

    /// How many empty points make a four or a five for `color`, apparent fouls excluded.
    #[inline]
    pub fn fours(&self, color: Color) -> usize {
        (Class::Four.index()..Class::COUNT)
            .map(|class| self.layers.counts()[color.index()][class] as usize)
            .sum()
    }

    /// The empty points of a class for `color`. Kept for `Foul`, `OpenThree` and
    /// stronger classes; empty for the others.
    #[inline]
    pub fn set(&self, color: Color, class: Class) -> &PointSet<CELLS> {
        self.layers.set(color, class)
    }

    /// The pattern layers, for class counts and for shapes along single lines.
    #[inline]
    pub fn layers(&self) -> &Layers<CELLS> {
        &self.layers
    }

    /// The side to move plays on an empty point.
    pub fn make(&mut self, square: Square) {
        debug_assert!(self.board.is_empty(square));
        let row = Geometry::<CELLS>::row(square);
        let mut halo = [0; HALO_ROWS];
        for (i, bits) in halo.iter_mut().enumerate() {
            *bits = self.near.row(row.wrapping_add(i).wrapping_sub(HALO));
        }
        self.undo.push(Undo {
            square,
            key: self.key,
            mark: self.layers.mark(),
            counts: *self.layers.counts(),
            halo,
        });
        self.layers.place(square, self.side);
        self.board.set(square, Cell::stone(self.side));
        self.empty.remove(square);
        self.widen_near(square);
        self.key ^= zobrist::stone(self.side, square) ^ zobrist::WHITE_TO_MOVE;
        self.stones += 1;
        self.side = !self.side;
    }

    /// Takes back the last ply, a move or a pass.
    ///
    /// # Panics
    /// If no ply has been made.
    pub fn undo(&mut self) {
        let undo = self.undo.pop().expect("undo follows a make");
        self.side = !self.side;
        self.key = undo.key;
        if undo.square == Square::NONE {
            return;
        }
        self.stones -= 1;
        let row = Geometry::<CELLS>::row(undo.square);
        for (i, bits) in undo.halo.iter().enumerate() {
            self.near
                .set_row(row.wrapping_add(i).wrapping_sub(HALO), *bits);
        }
        self.empty.insert(undo.square);
        self.board.set(undo.square, Cell::Empty);
        self.layers
            .undo(undo.square, self.side, undo.mark, &undo.counts);
    }

    /// The side to move passes. A pass is a ply like a move, taken back by
    /// [`Position::undo`].
    pub fn pass(&mut self) {
        self.undo.push(Undo {
            square: Square::NONE,
            key: self.key,
            mark: self.layers.mark(),
            counts: *self.layers.counts(),
            halo: [0; HALO_ROWS],
        });
        self.side = !self.side;
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// Number of plies made, passes included.
    #[inline]
    pub fn ply(&self) -> usize {
        self.undo.len()
    }

    /// The key of the position after the first `ply` plies.
    ///
    /// # Panics
    /// If fewer plies were made.
    #[inline]
    pub fn key_at(&self, ply: usize) -> u64 {
        match self.undo.get(ply) {
            Some(next) => next.key,
            None => {
                assert_eq!(ply, self.undo.len(), "a ply that was made");
                self.key
            }
        }
    }

    /// What ply number `ply`, counted from 0, changed.
    ///
    /// # Panics
    /// If no such ply was made.
    #[inline]
    pub fn changes(&self, ply: usize) -> PlyChanges<'_> {
        let undo = &self.undo[ply];
        let end = self
            .undo
            .get(ply + 1)
            .map_or_else(|| self.layers.mark(), |next| next.mark);
        PlyChanges {
            occupied: (undo.square != Square::NONE).then_some(undo.square),
            changed: self.layers.changes(undo.mark, end),
        }
    }

    /// The plies made, first to last; `None` is a pass.
    pub fn plies(&self) -> impl Iterator<Item = Option<Square>> {
        self.plies_after(0)
    }

    /// The plies made after the first `start`, which must not be more than there are.
    #[inline]
    pub fn plies_after(&self, start: usize) -> impl Iterator<Item = Option<Square>> {
        let squares = self.undo[start..].iter().map(|undo| undo.square);
        squares.map(|square| Some(square).filter(|square| *square != Square::NONE))
    }

    /// The stone placed by the last ply; `None` after a pass or before the first ply.
    #[inline]
    pub fn last_move(&self) -> Option<Square> {
        let last = self.undo.last()?.square;
        (last != Square::NONE).then_some(last)
    }

    /// The stone that `color` placed last, whether or not it has passed since.
    #[inline]
    pub fn last_stone(&self, color: Color) -> Option<Square> {
        // The sides alternate, since a pass is a ply too.
        let skipped = usize::from(color == self.side);
        let own = self.undo.iter().rev().skip(skipped).step_by(2);
        own.map(|undo| undo.square)
            .find(|square| *square != Square::NONE)
    }

    /// The last two stones placed, the latest first, whatever their colours. Passes are
    /// skipped, so after a pass both can be of one colour.
    #[inline]
    pub fn last_two_stones(&self) -> [Option<Square>; 2] {
        let latest = self.undo.iter().rev().map(|undo| undo.square);
        let mut stones = latest.filter(|square| *square != Square::NONE);
        [stones.next(), stones.next()]
    }

    /// Whether all state equals a computation from scratch. For tests.
    pub fn validity_check(&self) -> bool {
        let size = self.board.size();
        let mut fresh = Self::new(size, self.rule, Color::Black, &[]);
        let mut key = zobrist::game(size, self.rule, self.side);
        let mut stones = 0;
        let mut empty = PointSet::EMPTY;
        for square in size.points().map(Geometry::<CELLS>::square) {
            let color = match self.board.at(square) {
                Cell::Empty => {
                    empty.insert(square);
                    continue;
                }
                Cell::Wall => {
                    key ^= zobrist::blocked(square);
                    continue;
                }
                Cell::White => Color::White,
                Cell::Black => Color::Black,
            };
            key ^= zobrist::stone(color, square);
            stones += 1;
            fresh.widen_near(square);
        }
        let near = self.candidates();
        fresh.near.intersect(&empty);
        key == self.key
            && stones == self.stones
            && empty == self.empty
            && near == fresh.near
            && self.layers.validity_check(&self.board, self.rule)
    }

    /// Adds the points around a stone to the candidates.
    fn widen_near(&mut self, square: Square) {
        let row = Geometry::<CELLS>::row(square);
        let column = Geometry::<CELLS>::column(square);
        for (i, bits) in HALO_BITS.iter().enumerate() {
            let target = row.wrapping_add(i).wrapping_sub(HALO);
            if target >= self.board.size().height() as usize {
                continue;
            }
            let halo = ((*bits as u64) << column >> HALO) as u32;
            self.near.set_row(target, self.near.row(target) | halo);
        }
    }
}
