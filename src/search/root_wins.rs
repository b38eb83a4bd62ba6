//! Forced wins of the side to move at the root, found by the solvers.
//!
//! The alpha-beta search sees a win by threes and fours only as deep as its iterations
//! reach; the solvers see much further. They first get a small effort before the first
//! iteration. If that decides nothing, they go on during the search, in slices, with a fixed
//! share of what it spends: the VCT search continues from its table, the VCF search is
//! repeated with twice the budget. Only the main worker runs them, since their results do
//! not go through the transposition table.
//!
//! The effort is measured in time. Under a limit on depth it is measured in nodes of the
//! search, so that a shallow search stays quick and every such search is repeatable. Under a
//! limit on nodes the solvers run before the first iteration only.
//!
//! The VCT solver is not used below the root, nor to look for the opponent's wins after the
//! best root move: both lost games, see [experiments](crate::book::experiments).

use std::time::Duration;

use super::limits::MainLimit;
use super::{Worker, params};
use crate::position::Position;
use crate::rules;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::MAX_FOURS;
use crate::threat::{
    SHORTEN_BUDGET, ShortestVcfSolver, VcfResult, VcfSolver, VcfWin, VctResult, fours_within,
};
use crate::types::Square;

/// The search for a VCT and for its variation take at most this many times the solver's share
/// of the time.
const VCT_SHARES: u64 = 2;

/// A forced win at the root: its moves, and its length in plies at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RootWin {
    /// The moves of both sides, up to the one that no reply stops.
    pub variation: Vec<Square>,
    /// The length in plies, including the five.
    pub plies: usize,
}

/// What a search for a VCT at the root has shown.
pub(super) enum RootVct {
    /// A win.
    Win(RootWin),
    /// There is none, or none that the game lasts for.
    Excluded,
    /// Nothing within the limits.
    Open,
}

/// The solvers that continue during the search of the root.
pub(super) struct RootWins<const CELLS: usize> {
    /// The root.
    position: Position<CELLS>,
    reader: LineReader,
    vcf: VcfSolver,
    /// The budget of the next VCF search, in moves; `None` if there is no VCF.
    vcf_budget: Option<u64>,
    /// A VCT has not been excluded.
    is_vct_open: bool,
    /// What each solver has spent, in the unit of [`Worker::effort`].
    vcf_spent: u64,
    vct_spent: u64,
    /// What the last VCF search spent.
    last_vcf: u64,
    /// The win, once it is found.
    found: Option<RootWin>,
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Searches for a VCT of the side to move before the first iteration.
    pub(super) fn root_vct(&mut self) -> RootVct {
        if self.stopper.is_helper() || !self.options.forced_wins {
            return RootVct::Excluded;
        }
        let limit = self.stopper.main_limit();
        let share = match limit {
            MainLimit::Time(time) if time >= params::LONG_MOVE => params::LONG_VCT_PERCENT,
            _ => params::ROOT_VCT_PERCENT,
        };
        // What is not spent now is spent during the search, unless its nodes are limited.
        let most = match limit {
            MainLimit::Nodes => params::ROOT_VCT_BUDGET,
            MainLimit::Depth => params::FIRST_VCT_BUDGET,
            _ if self.options.searches_only_move => params::ANALYSIS_VCT_BUDGET,
            MainLimit::Time(_) => u64::MAX,
            MainLimit::None => params::ROOT_VCT_BUDGET,
        };
        let budget = self.stopper.node_share(share * params::VCT_NODES_PER_NODE);
        self.vct(budget.min(most), share)
    }

