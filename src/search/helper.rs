//! The search of a helper thread: the same position and table, other windows.
// CITE: lazy SMP as in Stockfish: threads search independently and share the transposition
// table. What else they share: see `team`.

use super::root::RootStatus;
use super::vote::Verdict;
use super::{MAX_PLY, Worker, iterative, params};
use crate::time::MoveWeight;
use crate::types::Score;
use crate::types::score::is_mate;

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Searches until the main search ends; `number` counts helpers from 0. The
    /// results are in the transposition table and in the team.
    ///
    /// Zero-window probes with the same bound and the same order would do the same
    /// work twice. Helpers with even numbers therefore search to the depth of the main
    /// search from another first guess, which is likely to be its next bound. Helpers
    /// with odd numbers search one ply deeper, for its next iteration.
    pub fn help(&mut self, number: usize) {
        if !matches!(self.prepare_root(), RootStatus::Open) {
            return;
        }
        let mut values: Vec<Score> = vec![self.evaluate()];
        let mut depth = 1;
        while (depth as usize) < MAX_PLY
            && self.stopper.may_begin(depth, self.nodes, MoveWeight::MOST)
        {
            let guess = iterative::first_guess(&values) + params::helper_offset(number);
            let Ok(value) = self.mtdf(guess, depth as i32) else {
                break;
            };
            values.push(value);
            self.stopper.set_verdict(Verdict {
                best: self.root.moves[0].square,
                score: value,
                depth,
            });
            // The main worker finds this result when it begins the same depth.
            if is_mate(value) {
                break;
            }
            depth = (depth + 1).max(self.stopper.team_depth() + params::helper_lead(number));
        }
    }
}
