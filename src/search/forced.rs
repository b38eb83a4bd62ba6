//! Forced wins by threes and fours at the root: our own, and the opponent's
//! against the move that we are about to choose.
//!
//! The alpha-beta search sees such a win only as deep as its iterations reach,
//! the solver much deeper. It gets a share of the nodes, of the main search
//! alone: what it finds is not told through the table.

use super::root::{RootMove, Step};
use super::{Searcher, params};
use crate::board::Geometry;
use crate::threat::vct::Verdict;
use crate::types::score::{is_mate, mated_in};
use crate::types::{Score, Square};

/// From this depth on the best move is checked, in plies.
const FIRST_CHECK: u32 = 4;

/// The checks of root moves so far.
#[derive(Default)]
pub struct Doubts {
    /// Moves, each with the budget of its last check.
    checked: Vec<(Square, u64)>,
    /// Moves that lose and have left the list, with the plies of the opponent's win.
    lost: Vec<(usize, RootMove)>,
}

/// What a check of the best root move says.
pub enum Check {
    /// Nothing against it.
    Stands,
    /// It loses and has left the list; others are left.
    Lost,
    /// Every move loses; the first holds out longest. The root's value.
    AllLost(Score),
}

impl<const CELLS: usize> Searcher<'_, CELLS> {
    /// A VCT of the side to move: its first move and the plies to the end.
    pub(super) fn own_vct(&mut self) -> Option<(Square, usize)> {
        if !self.may_solve() {
            return None;
        }
        let budget = (params::root_vct_budget() as u64)
            .min(self.stopper.node_share(10 * params::VCT_NODES_PER_NODE));
        self.solve_vct(budget)?;
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes);
        let (line, plies) = self.memory.vct().line(&self.position, &stop)?;
        let first = *line.first()?;
        self.forced_line = line;
        Some((first, plies))
    }

    /// Does the first root move, found at `depth` with that value, lose to a VCT?
    /// More nodes allow another look, but only if it is much wider than the last.
    pub(super) fn check_best(&mut self, doubts: &mut Doubts, depth: u32, value: Score) -> Check {
        let percent = params::verify_percent() as u64;
        if is_mate(value) || percent == 0 || depth < FIRST_CHECK || !self.may_solve() {
            return Check::Stands;
        }
        let budget = self.nodes * params::VCT_NODES_PER_NODE * percent / 100;
        let best = self.root_moves[0].square;
        let last = doubts.checked.iter().find(|(square, _)| *square == best);
        if last.is_some_and(|(_, spent)| budget < 4 * spent) {
            return Check::Stands;
        }
        doubts.checked.retain(|(square, _)| *square != best);
        doubts.checked.push((best, budget));
        let Some(plies) = self.refuting_vct(budget) else {
            return Check::Stands;
        };
        self.tell(Step::Tried(Geometry::<CELLS>::point(best), true));
        doubts.lost.push((plies, self.root_moves.remove(0)));
        if !self.root_moves.is_empty() {
            return Check::Lost;
        }
        let lost = &mut doubts.lost;
        lost.sort_by_key(|(plies, _)| std::cmp::Reverse(*plies));
        self.root_moves = lost.iter().map(|(_, root_move)| *root_move).collect();
        Check::AllLost(mated_in(1 + lost[0].0))
    }

    /// Only the search of one line without a handicap: the others are to see what
    /// they would see by themselves, and all their lines.
    fn may_solve(&self) -> bool {
        !self.stopper.is_helping() && self.view.is_whole()
    }

    /// The plies of a VCT that the opponent has after the first root move.
    fn refuting_vct(&mut self, budget: u64) -> Option<usize> {
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
        let verdict = solver.solve(&self.position, budget, &stop);
        self.nodes += solver.nodes() / params::VCT_NODES_PER_NODE;
        match verdict {
            Verdict::Win(plies) => Some(plies),
            Verdict::None | Verdict::Unknown => None,
        }
    }
}
