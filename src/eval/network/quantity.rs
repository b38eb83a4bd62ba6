//! The scales of the network's integers and their limits.
//!
//! An integer is a real number times its scale. The limits make sure that no sum
//! overflows 32 bits, whatever the weights within them.

/// Scale of features and of the tables that they come from.
pub const FEATURE_SCALE: i32 = 64;
/// Largest feature.
pub const FEATURE_MAX: i16 = 127;
/// Largest entry of a table of combos or of line codes: six of them fit into 16 bits.
pub const TABLE_MAX: i32 = 4095;

/// The head shifts the sums of features right by this many bits before it multiplies them.
pub const SUM_SHIFT: u32 = 1;
/// One unit of the real-valued network's inputs is a sum of features of this.
pub const POOL: i32 = 32;

/// Scale of the first layer's weights.
pub const W1_SCALE: i32 = 256;
/// Scale of the first layer's mask rows.
pub const MASK_SCALE: i32 = 1024;
/// From the scale of a product in the first layer to [`MASK_SCALE`].
pub const W1_SHIFT: u32 = 8;
/// Scale of the outputs of the hidden layers, and of the second layer's weights.
pub const HIDDEN_SCALE: i32 = 256;
/// Largest output of a hidden layer.
pub const HIDDEN_MAX: i32 = 8191;
/// From the product of two outputs of the first layer to [`HIDDEN_SCALE`].
pub const PRODUCT_SHIFT: u32 = 12;
/// Largest weight of the second layer.
pub const W2_MAX: i32 = 2047;
/// From the scale of a product in the second layer to [`HIDDEN_SCALE`].
pub const W2_SHIFT: u32 = 8;
/// Scale of the output layer's weights and of the weight of the fitted evaluation.
pub const W3_SCALE: i32 = 1024;
/// From [`W3_SCALE`] to the scale of the output layer's products.
pub const FITTED_SHIFT: u32 = 8;
/// Largest weight of the output layer.
pub const W3_MAX: i32 = 4095;
/// Scale of the output layer's products, as a shift.
pub const OUTPUT_SHIFT: u32 = 18;
/// Evaluation units in one logit.
pub const UNITS: i32 = 200;

/// Points of the largest board.
const POINTS: i64 = 31 * 31;

/// Largest weight of the first layer of a network with `channels` channels.
pub const fn w1_max(channels: usize) -> i32 {
    16_368 / channels as i32
}

const _: () = {
    assert!(6 * TABLE_MAX <= i16::MAX as i32);
    // The scales fit together.
    let input = (FEATURE_SCALE * POOL) >> SUM_SHIFT;
    assert!(input * W1_SCALE == MASK_SCALE << W1_SHIFT);
    assert!((MASK_SCALE * MASK_SCALE) >> PRODUCT_SHIFT == HIDDEN_SCALE);
    assert!((HIDDEN_SCALE * HIDDEN_SCALE) >> W2_SHIFT == HIDDEN_SCALE);
    assert!(HIDDEN_SCALE * W3_SCALE == 1 << OUTPUT_SHIFT);
    assert!(W3_SCALE << FITTED_SHIFT == 1 << OUTPUT_SHIFT);
    // No sum of the first layer overflows: every point counts in one region, for two
    // colours.
    let features = (POINTS * 2 * FEATURE_MAX as i64) >> SUM_SHIFT;
    let most = features * 16 * w1_max(16) as i64 + ((i16::MAX as i64) << W1_SHIFT);
    assert!(most <= i32::MAX as i64);
    let most = 32 * HIDDEN_MAX as i64 * W2_MAX as i64;
    assert!(most <= i32::MAX as i64 / 2);
    let most = 32 * HIDDEN_MAX as i64 * W3_MAX as i64;
    assert!(most <= i32::MAX as i64 * 3 / 4);
};
