//! The searches, one after the other: for a VCF, for a VCT, then for any win.

use std::time::Duration;

use super::forced::Prover;
use super::to_five::variation_to_five;
use super::{Answer, PEAK_BYTES, Proof, Request, Watcher, Win, WinKind, entries_within};
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::clock::Instant;
use crate::engine::{obtainable, position_of};
use crate::position::Position;
use crate::rules;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::{MAX_FOURS, StopCheck};
use crate::threat::vct::Attack;
use crate::threat::{
    SHORTEN_BUDGET, ShortestVcf, ShortestVcfSolver, VcfResult, VcfSolver, VcfWin, VctResult,
    VctSolver, fours_within,
};

/// If a VCT search follows, the VCF search may use the time and nodes divided by this.
const VCF_SHARE: u32 = 4;
/// The nodes after which the first VCF search ends.
const FIRST_VCF_NODES: u64 = 1_000_000;
/// The nodes for shortening a VCT if the shortest one is not asked for, unless the search for it
/// took more.
const SHORTEN_VCT_NODES: u64 = 600_000;
/// The time divided by this is left for the search of the engine after the VCT search.
const SEARCH_SHARE: u32 = 4;
/// The nodes of the search of the engine at most if the VCT search was exhausted.
const SEARCH_NODES: u64 = 400_000;
/// The proof of what it finds may take this many times its nodes.
const PROOF_SHARE: u64 = 4;
/// The minimum time for the proof of a win.
const MIN_PROOF_TIME: Duration = Duration::from_millis(500);

/// A win before its proof.
enum Found {
    /// By fours.
    Vcf(VcfWin),
    /// By threats.
    Vct {
        /// The length in plies at most.
        plies: usize,
        /// All wins shorter than this, in plies, are excluded.
        least_plies: usize,
    },
    /// By the moves of this proof.
    Proved(Attack),
}

/// The searches of one position within the limits.
struct Searches<'a, const CELLS: usize> {
    request: &'a Request<'a>,
    position: &'a Position<CELLS>,
    watcher: &'a dyn Watcher,
    started: Instant,
    /// The time limit.
    limit: Duration,
    /// The moves that may still be made.
    budget: u64,
    /// The moves made.
    nodes: u64,
    /// The plies that the game can last.
    plies_left: usize,
    /// The last win found that takes more.
    too_long: Option<(WinKind, usize)>,
    /// The searches for these kinds of wins were completed without success.
    excluded: Vec<WinKind>,
    /// A win was found that was not proved.
    is_unproved: bool,
}

