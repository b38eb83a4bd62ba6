//! Every number and formula of the search.

use std::sync::LazyLock;

use crate::types::Score;

/// Below the leaves: the longest VCF in fours and its node budget.
pub const LEAF_FOURS: u8 = 12;
/// Attack nodes a leaf's VCF may cost.
pub const LEAF_BUDGET: u64 = 32;
/// Attack nodes of a VCF at inner nodes, by remaining depth.
pub fn inner_budget(depth: i32) -> u64 {
    32 + 16 * depth.max(0) as u64
}
/// Attack nodes of the root's own VCF.
pub const ROOT_BUDGET: u64 = 20_000;
/// Attack nodes of the opponent's VCF at the root, and of each check that a
/// root move refutes it.
pub const ROOT_THREAT_BUDGET: u64 = 2_000;

/// MTD(f): the first step after a probe, doubled at every further one.
// CITE: A. Plaat et al., "Best-first fixed-depth minimax algorithms", 1996; the
// growing step is from J. Bijl and A. Tiet, "Exploring modern chess engine
// architectures", 2021.
pub const MTD_STEP: Score = 16;

/// Plies that a helper thread, counted from 0, is ahead of the main search.
pub fn helper_lead(number: usize) -> u32 {
    u32::from(!number.is_multiple_of(2))
}

/// How far from the usual first guess a helper thread begins. Main search nodes
/// to depth 12 with one helper, over the bench positions: 0.61 to 0.64 of those
/// without with a step up, 0.64 to 0.70 with none, 0.68 with a step down, 0.66 to
/// 0.69 with a lead of one ply instead, 0.83 to 0.86 with two.
pub fn helper_offset(number: usize) -> Score {
    if !number.is_multiple_of(2) {
        return 0;
    }
    let steps = 1 + (number / 4) as Score;
    let offset = (steps * MTD_STEP).min(HELPER_OFFSET);
    if number.is_multiple_of(4) {
        offset
    } else {
        -offset
    }
}

/// The farthest a helper's guess lies off.
const HELPER_OFFSET: Score = 256;

/// Deepest remaining depth for reverse futility.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// How far above beta the evaluation must be to trust it, by remaining depth.
pub fn reverse_futility_margin(depth: i32, improving: bool) -> Score {
    50 * (depth - i32::from(improving)).max(0)
}

/// Deepest remaining depth for razoring.
pub const RAZOR_DEPTH: i32 = 4;
/// How far below beta the evaluation must be to give up on quiet moves.
pub fn razor_margin(depth: i32) -> Score {
    40 + 60 * depth
}

/// Deepest remaining depth for move-count pruning.
pub const MOVE_COUNT_DEPTH: i32 = 9;
/// Quiet moves searched before the rest is given up.
pub fn move_count_limit(depth: i32, improving: bool) -> usize {
    static TABLE: LazyLock<[usize; 16]> =
        LazyLock::new(|| std::array::from_fn(|d| (3.0 + (d as f64).powf(1.4)) as usize));
    let limit = TABLE[depth.clamp(0, 15) as usize];
    if improving { limit * 3 / 2 } else { limit }
}

/// Deepest remaining depth for futility pruning of single moves.
pub const FUTILITY_DEPTH: i32 = 6;
/// How far below beta the evaluation must be to skip a quiet move.
pub fn futility_margin(depth: i32) -> Score {
    60 + 60 * depth
}

/// Plies taken off the search of a late move.
pub fn reduction(depth: i32, rank: usize) -> i32 {
    static TABLE: LazyLock<[[i8; 64]; 64]> = LazyLock::new(|| {
        std::array::from_fn(|depth| {
            std::array::from_fn(|rank| {
                let (d, r) = ((depth.max(1) as f64).ln(), (rank.max(1) as f64).ln());
                (0.3 + d * r * 0.9) as i8
            })
        })
    });
    TABLE[depth.clamp(0, 63) as usize][rank.min(63)] as i32
}

/// A move's history, within ±8192, becomes ordering points by this divisor.
pub const HISTORY_PART: i32 = 64;
/// A move's history becomes plies of reduction by this divisor.
pub const HISTORY_REDUCTION_PART: i32 = 6000;
/// Ordering points of a killer move.
pub const KILLER_SCORE: i32 = 60;
/// Ordering points of the counter move.
pub const COUNTER_SCORE: i32 = 50;
