//! Forced wins by threes and fours at the root.
//!
//! The alpha-beta search sees such a win only as deep as its iterations reach,
//! the solver much deeper. It gets a small share of the time or the nodes, of the
//! main search alone: what it finds is not told through the table.

use super::{Worker, params};
use crate::threat::VctResult;
use crate::types::Square;

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// A VCT of the side to move: its first move and the plies to the end.
    pub(super) fn root_vct(&mut self) -> Option<(Square, usize)> {
        if self.stopper.is_helping() || !self.options.forced_wins {
            return None;
        }
        let (share, most) = match self.stopper.time_planned() {
            Some(time) if time >= params::LONG_MOVE => (params::LONG_VCT_PERCENT, u64::MAX),
            Some(_) => (params::ROOT_VCT_PERCENT, u64::MAX),
            None => (params::ROOT_VCT_PERCENT, params::ROOT_VCT_BUDGET),
        };
        let budget = self.stopper.node_share(share * params::VCT_NODES_PER_NODE);
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes) || stopper.has_spent(share);
        let solver = self.data.vct();
        let budget = budget.min(most);
        let verdict = solver.solve(&self.position, budget, &stop);
        let line = match verdict {
            VctResult::Win(_) => solver.line(&self.position, &|| stopper.is_over(nodes)),
            VctResult::None | VctResult::Unknown => None,
        };
        self.nodes += solver.nodes() / params::VCT_NODES_PER_NODE;
        let (line, plies) = line?;
        let first = *line.first()?;
        self.vct_line = line;
        Some((first, plies))
    }
}
