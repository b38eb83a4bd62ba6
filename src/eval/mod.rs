//! Static evaluation: the value of a position without a search.
//!
//! An evaluation is a sibling of the position, not a part of it: the pattern
//! layers know no values, and the position only reports what each ply changed.
//!
//! - [`accumulators`]: sums by ply that follow those changes lazily.
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
//!     assert_eq!(evaluator.evaluate(&position), eval::evaluate(&position));
//! }
//! ```

pub mod accumulators;
pub mod fitted;
pub mod network;
pub mod score_pair;
pub mod threat_mask;
pub mod vocabulary;
pub mod weight_file;
pub mod weights;

use crate::position::Position;
use crate::types::Score;
use fitted::FittedEvaluator;
use network::NetworkEvaluator;
use network::included;
pub use score_pair::ScorePair;

/// Evaluates the positions of a search, each by updating the evaluation of an earlier ply.
pub struct Evaluator<const CELLS: usize> {
    fitted: FittedEvaluator,
    network: Option<NetworkEvaluator<CELLS>>,
}

impl<const CELLS: usize> Evaluator<CELLS> {
    /// An evaluator for positions of the rule and the board of `position`.
    pub fn new(position: &Position<CELLS>) -> Self {
        let rule = position.rule();
        Evaluator {
            fitted: FittedEvaluator::new(rule),
            network: included::network(rule)
                .map(|network| NetworkEvaluator::new(network, position)),
        }
    }

    /// The evaluator of the network, if the rule has one.
    #[inline]
    pub fn network_mut(&mut self) -> Option<&mut NetworkEvaluator<CELLS>> {
        self.network.as_mut()
    }

    /// The static evaluation for the side to move, within
    /// ±[`EVAL_LIMIT`](crate::types::score::EVAL_LIMIT); 200 is a winning chance of
    /// 1 / (1 + 1/e), about three in four.
    ///
    /// The position must have the rule and board of the evaluator. It may be any position,
    /// but the evaluation is fast only if it differs from the last one by few plies.
    #[inline]
    pub fn evaluate(&mut self, position: &Position<CELLS>) -> Score {
        let mut fitted = || self.fitted.evaluate(position);
        match &mut self.network {
            Some(network) => network.evaluate(position, fitted),
            None => fitted(),
        }
    }
}

/// The static evaluation of a single position, computed from scratch.
pub fn evaluate<const CELLS: usize>(position: &Position<CELLS>) -> Score {
    Evaluator::new(position).evaluate(position)
}
