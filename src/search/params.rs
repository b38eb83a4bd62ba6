//! The numbers and formulas of the search.
//!
//! Units: scores and margins are in the unit of the evaluation, in which 200 is a winning
//! chance of about three in four. Depths are in plies, late-move reductions in
//! hundredths of a ply. VCF budgets are in moves that the solver makes.
//!
//! A number that a tuner may change is declared in `tunables!`: name, default, minimum
//! and maximum value. The others are constants. Other files of the search hold sizes of
//! tables and intervals between checks, but no margin, limit or budget.
//!
//! Elo figures come from matches with colours swapped; the interval is 95 %.

use std::time::Duration;

use super::fixed_point::{ln, power};
use super::tune::tunables;
use crate::ordering::history::HISTORY_LIMIT;
use crate::types::Score;

tunables! {
    /// VCF at a leaf: budget.
    leaf_budget = 32, 0, 1000;
    /// VCF at an inner node: budget at depth 0.
    inner_budget_base = 32, 0, 1000;
    /// VCF at an inner node: additional budget for each ply of depth.
    inner_budget_scale = 16, 0, 1000;
    /// VCF below the root: maximum number of fours in a row.
    leaf_fours = 12, 1, 100;

    /// Razoring: maximum depth.
    razor_depth = 2, 0, 6;
    /// Razoring: margin at depth 0.
    razor_base = 19, 0, 200;
    /// Razoring: additional margin for each ply of depth.
    razor_scale = 14, 0, 100;

    /// Reverse futility: margin for each ply of depth after the first.
    rfp_margin = 76, 10, 200;
    /// Reverse futility: reduction of that margin at an expected cut node without a
    /// bound in the table.
    // CITE: Rapfi, futility margin of a cut node without an entry.
    rfp_new_cut_node = 12, 0, 60;

    /// Null move: minimum depth.
    null_depth = 10, 2, 30;
    /// Null move: margin at depth 0.
    null_margin_base = 585, 0, 1000;
    /// Null move: reduction of the margin for each ply of depth.
    null_margin_scale = 28, 0, 100;
    /// Null move: maximum reduction of the margin.
    null_margin_range = 315, 0, 1000;
    /// Null move: plies taken off at depth 0.
    null_reduction_base = 4, 1, 10;
    /// Null move: one more ply is taken off for this many plies of depth.
    null_reduction_step = 7, 1, 30;

    /// Move-count pruning: constant part of the number of moves.
    lmp_base = 2, 1, 20;
    /// Move-count pruning: exponent of the depth, in hundredths.
    lmp_exponent = LMP_EXPONENT, 80, GREATEST_LMP_EXPONENT;
    /// Move-count pruning: share of the limit if the side to move is not improving, in
    /// percent.
    lmp_worse = 55, 20, 100;

    /// Late-move reduction: constant part.
    lmr_base = 0, -200, 300;
    /// Late-move reduction: factor of ln(depth) ln(rank).
    lmr_factor = 100, 20, 250;
    /// Late-move reduction: share of the ordering score in how late a move comes, in
    /// percent. The rest is its rank.
    // Elo: see experiments, "policy, order and reductions".
    lmr_policy = 50, 0, 100;
    /// Late-move reduction: how far the score of the move of rank r is behind that of the
    /// first, on average, divided by ln(r + 1). Measured at 5,000 cutoffs; the standard
    /// deviation is 220.
    policy_scale = 280, 50, 1000;
    // CITE: Rapfi, for the next four: reductions by node type, improvement and distance.
    /// Late-move reduction: less on the principal variation.
    lmr_pv = 200, 0, 400;
    /// Late-move reduction: more at an expected cut node, unless the move is a killer.
    lmr_cut = 180, 0, 400;
    /// Late-move reduction: more if the side to move is not improving and the formula
    /// takes off more than a ply.
    lmr_worse = 100, 0, 400;
    /// Late-move reduction: more for a defence that takes no four from the opponent and is
    /// far from the opponent's last stone. Being far from the side's own last stone adds
    /// half as much, whatever the other distance.
    lmr_far_defence = 193, 0, 400;
    /// A defence is far from a stone if the distance is greater than this.
    far_defence_distance = 4, 1, 10;
    /// Late-move reduction: history that takes off a ply less.
    lmr_history = 12000, 500, 50000;

    /// Fail-high reduction: margin at depth 0.
    fhr_base = 5, -100, 200;
    /// Fail-high reduction: additional margin for each ply of depth.
    fhr_scale = 19, 0, 100;
    /// Fail-high reduction: additional margin if the opponent threatens an open four.
    fhr_must_answer = 87, 0, 400;

    /// Extension of a reduced move that fails high: margin at reduction 0.
    extension_base = 34, 0, 300;
    /// Extension of a reduced move that fails high: additional margin for each ply of
    /// reduction.
    extension_scale = 16, 0, 100;

    /// History bonus of a cutoff: factor of the squared depth.
    history_bonus_square = 10, 0, 200;
    /// History bonus of a cutoff: factor of the depth.
    history_bonus_linear = 80, 0, 500;
    /// History becomes an ordering score by this divisor. The fit to cutoffs that gave the next
    /// two values gave 42, where half of the greatest history makes a move e^0.97 times as
    /// likely to cut off; a smaller divisor won more games.
    history_part = 29, 8, 2000;
    /// Ordering score of a killer move. This and the next follow from a fit to 27,063 cutoffs
    /// together with the policy: being the first killer makes a move e^1.06 times as likely to
    /// be the one that cuts off, being the second e^0.85 times, being the counter move e^0.96
    /// times.
    killer_score = 100, 0, 1000;
    /// Ordering score of the counter move.
    counter_score = 90, 0, 1000;

    /// Several threads: minimum depth of a node whose moves are deferred. With a minimum depth
    /// of 2, two threads are as fast and four are slower.
    defer_depth = 4, 1, 100;

    /// Correction history: what an entry at its limit adds to the evaluation.
    correction_weight = 64, 0, 1000;
    /// Correction history: the step of an entry is the error times the depth, divided by
    /// this.
    correction_part = 8, 1, 100;

    /// MTD(f): distance of the second probe from the result of the first. It doubles
    /// with every further probe in the same direction.
    // CITE: A. Plaat et al., "Best-first fixed-depth minimax algorithms", 1996; the
    // growing step is from J. Bijl and A. Tiet, "Exploring modern chess engine
    // architectures", 2021.
    mtd_step = 16, 1, 200;
    /// MTD(f): an iteration ends when its value lies between two bounds that are at most this
    /// far apart.
    // Elo: +51 [+21, +81] against exact values at 20,000 nodes. Wider tolerances gain at 20,000
    // nodes only.
    mtd_tolerance = 8, 0, 100;
}

