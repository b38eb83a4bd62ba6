//! The points' feature vectors, and how they and their sums follow a position.
//!
//! Nothing here is called by make or undo. When sums are asked for, plies that are no
//! longer part of the current line are taken back, and those that it has in addition are
//! followed. Moves that are never evaluated, those of VCF and VCT among them, cost nothing.
//!
//! Unlike the [sums of the fitted evaluation](crate::eval::accumulators), those of the
//! network need a vector for every point: what a line adds to a point's features depends
//! on what the other lines add. The line codes of a point are kept beside its vectors, since
//! the [policy](crate::ordering::policy) needs them too. Each ply keeps what it overwrote.
// CITE: Rapfi, sums by point that are restored from backups.

use std::sync::Arc;

use super::line_code::{LINE_TABLE, LineCode, LineCodes};
use super::quantity::FEATURE_MAX;
use super::sums::{Sums, region};
use super::{Network, REGIONS};
use crate::board::{Cell, Direction, Geometry};
use crate::pattern::PointPatterns;
use crate::pattern::layers::Change;
use crate::pattern::line::{self, Lines, REACH};
use crate::pattern::merge::Combo;
use crate::position::{PlyChanges, Position};
use crate::types::{BoardSize, Color, Square};

/// What is kept of an empty point.
#[derive(Clone, Copy)]
struct PointState<const C: usize> {
    /// By colour, white's first: what its rows add up to, before the limits of a feature.
    vectors: [[i16; C]; 2],
    /// By direction: what black sees.
    codes: [LineCode; 4],
}

impl<const C: usize> PointState<C> {
    /// The features for each colour.
    #[inline(always)]
    fn features(&self) -> [[u16; C]; 2] {
        [features(&self.vectors[0]), features(&self.vectors[1])]
    }
}

/// The feature vectors of all points of a position, and their sums by ply.
pub struct Points<const CELLS: usize, const C: usize> {
    network: Arc<Network<C>>,
    codes: &'static LineCodes,
    /// The region of every square.
    regions: [u8; CELLS],
    lines: Lines<CELLS>,
    /// By square. Those of occupied points are as they were before the stone.
    states: Box<[PointState<C>; CELLS]>,
    /// What the plies followed have overwritten, oldest first.
    overwritten: Vec<(Square, PointState<C>)>,
    /// The position before the first ply, then one after each ply followed.
    entries: Vec<Entry<C>>,
}

/// The state after a ply.
#[derive(Clone, Copy)]
struct Entry<const C: usize> {
    /// The position's key.
    key: u64,
    /// The stone of the ply; `None` for a pass and before the first ply.
    stone: Option<(Square, Color)>,
    /// The length of `overwritten` before the ply.
    mark: usize,
    sums: Sums<C>,
}

impl<const CELLS: usize, const C: usize> Points<CELLS, C> {
    /// The points of the game that a position belongs to.
    pub fn new(network: Arc<Network<C>>, position: &Position<CELLS>) -> Self {
        let size = position.board().size();
        let mut points = Points {
            network,
            codes: LineCodes::get(),
            regions: regions::<CELLS>(size),
            lines: Lines::new(position.board()),
            states: Box::new(
                [PointState {
                    vectors: [[0; C]; 2],
                    codes: [LineCode(0); 4],
                }; CELLS],
            ),
            overwritten: Vec::new(),
            entries: Vec::new(),
        };
        points.restart(position);
        points
    }

    /// The sums of a position.
    #[inline]
    pub fn sums(&mut self, position: &Position<CELLS>) -> &Sums<C> {
        let key = position.key();
        if self.entries.len() != position.ply() + 1 || self.entries[position.ply()].key != key {
            self.move_to(position);
        }
        let sums = &self.entries[position.ply()].sums;
        // In debug builds a part of all values is compared with a computation from scratch.
        debug_assert!(!key.is_multiple_of(64) || *sums == fresh_sums(&self.network, position));
        sums
    }

    /// The features of an empty point for each colour, in the position that
    /// [`sums`](Points::sums) was last asked for.
    #[inline]
    pub fn features(&self, square: Square) -> [[u16; C]; 2] {
        self.states[square.index::<CELLS>()].features()
    }

    /// The line codes of an empty point as `color` sees them, in that position.
    #[inline]
    pub fn codes(&self, square: Square, color: Color) -> [LineCode; 4] {
        let codes = self.states[square.index::<CELLS>()].codes;
        codes.map(|code| self.codes.seen_by(color, code))
    }

