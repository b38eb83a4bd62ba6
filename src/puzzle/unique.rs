//! The search for other first moves that win.

use crate::movegen;
use crate::position::Position;
use crate::rules::{self, ThreatBoard};
use crate::threat::line_board::LineBoard;
use crate::threat::vcf::{MAX_FOURS, StopCheck};
use crate::threat::vct::FirstMove;
use crate::threat::{VcfResult, VcfSolver, VctSolver};
use crate::types::Square;

/// The entries of the table of a search for a VCT at most, which take 24 MiB.
pub const ENTRIES: usize = 1 << 20;

/// Whether one of some first moves wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// None does.
    Fail,
    /// One does.
    Win,
    /// Not known within the limits.
    Undecided,
}

/// Whether one of these fours begins a VCF of the side to move, which neither side's five
/// precedes. All searches together make about `budget` moves.
pub fn fours_that_win<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    fours: &[Square],
    budget: u64,
    stop: StopCheck<'_>,
) -> Others {
    let mut solver = VcfSolver::default();
    let mut left = budget;
    let mut all = Others::Fail;
    for four in fours {
        board.make(*four);
        let one = four_wins(board, &mut solver, &mut left, stop);
        board.undo();
        match one {
            Others::Win => return Others::Win,
            Others::Undecided => all = Others::Undecided,
            Others::Fail => {}
        }
    }
    all
}

/// Whether the four that has just been played begins a VCF: whether there is one after each of its
/// stops.
fn four_wins<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    solver: &mut VcfSolver,
    left: &mut u64,
    stop: StopCheck<'_>,
) -> Others {
    let defender = board.side();
    let mut stops = Vec::new();
    movegen::stops(board, &mut stops);
    stops.retain(|stop| rules::is_legal(board, defender, *stop));
    let mut all = Others::Win;
    for reply in stops {
        board.make(reply);
        let result = solver.solve(board, MAX_FOURS, *left, stop);
        board.undo();
        *left = left.saturating_sub(solver.nodes());
        match result {
            VcfResult::None => return Others::Fail,
            VcfResult::Unknown => all = Others::Undecided,
            VcfResult::Win(_) => {}
        }
    }
    all
}

/// Whether another legal move than `solution` begins a VCT of the side to move of at most this
/// many plies.
pub fn others_that_win<const CELLS: usize>(
    position: &Position<CELLS>,
    solution: Square,
    plies: usize,
    budget: u64,
    stop: StopCheck<'_>,
) -> Others {
    let others: Vec<Square> = position
        .empty()
        .iter()
        .filter(|square| *square != solution)
        .collect();
    let mut solver = VctSolver::with_entries(ENTRIES);
    match solver.solve_among(position, &others, plies, budget, stop) {
        FirstMove::Wins(_) => Others::Win,
        FirstMove::None => Others::Fail,
        FirstMove::Unknown => Others::Undecided,
    }
}
