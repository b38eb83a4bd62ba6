//! From the sums of features to a value.

use super::quantity::{
    CLASSICAL_SHIFT, HIDDEN_MAX, OUTPUT_SHIFT, PRODUCT_SHIFT, SUM_SHIFT, UNITS, W1_SHIFT, W2_SHIFT,
};
use super::sums::RegionSums;
use super::{HIDDEN, REGIONS, WIDE};
use crate::types::Score;

/// Products that are added up separately, so that they can be computed together. With eight
/// or 32 the head is slower.
const DOT_LANES: usize = 16;

/// The weights of a head, as integers of the scales in [`quantity`](super::quantity).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head<const C: usize> {
    /// First layer, by output, owner of the features (side to move, opponent), region,
    /// channel.
    pub w1: Box<[[[[i16; C]; REGIONS]; 2]; WIDE]>,
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
    pub classical: i16,
}

impl<const C: usize> Head<C> {
    /// The value for the side to move from the sums of its features and of its
    /// opponent's, the threat mask and the value of the fitted evaluation.
    pub fn value(&self, sums: [&RegionSums<C>; 2], mask: usize, classical: Score) -> Score {
        // First layer.
        let inputs = inputs(sums);
        let inputs = inputs.as_flattened().as_flattened();
        let limit = i32::from(i16::MAX);
        let products: [i32; WIDE] =
            std::array::from_fn(|j| dot(self.w1[j].as_flattened().as_flattened(), inputs));
        let biases = &self.masks[mask];
        let wide: [i32; WIDE] = std::array::from_fn(|j| {
            (i32::from(biases[j]) + (products[j] >> W1_SHIFT)).clamp(-limit, limit)
        });

        // Product, second layer.
        let first: [i16; HIDDEN] = std::array::from_fn(|i| {
            let product = (wide[i].max(0) * wide[HIDDEN + i]) >> PRODUCT_SHIFT;
            product.clamp(-HIDDEN_MAX, HIDDEN_MAX) as i16
        });
        let sums: [i32; HIDDEN] = std::array::from_fn(|j| dot(&self.w2[j], &first));

        // Output.
        let mut output = self.b3;
        for ((sum, bias), weight) in sums.into_iter().zip(self.b2).zip(self.w3) {
            output += ((sum + bias) >> W2_SHIFT).clamp(0, HIDDEN_MAX) * i32::from(weight);
        }
        let network = i64::from(output) * i64::from(UNITS);
        let fitted = (i64::from(classical) * i64::from(self.classical)) << CLASSICAL_SHIFT;
        let half = 1 << (OUTPUT_SHIFT - 1);
        ((network + fitted + half) >> OUTPUT_SHIFT) as Score
    }
}

/// The sums of features as inputs of a layer.
#[inline]
pub(crate) fn inputs<const C: usize>(sums: [&RegionSums<C>; 2]) -> [[[i16; C]; REGIONS]; 2] {
    sums.map(|sums| sums.map(|sums| sums.map(|sum| (sum >> SUM_SHIFT) as i16)))
}

/// The sum of the products of weights and inputs.
///
/// Never inlined: on its own, compilers turn the loop into instructions that multiply and
/// add eight numbers at once (`pmaddwd` on x86), but not within the loop over the outputs,
/// which then takes a third more time.
#[inline(never)]
pub(crate) fn dot(weights: &[i16], inputs: &[i16]) -> i32 {
    let mut sums = [0; DOT_LANES];
    let (weights, inputs) = (weights.as_chunks().0, inputs.as_chunks().0);
    for (weights, inputs) in weights.iter().zip(inputs) {
        add_products(&mut sums, weights, inputs);
    }
    sums.iter().sum()
}

/// Adds the product of each weight and its input to the sum of its lane.
#[inline(always)]
fn add_products<const N: usize>(sums: &mut [i32; N], weights: &[i16; N], inputs: &[i16; N]) {
    for ((sum, weight), input) in sums.iter_mut().zip(weights).zip(inputs) {
        *sum += i32::from(*weight) * i32::from(*input);
    }
}
