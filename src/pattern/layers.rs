//! Layers 2 and 3 of the whole board, updated incrementally.
//!
//! A stone changes only the points that see it: at most five cells each way
//! along four lines. Each of them has its shape along that line looked up again,
//! and only if it differs are combo, class, counts and sets updated. Every change
//! is logged with the patterns before and after it, which serves two purposes:
//! undo copies the old patterns back, and an evaluation follows the changes
//! without the layers knowing any values.

use super::line::{self, Lines, REACH};
use super::merge::{CLASS_PAIRS, Merger, merger};
use super::point::PointPatterns;
use super::shape::{Class, Shape};
use super::table::{WindowTable, shape_of, window_table};
use crate::board::{Board, Direction, Geometry, PointSet};
use crate::types::{Color, Rule, Square};

/// The weakest class, `Foul` aside, whose points are kept as a set.
const FIRST_SET: Class = Class::OpenThree;
/// Number of sets of one colour, rounded up to a power of two. The first is that of `Foul`.
const SETS_OF_COLOR: usize = (Class::COUNT - FIRST_SET as usize + 1).next_power_of_two();
/// Number of sets of both colours.
const SETS: usize = 2 * SETS_OF_COLOR;

/// The number of a class's set; `None` for the classes without a set.
#[inline]
const fn set_of(class: Class) -> Option<usize> {
    match class {
        Class::Foul => Some(0),
        _ if class as usize >= FIRST_SET as usize => Some(class as usize - FIRST_SET as usize + 1),
        _ => None,
    }
}

/// By the class pair of a point: whether at least one of the classes has a set.
const HAS_SET: [bool; CLASS_PAIRS] = {
    let mut table = [false; CLASS_PAIRS];
    let mut number = 0;
    while number < CLASS_PAIRS {
        let (first, second) = (number as u8 >> 4, number as u8 & 15);
        table[number] =
            set_of(Class::from_bits(first)).is_some() || set_of(Class::from_bits(second)).is_some();
        number += 1;
    }
    table
};

/// How many empty points are of each class, by colour and class. Saved whole at
/// every make.
pub type ClassCounts = [[u16; Class::COUNT]; 2];

/// A change in what playing on an empty point would make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The point.
    pub square: Square,
    /// Its patterns before the change.
    pub old: PointPatterns,
    /// Its patterns after the change.
    pub new: PointPatterns,
}

/// Both layers of a board of `CELLS` cells.
#[derive(Clone)]
pub struct Layers<const CELLS: usize> {
    /// The stones of all lines.
    lines: Lines<CELLS>,
    /// By square: the patterns of all points.
    points: [PointPatterns; CELLS],
    /// How many empty points are of each class.
    counts: ClassCounts,
    /// By colour and [`set_of`]: the empty points of strong classes.
    sets: [PointSet<CELLS>; SETS],
    /// By colour.
    mergers: [&'static Merger; 2],
    /// Shapes by window under the rule in force.
    windows: &'static WindowTable,
    /// How many cells away a stone is seen under this rule.
    reach: u32,
    /// The changes of all plies since the layers were made, oldest first.
    changes: Vec<Change>,
    /// Squares that left or entered a set, with the set's number.
    moved: Vec<(u8, Square)>,
}

/// The lengths of the logs before a stone was placed, see [`Layers::mark`].
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// The length of [`Layers::changes`].
    changes: usize,
    /// The length of [`Layers::moved`].
    moved: usize,
}

