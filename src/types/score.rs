//! Scores: what a position is worth to the side to move.

/// A score from the point of view of the side to move.
///
/// Ordinary values lie within ±[`EVAL_LIMIT`]; a forced win in `n` plies is
/// [`MATE`]` - n`, a forced loss its negative. All fit into 16 bits.
pub type Score = i32;

/// A win that has already happened. A win in `n` plies is `MATE - n`.
pub const MATE: Score = 30_000;

/// Larger than every score: an unset bound.
pub const INFINITE: Score = 31_000;

/// The longest forced win that is told apart from an evaluation, in plies.
pub const MAX_MATE_PLY: Score = 1_000;

/// Evaluations never leave ±this.
pub const EVAL_LIMIT: Score = 20_000;

/// The score of a drawn game.
pub const DRAW: Score = 0;

/// A win `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// A loss `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// Is this a forced win or loss?
#[inline]
pub const fn is_mate(score: Score) -> bool {
    is_win(score) || is_loss(score)
}

/// Is this a forced win for the side to move?
#[inline]
pub const fn is_win(score: Score) -> bool {
    score >= MATE - MAX_MATE_PLY
}

/// Is this a forced loss for the side to move?
#[inline]
pub const fn is_loss(score: Score) -> bool {
    score <= -MATE + MAX_MATE_PLY
}

/// A score as people read it: `+M5` and `-M4` (plies to the end), else the number.
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
    fn mates_are_counted_from_the_root() {
        assert!(is_win(mate_in(5)) && is_loss(mated_in(4)));
        assert!(mate_in(3) > mate_in(5) && mated_in(6) > mated_in(4));
        assert_eq!(display(mate_in(5)), "+M5");
        assert_eq!(display(mated_in(4)), "-M4");
        assert_eq!(display(-12), "-12");
        assert!(!is_mate(EVAL_LIMIT) && !is_mate(-EVAL_LIMIT));
    }
}
