//! Every number and formula of the search.

use std::time::Duration;

use super::fixed_point::{ln, power};
use super::tune::tunables;
use crate::types::Score;

tunables! {
    /// Attack nodes a leaf's VCF may cost.
    leaf_budget = 32, 0, 1000;
    /// Attack nodes of a VCF at inner nodes: so many,
    inner_budget_base = 32, 0, 1000;
    /// and so many more a ply of remaining depth.
    inner_budget_scale = 16, 0, 1000;

    /// Reverse futility: margin a ply, from the second on.
    rfp_margin = 63, 10, 200;
    /// Less at a node that is expected to fail high and new.
    // CITE: Rapfi, futility margin of a cut node without an entry.
    rfp_expected = 12, 0, 60;

    /// Move-count pruning: exponent of the depth, in hundredths.
    lmp_exponent = LMP_EXPONENT, 80, 250;
    /// Move-count pruning: share of the limit if not improving, in percent.
    lmp_worse = 50, 20, 100;

    /// Late-move reduction: plies at any depth and rank, in hundredths,
    lmr_base = 0, -200, 300;
    /// and factor of ln(depth) ln(rank), in hundredths.
    lmr_factor = 100, 20, 250;
    /// More at the root (less, if negative).
    lmr_root = -100, -300, 300;
    // CITE: Rapfi, for the next three: reductions by node type and improvement.
    /// Less on the principal variation.
    lmr_pv = 200, 0, 400;
    /// More if a move of the node is expected to cut off and this is no killer.
    lmr_cut = 180, 0, 400;
    /// More if the side to move is not improving and a ply is taken off anyway.
    lmr_worse = 100, 0, 400;
    /// More for a far answer to an open four that takes no four from the opponent.
    lmr_stray = 193, 0, 400;
    /// History that takes a ply off the reduction.
    lmr_history = 12000, 500, 50000;

    /// A move's history, within ±8192, becomes ordering points by this divisor.
    history_part = 64, 8, 2000;
    /// Ordering points of a killer move.
    killer_score = 60, 0, 1000;
    /// Ordering points of the counter move.
    counter_score = 50, 0, 1000;

    /// MTD(f): the first step after a probe, doubled at every further one.
    // CITE: A. Plaat et al., "Best-first fixed-depth minimax algorithms", 1996; the
    // growing step is from J. Bijl and A. Tiet, "Exploring modern chess engine
    // architectures", 2021.
    mtd_step = 16, 1, 200;
}

/// The share of the time planned, or of the nodes, that a VCT is looked for at the
/// root, in percent.
pub const ROOT_VCT_PERCENT: u64 = 5;
/// The share of the time planned for a long move, where twice the time adds less to the
/// search.
pub const LONG_VCT_PERCENT: u64 = 20;
/// A move is long if this much time is planned for it.
pub const LONG_MOVE: Duration = Duration::from_secs(10);
/// Moves that the solver makes there at most where no clock bounds it.
pub const ROOT_VCT_BUDGET: u64 = 4_000_000;
/// So many moves of the VCT solver take the time of one of ours.
pub const VCT_NODES_PER_NODE: u64 = 5;
/// Below the leaves: the longest VCF in fours.
pub const LEAF_FOURS: u8 = 12;
/// Attack nodes of a VCF at inner nodes, by remaining depth.
pub fn inner_budget(depth: i32) -> u64 {
    (inner_budget_base() + inner_budget_scale() * depth.max(0)) as u64
}
/// Attack nodes of the root's own VCF.
pub const ROOT_BUDGET: u64 = 20_000;
/// Attack nodes of the opponent's VCF at the root, and of each check that a
/// root move refutes it.
pub const ROOT_THREAT_BUDGET: u64 = 2_000;

/// Plies that a helper thread, counted from 0, is ahead of the main search.
pub fn helper_lead(number: usize) -> u32 {
    u32::from(!number.is_multiple_of(2))
}

/// How far from the usual first guess a helper thread begins. With one helper it makes
/// no difference: the time to depth 25 over the bench positions is 0.62 of that of one
/// thread with a step up and with a step down, 0.61 with none, 0.59 with a lead of one
/// ply instead, where single runs differ by a tenth. More helpers are to differ from
/// each other.
pub fn helper_offset(number: usize) -> Score {
    if !number.is_multiple_of(2) {
        return 0;
    }
    let steps = 1 + (number / 4) as Score;
    let offset = (steps * mtd_step()).min(HELPER_OFFSET);
    if number.is_multiple_of(4) {
        offset
    } else {
        -offset
    }
}

/// The farthest a helper's guess lies off.
const HELPER_OFFSET: Score = 256;

