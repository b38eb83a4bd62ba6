//! What whole lines hold, looked up by their stones.
//!
//! Few different lines occur during a search, so each is read off the shape
//! tables cell by cell once and then remembered.

use crate::pattern::Shape;
use crate::pattern::line::{self, LineStones};
use crate::pattern::table::{WindowTable, shape_of, window_table};
use crate::types::{Color, Rule};

/// Kinds of shapes that are told apart.
pub const KINDS: usize = 8;
/// The first so many have an index of the lines that hold them.
pub const INDEXED: usize = 6;
/// Lines remembered, a power of two.
const REMEMBERED: usize = 1 << 13;

/// What a stone may make on a line. One cell can be of several kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A winning row.
    Five,
    /// A four of whatever sort.
    Four,
    /// An open four, or two fours on the line.
    WinningFour,
    /// An open three.
    Three,
    /// An open two.
    Two,
    /// A sleeping three.
    Sleeping,
    /// A row too long to win.
    Overline,
    /// Two fours on the line.
    DoubleFour,
}

/// The cells of a line by what a stone of one colour would make there: bit `i`
/// of a kind's mask is cell `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View([u32; KINDS]);

impl View {
    /// The cells of a kind.
    #[inline]
    pub fn cells(&self, kind: Kind) -> u32 {
        self.0[kind as usize]
    }

    /// The cells of the kind of that number.
    #[inline]
    pub fn mask(&self, kind: usize) -> u32 {
        self.0[kind]
    }

    /// The shape at a cell, as far as kinds tell it.
    #[inline]
    pub fn shape(&self, at: u32) -> Shape {
        let is = |kind: Kind| self.cells(kind) >> at & 1 != 0;
        if is(Kind::Four) {
            return match (is(Kind::DoubleFour), is(Kind::WinningFour)) {
                (true, _) => Shape::DoubleFour,
                (_, true) => Shape::OpenFour,
                _ => Shape::Four,
            };
        }
        let others = [
            (Kind::Three, Shape::OpenThree),
            (Kind::Sleeping, Shape::ClosedThree),
            (Kind::Two, Shape::OpenTwo),
            (Kind::Five, Shape::Five),
            (Kind::Overline, Shape::Overline),
        ];
        let found = others.into_iter().find(|(kind, _)| is(*kind));
        found.map_or(Shape::Dead, |(_, shape)| shape)
    }

    fn enter(&mut self, at: u32, shape: Shape) {
        let mut add = |kind: Kind| self.0[kind as usize] |= 1 << at;
        match shape {
            Shape::Five => add(Kind::Five),
            Shape::DoubleFour => {
                [Kind::Four, Kind::WinningFour, Kind::DoubleFour]
                    .into_iter()
                    .for_each(add);
            }
            Shape::OpenFour => {
                [Kind::Four, Kind::WinningFour].into_iter().for_each(add);
            }
            Shape::Four => add(Kind::Four),
            Shape::ClosedThree => add(Kind::Sleeping),
            Shape::Overline => add(Kind::Overline),
            _ if shape.is_open_three() => add(Kind::Three),
            _ if shape.is_open_two() => add(Kind::Two),
            _ => {}
        }
    }
}

/// A remembered line.
#[derive(Clone, Copy, Default)]
struct Entry {
    stones: [u32; 2],
    room: u32,
    views: [View; 2],
}

/// Reads lines under one rule.
pub struct Reader {
    rule: Rule,
    windows: &'static WindowTable,
    entries: Vec<Entry>,
}

impl Reader {
    /// A reader for a rule.
    pub fn new(rule: Rule) -> Reader {
        Reader {
            // An empty line without room has empty views: all entries are true.
            entries: vec![Entry::default(); REMEMBERED],
            ..Reader::idle(rule)
        }
    }

    /// A reader without memory, which cannot read: it holds the place of another.
    pub fn idle(rule: Rule) -> Reader {
        Reader {
            rule,
            windows: window_table(rule),
            entries: Vec::new(),
        }
    }

    /// The rule it reads for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Both colours' views of a line with these stones, `room` being its
    /// playable cells, taken ones included.
    #[inline]
    pub fn views(&mut self, stones: [u32; 2], room: u32) -> [View; 2] {
        let slot = slot(stones, room);
        let entry = &self.entries[slot];
        if entry.stones == stones && entry.room == room {
            return entry.views;
        }
        let views = self.read(stones, room);
        self.entries[slot] = Entry {
            stones,
            room,
            views,
        };
        views
    }

    /// What a stone of `color` would make on one empty cell of a line.
    pub fn shape(&self, stones: [u32; 2], room: u32, color: Color, at: u32) -> Shape {
        shape_of(self.windows[drawn(stones, room).window(at)], color)
    }

    fn read(&self, stones: [u32; 2], room: u32) -> [View; 2] {
        let line = drawn(stones, room);
        let mut views = [View::default(); 2];
        let mut empty = room & !stones[0] & !stones[1];
        while empty != 0 {
            let at = empty.trailing_zeros();
            empty &= empty - 1;
            let shapes = self.windows[line.window(at)];
            for color in Color::ALL {
                views[color.index()].enter(at, shape_of(shapes, color));
            }
        }
        views
    }
}

/// The line as the shape tables know it.
fn drawn(stones: [u32; 2], room: u32) -> LineStones {
    let padded = |cells: u32| u64::from(cells) * line::bit(0);
    LineStones {
        stones: stones.map(padded),
        wall: !padded(room),
    }
}

#[inline]
fn slot(stones: [u32; 2], room: u32) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let both = u64::from(stones[0]) | u64::from(stones[1]) << 32;
    let mixed = (both ^ u64::from(room).wrapping_mul(SPREAD).rotate_left(29)).wrapping_mul(SPREAD);
    (mixed >> 40) as usize & (REMEMBERED - 1)
}
