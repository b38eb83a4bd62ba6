//! Static evaluation: the value of a position and of its moves without a search.
//!
//! An evaluation is a sibling of the position, not a part of it: the pattern
//! layers know no values, and the position only reports what each ply changed.
//!
//! - [`accumulator`]: sums by ply that follow those changes lazily.
//! - [`fitted`]: the fitted evaluation, a sum of values by pattern.
//! - [`weights`]: its values.
//! - [`threat_mask`](mod@threat_mask): which threats exist on the board.
//! - [`score_pair`]: values for either side to move in one number.
//! - [`network`]: the learned evaluation, which corrects the fitted one.
//! - [`weight_file`]: the format of the files that hold the fitted values.
//! - [`vocabulary`]: what the numbers in these files refer to.
//!
//! # Examples
//!
//! ```
//! use goshawk::board::Geometry;
//! use goshawk::eval::{self, Evaluator};
//! use goshawk::position::Position;
//! use goshawk::types::{BoardSize, Color, Point, Rule};
//!
//! let size = BoardSize::square(15).unwrap();
//! let mut position = Position::<256>::new(size, Rule::Freestyle, Color::Black, &[]);
//! let mut evaluator = Evaluator::new(&position);
//! for (x, y) in [(7, 7), (8, 8), (7, 8), (7, 9)] {
//!     position.make(Geometry::<256>::square(Point::new(x, y)));
//!     assert_eq!(evaluator.value(&position), eval::evaluate(&position));
//! }
//! ```

pub mod accumulator;
pub mod fitted;
pub mod network;
pub mod score_pair;
pub mod threat_mask;
pub mod vocabulary;
pub mod weight_file;
pub mod weights;

use std::sync::Arc;

use crate::position::Position;
use crate::types::{Score, Square};
use accumulator::Accumulator;
use fitted::Fitted;
use network::Network;
use network::included::{self, CHANNELS};
use network::loaded::Loaded;
use network::policy::{self, Policy};
pub use score_pair::ScorePair;

/// Number of values that an evaluator keeps: half a megabyte, since each takes eight bytes.
const CACHE_ENTRIES: usize = 1 << 16;
/// Bits of a kept value that hold a part of the key. The others hold the value.
const KEY_BITS: u64 = !((1 << i16::BITS) - 1);
/// No value yet: no position has a key of ones only.
const NO_ENTRY: u64 = u64::MAX;

/// Evaluates the positions of a search, each by updating the evaluation of an earlier ply.
pub struct Evaluator<const CELLS: usize> {
    fitted: Fitted,
    network: Option<NetworkEvaluator<CELLS>>,
}

/// Evaluates by the network. Values are kept: MTD(f) searches the same tree several times, and
/// leaves are not in the transposition table.
struct NetworkEvaluator<const CELLS: usize> {
    network: Arc<Network<CHANNELS>>,
    policy: Option<Arc<Policy>>,
    accumulator: Accumulator<CELLS, CHANNELS>,
    /// By the low bits of the key: its other bits, with the value in place of the low ones.
    cache: Box<[u64]>,
}

impl<const CELLS: usize> NetworkEvaluator<CELLS> {
    /// Appends the policy's scores of moves.
    fn policy(&mut self, position: &Position<CELLS>, moves: &[Square], scores: &mut Vec<i32>) {
        let side = position.side();
        let Some(policy) = self.policy.as_ref().map(|policy| policy.set(side)) else {
            return;
        };
        let sums = &self.accumulator.sums(position).features.0;
        let weights = policy.feature_weights([side, !side].map(|color| &sums[color.index()]));
        let accumulator = &self.accumulator;
        scores.extend(moves.iter().map(|square| {
            let features = accumulator.features(*square);
            let features = [side, !side].map(|color| &features[color.index()]);
            policy.score(&weights, features, accumulator.codes(*square, side))
        }));
    }
}

impl<const CELLS: usize> Evaluator<CELLS> {
    /// An evaluator for positions of the rule and the board of `position`.
    pub fn new(position: &Position<CELLS>) -> Self {
        let rule = position.rule();
        let network = included::network(rule);
        Evaluator::of(position, network, policy::policy(rule))
    }

    /// An evaluator with a network and a policy from files. The network must be of the rule of
    /// `position`.
    pub fn with_loaded(position: &Position<CELLS>, loaded: &Loaded) -> Self {
        let network = Arc::clone(loaded.network());
        Evaluator::of(position, Some(network), loaded.policy().cloned())
    }

    /// An evaluator with this network, if any, and this policy.
    fn of(
        position: &Position<CELLS>,
        network: Option<Arc<Network<CHANNELS>>>,
        policy: Option<Arc<Policy>>,
    ) -> Self {
        let fitted = Fitted::new(position.rule());
        let network = network.map(|network| NetworkEvaluator {
            accumulator: Accumulator::new(fitted, Arc::clone(&network), position),
            network,
            policy,
            cache: vec![NO_ENTRY; CACHE_ENTRIES].into(),
        });
        Evaluator { fitted, network }
    }

    /// The static evaluation of a position for the side to move, within
    /// ±[`EVAL_LIMIT`](crate::types::score::EVAL_LIMIT); 200 is a winning chance of
    /// 1 / (1 + 1/e), about three in four.
    ///
    /// The position must have the rule and board of the evaluator. It may be any position,
    /// but the evaluation is fast only if it differs from the last one by few plies.
    #[inline]
    pub fn value(&mut self, position: &Position<CELLS>) -> Score {
        let Some(network) = &mut self.network else {
            return self.fitted.evaluate(position);
        };
        let key = position.key();
        let slot = key as usize & (CACHE_ENTRIES - 1);
        let entry = network.cache[slot];
        if (entry ^ key) & KEY_BITS == 0 {
            return Score::from(entry as i16);
        }
        let sums = network.accumulator.sums(position);
        let counts = position.layers().counts();
        let fitted = self.fitted.value(&sums.fitted, counts, position.side());
        let value = network.network.value(&sums.features, position, fitted);
        network.cache[slot] = (key & KEY_BITS) | u64::from(value as i16 as u16);
        value
    }

    /// Replaces the content of `scores` by the policy's scores of moves, in their order: a score
    /// higher by 100 makes a move e times as likely to be the best. `moves` are empty points of a
    /// position. All scores are 0 if the rule has no policy.
    #[inline]
    pub fn policy(&mut self, position: &Position<CELLS>, moves: &[Square], scores: &mut Vec<i32>) {
        scores.clear();
        match &mut self.network {
            Some(network) if network.policy.is_some() => network.policy(position, moves, scores),
            _ => scores.resize(moves.len(), 0),
        }
    }
}

/// The static evaluation of a single position, computed from scratch.
pub fn evaluate<const CELLS: usize>(position: &Position<CELLS>) -> Score {
    Evaluator::new(position).value(position)
}
