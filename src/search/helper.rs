//! A helper thread's search: the same position, the same table, other windows.
// CITE: lazy SMP as in Stockfish and its relatives: threads search on their own
// and share nothing but the table.

use super::root::RootStatus;
use super::{MAX_PLY, Worker, iterative, params};
use crate::types::Score;
use crate::types::score::is_mate;

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Searches ahead of the main search until it ends; `number` counts helpers
    /// from 0. What is found stays in the table.
    ///
    /// Zero-window probes of the same bound in the same order would do the same
    /// work twice. So helpers with even numbers are at the main search's depth but
    /// start from other guesses: if its probe fails, the next one finds the way
    /// paved. Odd ones are a ply ahead, and pave it for the next iteration.
    pub fn help(&mut self, number: usize) {
        if !matches!(self.prepare_root(), RootStatus::Open) {
            return;
        }
        let mut values: Vec<Score> = vec![self.evaluate()];
        let mut depth = 1;
        while (depth as usize) < MAX_PLY && self.stopper.may_begin(depth, self.nodes) {
            let guess = iterative::first_guess(&values) + params::helper_offset(number);
            let Ok(value) = self.mtdf(guess, depth as i32) else {
                break;
            };
            if is_mate(value) {
                break;
            }
            values.push(value);
            depth = (depth + 1).max(self.stopper.team_depth() + params::helper_lead(number));
        }
    }
}