    /// The same with this budget in moves, and at most this share of the time in percent.
    fn vct(&mut self, budget: u64, share: u64) -> RootVct {
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes) || stopper.has_spent(share);
        let solver = self.data.vct();
        let verdict = solver.solve(&self.position, budget, &stop);
        self.nodes += solver.nodes() / params::VCT_NODES_PER_NODE;
        let variation = match verdict {
            // The first move is known. The rest is only shown, and its nodes are not counted.
            VctResult::Win(_) => {
                let stop = || stopper.is_over(nodes) || stopper.has_spent(VCT_SHARES * share);
                solver.variation(&self.position, &stop)
            }
            VctResult::None | VctResult::Unknown => None,
        };
        match (variation, verdict) {
            (Some((variation, plies)), _)
                if !variation.is_empty() && plies <= self.plies_left() =>
            {
                RootVct::Win(RootWin { variation, plies })
            }
            (_, VctResult::Unknown) => RootVct::Open,
            _ => RootVct::Excluded,
        }
    }

    /// Lets the solvers continue during the search of the root, unless the search is limited by
    /// nodes or both solvers are done. `vcf` and `vct`: the solver is not done.
    pub(super) fn begin_root_wins(&mut self, vcf: bool, vct: bool) {
        let is_possible = self.options.forced_wins
            && self.options.max_fours >= MAX_FOURS
            && !self.stopper.is_helper()
            && self.stopper.main_limit() != MainLimit::Nodes;
        if !is_possible || !(vcf || vct) {
            return;
        }
        let spent = self.effort();
        self.root.wins = Some(Box::new(RootWins {
            position: self.position.clone(),
            reader: LineReader::new(self.position.rule()),
            vcf: VcfSolver::default(),
            vcf_budget: vcf.then_some(2 * params::ROOT_BUDGET),
            is_vct_open: vct,
            vcf_spent: 0,
            vct_spent: spent,
            last_vcf: 0,
            found: None,
        }));
    }

    /// Whether the effort of the solvers is measured in moves instead of time.
    fn is_measured_in_moves(&self) -> bool {
        self.stopper.main_limit() == MainLimit::Depth
    }

    /// What the search has spent so far: microseconds, or under a limit on depth moves of the
    /// solvers that take the time of the nodes.
    fn effort(&self) -> u64 {
        if self.is_measured_in_moves() {
            self.nodes * params::VCT_NODES_PER_NODE
        } else {
            micros(self.stopper.elapsed())
        }
    }

    /// Lets a solver go on if its share allows that. True if a win has been found, which
    /// ends the search.
    #[cold]
    #[inline(never)]
    pub(super) fn continue_root_wins(&mut self) -> bool {
        let Some(mut wins) = self.root.wins.take() else {
            return false;
        };
        let total = self.effort() * self.solver_percent() / 100;
        let both = wins.vcf_budget.is_some() && wins.is_vct_open;
        let share = if both { total / 2 } else { total };
        if let Some(budget) = wins.vcf_budget
            && wins.vcf_spent + 2 * wins.last_vcf.max(params::SOLVER_SLICE) <= share
        {
            self.continue_vcf(&mut wins, budget);
        }
        let slice = (share / 16).max(params::SOLVER_SLICE);
        if wins.found.is_none() && wins.is_vct_open && wins.vct_spent + slice <= share {
            self.continue_vct(&mut wins, slice);
        }
        let is_found = wins.found.is_some();
        if is_found || wins.vcf_budget.is_some() || wins.is_vct_open {
            self.root.wins = Some(wins);
        }
        is_found
    }

    /// The share of the solvers in percent.
    fn solver_percent(&self) -> u64 {
        match self.stopper.main_limit() {
            _ if self.options.searches_only_move => params::ANALYSIS_SOLVER_PERCENT,
            MainLimit::Time(time) if time >= params::LONG_MOVE => params::LONG_VCT_PERCENT,
            _ => 2 * params::ROOT_VCT_PERCENT,
        }
    }

    /// Searches for a VCF with this budget in moves.
    fn continue_vcf(&mut self, wins: &mut RootWins<CELLS>, budget: u64) {
        let started = self.stopper.elapsed();
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes);
        let fours = fours_within(rules::plies_left(&wins.position, self.stone_limit));
        let mut board = LineBoard::new(&wins.position, &mut wins.reader);
        let result = wins.vcf.solve(&mut board, fours, budget, &stop);
        let moves = wins.vcf.nodes();
        wins.last_vcf = self.cost(started, moves);
        wins.vcf_spent += wins.last_vcf;
        wins.vcf_budget = match result {
            VcfResult::Unknown => Some(2 * budget),
            VcfResult::Win(_) | VcfResult::None => None,
        };
        if let VcfResult::Win(plies) = result {
            let found = VcfWin::found(&wins.vcf, plies);
            let mut solver = ShortestVcfSolver::default();
            let win = solver.shorten(&mut board, found, SHORTEN_BUDGET, &stop);
            wins.found = Some(RootWin {
                variation: win.variation,
                plies: win.plies,
            });
        }
    }

    /// Goes on with the search for a VCT, until a slice of the effort is spent.
    fn continue_vct(&mut self, wins: &mut RootWins<CELLS>, slice: u64) {
        let started = self.stopper.elapsed();
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let by_moves = self.is_measured_in_moves();
        let end = started + Duration::from_micros(slice);
        let stop = || stopper.is_over(nodes) || !by_moves && stopper.elapsed() >= end;
        let budget = if by_moves { slice } else { u64::MAX };
        let plies_left = rules::plies_left(&wins.position, self.stone_limit);
        let solver = self.data.vct();
        let verdict = solver.solve(&wins.position, budget, &stop);
        if let VctResult::Win(_) = verdict {
            // The rest of the variation is only shown, so that it may take as long again.
            let end = started + 2 * Duration::from_micros(slice);
            let stop = || stopper.is_over(nodes) || stopper.elapsed() >= end;
            let variation = if by_moves {
                solver.variation(&wins.position, &|| stopper.is_over(nodes))
            } else {
                solver.variation(&wins.position, &stop)
            };
            wins.found = variation
                .map(|(variation, plies)| RootWin { variation, plies })
                .filter(|win| win.plies <= plies_left && !win.variation.is_empty());
        }
        let moves = solver.nodes();
        wins.is_vct_open = verdict == VctResult::Unknown;
        wins.vct_spent += self.cost(started, moves);
    }

    /// What a solver has spent since `started`, when it made this number of moves.
    fn cost(&self, started: Duration, moves: u64) -> u64 {
        if self.is_measured_in_moves() {
            moves
        } else {
            micros(self.stopper.elapsed() - started)
        }
    }

    /// The win that a solver has found during the search, if any.
    pub(super) fn take_root_win(&mut self) -> Option<RootWin> {
        self.root.wins.as_mut()?.found.take()
    }
}

