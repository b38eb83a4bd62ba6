//! Move statistics gathered from cutoffs: history scores and counter moves.
// CITE: J. Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements
// in Practice", IEEE PAMI 11(11), 1989.

use crate::types::{Color, Square};

/// History scores stay within ±this.
pub const HISTORY_LIMIT: i32 = 8192;

/// The move statistics of one search thread on a board of `CELLS` cells.
#[derive(Clone)]
pub struct History<const CELLS: usize> {
    quiet: [[i16; CELLS]; 2],
    counters: [[Square; CELLS]; 2],
}

impl<const CELLS: usize> Default for History<CELLS> {
    fn default() -> Self {
        History {
            quiet: [[0; CELLS]; 2],
            counters: [[Square::NONE; CELLS]; 2],
        }
    }
}

impl<const CELLS: usize> History<CELLS> {
    /// How well a move has done so far, within ±[`HISTORY_LIMIT`].
    #[inline]
    pub fn score(&self, color: Color, square: Square) -> i32 {
        self.quiet[color.index()][square.index::<CELLS>()] as i32
    }

    /// The move by which `color` last refuted `previous`.
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

    /// Halves every score: a new search, the old one still a hint.
    pub fn fade(&mut self) {
        self.quiet
            .iter_mut()
            .flatten()
            .for_each(|score| *score /= 2);
    }

    /// Gravity: the nearer to the limit, the smaller the step.
    fn add(&mut self, color: Color, square: Square, bonus: i32) {
        let slot = &mut self.quiet[color.index()][square.index::<CELLS>()];
        let old = *slot as i32;
        *slot = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}
