//! The shortest VCF: the one with the fewest fours.
//!
//! Iterative deepening over the number of fours. Each move adds a stone, so a position is
//! always reached with the same number of fours left, and a table of failed positions
//! makes sure that each is searched once per iteration.

use crate::rules::ThreatBoard;
use crate::threat::failures::Failures;
use crate::threat::idle_fours::without_idle_fours;
use crate::threat::scope::Scope;
use crate::threat::vcf::{MAX_FOURS, NodeResult, StopCheck, VcfSolver};
use crate::types::Square;

/// The first size of the table of failures, in entries.
const FIRST_ENTRIES: usize = 1 << 8;
/// The largest size of the table of failures, which takes 64 MiB.
const MAX_ENTRIES: usize = 1 << 23;
/// The limit on moves made of [`ShortestVcfSolver::shorten`] where the shortest win is not
/// asked for. It proves the shortest win in 19 of 20 problems.
pub const SHORTEN_BUDGET: u64 = 20_000;

/// A win by continuous fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VcfWin {
    /// The length in plies with the best defence, the five included.
    pub plies: usize,
    /// The winning variation, see [`VcfSolver::variation`].
    pub variation: Vec<Square>,
    /// The win against every stop, see [`VcfSolver::tree`].
    pub tree: Vec<Square>,
    /// It is proved that no VCF is shorter than this, in plies.
    pub least_plies: usize,
}

impl VcfWin {
    /// The win in this many plies that a solver has just found.
    pub fn found(solver: &VcfSolver, plies: usize) -> VcfWin {
        VcfWin {
            plies,
            variation: solver.variation().to_vec(),
            tree: solver.tree().to_vec(),
            least_plies: 1,
        }
    }

    /// True if it is proved that no VCF is shorter.
    pub fn is_shortest(&self) -> bool {
        self.least_plies == self.plies
    }
}

/// The result of a search for the shortest VCF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShortestVcf {
    /// The shortest win.
    Win(VcfWin),
    /// It is proved that there is no VCF.
    None,
    /// Nothing was found within the limits. It is proved that no VCF is shorter than this,
    /// in plies.
    Unknown(usize),
}

/// The plies of a win by this many fours and a five.
const fn plies_of(fours: u8) -> usize {
    2 * fours as usize + 1
}

/// A solver for shortest VCFs, with its table of failures.
pub struct ShortestVcfSolver {
    solver: VcfSolver,
}

impl Default for ShortestVcfSolver {
    fn default() -> Self {
        let failures = Failures::new(FIRST_ENTRIES, MAX_ENTRIES);
        ShortestVcfSolver {
            solver: VcfSolver::with_failures(failures),
        }
    }
}

impl ShortestVcfSolver {
    /// Searches for the shortest VCF of the side to move with at most `fours` fours before
    /// the five, until about `budget` moves have been made or `stop` returns true. The
    /// board is unchanged when the function returns.
    pub fn solve<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        budget: u64,
        stop: StopCheck<'_>,
    ) -> ShortestVcf {
        self.solver.begin(budget);
        for fours in 0..=fours.min(MAX_FOURS) {
            match self.solver.attack_root(board, fours, Scope::Limited, stop) {
                NodeResult::Win(plies) => {
                    debug_assert_eq!(plies, plies_of(fours));
                    return ShortestVcf::Win(VcfWin {
                        least_plies: plies,
                        ..VcfWin::found(&self.solver, plies)
                    });
                }
                NodeResult::Fail(true) => return ShortestVcf::None,
                NodeResult::Fail(false) => {}
                NodeResult::Stopped => return ShortestVcf::Unknown(plies_of(fours)),
            }
        }
        ShortestVcf::Unknown(plies_of(fours) + 2)
    }

    /// Shortens a known win of the side to move: searches for the shortest one until about
    /// `budget` moves have been made or `stop` returns true. If it is not found by then, the
    /// fours without which the others still win are removed.
    pub fn shorten<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        win: VcfWin,
        budget: u64,
        stop: StopCheck<'_>,
    ) -> VcfWin {
        match self.solve(board, MAX_FOURS, budget, stop) {
            ShortestVcf::Win(shortest) => shortest,
            ShortestVcf::Unknown(least_plies) => {
                // A win in which a four has two stops is kept as it is.
                let has_one_stop_each = win.tree == win.variation;
                let shorter = has_one_stop_each.then(|| without_idle_fours(board, &win.variation));
                match shorter.flatten() {
                    Some((variation, plies)) => VcfWin {
                        plies,
                        tree: variation.clone(),
                        variation,
                        least_plies,
                    },
                    None => VcfWin { least_plies, ..win },
                }
            }
            ShortestVcf::None => {
                debug_assert!(false, "a win is known");
                win
            }
        }
    }

    /// The number of moves made by the last search.
    pub fn nodes(&self) -> u64 {
        self.solver.nodes()
    }
}
