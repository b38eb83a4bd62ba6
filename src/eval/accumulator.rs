//! What evaluations sum up over the empty points, by ply, following a position lazily.
//!
//! Nothing here is called by make or undo. When sums are asked for, plies that are no
//! longer part of the current line are taken back, and its new plies are applied. Moves that are never evaluated, those of VCF and VCT among them, cost nothing.
//!
//! Sums are recognised by the position's key, not by bookkeeping: sums under a matching key
//! after equally many plies are right whatever was made and undone in the meantime, because
//! they depend on the stones alone.
//!
//! The features of a point depend on its patterns and on the line codes in all four
//! directions, so these are kept for every point. A stone changes what at most 40 points see;
//! their features are computed again, and each ply keeps what it overwrote.
// CITE: Stockfish's NNUE, accumulators by ply that are computed when needed.
// CITE: Rapfi, sums by point that are restored from backups.

use std::sync::Arc;

use super::fitted::Fitted;
use super::network::line_code::{LineCode, LineCodes, PointCodes};
use super::network::sums::{Features, region};
use super::network::{Network, REGIONS, Sums};
use crate::board::{Direction, Geometry};
use crate::pattern::PointPatterns;
use crate::pattern::layers::Change;
use crate::pattern::line::{self, LineStones, REACH};
use crate::position::{PlyChanges, Position};
use crate::types::{Color, Score, Square};

/// What is summed up over the empty points of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulated<const C: usize> {
    /// The points' values in the fitted evaluation, by side to move.
    pub fitted: [Score; 2],
    /// The features of the network.
    pub features: Sums<C>,
}

/// What is kept of an empty point. It fills one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct PointState<const C: usize> {
    /// By colour.
    features: Features<C>,
    /// By colour: what it sees.
    codes: [PointCodes; 2],
    patterns: PointPatterns,
    square: Square,
    /// The region of the board that the point belongs to.
    region: u8,
}

/// The sums of the positions along the current line, and the state of all points.
pub struct Accumulator<const CELLS: usize, const C: usize> {
    fitted: Fitted,
    network: Arc<Network<C>>,
    codes: &'static LineCodes,
    /// By square. Those of occupied points are as they were before the stone.
    points: Box<[PointState<C>; CELLS]>,
    /// What the plies followed have overwritten, oldest first.
    overwritten: Vec<PointState<C>>,
    /// Number of plies before the first entry.
    first_ply: usize,
    /// The position that was computed from scratch, then one after each ply followed.
    entries: Vec<Entry<C>>,
}

/// The state after a ply.
#[derive(Clone, Copy)]
struct Entry<const C: usize> {
    /// The position's key.
    key: u64,
    /// The length of `overwritten` before the ply.
    mark: usize,
    sums: Accumulated<C>,
}

impl<const CELLS: usize, const C: usize> Accumulator<CELLS, C> {
    /// The sums of a position under the network's rule, and of those that it leads to.
    pub fn new(fitted: Fitted, network: Arc<Network<C>>, position: &Position<CELLS>) -> Self {
        let mut accumulator = Accumulator {
            fitted,
            network,
            codes: LineCodes::get(),
            points: Box::new([PointState::OUTSIDE; CELLS]),
            overwritten: Vec::new(),
            first_ply: 0,
            entries: Vec::new(),
        };
        accumulator.restart(position);
        accumulator
    }

    /// The sums of a position. It must have the rule and the board of the first one.
    #[inline]
    pub fn sums(&mut self, position: &Position<CELLS>) -> &Accumulated<C> {
        let key = position.key();
        let is_current = self.ply() == position.ply() && self.last().key == key;
        if !is_current {
            self.move_to(position);
        }
        let sums = &self.last().sums;
        // In debug builds a part of all sums is compared with a computation from scratch.
        debug_assert!(!key.is_multiple_of(64) || *sums == self.fresh_sums(position));
        sums
    }

    /// The features of an empty point by colour, in the position whose
    /// [`sums`](Accumulator::sums) were last asked for.
    #[inline]
    pub fn features(&self, square: Square) -> &Features<C> {
        &self.points[square.index::<CELLS>()].features
    }

    /// The line codes of an empty point as `color` sees them, in that position.
    #[inline]
    pub fn codes(&self, square: Square, color: Color) -> [LineCode; 4] {
        self.points[square.index::<CELLS>()].codes[color.index()].by_direction()
    }

    /// The ply of the last entry.
    #[inline]
    fn ply(&self) -> usize {
        self.first_ply + self.entries.len() - 1
    }

    /// The last entry.
    #[inline]
    fn last(&self) -> &Entry<C> {
        self.entries.last().expect("at least one entry")
    }

    /// Takes back and follows plies.
    fn move_to(&mut self, position: &Position<CELLS>) {
        // Equal keys after equally many plies mean equal stones, whatever their order.
        while self.ply() > position.ply() || self.last().key != position.key_at(self.ply()) {
            if self.entries.len() == 1 {
                return self.restart(position);
            }
            self.take_back();
        }
        for ply in self.ply()..position.ply() {
            self.follow(position, ply);
        }
    }

    /// Begins with a position, computed from scratch.
    fn restart(&mut self, position: &Position<CELLS>) {
        for square in position.empty().iter() {
            self.points[square.index::<CELLS>()] = PointState::new(&self.network, position, square);
        }
        self.overwritten.clear();
        self.first_ply = position.ply();
        self.entries.clear();
        self.entries.push(Entry {
            key: position.key(),
            mark: 0,
            sums: self.fresh_sums(position),
        });
    }

