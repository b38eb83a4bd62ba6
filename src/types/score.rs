//! Scores: values of positions, including forced wins and losses.

/// The value of a position for the side to move.
///
/// Evaluations lie within ±[`EVAL_LIMIT`]; 200 is a winning chance of about 73 %. A forced
/// win in `n` plies is [`MATE`]` - n`, a forced loss in `n` plies is `n - `[`MATE`]. All
/// scores fit into 16 bits.
pub type Score = i32;

/// The score of a game that the side to move has won. A win in `n` plies is `MATE - n`.
pub const MATE: Score = 30_000;

/// Larger than every score; `-INFINITE` is smaller than every score. For unset bounds.
pub const INFINITE: Score = 31_000;

/// The longest forced win, in plies, that has a mate score.
pub const MAX_MATE_PLY: Score = 1_000;

/// The largest absolute value of a static evaluation.
pub const EVAL_LIMIT: Score = 20_000;

/// The score of a drawn game.
pub const DRAW: Score = 0;

/// The score of a win `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// The score of a loss `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// True if the score is a forced win or a forced loss.
#[inline]
pub const fn is_mate(score: Score) -> bool {
    is_win(score) || is_loss(score)
}

/// True if the score is a forced win for the side to move.
#[inline]
pub const fn is_win(score: Score) -> bool {
    score >= MATE - MAX_MATE_PLY
}

/// True if the score is a forced loss for the side to move.
#[inline]
pub const fn is_loss(score: Score) -> bool {
    score <= -MATE + MAX_MATE_PLY
}

/// Formats a score: `+M5` is a win in 5 plies, `-M4` a loss in 4, other scores are plain
/// numbers.
///
/// ```
/// use goshawk::types::score::{display, mate_in, mated_in};
///
/// assert_eq!(display(mate_in(5)), "+M5");
/// assert_eq!(display(mated_in(4)), "-M4");
/// assert_eq!(display(-12), "-12");
/// ```
pub fn display(score: Score) -> String {
    if is_win(score) {
        format!("+M{}", MATE - score)
    } else if is_loss(score) {
        format!("-M{}", MATE + score)
    } else {
        format!("{score}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_scores_count_plies_from_the_root() {
        assert!(is_win(mate_in(5)) && is_loss(mated_in(4)));
        assert!(mate_in(3) > mate_in(5) && mated_in(6) > mated_in(4));
        assert_eq!(display(mate_in(5)), "+M5");
        assert_eq!(display(mated_in(4)), "-M4");
        assert_eq!(display(-12), "-12");
        assert!(!is_mate(EVAL_LIMIT) && !is_mate(-EVAL_LIMIT));
    }
}
