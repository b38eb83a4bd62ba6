//! MTD(f): the value of the root by zero-window probes.
// CITE: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth
// minimax algorithms", Artificial Intelligence 87, 1996.

use super::{Aborted, Worker, params};
use crate::types::Score;
use crate::types::score::{INFINITE, is_mate};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// The value of the root at `depth`, found by probes that start at `guess`.
    ///
    /// Each probe moves one bound. While the other bound is unknown, the next probe is
    /// one step further in the same direction. The step doubles, so that a bad guess
    /// costs few probes. Between two bounds, the next probe is in the middle. A
    /// proved win or loss ends the search; a shorter one is not searched for.
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

/// The lower bound before any probe has failed high.
const NONE: Score = -INFINITE;
