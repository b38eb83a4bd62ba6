//! The shortest VCF: the one with the fewest fours.
//!
//! Iterative deepening over the number of fours. Each move adds a stone, so a position is
//! always reached with the same number of fours left, and a table of failed positions
//! leaves each of them to be searched once an iteration.

use crate::movegen;
use crate::rules::ThreatBoard;
use crate::threat::idle_fours::{legal_stops, stopping_fours, without_idle_fours};
use crate::threat::vcf::{MAX_FOURS, StopCheck, VcfSolver};
use crate::types::Square;

/// The number of fours of a failure that holds however many are allowed.
const EXHAUSTED: u8 = u8::MAX;
/// The stop check is called once in this many attacker nodes, a power of two.
const STOP_INTERVAL: u64 = 64;
/// The first size of the table of failures, in entries.
const FIRST_ENTRIES: usize = 1 << 8;
/// The largest size of the table of failures, which takes 64 MiB.
const MAX_ENTRIES: usize = 1 << 23;
/// The growth of the table when half of it is in use.
const GROWTH: usize = 4;
/// The limit on moves made of [`ShortestVcfSolver::shorten`] where the shortest win is not
/// asked for. It proves the shortest win in 19 of 20 problems.
pub const SHORTEN_BUDGET: u64 = 20_000;

/// A win by continuous fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VcfWin {
    /// The length in plies with the best defence, the five included.
    pub plies: usize,
    /// The winning line, see [`VcfSolver::line`].
    pub line: Vec<Square>,
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
            line: solver.line().to_vec(),
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

/// The result of one node.
enum NodeResult {
    /// The attacker wins in this many plies.
    Win(usize),
    /// The attacker does not win. True if the limit on fours played no part in it.
    Fail(bool),
    /// The search ended early: the budget is spent, or it was told to stop.
    Stopped,
}

/// A solver for shortest VCFs, with its table of failures.
pub struct ShortestVcfSolver {
    /// The keys of failed attacks, with the fours allowed in the lowest byte.
    failed: Vec<u64>,
    /// The number of entries in use.
    used: usize,
    /// Moves made by this search.
    nodes: u64,
    /// The limit on moves made.
    budget: u64,
    /// Attacker nodes expanded by all searches.
    calls: u64,
    /// A stack of the moves of all nodes on the path.
    moves: Vec<Square>,
    /// The winning line, in reverse order during the search.
    line: Vec<Square>,
    /// All moves of the win, in reverse order during the search.
    tree: Vec<Square>,
}

impl Default for ShortestVcfSolver {
    fn default() -> Self {
        ShortestVcfSolver {
            failed: vec![0; FIRST_ENTRIES],
            used: 0,
            nodes: 0,
            budget: 0,
            calls: 0,
            moves: Vec::new(),
            line: Vec::new(),
            tree: Vec::new(),
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
        self.nodes = 0;
        self.budget = budget;
        for fours in 0..=fours.min(MAX_FOURS) {
            self.moves.clear();
            self.line.clear();
            self.tree.clear();
            match self.attack(board, fours, stop) {
                NodeResult::Win(plies) => {
                    debug_assert_eq!(plies, plies_of(fours));
                    let reversed = |moves: &[Square]| moves.iter().rev().copied().collect();
                    return ShortestVcf::Win(VcfWin {
                        plies,
                        line: reversed(&self.line),
                        tree: reversed(&self.tree),
                        least_plies: plies,
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
                // If some four has two stops, the win stays as it is.
                let is_line = win.tree == win.line;
                let shorter = is_line.then(|| without_idle_fours(board, &win.line));
                match shorter.flatten() {
                    Some((line, plies)) => VcfWin {
                        plies,
                        tree: line.clone(),
                        line,
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
        self.nodes
    }

    /// Searches a node with the attacker to move, who may make this many fours before the
    /// five.
    fn attack<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        stop: StopCheck<'_>,
    ) -> NodeResult {
        let us = board.side();
        if let Some(square) = board.five(us) {
            self.line.push(square);
            self.tree.push(square);
            return NodeResult::Win(1);
        }
        if fours == 0 {
            return NodeResult::Fail(false);
        }
        let threatened = board.five(!us).is_some();
        if !threatened && let Some(square) = board.winning_four(us) {
            self.line.push(square);
            self.tree.push(square);
            return NodeResult::Win(3);
        }
        let key = board.key() & !0xff;
        let known = self.failed[self.slot(key)];
        if known & !0xff == key && known as u8 >= fours {
            return NodeResult::Fail(known as u8 == EXHAUSTED);
        }
        self.calls += 1;
        let is_check_due = self.calls.is_multiple_of(STOP_INTERVAL);
        if self.nodes > self.budget || (is_check_due && stop()) {
            return NodeResult::Stopped;
        }
        let start = self.moves.len();
        match threatened {
            true => self.moves.extend(stopping_fours(board)),
            false => movegen::fours(board, us, &mut self.moves),
        }
        let result = self.try_fours(board, fours, start, stop);
        self.moves.truncate(start);
        if let NodeResult::Fail(is_exhausted) = result {
            self.store(key, if is_exhausted { EXHAUSTED } else { fours });
        }
        result
    }

    /// Tries the fours on the move stack from `start` in turn.
    fn try_fours<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        start: usize,
        stop: StopCheck<'_>,
    ) -> NodeResult {
        let mut is_exhausted = true;
        for at in start..self.moves.len() {
            let square = self.moves[at];
            self.nodes += 1;
            board.make(square);
            let result = self.reply(board, fours - 1, stop);
            board.undo();
            match result {
                NodeResult::Win(plies) => {
                    self.line.push(square);
                    self.tree.push(square);
                    return NodeResult::Win(plies + 1);
                }
                NodeResult::Fail(all) => is_exhausted &= all,
                NodeResult::Stopped => return NodeResult::Stopped,
            }
        }
        NodeResult::Fail(is_exhausted)
    }

    /// Searches a node with the defender to move, who must reply to a four. Only the caro
    /// rules leave a choice.
    fn reply<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        stop: StopCheck<'_>,
    ) -> NodeResult {
        let mut longest = 2;
        let mut line = Vec::new();
        let known = self.tree.len();
        for square in legal_stops(board) {
            // No five is left after a stop.
            let mut result = NodeResult::Fail(false);
            if fours > 0 {
                self.nodes += 1;
                board.make(square);
                result = self.attack(board, fours, stop);
                board.undo();
            }
            let NodeResult::Win(plies) = result else {
                self.line.clear();
                self.tree.truncate(known);
                return result;
            };
            self.tree.push(square);
            if plies + 1 > longest || line.is_empty() {
                longest = plies + 1;
                self.line.push(square);
                line = std::mem::take(&mut self.line);
            }
            self.line.clear();
        }
        self.line = line;
        NodeResult::Win(longest)
    }

    /// The slot of a key in the table.
    fn slot(&self, key: u64) -> usize {
        (key >> 8) as usize & (self.failed.len() - 1)
    }

    /// Notes that an attack with this many fours has failed.
    fn store(&mut self, key: u64, fours: u8) {
        if 2 * self.used > self.failed.len() && self.failed.len() < MAX_ENTRIES {
            let larger = vec![0; GROWTH * self.failed.len()];
            self.used = 0;
            for entry in std::mem::replace(&mut self.failed, larger) {
                if entry != 0 {
                    self.store(entry & !0xff, entry as u8);
                }
            }
        }
        let slot = self.slot(key);
        self.used += usize::from(self.failed[slot] == 0);
        self.failed[slot] = key | u64::from(fours);
    }
}
