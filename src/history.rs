//! What earlier cutoffs taught about moves: history, killers, counter moves.
// CITE: J. Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements
// in Practice", IEEE PAMI 11(11), 1989.

use crate::types::{Color, Square};

/// History scores stay within ±this.
pub const HISTORY_LIMIT: i32 = 8192;
/// Plies that have killers of their own.
const KILLER_PLIES: usize = 256;

/// The move statistics of one search thread on a board of `CELLS` cells.
#[derive(Clone)]
pub struct History<const CELLS: usize> {
    quiet: [[i16; CELLS]; 2],
    counters: [[Square; CELLS]; 2],
    killers: [[Square; 2]; KILLER_PLIES],
}

impl<const CELLS: usize> Default for History<CELLS> {
    fn default() -> Self {
        History {
            quiet: [[0; CELLS]; 2],
            counters: [[Square::NONE; CELLS]; 2],
            killers: [[Square::NONE; 2]; KILLER_PLIES],
        }
    }
}

impl<const CELLS: usize> History<CELLS> {
    /// How well a move has done so far, within ±[`HISTORY_LIMIT`].
    #[inline]
    pub fn score(&self, color: Color, square: Square) -> i32 {
        self.quiet[color.index()][square.index::<CELLS>()] as i32
    }

    /// The two moves that last cut off at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Square; 2] {
        self.killers[ply & (KILLER_PLIES - 1)]
    }

    /// The move by which `color` last refuted `previous`.
    #[inline]
    pub fn counter(&self, color: Color, previous: Option<Square>) -> Square {
        previous.map_or(Square::NONE, |previous| {
            self.counters[color.index()][previous.index::<CELLS>()]
        })
    }

    /// The move `best` of `color` caused a cutoff at `ply`, after the moves in `tried`
    /// had not: adds `bonus` to its score and takes it off theirs.
    pub fn reward(
        &mut self,
        color: Color,
        best: Square,
        tried: &[Square],
        bonus: i32,
        ply: usize,
        previous: Option<Square>,
    ) {
        self.add(color, best, bonus);
        for square in tried {
            self.add(color, *square, -bonus);
        }
        let killers = &mut self.killers[ply & (KILLER_PLIES - 1)];
        if killers[0] != best {
            *killers = [best, killers[0]];
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
        self.killers = [[Square::NONE; 2]; KILLER_PLIES];
    }

    /// Gravity: the nearer to the limit, the smaller the step.
    fn add(&mut self, color: Color, square: Square, bonus: i32) {
        let slot = &mut self.quiet[color.index()][square.index::<CELLS>()];
        let old = *slot as i32;
        *slot = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}
