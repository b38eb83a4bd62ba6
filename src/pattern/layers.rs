//! Layers 2 and 3 of the whole board, kept incrementally.
//!
//! A stone changes only the points that see it: at most five cells each way
//! along four lines. Each of those gets its one shape of that line looked up
//! again, and only if it changed are combo, class, counts and evaluation
//! touched. What a change overwrote goes to a log, so undoing is copying back.

use super::line::{self, LINES, Line, REACH};
use super::merge::{ClassTable, Merger, PairValues, SideValues, class_table, merger, pair_index};
use super::point::PointPatterns;
use super::shape::{Class, Shape};
use super::table::{Law, ShapeTable, TABLE_SIZE, shape_table};
use crate::board::{Board, Cell, Direction, Geometry, PointSet};
use crate::types::{Color, Rule, Score, Square};

/// The weakest class but for `Foul` whose points are kept as a set.
const FIRST_SET: Class = Class::OpenThree;
/// Number of sets; the first is that of `Foul`.
const SETS: usize = Class::COUNT - FIRST_SET as usize + 1;

/// The number of a class's set, if it has one.
#[inline]
const fn set_of(class: Class) -> Option<usize> {
    match class {
        Class::Foul => Some(0),
        _ if class as usize >= FIRST_SET as usize => Some(class as usize - FIRST_SET as usize + 1),
        _ => None,
    }
}

/// Sums over all empty points; saved whole at every make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// By colour and class: how many empty points.
    pub counts: [[u16; Class::COUNT]; 2],
    /// By colour: sum of the combos' values, while it is to move and while it waits.
    pub value: [[Score; 2]; 2],
    /// By colour to move: sum of the values of both players' classes together.
    pub pairs: [Score; 2],
}

/// The tables one colour is looked up in.
#[derive(Clone, Copy)]
struct SideTables {
    shapes: &'static ShapeTable,
    classes: &'static ClassTable,
    values: &'static SideValues,
}