    /// Takes back and follows plies.
    fn move_to(&mut self, position: &Position<CELLS>) {
        // Equal keys after equally many plies mean equal stones, whatever their order.
        while let Some(entry) = self.entries.last() {
            let ply = self.entries.len() - 1;
            if ply <= position.ply() && entry.key == position.key_at(ply) {
                break;
            }
            self.take_back();
        }
        if self.entries.is_empty() {
            self.restart(position);
        }
        for ply in self.entries.len() - 1..position.ply() {
            self.follow(position, ply);
        }
    }

    /// Begins with the position before the first ply of `position`.
    fn restart(&mut self, position: &Position<CELLS>) {
        let size = position.board().size();
        let blocked = size
            .points()
            .filter(|point| position.board().at(Geometry::<CELLS>::square(*point)) == Cell::Wall);
        let blocked: Vec<_> = blocked.collect();
        let start = Position::<CELLS>::new(size, position.rule(), Color::Black, &blocked);
        self.lines = Lines::new(start.board());
        for square in start.empty().iter() {
            self.states[square.index::<CELLS>()] =
                fresh_state(&self.network, &self.lines, square, start.patterns(square));
        }
        self.overwritten.clear();
        self.entries.clear();
        self.entries.push(Entry {
            key: position.key_at(0),
            stone: None,
            mark: 0,
            sums: fresh_sums(&self.network, &start),
        });
    }

    /// Restores the state before the last ply.
    fn take_back(&mut self) {
        let Some(entry) = self.entries.pop() else {
            return;
        };
        for (square, state) in self.overwritten.drain(entry.mark..) {
            self.states[square.index::<CELLS>()] = state;
        }
        if let Some((square, color)) = entry.stone {
            self.lines.remove(square, color);
        }
    }

    /// Follows a ply of a position.
    fn follow(&mut self, position: &Position<CELLS>, ply: usize) {
        let Some(last) = self.entries.last() else {
            return;
        };
        let PlyChanges { occupied, changed } = position.changes(ply);
        let stone = occupied.and_then(|(square, _)| {
            let color = position.board().at(square).color()?;
            Some((square, color))
        });
        let mut sums = last.sums;
        let mark = self.overwritten.len();
        if let Some((square, color)) = stone {
            self.leave(square, &mut sums);
            let mut changed = changed;
            for direction in Direction::ALL {
                self.follow_line(direction, square, color, &mut changed, &mut sums);
            }
            debug_assert!(changed.is_empty(), "changes are in the order of the lines");
        }
        self.entries.push(Entry {
            key: position.key_at(ply + 1),
            stone,
            mark,
            sums,
        });
    }

    /// Subtracts the features of a newly occupied point from the sums.
    fn leave(&mut self, square: Square, sums: &mut Sums<C>) {
        let index = square.index::<CELLS>();
        let region = usize::from(self.regions[index]);
        for (sums, features) in sums.0.iter_mut().zip(self.states[index].features()) {
            for (sum, feature) in sums[region].iter_mut().zip(features) {
                *sum = sum.wrapping_sub(feature);
            }
        }
    }

    /// Draws a stone into its line in one direction and updates the points that see it.
    /// `changes` begins with those of their patterns; they are taken from it.
    #[inline(always)]
    fn follow_line(
        &mut self,
        direction: Direction,
        stone: Square,
        color: Color,
        changes: &mut &[Change],
        sums: &mut Sums<C>,
    ) {
        let [white_rows, black_rows] = Color::ALL.map(|color| Rows {
            combos: self.network.table(color),
            lines: self.network.line_table(color),
        });
        let (number, at) = line::locate::<CELLS>(stone, direction);
        let slot = self.lines.line_mut(direction, number);
        slot.stones[color.index()] |= line::bit(at);
        let line = *slot;
        let mut near = line.empty_near(at, REACH as u32);
        while near != 0 {
            let cell = line::first_cell(near);
            near &= near - 1;
            let square = Geometry::<CELLS>::shift(stone, direction, cell as i16 - at as i16);
            let index = square.index::<CELLS>();
            let state = &mut self.states[index];
            let black = self.codes.black(line.near_window(cell));
            let codes = [state.codes[direction.index()], black];
            let change = changes.first().filter(|change| change.square == square);
            if codes[0] == codes[1] && change.is_none() {
                continue;
            }
            let old = *state;
            self.overwritten.push((square, old));
            let patterns = change.map(|change| [change.old, change.new]);
            if patterns.is_some() {
                *changes = &changes[1..];
            }
            // Not a loop over the colours, so that each is a constant.
            let white_codes = codes.map(|code| self.codes.swapped(code));
            let [old_white, old_black] = &old.vectors;
            let white = white_rows.replaced(Color::White, old_white, white_codes, patterns);
            let black = black_rows.replaced(Color::Black, old_black, codes, patterns);
            let region = usize::from(self.regions[index]);
            let [white_sums, black_sums] = &mut sums.0;
            follow_features(&mut white_sums[region], old_white, &white);
            follow_features(&mut black_sums[region], old_black, &black);
            state.vectors = [white, black];
            state.codes[direction.index()] = codes[1];
        }
    }
}