impl<const CELLS: usize> Layers<CELLS> {
    /// The layers of a board, computed from scratch.
    pub fn new(board: &Board<CELLS>, rule: Rule) -> Self {
        let mut layers = Layers {
            lines: Lines::new(board),
            points: [PointPatterns::default(); CELLS],
            counts: ClassCounts::default(),
            sets: [PointSet::EMPTY; SETS],
            mergers: Color::ALL.map(|color| merger(rule.has_fouls(color))),
            windows: window_table(rule),
            reach: match rule {
                Rule::Freestyle => REACH as u32 - 1,
                _ => REACH as u32,
            },
            changes: Vec::with_capacity(8192),
            moved: Vec::with_capacity(2048),
        };
        let squares = || board.size().points().map(Geometry::<CELLS>::square);
        for square in squares().filter(|s| board.is_empty(*s)) {
            let mut patterns = PointPatterns::default();
            for direction in Direction::ALL {
                let (line, at) = layers.lines.through(square, direction);
                patterns = patterns.with_shapes(direction, layers.windows[line.window(at)]);
            }
            layers.points[square.index::<CELLS>()] = layers.merge(patterns);
            layers.enter(square);
        }
        layers.moved.clear();
        layers
    }

    /// What playing on an empty point would make. An occupied point keeps the
    /// patterns that it had when the stone was placed.
    #[inline]
    pub fn at(&self, square: Square) -> PointPatterns {
        self.points[square.index::<CELLS>()]
    }

    /// The class of an empty point for a colour.
    #[inline]
    pub fn class(&self, color: Color, square: Square) -> Class {
        self.at(square).class(color)
    }

    /// The stones of all lines.
    #[inline]
    pub fn lines(&self) -> &Lines<CELLS> {
        &self.lines
    }

    /// How many empty points are of each class, by colour and class.
    #[inline]
    pub fn counts(&self) -> &ClassCounts {
        &self.counts
    }

    /// How many empty points are of that class for `color`.
    #[inline]
    pub fn count(&self, color: Color, class: Class) -> usize {
        self.counts[color.index()][class.index()] as usize
    }

    /// The empty points of a class for `color`. Kept for `Foul`, `OpenThree` and
    /// stronger classes; empty for the others.
    #[inline]
    pub fn set(&self, color: Color, class: Class) -> &PointSet<CELLS> {
        match set_of(class) {
            Some(set) => &self.sets[(color.index() * SETS_OF_COLOR + set) & (SETS - 1)],
            None => &PointSet::EMPTY,
        }
    }

    /// The shape that `color` would make on `square` along `direction` if the
    /// opponent first played on `defence`, another cell of the same line.
    pub fn shape_if_blocked(
        &self,
        color: Color,
        square: Square,
        direction: Direction,
        defence: Square,
    ) -> Shape {
        let (line, at) = self.lines.through(square, direction);
        let (_, defence_at) = line::locate::<CELLS>(defence, direction);
        let mut line = *line;
        line.stones[(!color).index()] |= line::bit(defence_at);
        shape_of(self.windows[line.window(at)], color)
    }

    /// Places a stone on an empty point. Stones are removed by [`Layers::undo`] in reverse order.
    pub fn place(&mut self, square: Square, color: Color) {
        self.leave(square);
        let first = self.changes.len();
        self.place_on_line::<0>(square, color);
        self.place_on_line::<1>(square, color);
        self.place_on_line::<2>(square, color);
        self.place_on_line::<3>(square, color);
        self.merge_changes(first);
    }

