//! From the sums of features to a value.

use super::quantity::{
    CLASSICAL_SHIFT, HIDDEN_MAX, OUTPUT_SHIFT, PRODUCT_SHIFT, SUM_SHIFT, UNITS, W1_SHIFT, W2_SHIFT,
};
use super::sums::RegionSums;
use super::{HIDDEN, REGIONS, WIDE};
use crate::types::Score;

/// The weights of a head, as integers of the scales in [`quantity`](super::quantity).
///
/// Rows are by input: row `i` is what input `i` adds to all outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head<const C: usize> {
    /// First layer, by owner of the features (side to move, opponent), region, channel.
    pub w1: Box<[[[[i16; WIDE]; C]; REGIONS]; 2]>,
    /// First layer's biases, by threat mask.
    pub masks: Box<[[i16; WIDE]]>,
    /// Second layer.
    pub w2: [[i16; HIDDEN]; HIDDEN],
    /// Second layer's biases.
    pub b2: [i32; HIDDEN],
    /// Output layer.
    pub w3: [i16; HIDDEN],
    /// Output layer's bias.
    pub b3: i32,
    /// Weight of the fitted evaluation.
    pub classical: i16,
}

impl<const C: usize> Head<C> {
    /// The value for the side to move from the sums of its features and of its
    /// opponent's, the threat mask and the value of the fitted evaluation.
    pub fn value(&self, sums: [&RegionSums<C>; 2], mask: usize, classical: Score) -> Score {
        // First layer.
        let mut wide = self.masks[mask].map(|bias| i32::from(bias) << W1_SHIFT);
        for (sums, weights) in sums.into_iter().zip(self.w1.iter()) {
            let sums = sums.as_flattened().iter();
            for (sum, row) in sums.zip(weights.as_flattened()) {
                add(&mut wide, row, i32::from(sum >> SUM_SHIFT));
            }
        }
        let wide =
            wide.map(|sum| (sum >> W1_SHIFT).clamp(-i32::from(i16::MAX), i32::from(i16::MAX)));

        // Product, second layer.
        let mut second = self.b2;
        for (i, row) in self.w2.iter().enumerate() {
            let product = (wide[i].max(0) * wide[HIDDEN + i]) >> PRODUCT_SHIFT;
            add(&mut second, row, product.clamp(-HIDDEN_MAX, HIDDEN_MAX));
        }

        // Output.
        let mut output = self.b3;
        for (sum, weight) in second.into_iter().zip(self.w3) {
            output += (sum >> W2_SHIFT).clamp(0, HIDDEN_MAX) * i32::from(weight);
        }
        let network = i64::from(output) * i64::from(UNITS);
        let fitted = (i64::from(classical) * i64::from(self.classical)) << CLASSICAL_SHIFT;
        let half = 1 << (OUTPUT_SHIFT - 1);
        ((network + fitted + half) >> OUTPUT_SHIFT) as Score
    }
}

/// Adds a row of weights, times an input.
#[inline]
fn add<const N: usize>(sums: &mut [i32; N], row: &[i16; N], input: i32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += i32::from(*weight) * input;
    }
}