/// The rows that the vectors of a colour are made of.
struct Rows<'a, const C: usize> {
    combos: &'a [[[i16; C]; 2]; Combo::TABLE],
    lines: &'a [[i16; C]; LINE_TABLE],
}

impl<const C: usize> Rows<'_, C> {
    /// A vector of `color` with the row of one line code replaced by that of another and, if
    /// the patterns of the point changed, with the rows of its combos replaced too.
    #[inline(always)]
    fn replaced(
        &self,
        color: Color,
        vector: &[i16; C],
        codes: [LineCode; 2],
        patterns: Option<[PointPatterns; 2]>,
    ) -> [i16; C] {
        let [old, new] = codes.map(|code| &self.lines[code.index()]);
        let mut result = [0; C];
        for c in 0..C {
            result[c] = vector[c].wrapping_add(new[c]).wrapping_sub(old[c]);
        }
        let Some(patterns) = patterns else {
            return result;
        };
        let [old, new] = patterns.map(|patterns| {
            let own = &self.combos[patterns.combo(color).index()][0];
            (own, &self.combos[patterns.combo(!color).index()][1])
        });
        let mut both = [0; C];
        for c in 0..C {
            let old = old.0[c].wrapping_add(old.1[c]);
            let new = new.0[c].wrapping_add(new.1[c]);
            both[c] = result[c].wrapping_add(new).wrapping_sub(old);
        }
        both
    }
}

/// Replaces a point's vector in the sums of its region.
#[inline(always)]
fn follow_features<const C: usize>(sums: &mut [u16; C], old: &[i16; C], new: &[i16; C]) {
    let (old, new) = (features(old), features(new));
    for c in 0..C {
        sums[c] = sums[c].wrapping_add(new[c].wrapping_sub(old[c]));
    }
}

/// The sums of a position, computed from scratch.
pub fn fresh_sums<const CELLS: usize, const C: usize>(
    network: &Network<C>,
    position: &Position<CELLS>,
) -> Sums<C> {
    let lines = Lines::new(position.board());
    let size = position.board().size();
    let mut sums = Sums([[[0; C]; REGIONS]; 2]);
    for square in position.empty().iter() {
        let state = fresh_state(network, &lines, square, position.patterns(square));
        let region = region(Geometry::<CELLS>::point(square), size);
        for (sums, features) in sums.0.iter_mut().zip(state.features()) {
            for (sum, feature) in sums[region].iter_mut().zip(features) {
                *sum += feature;
            }
        }
    }
    sums
}

/// The features that a vector stands for.
#[inline(always)]
fn features<const C: usize>(vector: &[i16; C]) -> [u16; C] {
    vector.map(|entry| entry.clamp(0, FEATURE_MAX) as u16)
}

/// The state of an empty point, computed from scratch.
fn fresh_state<const CELLS: usize, const C: usize>(
    network: &Network<C>,
    lines: &Lines<CELLS>,
    square: Square,
    patterns: PointPatterns,
) -> PointState<C> {
    let codes = Direction::ALL.map(|direction| {
        let (line, at) = lines.through(square, direction);
        LineCodes::get().black(line.near_window(at))
    });
    let vectors = Color::ALL.map(|color| {
        let codes = codes.map(|code| LineCodes::get().seen_by(color, code));
        let combos = [color, !color].map(|color| patterns.combo(color));
        network.vector(color, combos, codes)
    });
    PointState { vectors, codes }
}

/// The region of every square.
fn regions<const CELLS: usize>(size: BoardSize) -> [u8; CELLS] {
    let mut regions = [0; CELLS];
    for point in size.points() {
        let square = Geometry::<CELLS>::square(point);
        regions[square.index::<CELLS>()] = region(point, size) as u8;
    }
    regions
}
