//! The fitted evaluation: a sum of fitted values.
//!
//! Every empty point adds three values: one for its combo for the side to move, one for
//! its combo for the opponent, and one for the pair of its classes. Further values
//! depend on the whole board: for each class, whether either player has a point of it,
//! and for the threats that exist together (the threat mask).

use super::ScorePair;
use super::threat_mask::threat_mask;
use super::weights::{self, PairValues, SideValues, Weights};
use crate::pattern::layers::ClassCounts;
use crate::pattern::{Class, PointPatterns};
use crate::position::Position;
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
    /// The evaluation of a rule. The weight files are read at first use.
    pub fn new(rule: Rule) -> Fitted {
        Fitted {
            values: Color::ALL.map(|color| weights::side_values(rule, color)),
            pairs: weights::pair_values(rule),
            weights: Color::ALL.map(|side| weights::weights(rule, side)),
        }
    }

    /// The value of a position for `side`, which is to move. `sums` are the sums of the
    /// points' values by side to move, `counts` the numbers of points by class.
    pub fn value(&self, sums: &[Score; 2], counts: &ClassCounts, side: Color) -> Score {
        let (own, other) = (side.index(), (!side).index());
        let weights = self.weights[own];
        let mut value = sums[own] + Score::from(weights.constant[0]);
        for class in Class::ALL.map(Class::index) {
            if counts[own][class] > 0 {
                value += Score::from(weights.mine_has[class]);
            }
            if counts[other][class] > 0 {
                value += Score::from(weights.theirs_has[class]);
            }
        }
        value += Score::from(weights.threats[threat_mask(counts, side)]);
        value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The value of a position for the side to move, computed from scratch.
    pub fn evaluate<const CELLS: usize>(&self, position: &Position<CELLS>) -> Score {
        let counts = position.layers().counts();
        self.value(&self.sums(position), counts, position.side())
    }

    /// The sums of the points' values by side to move, computed from scratch.
    pub fn sums<const CELLS: usize>(&self, position: &Position<CELLS>) -> [Score; 2] {
        let mut sums = [0; 2];
        for square in position.empty().iter() {
            add(&mut sums, self.point(position.patterns(square)));
        }
        sums
    }

    /// Replaces the patterns of a point in the sums.
    #[inline]
    pub fn replace(&self, sums: &mut [Score; 2], old: PointPatterns, new: PointPatterns) {
        add(sums, self.point(new) - self.point(old));
    }

    /// Removes a point with these patterns from the sums.
    #[inline]
    pub fn leave(&self, sums: &mut [Score; 2], patterns: PointPatterns) {
        add(sums, ScorePair::default() - self.point(patterns));
    }

    /// The value of an empty point with these patterns.
    #[inline]
    fn point(&self, patterns: PointPatterns) -> ScorePair {
        let [white, black] =
            Color::ALL.map(|color| self.values[color.index()][patterns.combo(color).index()]);
        white + black + self.pairs[patterns.classes()]
    }
}

/// Adds a point's value to the sums.
#[inline]
fn add(sums: &mut [Score; 2], pair: ScorePair) {
    let [white, black] = pair.both();
    sums[0] += white;
    sums[1] += black;
}