/// Both layers of a board of `CELLS` cells.
#[derive(Clone)]
pub struct Layers<const CELLS: usize> {
    lines: [[Line; LINES]; 4],
    points: [PointPatterns; CELLS],
    totals: Totals,
    sets: [[PointSet; SETS]; 2],
    tables: [SideTables; 2],
    /// By colour to move.
    pairs: [&'static PairValues; 2],
    merger: &'static Merger,
    /// Codes must tell edges from opponent stones (caro).
    edges: bool,
    /// How far a stone is seen under this rule.
    reach: usize,
    log: Vec<(Square, PointPatterns)>,
}

impl<const CELLS: usize> Layers<CELLS> {
    /// The layers of a position, computed from nothing. `values` says what a
    /// combo is worth, by colour, `pairs` what both players' classes together are
    /// worth, by colour to move.
    pub fn new(
        board: &Board<CELLS>,
        rule: Rule,
        values: [&'static SideValues; 2],
        pairs: [&'static PairValues; 2],
    ) -> Self {
        let tables = Color::ALL.map(|color| {
            let law = Law::of(rule, color);
            SideTables {
                shapes: shape_table(law),
                classes: class_table(law.fouls),
                values: values[color.index()],
            }
        });
        let mut layers = Layers {
            lines: [[Line::WALL; LINES]; 4],
            points: [PointPatterns::default(); CELLS],
            totals: Totals::default(),
            sets: [[PointSet::EMPTY; SETS]; 2],
            tables,
            pairs,
            merger: merger(),
            edges: Law::of(rule, Color::Black).needs_edges(),
            reach: if rule == Rule::Freestyle {
                REACH - 1
            } else {
                REACH
            },
            log: Vec::with_capacity(8192),
        };
        let squares = || board.size().points().map(Geometry::<CELLS>::square);
        for square in squares() {
            layers.draw(square, board.at(square));
        }
        for square in squares().filter(|s| board.is_empty(*s)) {
            let mut patterns = PointPatterns::default();
            for color in Color::ALL {
                for direction in Direction::ALL {
                    let (line, at) = line::locate::<CELLS>(square, direction);
                    let shape = layers.shape_at(direction, line, at, color);
                    patterns = patterns.with_shape(color, direction, shape);
                }
                patterns = layers.merge(patterns, color);
            }
            layers.points[square.index::<CELLS>()] = patterns;
            layers.enter(square);
        }
        layers
    }

    /// What playing on an empty point would make. Meaningless on others.
    #[inline]
    pub fn at(&self, square: Square) -> PointPatterns {
        self.points[square.index::<CELLS>()]
    }

    /// The class of an empty point for a colour.
    #[inline]
    pub fn class(&self, color: Color, square: Square) -> Class {
        self.at(square).class(color)
    }

    /// The sums over all empty points.
    #[inline]
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// How many empty points are of that class for `color`.
    #[inline]
    pub fn count(&self, color: Color, class: Class) -> usize {
        self.totals.counts[color.index()][class.index()] as usize
    }

    /// The empty points of a class for `color`; kept for `Foul`, `OpenThree`
    /// and above, empty for the others.
    #[inline]
    pub fn set(&self, color: Color, class: Class) -> &PointSet {
        match set_of(class) {
            Some(set) => &self.sets[color.index()][set],
            None => &PointSet::EMPTY,
        }
    }

    /// The shape `color` would make on `square` along `direction` if there were
    /// an opponent stone on `defence`, another cell of the same line, first.
    pub fn shape_if_blocked(
        &self,
        color: Color,
        square: Square,
        direction: Direction,
        defence: Square,
    ) -> Shape {
        let (line, at) = line::locate::<CELLS>(square, direction);
        let (_, defence_at) = line::locate::<CELLS>(defence, direction);
        let mut line = self.lines[direction.index()][line & (LINES - 1)];
        line.stones[(!color).index()] |= line::bit(defence_at);
        self.tables[color.index()].shapes[line.code(color, at, self.edges)]
    }

    /// Puts a stone on an empty point. Undo with [`Layers::undo`], in order.
    pub fn place(&mut self, square: Square, color: Color) {
        self.log.push((square, self.at(square)));
        self.leave(square);
        for direction in Direction::ALL {
            self.place_on_line(square, color, direction);
        }
    }

    /// How much the log holds: remember it before [`Layers::place`].
    #[inline]
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Takes the last stone up again, given the mark and totals from before.
    pub fn undo(&mut self, square: Square, color: Color, mark: usize, totals: &Totals) {
        for direction in Direction::ALL {
            let (line, at) = line::locate::<CELLS>(square, direction);
            self.lines[direction.index()][line].stones[color.index()] &= !line::bit(at);
        }
        while self.log.len() > mark + 1 {
            let Some((point, old)) = self.log.pop() else {
                break;
            };
            let new = std::mem::replace(&mut self.points[point.index::<CELLS>()], old);
            for color in Color::ALL {
                self.move_between_sets(point, color, new.class(color), old.class(color));
            }
        }
        if let Some((point, _)) = self.log.pop() {
            for color in Color::ALL {
                self.move_between_sets(point, color, Class::None, self.class(color, point));
            }
        }
        self.totals = *totals;
    }

    /// Looks one direction up again for all points that see the new stone.
    fn place_on_line(&mut self, square: Square, color: Color, direction: Direction) {
        let (line, at) = line::locate::<CELLS>(square, direction);
        let slot = &mut self.lines[direction.index()][line];
        slot.stones[color.index()] |= line::bit(at);
        let line = *slot;
        for step in [-1, 1] {
            // A colour does not see the stone past a stone of the other.
            let (mut white_sees, mut black_sees) = (true, true);
            for distance in 1..=self.reach as i32 {
                let offset = step * distance;
                let cell = line::bit(at.wrapping_add_signed(offset));
                if line.wall & cell != 0 {
                    break;
                }
                if line.stones[0] & cell != 0 {
                    black_sees = false;
                } else if line.stones[1] & cell != 0 {
                    white_sees = false;
                } else {
                    let target = Geometry::<CELLS>::shift(square, direction, offset as i16);
                    let at = at.wrapping_add_signed(offset);
                    let old = self.at(target);
                    let mut new = old;
                    if white_sees {
                        new = self.look_up(new, &line, at, Color::White, direction);
                    }
                    if black_sees {
                        new = self.look_up(new, &line, at, Color::Black, direction);
                    }
                    if new != old {
                        self.replace(target, old, new);
                    }
                }
                if !white_sees && !black_sees {
                    break;
                }
            }
        }
    }

    /// A point's patterns with one shape looked up again.
    #[inline]
    fn look_up(
        &self,
        patterns: PointPatterns,
        line: &Line,
        at: u32,
        color: Color,
        direction: Direction,
    ) -> PointPatterns {
        let code = line.code(color, at, self.edges);
        let shape = self.tables[color.index()].shapes[code & (TABLE_SIZE - 1)];
        patterns.with_shape(color, direction, shape)
    }

    /// Enters a point's new shapes, with all that follows from them.
    #[inline]
    fn replace(&mut self, square: Square, old: PointPatterns, new: PointPatterns) {
        self.log.push((square, old));
        let mut merged = new;
        let mut classes_changed = false;
        for color in Color::ALL {
            if new.shape_word(color) == old.shape_word(color) {
                continue;
            }
            merged = self.merge(merged, color);
            let side = color.index();
            let values = self.tables[side].values;
            let (before, after) = (
                values[old.combo(color).index()],
                values[merged.combo(color).index()],
            );
            self.totals.value[side][0] += after[0] as Score - before[0] as Score;
            self.totals.value[side][1] += after[1] as Score - before[1] as Score;
            let (from, to) = (old.class(color), merged.class(color));
            if from != to {
                classes_changed = true;
                self.totals.counts[side][from.index()] -= 1;
                self.totals.counts[side][to.index()] += 1;
                self.move_between_sets(square, color, from, to);
            }
        }
        if classes_changed {
            self.count_pair(old, -1);
            self.count_pair(merged, 1);
        }
        self.points[square.index::<CELLS>()] = merged;
    }

    /// Adds or takes off the value of a point's two classes together.
    #[inline]
    fn count_pair(&mut self, patterns: PointPatterns, sign: Score) {
        for color in Color::ALL {
            let pair = pair_index(patterns.class(color), patterns.class(!color));
            self.totals.pairs[color.index()] += sign * self.pairs[color.index()][pair] as Score;
        }
    }

    /// Combo and class from the shapes.
    #[inline]
    fn merge(&self, patterns: PointPatterns, color: Color) -> PointPatterns {
        let combo = self.merger.combo(patterns.shape_word(color));
        let class = self.tables[color.index()].classes[combo.index()];
        patterns.with_merge(color, combo, class)
    }

    /// Counts a point that has become empty.
    fn enter(&mut self, square: Square) {
        let patterns = self.at(square);
        self.count_pair(patterns, 1);
        for color in Color::ALL {
            let side = color.index();
            let (combo, class) = (patterns.combo(color), patterns.class(color));
            self.totals.counts[side][class.index()] += 1;
            let values = self.tables[side].values[combo.index()];
            self.totals.value[side][0] += values[0] as Score;
            self.totals.value[side][1] += values[1] as Score;
            self.move_between_sets(square, color, Class::None, class);
        }
    }

    /// Counts a point no longer that is about to be occupied.
    fn leave(&mut self, square: Square) {
        let patterns = self.at(square);
        self.count_pair(patterns, -1);
        for color in Color::ALL {
            let side = color.index();
            let (combo, class) = (patterns.combo(color), patterns.class(color));
            self.totals.counts[side][class.index()] -= 1;
            let values = self.tables[side].values[combo.index()];
            self.totals.value[side][0] -= values[0] as Score;
            self.totals.value[side][1] -= values[1] as Score;
            self.move_between_sets(square, color, class, Class::None);
        }
    }

    #[inline]
    fn move_between_sets(&mut self, square: Square, color: Color, from: Class, to: Class) {
        if from == to {
            return;
        }
        let sets = &mut self.sets[color.index()];
        if let Some(set) = set_of(from) {
            sets[set].remove::<CELLS>(square);
        }
        if let Some(set) = set_of(to) {
            sets[set].insert::<CELLS>(square);
        }
    }

    /// Enters a cell into the four lines through it, before any shape is known.
    fn draw(&mut self, square: Square, cell: Cell) {
        for direction in Direction::ALL {
            let (line, at) = line::locate::<CELLS>(square, direction);
            let line = &mut self.lines[direction.index()][line];
            match cell {
                Cell::White => line.stones[0] |= line::bit(at),
                Cell::Black => line.stones[1] |= line::bit(at),
                Cell::Empty | Cell::Wall => {}
            }
            if cell != Cell::Wall {
                line.wall &= !line::bit(at);
            }
        }
    }

    fn shape_at(&self, direction: Direction, line: usize, at: u32, color: Color) -> Shape {
        let line = &self.lines[direction.index()][line & (LINES - 1)];
        self.tables[color.index()].shapes[line.code(color, at, self.edges)]
    }

    /// Does everything agree with a computation from nothing? A debugging aid.
    pub fn validity_check(&self, board: &Board<CELLS>, rule: Rule) -> bool {
        let fresh = Self::new(board, rule, self.tables.map(|t| t.values), self.pairs);
        let points_agree = board
            .size()
            .points()
            .map(Geometry::<CELLS>::square)
            .filter(|s| board.is_empty(*s))
            .all(|s| self.at(s) == fresh.at(s));
        points_agree
            && self.lines == fresh.lines
            && self.totals == fresh.totals
            && self.sets == fresh.sets
    }
}