/// A duration in microseconds.
fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;
    use crate::board::diagram::{Cell, Diagram};
    use crate::search::testing::with_worker;
    use crate::search::{Limits, SearchOptions};
    use crate::types::score::is_win;
    use crate::types::{Color, Point, Rule};

    /// A VCF of 34 fours and more in renju, black to move, that takes more than
    /// [`params::ROOT_BUDGET`] moves to find.
    const LONG_VCF: &str = include_str!("testing/long-vcf.txt");

    /// The position of a drawn board, black to move.
    fn drawn(text: &str) -> Position<256> {
        let diagram = Diagram::parse(text).expect("a board");
        let mut position = Position::new(diagram.size(), Rule::Renju, Color::Black, &[]);
        for color in Color::ALL {
            for (point, cell) in diagram.occupied() {
                if cell == Cell::Stone(color) {
                    if position.side() != color {
                        position.pass();
                    }
                    position.make(Geometry::<256>::square(point));
                }
            }
        }
        if position.side() != Color::Black {
            position.pass();
        }
        position
    }

    #[test]
    fn the_search_finds_a_win_that_needs_more_than_the_first_effort() {
        let position = drawn(LONG_VCF);
        // A limit on depth makes the effort of the solvers a number of nodes.
        let limits = Limits {
            depth: Some(40),
            ..Limits::default()
        };
        with_worker(&position, &limits, |worker| {
            worker.options = SearchOptions::analysis();
            // The win fills the board, so it takes more than 200 stones.
            worker.stone_limit = None;
            let (best, report) = worker.think(&mut |_| {});
            assert!(is_win(report.score), "{report:?}");
            assert_eq!(best, Some(Geometry::<256>::square(Point::new(1, 2))));
        });
    }

    #[test]
    fn a_search_of_one_ply_is_short_and_repeatable() {
        let position = drawn(LONG_VCF);
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        let search = || {
            with_worker(&position, &limits, |worker| {
                worker.options = SearchOptions::analysis();
                let (best, report) = worker.think(&mut |_| {});
                (best, report.score, report.nodes)
            })
        };
        let (best, score, nodes) = search();
        assert_eq!(search(), (best, score, nodes));
        assert!(nodes < 100_000, "{nodes}");
    }
}
