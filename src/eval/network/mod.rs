//! The network: a learned evaluation on top of the fitted one.
//!
//! Every empty point has two feature vectors of `C` channels, one for each colour:
//!
//! ```text
//! h = clamp(own[combo of the colour] + other[combo of its opponent], 0, 127)
//! ```
//!
//! The vectors are summed over three regions of the board: centre, edges, corners.
//! A head turns these sums, as the side to move sees them, into a value:
//!
//! ```text
//! p  = w1 · sums + mask row              64 numbers: a and b, 32 each
//! h1 = max(a, 0) * b                     32, elementwise product
//! h2 = max(w2 · h1 + b2, 0)              32
//! value = w3 · h2 + b3 + classical * (value of the fitted evaluation)
//! ```
//!
//! The mask row depends on the [threat mask](super::threat_mask::threat_mask). Summing over
//! regions makes the value the same for mirrored and rotated positions.
//!
//! All arithmetic is done in integers, so the value is the same on every platform.
//! The sums never overflow: see [`Sums`]. A colour has tables of its own, and a side
//! to move a head of its own, where the rule treats the players differently.
//!
//! - [`evaluator`]: evaluates the positions of a search.
//! - [`included`]: the networks that are part of the program.
//! - [`format`](mod@format): the weight file.
//! - [`quantity`]: the scales of the integers and their limits.
//! - [`head`]: from sums to a value.
//! - [`sums`]: the sums, and how they follow a position.
// CITE: Rapfi, features by point that are summed over the board and over regions.

pub mod evaluator;
pub mod format;
pub mod head;
pub mod included;
pub mod quantity;
pub mod sums;

pub use evaluator::NetworkEvaluator;
pub use format::FormatError;
pub use head::Head;
pub use sums::{NetworkEvaluation, Sums};

use crate::pattern::merge::Combo;
use crate::types::{Color, Rule};

/// Regions of the board: 0 the centre, 1 the edges, 2 the corners.
pub const REGIONS: usize = 3;
/// Neurons of the hidden layers.
pub const HIDDEN: usize = 32;
/// Outputs of the first layer: the two factors of each neuron.
pub const WIDE: usize = 2 * HIDDEN;

/// The feature vectors of a point by combo; row `c` holds the part that the colour's
/// own combo `c` adds, then the part that combo `c` of the opponent adds.
pub type Table<const C: usize> = Box<[[[i16; C]; 2]]>;

/// A network of `C` channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const C: usize> {
    /// The rule that it was trained for.
    pub rule: Rule,
    /// How it was trained, for people: data, settings, losses.
    pub training: String,
    /// By colour if there are two; [`Combo::TABLE`] rows each.
    pub tables: Vec<Table<C>>,
    /// By side to move if there are two.
    pub heads: Vec<Head<C>>,
}

/// Number of tables and of heads of a network for a rule: two where the players have
/// different rules.
pub const fn sets(rule: Rule) -> usize {
    match rule.is_symmetric() {
        true => 1,
        false => 2,
    }
}

impl<const C: usize> Network<C> {
    /// The features of an empty point for `color`.
    #[inline(always)]
    pub fn features(&self, color: Color, own: Combo, other: Combo) -> [u16; C] {
        let table = &self.tables[self.set(color)];
        let (own, other) = (&table[own.index()][0], &table[other.index()][1]);
        let mut features = [0; C];
        for c in 0..C {
            features[c] = (own[c] + other[c]).clamp(0, quantity::FEATURE_MAX) as u16;
        }
        features
    }

    /// The head for `side` to move.
    #[inline]
    pub fn head(&self, side: Color) -> &Head<C> {
        &self.heads[self.set(side)]
    }

    /// The number of a colour's table or head.
    #[inline]
    pub fn set(&self, color: Color) -> usize {
        color.index() & (self.tables.len() - 1)
    }
}