/// Nodes that a game spends on an only move, for its value: no iteration begins after them.
pub const ONLY_MOVE_NODES: u64 = 1000;

/// Share of the planned time, or of the node limit, for the VCT solver at the root, in
/// percent.
pub const ROOT_VCT_PERCENT: u64 = 5;
/// The same share for a long move, where twice the time adds less to the search.
pub const LONG_VCT_PERCENT: u64 = 20;
/// Share of the search that both solvers spend beside it in analysis, in percent, until a
/// win has been found or excluded.
pub const ANALYSIS_SOLVER_PERCENT: u64 = 50;
/// Budget of the VCT solver before the first iteration of an analysis, in moves it makes.
pub const ANALYSIS_VCT_BUDGET: u64 = 100_000;
/// The same under a limit on depth: such a search is expected to be quick.
pub const FIRST_VCT_BUDGET: u64 = 20_000;
/// The minimum part of the effort that a solver gets at a time, in microseconds or moves.
pub const SOLVER_SLICE: u64 = 4_000;
/// A move is long if at least this much time is planned for it.
pub const LONG_MOVE: Duration = Duration::from_secs(10);
/// Budget of the VCT solver at the root where no clock bounds it, in moves it makes.
pub const ROOT_VCT_BUDGET: u64 = 4_000_000;
/// Moves of the VCT solver that take the time of one node of the search.
pub const VCT_NODES_PER_NODE: u64 = 5;
/// VCF at the root for the side to move: budget.
pub const ROOT_BUDGET: u64 = 20_000;
/// Share of the time of a move in which root moves are checked for a VCF that refutes them,
/// in percent.
pub const REFUTATION_PERCENT: u64 = 10;
/// Moves that these checks may make where no clock bounds them.
pub const REFUTATION_BUDGET: u64 = 40_000;
/// VCF of the opponent at the root, and of each check that a root move refutes it:
/// budget.
pub const ROOT_THREAT_BUDGET: u64 = 2_000;
/// Entries of the correction history stay within ±this.
pub const CORRECTION_LIMIT: i32 = 1024;
/// The greatest distance of a helper's first guess from the main worker's.
const HELPER_OFFSET: Score = 256;

