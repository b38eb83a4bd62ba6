//! The VCT at the root.
//!
//! The alpha-beta search sees a win by threes and fours only as deep as its
//! iterations reach; the solver sees much further. It gets a small share of the time
//! or of the nodes. Only the main worker runs it, since its result does not go
//! through the transposition table.
//!
//! Below the root the solver is not asked, and neither is it asked about the opponent's wins
//! after the best root move: both lost games, see [experiments](crate::book::experiments).

use super::{Worker, params};
use crate::threat::VctResult;
use crate::types::Square;

/// The search for a win and its line together take at most this many times the solver's
/// share of the time.
const LINE_SHARE: u64 = 2;

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// A VCT of the side to move: its first move and its length in plies.
    pub(super) fn root_vct(&mut self) -> Option<(Square, usize)> {
        if self.stopper.is_helper() || !self.options.forced_wins {
            return None;
        }
        let (share, most) = match self.stopper.soft_limit() {
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
        self.nodes += solver.nodes() / params::VCT_NODES_PER_NODE;
        let line = match verdict {
            // The first move is known. The rest is only shown, and its nodes are not counted.
            VctResult::Win(_) => {
                let stop = || stopper.is_over(nodes) || stopper.has_spent(LINE_SHARE * share);
                solver.line(&self.position, &stop)
            }
            VctResult::None | VctResult::Unknown => None,
        };
        let (line, plies) = line?;
        let first = *line.first()?;
        self.winning_line = line;
        Some((first, plies))
    }
}