    /// The current lengths of the logs, to be kept for [`Layers::undo`] before
    /// [`Layers::place`].
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark {
            changes: self.changes.len(),
            moved: self.moved.len(),
        }
    }

    /// The changes from one mark to a later one, oldest first. No point is among
    /// the changes of one stone twice. Those of one stone are in the order of the
    /// directions, and along a line in the order of its cells.
    #[inline]
    pub fn changes(&self, from: Mark, to: Mark) -> &[Change] {
        &self.changes[from.changes..to.changes]
    }

    /// Removes the last stone, given the mark and the counts from before it.
    pub fn undo(&mut self, square: Square, color: Color, mark: Mark, counts: &ClassCounts) {
        self.lines.remove(square, color);
        // A point shares at most one line with the stone, so it changed once.
        for change in self.changes.drain(mark.changes..) {
            self.points[change.square.index::<CELLS>()] = change.old;
        }
        for (set, point) in self.moved.drain(mark.moved..) {
            self.sets[set as usize & (SETS - 1)].toggle(point);
        }
        self.counts = *counts;
    }

    /// Adds a stone to its line in one direction and logs the points whose shapes change.
    /// Their combos and classes are left to [`Layers::merge_changes`].
    ///
    /// The direction is a constant so that the step along it is a constant too.
    #[inline]
    fn place_on_line<const DIRECTION: usize>(&mut self, square: Square, color: Color) {
        let direction = Direction::ALL[DIRECTION];
        let (line, at) = line::locate::<CELLS>(square, direction);
        let slot = self.lines.line_mut(direction, line);
        slot.stones[color.index()] |= line::bit(at);
        let line = *slot;
        let mut near = line.empty_near(at, self.reach);
        while near != 0 {
            let cell = line::first_cell(near);
            near &= near - 1;
            let target = Geometry::<CELLS>::shift(square, direction, cell as i16 - at as i16);
            let old = self.at(target);
            let new = old.with_shapes(direction, self.windows[line.window(cell)]);
            if new != old {
                self.changes.push(Change {
                    square: target,
                    old,
                    new,
                });
            }
        }
    }

    /// Merges the new shapes of the changes from number `first` on and updates everything
    /// that depends on them.
    // One loop over the changes of all four lines: the processor overlaps the look-ups of
    // several points.
    fn merge_changes(&mut self, first: usize) {
        for number in first..self.changes.len() {
            let Change { square, old, new } = self.changes[number];
            let new = self.merge(new);
            self.changes[number].new = new;
            self.points[square.index::<CELLS>()] = new;
            if !new.has_classes_of(old) {
                for color in Color::ALL {
                    let counts = &mut self.counts[color.index()];
                    counts[old.class(color).index()] -= 1;
                    counts[new.class(color).index()] += 1;
                }
                self.move_between_sets(square, old, new);
            }
        }
    }

    /// Adds the combos and classes that follow from the shapes.
    #[inline]
    fn merge(&self, patterns: PointPatterns) -> PointPatterns {
        patterns.with_merged(
            Color::ALL.map(|color| self.mergers[color.index()].merge(patterns.shape_word(color))),
        )
    }

    /// Adds an empty point to the counts and sets.
    fn enter(&mut self, square: Square) {
        let patterns = self.at(square);
        for color in Color::ALL {
            self.counts[color.index()][patterns.class(color).index()] += 1;
        }
        self.move_between_sets(square, PointPatterns::default(), patterns);
    }

    /// Removes a point that is about to be occupied from the counts and sets.
    fn leave(&mut self, square: Square) {
        let patterns = self.at(square);
        for color in Color::ALL {
            self.counts[color.index()][patterns.class(color).index()] -= 1;
        }
        self.move_between_sets(square, patterns, PointPatterns::default());
    }

    /// Moves a point from the sets of its old classes to those of its new ones.
    #[inline]
    fn move_between_sets(&mut self, square: Square, old: PointPatterns, new: PointPatterns) {
        // Most changes are between classes without a set.
        let (from, to) = (old.classes(), new.classes());
        if from != to && (HAS_SET[from] || HAS_SET[to]) {
            for color in Color::ALL {
                self.move_between(color, square, old.class(color), new.class(color));
            }
        }
    }

    /// The same for one colour. Not inlined because it is rarely needed.
    #[inline(never)]
    fn move_between(&mut self, color: Color, square: Square, from: Class, to: Class) {
        if from == to {
            return;
        }
        for set in [from, to].into_iter().filter_map(set_of) {
            let number = color.index() * SETS_OF_COLOR + set;
            self.sets[number & (SETS - 1)].toggle(square);
            self.moved.push((number as u8, square));
        }
    }

    /// Whether all state equals a computation from scratch. For tests.
    pub fn validity_check(&self, board: &Board<CELLS>, rule: Rule) -> bool {
        let fresh = Self::new(board, rule);
        let points_agree = board
            .size()
            .points()
            .map(Geometry::<CELLS>::square)
            .filter(|s| board.is_empty(*s))
            .all(|s| self.at(s) == fresh.at(s));
        points_agree
            && self.lines == fresh.lines
            && self.counts == fresh.counts
            && self.sets == fresh.sets
    }
}