/// A vote for the move with the lowest value counts as if it were this much better.
const VOTE_MARGIN: Score = 100;

/// The weight of a vote for a move whose value is `above` above the lowest value that
/// any worker has found, after an iteration of this depth.
pub fn vote_weight(above: Score, depth: u32) -> i64 {
    i64::from(above + VOTE_MARGIN) * i64::from(depth)
}

/// The step of an entry of the correction history, for an evaluation that a search to `depth`
/// plies found to be wrong by `error`.
pub fn correction_step(error: Score, depth: i32) -> i32 {
    (error * depth / correction_part()).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4)
}

/// Budget of a VCF at an inner node, by remaining depth.
pub fn inner_budget(depth: i32) -> u64 {
    (inner_budget_base() + inner_budget_scale() * depth.max(0)) as u64
}

/// Plies that a helper, counted from 0, is ahead of the main worker.
pub fn helper_lead(number: usize) -> u32 {
    u32::from(!number.is_multiple_of(2))
}

/// Distance of a helper's first guess from the main worker's.
///
/// With an offset of one step, two threads search about 5 % fewer nodes to a depth than
/// without. Further helpers with even numbers have other offsets, up to 256, so that they do
/// not search the same tree.
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

/// How far below beta the evaluation must be for razoring.
pub fn razor_margin(depth: i32) -> Score {
    razor_base() + razor_scale() * depth
}

/// How far above beta the evaluation must be for a fail high without a search, by
/// remaining depth; `new_cut_node` at an expected cut node without a bound in the table.
pub fn reverse_futility_margin(depth: i32, improving: bool, new_cut_node: bool) -> Score {
    let discount = if new_cut_node { rfp_new_cut_node() } else { 0 };
    (rfp_margin() - discount) * (depth - 1 - i32::from(improving)).max(0)
}

/// How far above beta the evaluation must be for a null move.
pub fn null_margin(depth: i32) -> Score {
    null_margin_base() - (null_margin_scale() * depth).min(null_margin_range())
}

/// Plies taken off the search after a null move.
pub fn null_reduction(depth: i32) -> i32 {
    null_reduction_base() + depth / null_reduction_step()
}

/// Moves of a node that are searched before the rest is pruned.
pub fn move_count_limit(depth: i32, improving: bool) -> usize {
    // The powers of the default exponent are tabulated; a tuner may choose another.
    let depth = depth.clamp(0, LOG_STEPS as i32 - 1) as usize;
    let power = match lmp_exponent() {
        LMP_EXPONENT => DEPTH_POWERS[depth],
        exponent => other_depth_power(depth, exponent),
    };
    let limit = lmp_base() + power;
    (if improving {
        limit
    } else {
        limit * lmp_worse() / 100
    }) as usize
}

/// How late a move comes that follows `rank` others: ln(rank + 1), in units of 1/256.
pub fn lateness(rank: usize) -> i32 {
    LN[(rank + 1).min(LOG_STEPS - 1)]
}

/// How late a move comes whose score is also `behind` below that of the best one. On average,
/// it is [`policy_scale`] below for each unit of the logarithm.
pub fn lateness_behind(rank: usize, behind: i32) -> i32 {
    let by_score = (behind.max(0) * 256 / policy_scale()).min(LN[LOG_STEPS - 1]);
    (lateness(rank) * (100 - lmr_policy()) + by_score * lmr_policy()) / 100
}

/// Hundredths of a ply taken off the search of a move of that [`lateness`].
pub fn reduction(depth: i32, lateness: i32) -> i32 {
    let depth = depth.clamp(0, LOG_STEPS as i32 - 1) as usize;
    lmr_base() + ((((LN[depth] * lateness) >> 8) * lmr_factor()) >> 8)
}

