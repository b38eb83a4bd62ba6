//! An entry of the transposition table, and how two words hold it.

use super::ages::distance;
use crate::types::score::{is_loss, is_win};
use crate::types::{Score, Square};

/// Added to a depth to store it in a byte; 0 means that there is no bound.
const DEPTH_BIAS: i32 = 8;
/// Each search since an entry was stored counts like this many plies less of depth.
const AGE_WEIGHT: i32 = 4;

/// The value that stands for a missing static evaluation.
pub(super) const NO_EVAL: i16 = i16::MIN;
/// Bits of the second word that hold the static evaluation.
pub(super) const EVAL_BITS: u32 = 16;

/// A bound and the depth of the search that proved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The value, with mates counted from the root.
    pub score: Score,
    /// Remaining depth in plies of the search that proved it.
    pub depth: i32,
}

/// The contents of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TtEntry {
    /// The value is at least this.
    pub lower: Option<Bound>,
    /// The value is at most this.
    pub upper: Option<Bound>,
    /// The best move known.
    pub best: Option<Square>,
    /// The static evaluation for the side to move.
    pub eval: Option<Score>,
}

/// A hash of the data. Data that differ in one bit have hashes that differ in the bits
/// above the lowest [`EVAL_BITS`].
#[inline]
pub(super) fn spread(data: u64) -> u64 {
    let product = data.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

/// How strongly an entry resists replacement in a search of that age.
pub(super) fn priority(data: u64, age: u8) -> i32 {
    let depth = ((data >> 32) as u8).max((data >> 40) as u8) as i32;
    depth - AGE_WEIGHT * distance(age, age_of(data)) as i32
}

/// The age of the search that stored an entry.
#[inline]
pub(super) fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// Adds bounds to an entry.
pub(super) fn merge_bounds(entry: &mut TtEntry, lower: Option<Bound>, upper: Option<Bound>) {
    let newer = |old: Option<Bound>, new: Option<Bound>| match (old, new) {
        (Some(old), Some(new)) if old.depth > new.depth => Some(old),
        (old, None) => old,
        (_, new) => new,
    };
    let (had_lower, had_upper) = (entry.lower, entry.upper);
    entry.lower = newer(had_lower, lower);
    entry.upper = newer(had_upper, upper);
    if let (Some(low), Some(high)) = (entry.lower, entry.upper)
        && low.score > high.score
    {
        // Two searches disagree. The deeper bound is kept, or the newer one if they are
        // equally deep.
        let keep_lower = low.depth > high.depth || (low.depth == high.depth && lower.is_some());
        if keep_lower {
            entry.upper = None;
        } else {
            entry.lower = None;
        }
    }
}

/// The first word of an entry, from the lowest bits: lower bound and upper bound (16 bits
/// each), their depths (8 each), move (10), age (6).
pub(super) fn pack(entry: &TtEntry, age: u8, ply: usize) -> u64 {
    let (lower, lower_depth) = pack_bound(entry.lower, ply);
    let (upper, upper_depth) = pack_bound(entry.upper, ply);
    let best = entry.best.unwrap_or(Square::NONE).0 as u64 & 1023;
    lower | upper << 16 | lower_depth << 32 | upper_depth << 40 | best << 48 | (age as u64) << 58
}

/// Score and depth of a bound as they are stored.
fn pack_bound(bound: Option<Bound>, ply: usize) -> (u64, u64) {
    bound.map_or((0, 0), |bound| {
        let depth = (bound.depth + DEPTH_BIAS).clamp(1, u8::MAX as i32);
        (
            to_table(bound.score, ply) as i16 as u16 as u64,
            depth as u64,
        )
    })
}

/// The entry with this first word and static evaluation.
pub(super) fn unpack(data: u64, eval: i16, ply: usize) -> TtEntry {
    let bound = |score: u64, depth: u64| {
        let depth = (depth & 0xff) as i32;
        (depth != 0).then(|| Bound {
            score: from_table(score as u16 as i16 as Score, ply),
            depth: depth - DEPTH_BIAS,
        })
    };
    let best = Square((data >> 48) as u16 & 1023);
    TtEntry {
        lower: bound(data, data >> 32),
        upper: bound(data >> 16, data >> 40),
        best: (best != Square::NONE).then_some(best),
        eval: (eval != NO_EVAL).then_some(Score::from(eval)),
    }
}

/// A score as it is stored: mates are counted from the position, not from the root.
fn to_table(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// A stored score with mates counted from the root.
fn from_table(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score - ply as Score
    } else if is_loss(score) {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_differ_in_one_bit_do_not_fit_together() {
        for data in (0..1000).map(crate::board::zobrist::mix) {
            for bit in 0..u64::BITS {
                let other = data ^ 1 << bit;
                assert_ne!(spread(data) >> EVAL_BITS, spread(other) >> EVAL_BITS);
            }
        }
    }
}
