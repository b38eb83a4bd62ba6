//! Forced wins by threes and fours at the root: our own, and the opponent's
//! against the move that we are about to choose.
//!
//! The alpha-beta search sees such a win only as deep as its iterations reach,
//! the solver much deeper. It gets a share of the nodes, of the main search
//! alone: what it finds is not told through the table.

use super::{Searcher, params};
use crate::threat::vct::Verdict;
use crate::types::Square;

impl<const CELLS: usize> Searcher<'_, CELLS> {
    /// A VCT of the side to move: its first move and the plies to the end.
    pub(super) fn own_vct(&mut self) -> Option<(Square, usize)> {
        if self.stopper.is_helping() {
            return None;
        }
        let budget = (params::root_vct_budget() as u64).min(self.stopper.node_share(10));
        let plies = self.solve_vct(budget)?;
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes);
        let proof = self.memory.vct().proof(&mut self.position, &stop)?;
        Some((proof.square, plies))
    }

    /// The plies of a VCT that the opponent has after the first root move.
    pub(super) fn refuting_vct(&mut self, budget: u64) -> Option<usize> {
        let square = self.root_moves.first()?.square;
        self.position.make(square);
        let plies = self.solve_vct(budget);
        self.position.undo();
        plies
    }

    fn solve_vct(&mut self, budget: u64) -> Option<usize> {
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes);
        let solver = self.memory.vct();
        let verdict = solver.solve(&mut self.position, budget, &stop);
        self.nodes += solver.nodes();
        match verdict {
            Verdict::Win(plies) => Some(plies),
            Verdict::None | Verdict::Unknown => None,
        }
    }
}
