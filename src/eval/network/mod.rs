//! The network: a learned evaluation on top of the fitted one.
//!
//! Every empty point has two feature vectors of `C` channels, one for each colour:
//!
//! ```text
//! h = clamp(own[combo of the colour] + other[combo of its opponent]
//!           + sum of line[code] over the four lines through the point, 0, 127)
//! ```
//!
//! A [line code](line_code) is what the colour sees along a line.
//!
//! The vectors are summed over three regions of the board: centre, edges, corners.
//! A head turns these sums, as the side to move sees them, into a value:
//!
//! ```text
//! p  = w1 · sums + mask row              64 numbers: a and b, 32 each
//! h1 = max(a, 0) * b                     32, elementwise product
//! h2 = max(w2 · h1 + b2, 0)              32
//! value = w3 · h2 + b3 + fitted * (value of the fitted evaluation)
//! ```
//!
//! The mask row depends on the [threat mask](super::threat_mask::threat_mask). Summing over
//! regions makes the value the same for mirrored and rotated positions.
//!
//! All arithmetic is done in integers, so the value is the same on every platform.
//! The sums never overflow: see [`Sums`]. A colour has tables of its own, and a side
//! to move a head of its own, where the rule treats the players differently.
//!
//! - [`included`]: the networks that are part of the program.
//! - [`loaded`]: networks that are read from files instead.
//! - [`format`](mod@format): the weight file.
//! - [`quantity`]: the scales of the integers and their limits.
//! - [`head`]: from sums to a value.
//! - [`policy`]: a second head, for the order of moves.
//! - [`line_code`]: what a point sees along a line.
//! - [`sums`]: features, their sums, and the regions that they are summed over.
//!
//! The [accumulator](super::accumulator) keeps the sums up to date.
// CITE: Rapfi, features by point that are summed over the board and over regions.

pub mod format;
pub mod head;
pub mod included;
pub mod line_code;
pub mod loaded;
pub mod policy;
pub mod quantity;
pub mod sums;

pub use format::FormatError;
pub use head::Head;
pub use sums::Sums;

use super::threat_mask::threat_mask;
use crate::pattern::merge::Combo;
use crate::position::Position;
use crate::types::score::EVAL_LIMIT;
use crate::types::{Color, Rule, Score};
use line_code::{LINE_TABLE, LineCode};
use quantity::FEATURE_MAX;

/// Regions of the board: 0 the centre, 1 the edges, 2 the corners.
pub const REGIONS: usize = 3;
/// Neurons of the hidden layers.
pub const HIDDEN: usize = 32;
/// Outputs of the first layer: the two factors of each neuron.
pub const WIDE: usize = 2 * HIDDEN;

/// The feature vectors of a point by combo; row `c` holds the part that the colour's
/// own combo `c` adds, then the part that combo `c` of the opponent adds.
pub type Table<const C: usize> = Box<[[[i16; C]; 2]; Combo::TABLE]>;

/// The part of the feature vectors of a point that each line code adds.
pub type LineTable<const C: usize> = Box<[[i16; C]; LINE_TABLE]>;

/// A network of `C` channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const C: usize> {
    /// The rule that it was trained for.
    pub rule: Rule,
    /// How it was trained, for people: data, settings, losses.
    pub training: String,
    /// By colour if there are two; [`Combo::TABLE`] rows each.
    pub tables: Vec<Table<C>>,
    /// By colour if there are two; [`LINE_TABLE`] rows each.
    pub lines: Vec<LineTable<C>>,
    /// By side to move if there are two.
    pub heads: Vec<Head<C>>,
}

/// Number of tables and of heads of a network for a rule: two where the players have
/// different rules.
pub const fn sets(rule: Rule) -> usize {
    if rule.is_symmetric() { 1 } else { 2 }
}

impl<const C: usize> Network<C> {
    /// The features of an empty point for `color`: the sum of its rows, clamped. `combos` are
    /// the colour's own and its opponent's, `codes` are as it sees them.
    #[inline(always)]
    pub fn features(&self, color: Color, combos: [Combo; 2], codes: [LineCode; 4]) -> [u8; C] {
        let (table, lines) = (self.table(color), self.line_table(color));
        let (own, other) = (&table[combos[0].index()][0], &table[combos[1].index()][1]);
        let [first, second, third, fourth] = codes.map(|code| &lines[code.index()]);
        // Plain loops: compilers do not vectorise `std::array::from_fn` here.
        let mut sums = [0; C];
        for c in 0..C {
            sums[c] = own[c] + other[c] + first[c] + second[c] + third[c] + fourth[c];
        }
        let mut features = [0; C];
        for c in 0..C {
            features[c] = sums[c].clamp(0, FEATURE_MAX) as u8;
        }
        features
    }

    /// The table of combos of a colour.
    #[inline(always)]
    pub fn table(&self, color: Color) -> &Table<C> {
        &self.tables[self.set(color)]
    }

    /// The table of line codes of a colour.
    #[inline(always)]
    pub fn line_table(&self, color: Color) -> &LineTable<C> {
        &self.lines[self.set(color)]
    }

    /// The value of a position for the side to move, within ±[`EVAL_LIMIT`]. `sums` are those
    /// of the position, `fitted` is its fitted evaluation.
    #[inline]
    pub fn value<const CELLS: usize>(
        &self,
        sums: &Sums<C>,
        position: &Position<CELLS>,
        fitted: Score,
    ) -> Score {
        let side = position.side();
        let sums = [&sums.0[side.index()], &sums.0[(!side).index()]];
        let mask = threat_mask(position.layers().counts(), side);
        let value = self.head(side).value(sums, mask, fitted);
        value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
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
