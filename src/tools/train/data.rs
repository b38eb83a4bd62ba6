//! Positions packed for training.

use std::io;
use std::path::PathBuf;

use rustc_hash::FxHashSet;

use crate::board::geometry::with_cells;
use crate::board::{Direction, Geometry};
use crate::eval::fitted::Fitted;
use crate::eval::network::line_code::{LineCode, LineCodes};
use crate::eval::network::quantity::UNITS;
use crate::eval::network::sums::region;
use crate::eval::threat_mask::threat_mask;
use crate::pattern::line::Lines;
use crate::position::Position;
use crate::types::{Color, Rule};

use super::games::{Games, Pass};
use super::loss::{Losses, cross_entropy, sigmoid};
use super::targets::{Outcome, Targets, logits};

/// Empty points of one region with the same combos and line codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// From the highest bit: the combo of the side to move (12 bits), that of its opponent
    /// (12), the region (2), and the number of points less one (6).
    point: u32,
    /// The line codes as the side to move sees them, in ascending order: features are sums
    /// over the lines.
    codes: [LineCode; 4],
}

/// The largest number of points in a group.
const GROUP_MAX: usize = 64;

impl Group {
    /// The combos for the side to move and for its opponent.
    #[inline]
    pub fn combos(self) -> [usize; 2] {
        [
            (self.point >> 20) as usize,
            (self.point >> 8 & 0xfff) as usize,
        ]
    }

    /// The line codes as the side to move sees them.
    #[inline]
    pub fn codes(self) -> [LineCode; 4] {
        self.codes
    }

    /// The region.
    #[inline]
    pub fn region(self) -> usize {
        (self.point >> 6 & 3) as usize
    }

    /// The number of points.
    #[inline]
    pub fn count(self) -> f32 {
        ((self.point & 63) + 1) as f32
    }
}

/// A position without its groups of points.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    /// The first of its groups.
    start: usize,
    /// The number of its groups.
    groups: u16,
    /// The threat mask.
    pub mask: u16,
    /// The side to move.
    pub side: Color,
    /// The fitted evaluation in logits.
    pub fitted: f32,
    /// The search's value, limited, in logits.
    pub value: f32,
    /// The target: the win chance to learn.
    pub target: f32,
    /// The outcome of the position, if it is a position of a game.
    pub outcome: Option<Outcome>,
}

/// A position to train on.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Its empty points.
    pub groups: &'a [Group],
    /// Everything else.
    pub sample: &'a Packed,
}

/// Many positions of one rule.
#[derive(Clone, Debug)]
pub struct Set {
    targets: Targets,
    groups: Vec<Group>,
    samples: Vec<Packed>,
}

impl Set {
    /// A set without positions.
    pub fn new(targets: Targets) -> Set {
        Set {
            targets,
            groups: Vec::new(),
            samples: Vec::new(),
        }
    }

    /// All positions of files, except duplicates, and their canonical keys.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, or is of another rule.
    pub fn read(
        paths: &[PathBuf],
        rule: Rule,
        targets: Targets,
    ) -> io::Result<(Set, FxHashSet<u64>)> {
        let mut set = Set::new(targets);
        let mut pass = Pass::new(rule, targets.lambda, None);
        let mut games = Games::open(paths, rule)?;
        let fitted = Fitted::new(rule);
        while let Some(game) = games.next_game()? {
            with_cells!(game.size, |CELLS| pass.positions::<CELLS>(
                &game,
                |position, sample, outcome| set.add(position, &fitted, sample.value, outcome)
            ));
        }
        Ok((set, pass.into_keys()))
    }

    /// Adds a position.
    pub fn add<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        fitted: &Fitted,
        value: i16,
        outcome: Option<Outcome>,
    ) {
        let (us, size) = (position.side(), position.board().size());
        let (lines, codes) = (Lines::new(position.board()), LineCodes::get());
        let mut points: Vec<Group> = Vec::with_capacity(size.area());
        for square in position.empty().iter() {
            let patterns = position.patterns(square);
            let [own, other] = [us, !us].map(|color| patterns.combo(color).index() as u32);
            let region = region(Geometry::<CELLS>::point(square), size) as u32;
            let mut codes = Direction::ALL.map(|direction| {
                let (line, at) = lines.through(square, direction);
                codes.seen_by(us, codes.black(line.near_window(at)))
            });
            codes.sort_unstable();
            points.push(Group {
                point: own << 20 | other << 8 | region << 6,
                codes,
            });
        }
        points.sort_unstable();
        let start = self.groups.len();
        let same = points.chunk_by(|a, b| a == b);
        let groups = same.flat_map(|points| points.chunks(GROUP_MAX));
        let groups = groups.map(|points| Group {
            point: points[0].point | (points.len() as u32 - 1),
            ..points[0]
        });
        self.groups.extend(groups);
        let value = logits(value);
        self.samples.push(Packed {
            start,
            groups: (self.groups.len() - start) as u16,
            mask: threat_mask(position.layers().counts(), us) as u16,
            side: us,
            fitted: fitted.evaluate(position) as f32 / UNITS as f32,
            value,
            target: self.targets.target(sigmoid(value), outcome),
            outcome,
        });
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// True if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The position with this number.
    #[inline]
    pub fn get(&self, number: usize) -> View<'_> {
        let sample = &self.samples[number];
        View {
            groups: &self.groups[sample.start..sample.start + usize::from(sample.groups)],
            sample,
        }
    }

    /// All positions.
    pub fn iter(&self) -> impl Iterator<Item = View<'_>> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// The losses of predictions, one for each position.
    pub fn losses(&self, predictions: &[f32]) -> Losses {
        let loss = |scale: f32| {
            let terms = predictions.iter().zip(&self.samples);
            let terms = terms.map(|(z, s)| cross_entropy(z * scale, sigmoid(s.value)));
            terms.map(f64::from).sum::<f64>() / predictions.len().max(1) as f64
        };
        let scales = (8..41).map(|step| step as f32 * 0.05);
        let scaled = scales.map(|scale| (loss(scale), scale));
        let best = scaled.min_by(|a, b| a.0.total_cmp(&b.0));
        let (best, scale) = best.expect("some scale");
        let results = predictions.iter().zip(&self.samples).filter_map(|(z, s)| {
            let outcome = s.outcome?;
            Some(f64::from(cross_entropy(*z, outcome.result)))
        });
        let (sum, count) = results.fold((0.0, 0), |(sum, count), term| (sum + term, count + 1));
        Losses {
            loss: loss(1.0),
            best,
            scale,
            results: sum / f64::from(count.max(1)),
        }
    }

    /// The losses of the search's own values. No predictions have a smaller `loss`.
    pub fn entropy(&self) -> Losses {
        self.losses(&self.samples.iter().map(|s| s.value).collect::<Vec<_>>())
    }

    /// The losses of the fitted evaluation.
    pub fn fitted(&self) -> Losses {
        self.losses(&self.samples.iter().map(|s| s.fitted).collect::<Vec<_>>())
    }
}
