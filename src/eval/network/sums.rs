//! The sums of the points' features, and how they follow a position.

use std::sync::Arc;

use super::{Network, REGIONS};
use crate::board::Geometry;
use crate::eval::accumulators::Incremental;
use crate::eval::threat_mask::threat_mask;
use crate::pattern::PointPatterns;
use crate::pattern::layers::ClassCounts;
use crate::position::{PlyChanges, Position};
use crate::types::score::EVAL_LIMIT;
use crate::types::{BoardSize, Color, Point, Score, Square};

/// The sums of one colour's features, by region.
pub type RegionSums<const C: usize> = [[u16; C]; REGIONS];

/// Rows and columns at each side of the board that belong to its edges and corners,
/// on boards of 15 points and more.
const BORDER: u8 = 5;

/// The sums of both colours' features, by colour.
///
/// No sum overflows: a region has at most 441 points (the centre of a board of 31),
/// each with a feature of at most 127, which gives less than 65,536.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums<const C: usize>(pub [RegionSums<C>; 2]);

/// The region of a point: how many of its two coordinates are near a side.
pub fn region(point: Point, size: BoardSize) -> usize {
    let near = |at: u8, side: u8| {
        let border = BORDER.min(side / 3);
        usize::from(at < border || at >= side - border)
    };
    near(point.x, size.width()) + near(point.y, size.height())
}

/// A network for boards of one size.
#[derive(Clone, Debug)]
pub struct NetworkEvaluation<const C: usize> {
    network: Arc<Network<C>>,
    /// The region of every square.
    regions: Box<[u8; 1024]>,
}

impl<const C: usize> NetworkEvaluation<C> {
    /// An evaluation for positions on boards of `CELLS` cells and of this size.
    pub fn new<const CELLS: usize>(network: Arc<Network<C>>, size: BoardSize) -> Self {
        let mut regions = Box::new([0; 1024]);
        for point in size.points() {
            let square = Geometry::<CELLS>::square(point);
            regions[square.index::<CELLS>()] = region(point, size) as u8;
        }
        NetworkEvaluation { network, regions }
    }

    /// The value of a position for `side` to move, within ±[`EVAL_LIMIT`]. `sums` and
    /// `counts` are those of the position, `classical` is its fitted evaluation.
    pub fn value(
        &self,
        sums: &Sums<C>,
        counts: &ClassCounts,
        side: Color,
        classical: Score,
    ) -> Score {
        let sums = [&sums.0[side.index()], &sums.0[(!side).index()]];
        let mask = threat_mask(counts, side);
        let value = self.network.head(side).value(sums, mask, classical);
        value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The features of a point for `color`.
    #[inline(always)]
    fn features(&self, color: Color, patterns: PointPatterns) -> [u16; C] {
        let combos = [color, !color].map(|color| patterns.combo(color));
        self.network.features(color, combos[0], combos[1])
    }

    #[inline]
    fn region(&self, square: Square) -> usize {
        usize::from(self.regions[square.index::<1024>()])
    }
}

impl<const C: usize> Incremental for NetworkEvaluation<C> {
    type Sums = Sums<C>;

    fn fresh<const CELLS: usize>(&self, position: &Position<CELLS>) -> Sums<C> {
        let mut sums = Sums([[[0; C]; REGIONS]; 2]);
        for square in position.empty().iter() {
            let (region, patterns) = (self.region(square), position.patterns(square));
            for color in Color::ALL {
                let features = self.features(color, patterns);
                let sums = &mut sums.0[color.index()][region];
                for c in 0..C {
                    sums[c] += features[c];
                }
            }
        }
        sums
    }

    #[inline]
    fn follow(&self, sums: &mut Sums<C>, changes: PlyChanges<'_>) {
        if let Some((square, patterns)) = changes.occupied {
            let region = self.region(square);
            for color in Color::ALL {
                let features = self.features(color, patterns);
                let sums = &mut sums.0[color.index()][region];
                for c in 0..C {
                    sums[c] = sums[c].wrapping_sub(features[c]);
                }
            }
        }
        for change in changes.changed {
            let region = self.region(change.square);
            for color in Color::ALL {
                let old = self.features(color, change.old);
                let new = self.features(color, change.new);
                let sums = &mut sums.0[color.index()][region];
                for c in 0..C {
                    sums[c] = sums[c].wrapping_add(new[c].wrapping_sub(old[c]));
                }
            }
        }
    }
}
