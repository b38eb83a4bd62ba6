//! The fitted evaluation: a sum of numbers, one for everything that is seen.
//!
//! Every empty point adds the value of its combo, from one table for the side to
//! move and one for its opponent, and of the pair of its classes. On top come the
//! values of having any point of a class at all and of the threats that exist
//! together (the threat mask).

use super::ScorePair;
use super::accumulators::Incremental;
use super::weights::{self, PairValues, SideValues, Weights};
use crate::pattern::layers::ClassCounts;
use crate::pattern::{Class, PointPatterns};
use crate::position::{PlyChanges, Position};
use crate::types::score::EVAL_LIMIT;
use crate::types::{Color, Rule, Score};

/// The fitted evaluation of a rule.
#[derive(Clone, Copy)]
pub struct Fitted {
    /// By colour: the value of a point by its combo.
    values: [&'static SideValues; 2],
    /// The value of a point by its two classes.
    pairs: &'static PairValues,
    /// By side to move.
    weights: [&'static Weights; 2],
}

impl Fitted {
    /// The evaluation of a rule; its weights are read at first use.
    pub fn new(rule: Rule) -> Fitted {
        Fitted {
            values: Color::ALL.map(|color| weights::side_values(rule, color)),
            pairs: weights::pair_values(rule),
            weights: Color::ALL.map(|side| weights::weights(rule, side)),
        }
    }

    /// The value for `side`, which is to move, of a position with these sums, by
    /// side to move, and class counts.
    pub fn value(&self, sums: &[Score; 2], counts: &ClassCounts, side: Color) -> Score {
        let (own, other) = (side.index(), (!side).index());
        let weights = self.weights[own];
        let mut value = sums[own] + weights.constant;
        for class in Class::ALL.map(Class::index) {
            if counts[own][class] > 0 {
                value += weights.mine_has[class];
            }
            if counts[other][class] > 0 {
                value += weights.theirs_has[class];
            }
        }
        value += Score::from(weights.threats[threat_mask(counts, side)]);
        value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The value of an empty point with these patterns.
    #[inline]
    fn point(&self, patterns: PointPatterns) -> ScorePair {
        let [white, black] =
            Color::ALL.map(|color| self.values[color.index()][patterns.combo(color).index()]);
        white + black + self.pairs[patterns.classes()]
    }
}

/// The sum of the points' values, by side to move.
impl Incremental for Fitted {
    type Sums = [Score; 2];

    fn fresh<const CELLS: usize>(&self, position: &Position<CELLS>) -> [Score; 2] {
        let mut sums = [0; 2];
        for square in position.empty().iter() {
            add(&mut sums, self.point(position.patterns(square)));
        }
        sums
    }

    #[inline]
    fn follow(&self, sums: &mut [Score; 2], changes: PlyChanges<'_>) {
        if let Some((_, patterns)) = changes.occupied {
            add(sums, ScorePair::default() - self.point(patterns));
        }
        for change in changes.changed {
            add(sums, self.point(change.new) - self.point(change.old));
        }
    }
}

#[inline]
fn add(sums: &mut [Score; 2], pair: ScorePair) {
    let [white, black] = pair.both();
    sums[0] += white;
    sums[1] += black;
}

/// Number of [`threat_mask`]s.
pub const THREAT_MASKS: usize = 1 << (2 * THREATS.len());

/// The groups of classes that make up a threat mask.
const THREATS: [&[Class]; 5] = [
    &[Class::OpenFour],
    &[Class::FourThree, Class::FourPlus],
    &[Class::Four],
    &[Class::DoubleThree, Class::OpenThreePlus],
    &[Class::OpenThree],
];

/// Which threats exist, as a number below [`THREAT_MASKS`]: a bit for each group of
/// classes that `side` has points of, first group highest, then the same for its
/// opponent.
// CITE: Rapfi, a term by the joint mask of threats on top of the pattern sum.
#[inline]
pub fn threat_mask(counts: &ClassCounts, side: Color) -> usize {
    let mut mask = 0;
    for color in [side, !side] {
        let counts = &counts[color.index()];
        for classes in THREATS {
            let any = classes.iter().any(|class| counts[class.index()] > 0);
            mask = mask << 1 | usize::from(any);
        }
    }
    mask
}
