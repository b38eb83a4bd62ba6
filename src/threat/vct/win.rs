//! The wins that the search knows, move by move.

use super::effort::{LEAF_SHORTEN_BUDGET, PROOF_VCF_BUDGET};
use super::moves::{self, Status};
use super::search::{NO_BOUNDS, ProofSearch, STATIC_WORK};
use super::table::Numbers;
use crate::threat::line_board::LineBoard;
use crate::threat::shortest_vcf::{ShortestVcfSolver, VcfWin};
use crate::threat::vcf::StopCheck;
use crate::types::Square;

/// A win of the attacker, who is to move.
pub enum Win {
    /// It begins with this move and takes at most this many plies.
    Move(Square, usize),
    /// By fours.
    Fours(VcfWin),
}

impl Win {
    /// The length in plies at most.
    pub fn plies(&self) -> usize {
        match self {
            Win::Move(_, plies) => *plies,
            Win::Fours(fours) => fours.plies,
        }
    }
}

impl ProofSearch {
    /// The win of the attacker, who is to move and is known to have one.
    pub fn win<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        stop: StopCheck<'_>,
    ) -> Option<Win> {
        if let Status::Won(square, plies) = moves::status(board) {
            return Some(Win::Move(square, usize::from(plies)));
        }
        let left = self.plies_left(board);
        // The entry may have been replaced; then the win is searched for again. The table
        // is probed before a VCF search, which can take long if there is no VCF.
        for again in [false, true] {
            let known = self
                .table
                .get(self.key(board))
                .filter(|entry| entry.numbers == Numbers::REACHED && entry.best != Square::NONE);
            let known = known.map(|entry| (entry.best, usize::from(entry.plies), entry.work));
            if let Some((square, plies, work)) = known
                && work > STATIC_WORK
            {
                return Some(Win::Move(square, plies));
            }
            if !again && let Some(fours) = self.try_vcf(board, PROOF_VCF_BUDGET, left, stop) {
                if fours.is_shortest() {
                    return Some(Win::Fours(fours));
                }
                let mut solver = ShortestVcfSolver::default();
                let fours = solver.shorten(board, fours, LEAF_SHORTEN_BUDGET, stop);
                return Some(Win::Fours(fours));
            }
            if let Some((square, plies, _)) = known {
                return Some(Win::Move(square, plies));
            }
            if !again {
                self.search(board, NO_BOUNDS, stop);
            }
        }
        None
    }
}
