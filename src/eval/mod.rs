//! Evaluation: what the layers' running sums are worth to the side to move.

pub mod order;
pub mod weights;

use crate::pattern::Class;
use crate::pattern::layers::Totals;
use crate::types::score::EVAL_LIMIT;
use crate::types::{Color, Score};
use weights::Weights;

/// The static evaluation for `side`, who is to move; `weights` are those of the
/// rule with that side to move.
///
/// Every empty point adds what its combo is worth, one table for the side to
/// move and one for the side that waits; what it means that there is any point
/// of a class at all, and which threats exist together, comes on top.
pub fn evaluate(totals: &Totals, side: Color, weights: &Weights) -> Score {
    let (own, other) = (side.index(), (!side).index());
    let mut value = totals.worth[own] + weights.constant;
    for class in 0..Class::COUNT {
        if totals.counts[own][class] > 0 {
            value += weights.mine_has[class];
        }
        if totals.counts[other][class] > 0 {
            value += weights.theirs_has[class];
        }
    }
    value += weights.threats[threat_mask(totals, side)] as Score;
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// Number of [`threat_mask`]s.
pub const THREAT_MASKS: usize = 1 << (2 * THREATS.len());

/// The groups of classes that make a threat mask.
const THREATS: [&[Class]; 5] = [
    &[Class::OpenFour],
    &[Class::FourThree, Class::FourPlus],
    &[Class::Four],
    &[Class::DoubleThree, Class::OpenThreePlus],
    &[Class::OpenThree],
];

/// Which threats exist, as a number: the groups that `side` has points of, then
/// those of its opponent, first group highest.
// CITE: Rapfi, a term by the joint mask of threats on top of the pattern sum.
#[inline]
pub fn threat_mask(totals: &Totals, side: Color) -> usize {
    let mut mask = 0;
    for color in [side, !side] {
        let counts = &totals.counts[color.index()];
        for classes in THREATS {
            let any = classes.iter().any(|class| counts[class.index()] > 0);
            mask = mask << 1 | usize::from(any);
        }
    }
    mask
}
