//! MTD(f): the value of the root by zero-window probes alone.
// CITE: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth
// minimax algorithms", Artificial Intelligence 87, 1996.

use super::{Aborted, Worker, params};
use crate::types::Score;
use crate::types::score::{INFINITE, is_mate};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// The root's value at `depth`, searched outwards from `guess`.
    ///
    /// Each probe moves one bound. While the other is unknown the next probe
    /// looks a step further on in the same direction, and steps double, so that
    /// a bad guess costs few probes; between two bounds it looks in the middle.
    /// Proved wins and losses are taken as they come: a shorter one is not
    /// looked for.
    pub(super) fn mtdf(&mut self, guess: Score, depth: i32) -> Result<Score, Aborted> {
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        let mut beta = guess;
        let mut step = params::mtd_step();
        loop {
            let value = self.probe_root(beta, depth)?;
            if value >= beta {
                lower = value;
            } else {
                upper = value;
            }
            if lower >= upper || is_mate(value) {
                return Ok(value);
            }
            beta = match (lower, upper) {
                (_, INFINITE) => lower + step,
                (NONE, _) => upper + 1 - step,
                _ => lower + (upper - lower + 1) / 2,
            };
            step *= 2;
        }
    }
}

/// The lower bound before any probe failed high.
const NONE: Score = -INFINITE;
