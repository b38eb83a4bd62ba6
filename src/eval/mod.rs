//! Evaluation: what the layers' running sums are worth to the side to move.

pub mod weights;

use crate::pattern::Class;
use crate::pattern::layers::Totals;
use crate::types::score::EVAL_LIMIT;
use crate::types::{Color, Score};

/// The static evaluation for `side`, who is to move.
///
/// Every empty point adds what its combo is worth to its owner; the side to
/// move gets a little on top, and more for threats that it may carry out first.
pub fn evaluate(totals: &Totals, side: Color) -> Score {
    let own = side.index();
    let other = (!side).index();
    let has = |who: usize, class: Class| totals.counts[who][class.index()] > 0;
    let mut value = totals.value[own] - totals.value[other] + weights::TEMPO;
    for (class, bonus) in weights::THREATS_TO_MOVE {
        if has(own, class) {
            value += bonus;
        }
    }
    for (class, malus) in weights::THREATS_TO_MEET {
        if has(other, class) {
            value -= malus;
        }
    }
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}
