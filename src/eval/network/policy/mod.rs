//! The policy: a second head of the network, which says how promising moves are.
//!
//! The [fitted order](crate::ordering::fitted) knows the combo of a move, not the cells around it and
//! not the rest of the board. The policy adds to the score of a move
//!
//! - a value for each of its four [line codes](super::line_code), as the side to move sees
//!   them, and
//! - the scalar product of its features with weights that depend on the sums of all features:
//!   `weights = features + context · sums`. What a move is worth thus depends on whether
//!   its side attacks or defends elsewhere.
//!
//! It is fitted to moves that caused cutoffs. The features are those that evaluations keep
//! anyway, so the policy costs little.
//!
//! # How it is made
//!
//! `pbrain-goshawk fit-policy`, in a build with the feature `train`, searches positions of
//! games and makes the files. A policy belongs to the network whose features it weighs:
//! after a network has changed, its policy must be fitted again.
// CITE: Rapfi, a policy from the features of points with weights that depend on the board.

mod file;

use std::sync::{Arc, LazyLock};

use super::REGIONS;
use super::head::{Inputs, dot, inputs};
use super::included::{self, CHANNELS};
use super::line_code::{LINE_TABLE, LineCode};
use super::quantity::{FEATURE_SCALE, POOL, SUM_SHIFT};
use super::sums::RegionSums;
use crate::types::{Color, Rule};
pub use file::PolicyFileError;

/// Inputs of the context: the sums of features by owner, region and channel.
pub const INPUTS: usize = 2 * REGIONS * CHANNELS;
/// Features of a move: those of the side to move, then those of its opponent.
pub const FEATURES: usize = 2 * CHANNELS;

/// Scale of the features' weights, which are in units of the score.
pub const WEIGHT_SCALE: i32 = 8;
/// Scale of the context's weights, for sums in units of [`POOL`].
pub const CONTEXT_SCALE: i32 = 16;
/// From the product of a sum and a weight of the context to [`WEIGHT_SCALE`].
const CONTEXT_SHIFT: u32 = 11;
/// From the product of a feature and its weight to a score.
const PRODUCT_SHIFT: u32 = 9;

const _: () = {
    // The scales fit together.
    let input = (FEATURE_SCALE * POOL) >> SUM_SHIFT;
    assert!(input * CONTEXT_SCALE == WEIGHT_SCALE << CONTEXT_SHIFT);
    assert!(FEATURE_SCALE * WEIGHT_SCALE == 1 << PRODUCT_SHIFT);
};

/// The policy of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The rule.
    pub rule: Rule,
    /// The [checksum](included::checksum) of the network whose features it weighs.
    pub network: u64,
    /// How it was made, for people.
    pub record: String,
    /// By side to move if there are two.
    pub sets: Vec<PolicySet>,
}

/// The weights of a policy for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicySet {
    /// By line code: the score of a move on that line.
    pub lines: Box<[i16; LINE_TABLE]>,
    /// By feature: its weight before the context is added.
    pub features: [i16; FEATURES],
    /// By feature: what each sum adds to its weight.
    pub context: Box<[Inputs<CHANNELS>; FEATURES]>,
}

/// The weights of a move's features in one position: of the side to move, of its opponent.
pub type FeatureWeights = [[i16; CHANNELS]; 2];

impl PolicySet {
    /// Weights that are all zero.
    pub fn zero() -> PolicySet {
        PolicySet {
            lines: Box::new([0; LINE_TABLE]),
            features: [0; FEATURES],
            context: Box::new([[[[0; CHANNELS]; REGIONS]; 2]; FEATURES]),
        }
    }

    /// The weights of the features in a position with these sums, of the side to move and of
    /// its opponent.
    pub fn feature_weights(&self, sums: [&RegionSums<CHANNELS>; 2]) -> FeatureWeights {
        let inputs = inputs(sums);
        let limit = i32::from(i16::MAX);
        std::array::from_fn(|owner| {
            std::array::from_fn(|channel| {
                let feature = owner * CHANNELS + channel;
                let context = dot(&self.context[feature], &inputs) >> CONTEXT_SHIFT;
                (i32::from(self.features[feature]) + context).clamp(-limit, limit) as i16
            })
        })
    }

    /// The score of a move, given the weights of its features, its features, and its line
    /// codes, all as the side to move sees them.
    #[inline(always)]
    pub fn score(
        &self,
        weights: &FeatureWeights,
        features: [&[u8; CHANNELS]; 2],
        codes: [LineCode; 4],
    ) -> i32 {
        let mut sum = 0;
        for (weights, features) in weights.iter().zip(features) {
            for (weight, feature) in weights.iter().zip(features) {
                sum += i32::from(*weight) * i32::from(*feature);
            }
        }
        let lines = codes.map(|code| i32::from(self.lines[code.index()]));
        (sum >> PRODUCT_SHIFT) + lines.into_iter().sum::<i32>()
    }
}

impl Policy {
    /// The weights for `side` to move.
    #[inline]
    pub fn set(&self, side: Color) -> &PolicySet {
        &self.sets[side.index() & (self.sets.len() - 1)]
    }
}

/// The files, by rule.
const FILES: [&[u8]; 5] = [
    include_bytes!("../weights/freestyle.policy"),
    include_bytes!("../weights/standard.policy"),
    include_bytes!("../weights/renju.policy"),
    include_bytes!("../weights/caro.policy"),
    include_bytes!("../weights/caro-exact.policy"),
];

/// The policy of a rule; `None` if the program has none that belongs to the rule's network.
///
/// # Panics
/// If a file is not valid. The files are part of the program, and a test reads each.
pub fn policy(rule: Rule) -> Option<Arc<Policy>> {
    static POLICIES: LazyLock<Vec<Arc<Policy>>> = LazyLock::new(|| {
        let policies = FILES.iter().map(|bytes| Policy::decode(bytes));
        let policies = policies.map(|policy| policy.expect("a valid file"));
        let fits = |policy: &Policy| included::checksum(policy.rule) == Some(policy.network);
        policies.filter(fits).map(Arc::new).collect()
    });
    POLICIES.iter().find(|policy| policy.rule == rule).cloned()
}