/// How far above beta the evaluation of an expected cut node must be to search its moves
/// a ply shallower.
pub fn fail_high_margin(depth: i32, must_answer: bool) -> Score {
    let threat = if must_answer { fhr_must_answer() } else { 0 };
    fhr_base() + fhr_scale() * depth + threat
}

/// How far above beta the value of a move reduced by `reduction` plies must be to search
/// it a ply deeper than an unreduced one.
pub fn extension_margin(reduction: i32) -> Score {
    extension_base() + extension_scale() * reduction
}

/// What a cutoff at this depth adds to the history of its move.
///
/// The step is large: recent cutoffs count far more than older ones.
// CITE: Rapfi, whose bonus is a similar part of the range.
pub fn history_bonus(depth: i32) -> i32 {
    let bonus = history_bonus_square() * depth * depth + history_bonus_linear() * depth;
    bonus.clamp(1, HISTORY_LIMIT / 2)
}

/// Length of the tables by depth or rank; larger numbers count as the last.
const LOG_STEPS: usize = 64;

/// Default of [`lmp_exponent`].
const LMP_EXPONENT: i32 = 132;
/// The greatest value of [`lmp_exponent`].
#[cfg(feature = "tune")]
const GREATEST_LMP_EXPONENT: i32 = 250;

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

/// [`depth_power`] with an exponent that a tuner has chosen. Computing it at every node would
/// take an eighth of the tuner's time.
#[cfg(feature = "tune")]
fn other_depth_power(depth: usize, exponent: i32) -> i32 {
    static POWERS: std::sync::LazyLock<Vec<[i32; LOG_STEPS]>> = std::sync::LazyLock::new(|| {
        let powers = |exponent| std::array::from_fn(|depth| depth_power(depth, exponent));
        (0..=GREATEST_LMP_EXPONENT).map(powers).collect()
    });
    POWERS[exponent as usize][depth]
}

/// The same, never called: without the tuner there is no other exponent.
#[cfg(not(feature = "tune"))]
fn other_depth_power(depth: usize, exponent: i32) -> i32 {
    depth_power(depth, exponent)
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

    #[test]
    fn helpers_differ_in_depth_or_first_guess() {
        let odd = (1..64)
            .step_by(2)
            .map(|n| (helper_lead(n), helper_offset(n)));
        assert!(odd.into_iter().all(|found| found == (1, 0)));
        let even: Vec<Score> = (0..16).step_by(2).map(helper_offset).collect();
        let distinct: std::collections::HashSet<_> = even.iter().collect();
        assert!(distinct.len() == even.len() && !distinct.contains(&0));
        assert!(even.chunks(2).all(|pair| pair[0] == -pair[1]));
        assert!((0..512).all(|n| helper_offset(n).abs() <= HELPER_OFFSET));
    }

    #[test]
    fn margins_stay_positive_and_grow_with_what_is_at_stake() {
        for depth in 1..60 {
            assert!(razor_margin(depth + 1) >= razor_margin(depth));
            assert!(null_margin(depth) >= 0);
            assert!(null_margin(depth + 1) <= null_margin(depth));
            assert!(null_reduction(depth) >= 1);
            for improving in [false, true] {
                let margin = |depth, new| reverse_futility_margin(depth, improving, new);
                assert!(margin(depth, true) >= 0);
                assert!(margin(depth, true) <= margin(depth, false));
                assert!(margin(depth, false) <= margin(depth + 1, false));
                let moves = move_count_limit(depth, improving);
                assert!((1..=move_count_limit(depth + 1, improving)).contains(&moves));
                assert!(moves <= move_count_limit(depth, true));
            }
            assert!((1..=HISTORY_LIMIT).contains(&history_bonus(depth)));
        }
    }

    #[test]
    fn a_move_is_later_the_lower_its_score() {
        for rank in [0, 1, 5, 30, 200] {
            let average = LN[(rank + 1).min(LOG_STEPS - 1)] * policy_scale() / 256;
            let by_score = [0, average, average + 200, 5000].map(|p| lateness_behind(rank, p));
            assert!(by_score.is_sorted(), "{by_score:?}");
            assert!((by_score[1] - lateness(rank)).abs() <= 2, "{by_score:?}");
            assert!(by_score[3] <= LN[LOG_STEPS - 1], "{by_score:?}");
        }
    }
}
