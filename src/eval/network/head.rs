//! From the sums of features to a value.

use super::quantity::{
    FITTED_SHIFT, HIDDEN_MAX, OUTPUT_SHIFT, PRODUCT_SHIFT, SUM_SHIFT, UNITS, W1_SHIFT, W2_SHIFT,
};
use super::sums::RegionSums;
use super::{HIDDEN, REGIONS, WIDE};
use crate::types::Score;

/// A number for each sum of features: by owner (side to move, opponent), region, channel.
pub type Inputs<const C: usize> = [[[i16; C]; REGIONS]; 2];

/// The weights of a head, as integers of the scales in [`quantity`](super::quantity).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head<const C: usize> {
    /// First layer, by output.
    pub w1: Box<[Inputs<C>; WIDE]>,
    /// First layer's biases, by threat mask.
    pub masks: Box<[[i16; WIDE]]>,
    /// Second layer, by output, input.
    pub w2: [[i16; HIDDEN]; HIDDEN],
    /// Second layer's biases.
    pub b2: [i32; HIDDEN],
    /// Output layer.
    pub w3: [i16; HIDDEN],
    /// Output layer's bias.
    pub b3: i32,
    /// Weight of the fitted evaluation.
    pub fitted: i16,
}

impl<const C: usize> Head<C> {
    /// The value for the side to move from the sums of its features and of its
    /// opponent's, the threat mask and the value of the fitted evaluation.
    pub fn value(&self, sums: [&RegionSums<C>; 2], mask: usize, fitted: Score) -> Score {
        // First layer.
        let inputs = inputs(sums);
        let products: [i32; WIDE] = std::array::from_fn(|j| dot(&self.w1[j], &inputs));
        let limit = i32::from(i16::MAX);
        let biases = &self.masks[mask];
        let wide: [i32; WIDE] = std::array::from_fn(|j| {
            (i32::from(biases[j]) + (products[j] >> W1_SHIFT)).clamp(-limit, limit)
        });

        // Product, second layer.
        let first: [i16; HIDDEN] = std::array::from_fn(|i| {
            let product = (wide[i].max(0) * wide[HIDDEN + i]) >> PRODUCT_SHIFT;
            product.clamp(-HIDDEN_MAX, HIDDEN_MAX) as i16
        });
        let sums: [i32; HIDDEN] = std::array::from_fn(|j| dot_hidden(&self.w2[j], &first));

        // Output.
        let mut output = self.b3;
        for ((sum, bias), weight) in sums.into_iter().zip(self.b2).zip(self.w3) {
            output += ((sum + bias) >> W2_SHIFT).clamp(0, HIDDEN_MAX) * i32::from(weight);
        }
        let network = i64::from(output) * i64::from(UNITS);
        let share = (i64::from(fitted) * i64::from(self.fitted)) << FITTED_SHIFT;
        let half = 1 << (OUTPUT_SHIFT - 1);
        ((network + share + half) >> OUTPUT_SHIFT) as Score
    }
}

/// The sums of features as inputs of a layer.
#[inline]
pub(crate) fn inputs<const C: usize>(sums: [&RegionSums<C>; 2]) -> Inputs<C> {
    sums.map(|sums| sums.map(|sums| sums.map(|sum| (sum >> SUM_SHIFT) as i16)))
}

/// The sum of the products of weights and inputs.
///
/// This and [`dot_hidden`] are never inlined, and the lengths are those of arrays. On its own,
/// such a loop becomes instructions that multiply and add eight numbers at once (`pmaddwd` on
/// x86). Within the loop over the outputs, compilers compute several outputs at once instead
/// and gather the weights one by one.
#[inline(never)]
pub(crate) fn dot<const C: usize>(weights: &Inputs<C>, inputs: &Inputs<C>) -> i32 {
    let mut sums = [0; C];
    for owner in 0..2 {
        for region in 0..REGIONS {
            let (weights, inputs) = (&weights[owner][region], &inputs[owner][region]);
            for c in 0..C {
                sums[c] += i32::from(weights[c]) * i32::from(inputs[c]);
            }
        }
    }
    sums.iter().sum()
}

/// The sum of the products of weights and inputs of the second layer.
#[inline(never)]
fn dot_hidden(weights: &[i16; HIDDEN], inputs: &[i16; HIDDEN]) -> i32 {
    let products = weights.iter().zip(inputs);
    products
        .map(|(weight, input)| i32::from(*weight) * i32::from(*input))
        .sum()
}
