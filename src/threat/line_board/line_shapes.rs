//! The shapes of all cells of a line, looked up by its stones.
//!
//! Few different lines occur during a search. Each is read from the shape tables
//! cell by cell once and then kept in a cache.

use crate::pattern::Shape;
use crate::pattern::line::{self, LineStones};
use crate::pattern::table::{WindowTable, shape_of, window_table};
use crate::types::{Color, Rule};

/// Number of [`ThreatKind`]s.
const KINDS: usize = 8;
/// Number of kinds, the first ones, for which the board indexes the lines that have them.
pub const INDEXED_KINDS: usize = 6;
/// Number of lines in the cache, a power of two.
const CACHED_LINES: usize = 1 << 13;

/// What a stone on a cell makes on its line. A cell can be of several kinds: an open
/// four is a `Four` and a `WinningFour`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ThreatKind {
    /// A row that wins.
    Five,
    /// A four of any kind.
    Four,
    /// An open four, or two fours on the line.
    WinningFour,
    /// An open three.
    OpenThree,
    /// An open two.
    OpenTwo,
    /// A sleeping three.
    ClosedThree,
    /// A row too long to win.
    Overline,
    /// Two fours on the line.
    DoubleFour,
}

/// The cells of a line by what a stone of one colour would make there: bit `i` of
/// the mask of a kind is cell `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineShapes([u32; KINDS]);

impl LineShapes {
    /// The cells of a kind.
    #[inline]
    pub fn cells(&self, kind: ThreatKind) -> u32 {
        self.0[kind as usize]
    }

    /// The cells of the kind with this number.
    #[inline]
    pub fn mask(&self, kind: usize) -> u32 {
        self.0[kind]
    }

    /// The shape at a cell, as exactly as the kinds distinguish it.
    #[inline]
    pub fn shape(&self, at: u32) -> Shape {
        let is = |kind: ThreatKind| self.cells(kind) >> at & 1 != 0;
        if is(ThreatKind::Four) {
            return match (is(ThreatKind::DoubleFour), is(ThreatKind::WinningFour)) {
                (true, _) => Shape::DoubleFour,
                (_, true) => Shape::OpenFour,
                _ => Shape::Four,
            };
        }
        let others = [
            (ThreatKind::OpenThree, Shape::OpenThree),
            (ThreatKind::ClosedThree, Shape::ClosedThree),
            (ThreatKind::OpenTwo, Shape::OpenTwo),
            (ThreatKind::Five, Shape::Five),
            (ThreatKind::Overline, Shape::Overline),
        ];
        let found = others.into_iter().find(|(kind, _)| is(*kind));
        found.map_or(Shape::Dead, |(_, shape)| shape)
    }

    /// Adds the kinds of a shape to a cell.
    fn add(&mut self, at: u32, shape: Shape) {
        let mut mark = |kind: ThreatKind| self.0[kind as usize] |= 1 << at;
        match shape {
            Shape::Five => mark(ThreatKind::Five),
            Shape::DoubleFour => {
                [
                    ThreatKind::Four,
                    ThreatKind::WinningFour,
                    ThreatKind::DoubleFour,
                ]
                .into_iter()
                .for_each(mark);
            }
            Shape::OpenFour => {
                [ThreatKind::Four, ThreatKind::WinningFour]
                    .into_iter()
                    .for_each(mark);
            }
            Shape::Four => mark(ThreatKind::Four),
            Shape::ClosedThree => mark(ThreatKind::ClosedThree),
            Shape::Overline => mark(ThreatKind::Overline),
            _ if shape.is_open_three() => mark(ThreatKind::OpenThree),
            _ if shape.is_open_two() => mark(ThreatKind::OpenTwo),
            _ => {}
        }
    }
}

/// A line in the cache.
#[derive(Clone, Copy, Default)]
struct CachedLine {
    /// The stones of each colour.
    stones: [u32; 2],
    /// The cells that are empty or hold a stone.
    playable: u32,
    /// What each colour could make.
    shapes: [LineShapes; 2],
}

/// Computes the shapes of lines under one rule, with a cache.
pub struct LineReader {
    /// The rule in force.
    rule: Rule,
    /// The shapes of a cell by its window.
    windows: &'static WindowTable,
    /// Lines by [`slot`].
    cache: Vec<CachedLine>,
}

impl LineReader {
    /// A reader with an empty cache.
    pub fn new(rule: Rule) -> LineReader {
        LineReader {
            rule,
            windows: window_table(rule),
            // The default entry is correct: a line without playable cells has no shapes.
            cache: vec![CachedLine::default(); CACHED_LINES],
        }
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The shapes of both colours on a line with these stones. `playable` has the
    /// cells that are empty or hold a stone.
    #[inline]
    pub fn shapes(&mut self, stones: [u32; 2], playable: u32) -> [LineShapes; 2] {
        let slot = slot(stones, playable);
        let line = &self.cache[slot];
        if line.stones == stones && line.playable == playable {
            return line.shapes;
        }
        let shapes = self.compute(stones, playable);
        self.cache[slot] = CachedLine {
            stones,
            playable,
            shapes,
        };
        shapes
    }

    /// The shape that a stone of `color` would make on one empty cell of a line.
    pub fn shape(&self, stones: [u32; 2], playable: u32, color: Color, at: u32) -> Shape {
        shape_of(
            self.windows[line_stones(stones, playable).window(at)],
            color,
        )
    }

    /// Computes the shapes of a line from the shape tables.
    fn compute(&self, stones: [u32; 2], playable: u32) -> [LineShapes; 2] {
        let line = line_stones(stones, playable);
        let mut found = [LineShapes::default(); 2];
        let mut empty = playable & !stones[0] & !stones[1];
        while empty != 0 {
            let at = empty.trailing_zeros();
            empty &= empty - 1;
            let shapes = self.windows[line.window(at)];
            for color in Color::ALL {
                found[color.index()].add(at, shape_of(shapes, color));
            }
        }
        found
    }
}

/// The line in the form that the shape tables are indexed by.
fn line_stones(stones: [u32; 2], playable: u32) -> LineStones {
    let padded = |cells: u32| u64::from(cells) * line::bit(0);
    LineStones {
        stones: stones.map(padded),
        wall: !padded(playable),
    }
}

/// The slot of a line in the cache: the high bits of a product mix all bits.
#[inline]
fn slot(stones: [u32; 2], playable: u32) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let both = u64::from(stones[0]) | u64::from(stones[1]) << 32;
    let mixed =
        (both ^ u64::from(playable).wrapping_mul(SPREAD).rotate_left(29)).wrapping_mul(SPREAD);
    (mixed >> 40) as usize & (CACHED_LINES - 1)
}
