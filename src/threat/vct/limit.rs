//! The limit on the length of the win, and the VCFs on the way with and without one.
//!
//! Each move adds a stone, so the plies that are left follow from the position. One limit thus
//! needs one table entry per position, whatever the order of the moves.

use super::effort::LIMITED_VCF_BUDGET;
use super::quiet;
use super::search::{NO_BOUNDS, ProofSearch};
use super::table::{INFINITE, Numbers};
use crate::threat::fours_within;
use crate::threat::line_board::LineBoard;
use crate::threat::shortest_vcf::{ShortestVcf, VcfWin};
use crate::threat::vcf::{MAX_FOURS, StopCheck, VcfResult, VcfSolver};

/// Distinguishes the limits on the length of the win in the table.
const LIMIT_KEY: u64 = 0xa24b_aed4_963e_e407;

impl ProofSearch {
    /// Like [`ProofSearch::run`], for a win of at most [`limit`](ProofSearch::limit) plies.
    pub fn run_limited<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        stop: StopCheck<'_>,
    ) -> (Numbers, u16) {
        self.is_cut_short = false;
        match self.assess(board, &mut Vec::new(), stop) {
            (numbers, _) if numbers.phi != 0 && numbers.phi != INFINITE => {
                self.search(board, NO_BOUNDS, stop)
            }
            decided => decided,
        }
    }

    /// The plies in which the attacker has to win from here.
    pub fn plies_left<const CELLS: usize>(&self, board: &LineBoard<'_, CELLS>) -> usize {
        self.limit
            .map_or(usize::MAX, |limit| limit.saturating_sub(board.moves_made()))
    }

    /// The part of a key that depends on the limit.
    pub fn limit_key(&self) -> u64 {
        LIMIT_KEY.wrapping_mul(self.limit.unwrap_or(0) as u64)
    }

    /// Searches for a VCF of the side to move that takes at most `left` plies. The budget
    /// is that of a search without a limit.
    pub fn try_vcf<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        budget: u64,
        left: usize,
        stop: StopCheck<'_>,
    ) -> Option<VcfWin> {
        if self.limit.is_some() {
            return self.try_short_vcf(board, left, stop);
        }
        let result = self.vcf.solve(board, MAX_FOURS, budget, stop);
        self.nodes += self.vcf.nodes();
        self.stopped |= result == VcfResult::Unknown && self.vcf.nodes() <= budget;
        match result {
            VcfResult::Win(plies) => {
                debug_assert!(quiet::still_wins(board, self.vcf.tree()).is_some());
                Some(VcfWin::found(&self.vcf, plies))
            }
            VcfResult::None | VcfResult::Unknown => None,
        }
    }

    /// Searches for the shortest VCF of the side to move, if it takes at most `left` plies.
    fn try_short_vcf<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        left: usize,
        stop: StopCheck<'_>,
    ) -> Option<VcfWin> {
        let fours = fours_within(left);
        let solver = &mut self.shortest_vcf;
        let result = solver.solve(board, fours, LIMITED_VCF_BUDGET, stop);
        self.nodes += solver.nodes();
        match result {
            ShortestVcf::Win(win) => Some(win),
            ShortestVcf::Unknown(least) if least <= left => {
                let is_spent = solver.nodes() > LIMITED_VCF_BUDGET;
                self.is_cut_short |= is_spent;
                self.stopped |= !is_spent;
                None
            }
            ShortestVcf::None | ShortestVcf::Unknown(_) => None,
        }
    }

    /// The solver for the VCFs on the way.
    pub fn vcf(&mut self) -> &mut VcfSolver {
        &mut self.vcf
    }
}
