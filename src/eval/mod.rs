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
/// of a class at all comes on top.
pub fn evaluate(totals: &Totals, side: Color, weights: &Weights) -> Score {
    let (own, other) = (side.index(), (!side).index());
    let mut value = totals.value[own][0] + totals.value[other][1] + weights.constant;
    for class in 0..Class::COUNT {
        if totals.counts[own][class] > 0 {
            value += weights.mine_has[class];
        }
        if totals.counts[other][class] > 0 {
            value += weights.theirs_has[class];
        }
    }
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}