/// Answers within this distance of the last stones are not stray.
pub const NEAR: usize = 4;

/// The greatest remaining depth at which a node may count as a leaf.
pub const RAZOR_DEPTH: i32 = 2;

/// How far below beta the evaluation must be for that.
// CITE: J. Birmingham and P. Kent, "Tree-searching and tree-pruning techniques", 1977;
// depth and margins as in Rapfi.
pub fn razor_margin(depth: i32) -> Score {
    19 + 14 * depth
}

/// How far above beta the evaluation must be to trust it, by remaining depth;
/// `expected` if the node is expected to fail high and nothing is known of it.
pub fn reverse_futility_margin(depth: i32, improving: bool, expected: bool) -> Score {
    let margin = rfp_margin() - if expected { rfp_expected() } else { 0 };
    margin * (depth - 1 - i32::from(improving)).max(0)
}

/// Moves searched before the rest is given up, at any depth and whatever they make.
// CITE: Rapfi, move-count pruning. Alone it gained nothing here, only together with
// reductions that spare no late move.
pub fn move_count_limit(depth: i32, improving: bool) -> usize {
    // The powers of the default exponent are tabulated; a tuner may choose another.
    let depth = depth.clamp(0, LOG_STEPS as i32 - 1) as usize;
    let power = match lmp_exponent() {
        LMP_EXPONENT => DEPTH_POWERS[depth],
        exponent => depth_power(depth, exponent),
    };
    let limit = 3 + power;
    (if improving {
        limit
    } else {
        limit * lmp_worse() / 100
    }) as usize
}

/// How far above beta the evaluation must be for a node that is expected to fail high
/// to be searched a ply less deep.
// CITE: Rapfi, fail-high reduction.
pub fn doubtless_margin(depth: i32, must_answer: bool) -> Score {
    15 * depth - 9 + if must_answer { 87 } else { 0 }
}

/// How far above beta a move reduced by so many plies must come out to be searched a
/// ply deeper than if it had not been reduced.
// CITE: Rapfi, extension of late moves that fail high.
pub fn surprise_margin(reduction: i32) -> Score {
    34 + 11 * reduction
}

/// The least remaining depth at which a null move is tried.
pub const NULL_DEPTH: i32 = 10;

/// How far above beta the evaluation must be for that.
// CITE: C. Donninger, "Null move and deep search", ICCA Journal 16(3), 1993; depths
// and margins as in Rapfi.
pub fn null_margin(depth: i32) -> Score {
    585 - (28 * depth).min(315)
}

/// Plies taken off the search after a null move.
pub fn null_reduction(depth: i32) -> i32 {
    4 + depth / 7
}

/// Hundredths of a ply taken off the search of a move that `rank` others came before.
pub fn reduction(depth: i32, rank: usize) -> i32 {
    let last = LOG_STEPS - 1;
    let product = LN[depth.clamp(0, last as i32) as usize] * LN[(rank + 1).min(last)];
    lmr_base() + (((product >> 8) * lmr_factor()) >> 8)
}

/// Length of the tables by depth or rank; larger numbers count as the last.
const LOG_STEPS: usize = 64;

/// Default of [`lmp_exponent`].
const LMP_EXPONENT: i32 = 132;

/// Natural logarithms in units of 1/256, that of 0 counted as that of 1.
static LN: [i32; LOG_STEPS] = {
    let mut table = [0; LOG_STEPS];
    let mut number = 1;
    while number < LOG_STEPS {
        // From units of 2^-32 to units of 2^-8.
        table[number] = (ln(number as u32) >> 24) as i32;
        number += 1;
    }
    table
};

/// By depth: [`depth_power`] with the default exponent.
static DEPTH_POWERS: [i32; LOG_STEPS] = {
    let mut table = [0; LOG_STEPS];
    let mut depth = 0;
    while depth < LOG_STEPS {
        table[depth] = depth_power(depth, LMP_EXPONENT);
        depth += 1;
    }
    table
};

/// The depth, at least 1, to the power of `exponent` hundredths, rounded down.
const fn depth_power(depth: usize, exponent: i32) -> i32 {
    let base = if depth == 0 { 1 } else { depth as u32 };
    power(base, exponent as u32) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_tables_equal_the_formulas_in_floating_point() {
        for number in 1..LOG_STEPS {
            let float = number as f64;
            assert_eq!(LN[number], (256.0 * float.ln()) as i32, "ln {number}");
            let power = float.powf(f64::from(LMP_EXPONENT) / 100.0);
            assert_eq!(DEPTH_POWERS[number], power as i32, "{number}");
        }
        assert_eq!((LN[0], DEPTH_POWERS[0]), (LN[1], DEPTH_POWERS[1]));
    }
}
