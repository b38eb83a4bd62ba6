//! Move statistics gathered from cutoffs: history scores and counter moves.
// CITE: J. Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements
// in Practice", IEEE PAMI 11(11), 1989.

use crate::types::{Color, Square};

/// History scores stay within ±this.
pub const HISTORY_LIMIT: i32 = 8192;

/// The move statistics of one search thread on a board of `CELLS` cells.
#[derive(Clone)]
pub struct History<const CELLS: usize> {
    /// History scores by colour and square.
    scores: [[i16; CELLS]; 2],
    /// By colour and square of the opponent's move: the move that last refuted it.
    counters: [[Square; CELLS]; 2],
}

impl<const CELLS: usize> Default for History<CELLS> {
    fn default() -> Self {
        History {
            scores: [[0; CELLS]; 2],
            counters: [[Square::NONE; CELLS]; 2],
        }
    }
}

impl<const CELLS: usize> History<CELLS> {
    /// The history score of a move, within ±[`HISTORY_LIMIT`]: high if it has caused
    /// cutoffs, low if it was searched and caused none.
    #[inline]
    pub fn score(&self, color: Color, square: Square) -> i32 {
        self.scores[color.index()][square.index::<CELLS>()] as i32
    }

    /// The move of `color` that last refuted `previous`; [`Square::NONE`] if there is none.
    #[inline]
    pub fn counter(&self, color: Color, previous: Option<Square>) -> Square {
        previous.map_or(Square::NONE, |previous| {
            self.counters[color.index()][previous.index::<CELLS>()]
        })
    }

    /// The move `best` of `color` caused a cutoff, after the moves in `tried`
    /// had not: adds `bonus` to its score and takes it off theirs.
    pub fn reward(
        &mut self,
        color: Color,
        best: Square,
        tried: &[Square],
        bonus: i32,
        previous: Option<Square>,
    ) {
        self.add(color, best, bonus);
        for square in tried {
            self.add(color, *square, -bonus);
        }
        if let Some(previous) = previous {
            self.counters[color.index()][previous.index::<CELLS>()] = best;
        }
    }

    /// Halves every score at the start of a search. The old scores remain as a hint.
    pub fn fade(&mut self) {
        self.scores
            .iter_mut()
            .flatten()
            .for_each(|score| *score /= 2);
    }

    /// Adds to a score. The closer the score is to the limit, the smaller the step.
    fn add(&mut self, color: Color, square: Square, bonus: i32) {
        let slot = &mut self.scores[color.index()][square.index::<CELLS>()];
        let old = *slot as i32;
        *slot = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_the_limit() {
        let mut history = History::<256>::default();
        let (best, tried) = (Square(17), Square(18));
        for bonus in [1, HISTORY_LIMIT / 2, HISTORY_LIMIT] {
            for _ in 0..100 {
                history.reward(Color::Black, best, &[tried], bonus, None);
                let scores = [best, tried].map(|square| history.score(Color::Black, square));
                assert!((0..=HISTORY_LIMIT).contains(&scores[0]), "{scores:?}");
                assert!((-HISTORY_LIMIT..=0).contains(&scores[1]), "{scores:?}");
            }
        }
        assert_eq!(history.score(Color::White, best), 0);
    }

    #[test]
    fn the_counter_move_is_the_last_refutation() {
        let mut history = History::<256>::default();
        let previous = Some(Square(40));
        assert_eq!(history.counter(Color::White, previous), Square::NONE);
        history.reward(Color::White, Square(41), &[], 1, previous);
        history.reward(Color::White, Square(42), &[], 1, previous);
        assert_eq!(history.counter(Color::White, previous), Square(42));
        assert_eq!(history.counter(Color::Black, previous), Square::NONE);
        assert_eq!(history.counter(Color::White, None), Square::NONE);
    }
}