impl<const CELLS: usize> Searches<'_, CELLS> {
    /// Whether this time has passed since the beginning, or the watcher has ended the searches.
    fn is_over(&self, limit: Duration) -> bool {
        self.watcher.stops() || self.started.elapsed() >= limit
    }

    /// Begins a search that ends at this time after the beginning.
    fn begin(&self, stage: &'static str, limit: Duration) {
        let elapsed = self.started.elapsed();
        let left = self.request.time.map(|_| limit.saturating_sub(elapsed));
        self.watcher.begin(stage, left);
    }

    /// Counts the moves that a search has made.
    fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.budget = self.budget.saturating_sub(nodes);
    }

    /// Searches for a VCF and shortens it. If the first search takes long, that for the
    /// shortest one takes over: either can be much faster.
    fn vcf(&mut self) -> Option<VcfWin> {
        let share = if self.request.vct { VCF_SHARE } else { 1 };
        let (limit, budget) = (self.limit / share, self.budget / u64::from(share));
        self.begin("VCF search", limit);
        let mut reader = LineReader::new(self.position.rule());
        let mut board = LineBoard::new(self.position, &mut reader);
        let mut solver = VcfSolver::default();
        let first = FIRST_VCF_NODES.min(budget / 2);
        let result = solver.solve(&mut board, MAX_FOURS, first, &|| self.is_over(limit / 2));
        self.count(solver.nodes());
        let mut shortest = ShortestVcfSolver::default();
        let win = match result {
            VcfResult::Win(plies) => {
                let found = VcfWin::found(&solver, plies);
                let budget = if self.request.shortest {
                    self.budget
                } else {
                    self.budget.min(SHORTEN_BUDGET)
                };
                let stop = || self.is_over(self.limit);
                self.begin("shortest VCF", self.limit);
                Some(shortest.shorten(&mut board, found, budget, &stop))
            }
            VcfResult::None => {
                self.excluded.push(WinKind::Vcf);
                None
            }
            VcfResult::Unknown => {
                let budget = budget.saturating_sub(solver.nodes());
                let stop = || self.is_over(limit);
                match shortest.solve(&mut board, MAX_FOURS, budget, &stop) {
                    ShortestVcf::Win(win) => Some(win),
                    ShortestVcf::None => {
                        self.excluded.push(WinKind::Vcf);
                        None
                    }
                    ShortestVcf::Unknown(_) => None,
                }
            }
        };
        self.count(shortest.nodes());
        match win {
            Some(win) if win.plies > self.plies_left => {
                self.too_long = Some((WinKind::Vcf, win.plies));
                self.short_vcf(&mut board, shortest)
            }
            win => win,
        }
    }

    /// Searches for a VCF that ends before the game is drawn.
    fn short_vcf(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        mut solver: ShortestVcfSolver,
    ) -> Option<VcfWin> {
        let fours = fours_within(self.plies_left);
        let result = solver.solve(board, fours, self.budget, &|| self.is_over(self.limit));
        self.count(solver.nodes());
        let is_excluded = match result {
            ShortestVcf::Win(win) => return Some(win),
            ShortestVcf::None => true,
            ShortestVcf::Unknown(least) => least > self.plies_left,
        };
        self.excluded.extend(is_excluded.then_some(WinKind::Vcf));
        None
    }

    /// Searches for a VCT and shortens it.
    fn vct(&mut self, solver: &mut VctSolver) -> Option<Found> {
        let limit = if self.request.is_for_any_win() {
            self.limit - self.limit / SEARCH_SHARE
        } else {
            self.limit
        };
        self.begin("VCT search", limit);
        let result = solver.solve(self.position, self.budget, &|| self.is_over(limit));
        self.count(solver.nodes());
        let result = match result {
            VctResult::Win(plies) if plies > self.plies_left => {
                self.too_long = Some((WinKind::Vct, plies));
                let (mut budget, left) = (self.budget, self.plies_left);
                self.vct_within(solver, left, &mut budget, self.limit)
            }
            result => result,
        };
        match result {
            VctResult::Win(plies) => Some(self.shorten_vct(solver, plies)),
            VctResult::None => {
                self.excluded.push(WinKind::Vct);
                None
            }
            VctResult::Unknown => None,
        }
    }

    /// Searches for shorter wins than the VCT that was found. Half of the effort goes into
    /// excluding short wins, one length after the other; then the known win is shortened.
    fn shorten_vct(&mut self, solver: &mut VctSolver, plies: usize) -> Found {
        let (mut least_plies, mut plies) = (1, plies);
        let effort = if self.request.shortest {
            self.budget
        } else {
            self.budget.min(self.nodes.max(SHORTEN_VCT_NODES))
        };
        let left = self.limit.saturating_sub(self.started.elapsed());
        let (mut budget, limit) = (effort / 2, self.limit - left / 2);
        self.begin("shortest VCT", limit);
        while least_plies < plies {
            match self.vct_within(solver, least_plies, &mut budget, limit) {
                VctResult::Win(found) => plies = found,
                VctResult::None => least_plies += 2,
                VctResult::Unknown => break,
            }
        }
        budget += effort / 2;
        self.begin("shorter VCT", self.limit);
        while least_plies < plies {
            match self.vct_within(solver, plies - 2, &mut budget, self.limit) {
                VctResult::Win(found) => plies = found,
                VctResult::None => least_plies = plies,
                VctResult::Unknown => break,
            }
        }
        Found::Vct { plies, least_plies }
    }

    /// Searches for a win with the search of the engine, and proves it with the solvers. Notes if
    /// it is not proved, or takes longer than the game.
    fn forced(&mut self) -> Option<Attack> {
        let (nodes, proof) = self.search_and_prove();
        self.count(nodes);
        let proof = proof?;
        self.is_unproved = proof.is_none();
        let proof = proof?;
        self.excluded.retain(|kind| *kind != kind_of(&proof));
        if proof.plies() > self.plies_left {
            self.too_long = Some((kind_of(&proof), proof.plies()));
            return None;
        }
        Some(proof)
    }

    /// The nodes that this takes, and if the search finds a win, its proof, if that is completed.
    fn search_and_prove(&self) -> (u64, Option<Option<Attack>>) {
        let mut nodes = self.request.nodes.unwrap_or(u64::MAX);
        let mut limit = self.limit;
        // After a VCT search that was exhausted there is most likely no win.
        let is_unlikely = self.excluded.contains(&WinKind::Vct);
        if is_unlikely {
            nodes = nodes.min(SEARCH_NODES);
            limit = limit.min(self.started.elapsed() + limit / SEARCH_SHARE);
        }
        self.begin("search", limit);
        let stop = || self.is_over(limit);
        let mut prover = Prover::new(self.request, self.position);
        let first = prover.first_move(nodes, is_unlikely, &stop);
        let proof = first.map(|first| {
            let stop = self.proof_stop();
            prover.prove(first, nodes.saturating_mul(PROOF_SHARE), &stop)
        });
        (prover.nodes(), proof)
    }

    /// Begins a proof, and tells when it ends: after the time of the searches again, or soon after
    /// the watcher ends it.
    fn proof_stop(&self) -> impl Fn() -> bool + use<'_, CELLS> {
        let (started, watcher) = (Instant::now(), self.watcher);
        let most = self.limit.max(MIN_PROOF_TIME);
        watcher.begin("proof", self.request.time.map(|_| most));
        move || {
            let most = if watcher.stops() {
                MIN_PROOF_TIME
            } else {
                most
            };
            started.elapsed() >= most
        }
    }

    /// Searches for a VCT of at most this many plies within a budget, which it reduces.
    fn vct_within(
        &mut self,
        solver: &mut VctSolver,
        plies: usize,
        budget: &mut u64,
        limit: Duration,
    ) -> VctResult {
        let stop = || self.is_over(limit);
        let result = solver.solve_within(self.position, plies, *budget, &stop);
        *budget = budget.saturating_sub(solver.nodes());
        self.count(solver.nodes());
        result
    }
}