    /// The sums of a position, computed from scratch.
    fn fresh_sums(&self, position: &Position<CELLS>) -> Accumulated<C> {
        Accumulated {
            fitted: self.fitted.sums(position),
            features: fresh_sums(&self.network, position),
        }
    }

    /// Restores the state before the last ply.
    fn take_back(&mut self) {
        if let Some(entry) = self.entries.pop() {
            for point in self.overwritten.drain(entry.mark..) {
                self.points[point.square.index::<CELLS>()] = point;
            }
        }
    }

    fn follow(&mut self, position: &Position<CELLS>, ply: usize) {
        let mut sums = self.last().sums;
        let mark = self.overwritten.len();
        let PlyChanges { occupied, changed } = position.changes(ply);
        if let Some(stone) = occupied {
            let point = &self.points[stone.index::<CELLS>()];
            self.fitted.leave(&mut sums.fitted, point.patterns);
            sums.features.leave(point.region, &point.features);
            let mut changed = changed;
            for direction in Direction::ALL {
                self.follow_line(position, ply, stone, direction, &mut changed, &mut sums);
            }
            debug_assert!(changed.is_empty(), "changes are in the order of the lines");
        }
        self.entries.push(Entry {
            key: position.key_at(ply + 1),
            mark,
            sums,
        });
    }

    /// Updates the points that see the stone of a ply along one direction. `changed` begins
    /// with the changes of their patterns; they are taken from it.
    #[inline(always)]
    fn follow_line(
        &mut self,
        position: &Position<CELLS>,
        ply: usize,
        stone: Square,
        direction: Direction,
        changed: &mut &[Change],
        sums: &mut Accumulated<C>,
    ) {
        let (line, at) = line_after(position, ply + 1, stone, direction);
        let mut near = line.empty_near(at, REACH as u32);
        while near != 0 {
            let cell = line::first_cell(near);
            near &= near - 1;
            let square = Geometry::<CELLS>::shift(stone, direction, cell as i16 - at as i16);
            let point = &mut self.points[square.index::<CELLS>()];
            let black = self.codes.black(line.near_window(cell));
            let change = changed.first().filter(|change| change.square == square);
            let [white_codes, black_codes] = point.codes;
            if black_codes.along(direction) == black && change.is_none() {
                continue;
            }
            self.overwritten.push(*point);
            let codes = [
                white_codes.with(direction, self.codes.swapped(black)),
                black_codes.with(direction, black),
            ];
            point.codes = codes;
            let mut patterns = point.patterns;
            if let Some(change) = change {
                self.fitted
                    .replace(&mut sums.fitted, change.old, change.new);
                patterns = change.new;
                point.patterns = patterns;
                *changed = &changed[1..];
            }
            let features = features(&self.network, patterns, codes);
            sums.features
                .replace(point.region, &point.features, &features);
            point.features = features;
        }
    }
}

impl<const C: usize> PointState<C> {
    /// In place of what is not an empty point.
    const OUTSIDE: PointState<C> = PointState {
        features: [[0; C]; 2],
        codes: [PointCodes::NONE; 2],
        patterns: PointPatterns::NONE,
        square: Square::NONE,
        region: 0,
    };

    /// The state of an empty point, computed from scratch.
    fn new<const CELLS: usize>(
        network: &Network<C>,
        position: &Position<CELLS>,
        square: Square,
    ) -> PointState<C> {
        let codes = LineCodes::get();
        let codes = Color::ALL.map(|color| {
            let mut seen = PointCodes::NONE;
            for direction in Direction::ALL {
                let (line, at) = position.layers().lines().through(square, direction);
                let code = codes.seen_by(color, codes.black(line.near_window(at)));
                seen = seen.with(direction, code);
            }
            seen
        });
        let patterns = position.patterns(square);
        let point = Geometry::<CELLS>::point(square);
        PointState {
            features: features(network, patterns, codes),
            codes,
            patterns,
            square,
            region: region(point, position.board().size()) as u8,
        }
    }
}

/// The line through a square as it was after the first `plies` plies of a position, and the
/// square's cell on it.
#[inline(always)]
fn line_after<const CELLS: usize>(
    position: &Position<CELLS>,
    plies: usize,
    square: Square,
    direction: Direction,
) -> (LineStones, u32) {
    let (number, at) = line::locate::<CELLS>(square, direction);
    let mut line = *position.layers().lines().line(direction, number);
    for later in position.plies_after(plies).flatten() {
        let (other, cell) = line::locate::<CELLS>(later, direction);
        if other == number {
            line.remove(cell);
        }
    }
    (line, at)
}

/// The features of an empty point for each colour, from its patterns and its line codes.
#[inline(always)]
fn features<const C: usize>(
    network: &Network<C>,
    patterns: PointPatterns,
    codes: [PointCodes; 2],
) -> Features<C> {
    let [white_codes, black_codes] = codes.map(PointCodes::by_direction);
    let [white, black] = Color::ALL.map(|color| patterns.combo(color));
    // Not a loop over the colours, so that each is a constant.
    [
        network.features(Color::White, [white, black], white_codes),
        network.features(Color::Black, [black, white], black_codes),
    ]
}

/// The sums of the network's features in a position, computed from scratch.
pub fn fresh_sums<const CELLS: usize, const C: usize>(
    network: &Network<C>,
    position: &Position<CELLS>,
) -> Sums<C> {
    let mut sums = Sums([[[0; C]; REGIONS]; 2]);
    for square in position.empty().iter() {
        let point = PointState::new(network, position, square);
        sums.replace(point.region, &[[0; C]; 2], &point.features);
    }
    sums
}