/// Searches for a VCF, a VCT and any win as the request asks, and proves the win that is found.
///
/// This needs a stack of [`SEARCH_STACK_BYTES`](crate::engine::SEARCH_STACK_BYTES).
pub fn solve(request: &Request<'_>, watcher: &dyn Watcher) -> Answer {
    with_cells!(request.game.size(), |CELLS| {
        let position = position_of::<CELLS>(request.game, request.side);
        solve_position(request, &position, watcher)
    })
}

fn solve_position<const CELLS: usize>(
    request: &Request<'_>,
    position: &Position<CELLS>,
    watcher: &dyn Watcher,
) -> Answer {
    let mut searches = Searches {
        request,
        position,
        watcher,
        started: Instant::now(),
        limit: request.time.unwrap_or(Duration::MAX),
        budget: request.nodes.unwrap_or(u64::MAX),
        nodes: 0,
        plies_left: if request.ignores_stone_limit {
            rules::plies_left(position, None)
        } else {
            rules::plies_left(position, rules::stone_limit(position))
        },
        too_long: None,
        excluded: Vec::new(),
        is_unproved: false,
    };
    let mut found = None;
    if request.vcf {
        found = searches.vcf().map(Found::Vcf);
    }
    let searches_vct = request.vct && found.is_none();
    let entries = if searches_vct {
        entries(request.entries, watcher)
    } else {
        1
    };
    let mut solver = VctSolver::with_entries(entries);
    if searches_vct {
        found = searches.vct(&mut solver);
    }
    if request.is_for_any_win() && found.is_none() && !watcher.stops() {
        // Its table is no longer needed.
        solver = VctSolver::with_entries(1);
        found = searches.forced().map(Found::Proved);
    }
    let time = searches.started.elapsed();
    let asked = usize::from(request.vcf) + usize::from(request.vct);
    let is_open = searches.is_unproved || searches.excluded.len() < asked;
    let is_undecided = found.is_none() && is_open;
    let too_long = searches.too_long.filter(|_| found.is_none());
    let win = found.map(|found| {
        let stop = searches.proof_stop();
        prove(request, &mut solver, position, found, &stop)
    });
    Answer {
        win,
        too_long,
        excluded: searches.excluded,
        is_undecided,
        nodes: searches.nodes,
        time,
    }
}

/// How a proved attack wins, unless by fours alone.
fn kind_of(proof: &Attack) -> WinKind {
    if proof.is_by_threats() {
        WinKind::Vct
    } else {
        WinKind::Forced
    }
}

/// The number of entries of the proof table for which there is memory, at most `most`.
fn entries(most: usize, watcher: &dyn Watcher) -> usize {
    let wanted = most as u64 * PEAK_BYTES;
    let given = obtainable(wanted);
    let entries = entries_within(given);
    if given < wanted {
        watcher.reduced(entries);
    }
    entries
}

/// The win with its proof, if that can be completed, and what is made of the proof.
fn prove<const CELLS: usize>(
    request: &Request<'_>,
    solver: &mut VctSolver,
    position: &Position<CELLS>,
    found: Found,
    stop: StopCheck<'_>,
) -> Win {
    let (kind, plies, least_plies, proof) = match found {
        Found::Vcf(win) => {
            let mut reader = LineReader::new(position.rule());
            let mut board = LineBoard::new(position, &mut reader);
            let proof = Attack::by_fours(&mut board, &win.tree);
            (WinKind::Vcf, win.plies, win.least_plies, proof)
        }
        Found::Vct { plies, least_plies } => {
            let proof = solver.proof(position, stop);
            (WinKind::Vct, plies, least_plies, proof)
        }
        Found::Proved(proof) => (kind_of(&proof), proof.plies(), 1, Some(proof)),
    };
    let plies = proof.as_ref().map_or(plies, Attack::plies);
    let to_five = proof.as_ref().filter(|_| request.to_five);
    let to_five = to_five.and_then(|proof| variation_to_five(solver, position, proof, stop));
    let full = proof.as_ref().filter(|_| request.full);
    let full = full.and_then(|proof| solver.full_proof(position, proof, stop));
    let on_points = |proof: Attack| proof.map(&Geometry::<CELLS>::point);
    let proof = proof.map(on_points);
    Win {
        kind,
        plies,
        least_plies,
        variation: proof.as_ref().map_or(Vec::new(), Proof::main_line),
        proof,
        full: full.map(on_points),
        to_five: to_five.unwrap_or_default(),
    }
}
