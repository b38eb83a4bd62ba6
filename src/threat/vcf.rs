//! VCF: does the side to move win by continuous fours?
//!
//! A four leaves the defender one reply (under the caro rules sometimes two), so the
//! tree branches almost only at the attacker's turn, and a table of failed positions
//! keeps it small. If a forced reply makes a four of the defender's, the
//! attacker must take its completing point and make a four there, or has failed.
//!
//! In renju black may not use forbidden points, and white wins at once with a four
//! whose completing point is forbidden to black.

use crate::movegen;
use crate::rules::{self, ThreatBoard};
use crate::threat::failures::Failures;
use crate::threat::scope::{Scope, is_near};
use crate::types::Square;

/// Number of entries of the table of failures, a power of two.
const FAILURES: usize = 1 << 16;
/// The deepest search, in fours.
pub const MAX_FOURS: u8 = u8::MAX - 1;
/// The stop check is called once in this many attacker nodes, a power of two.
const STOP_INTERVAL: u64 = 64;

/// A function that a solver calls regularly. If it returns true the search ends.
pub type StopCheck<'a> = &'a dyn Fn() -> bool;

/// The result of a search for a VCF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VcfResult {
    /// A win in at most this many plies. [`VcfSolver::variation`] has the moves.
    Win(usize),
    /// It is proved that there is no VCF.
    None,
    /// Nothing was found within the limits.
    Unknown,
}

/// The result of one node.
pub(super) enum NodeResult {
    /// The attacker wins in at most this many plies.
    Win(usize),
    /// The attacker does not win. True if the limit on fours played no part in it.
    Fail(bool),
    /// The search ended early: the budget is spent, or it was told to stop.
    Stopped,
}

/// A solver for VCFs, with its table of failures. Each search thread has its own.
///
/// ```
/// use goshawk::board::{Geometry, geometry::SMALL, notation};
/// use goshawk::position::Position;
/// use goshawk::threat::{VcfResult, VcfSolver};
/// use goshawk::types::{BoardSize, Color, Rule};
///
/// let size = BoardSize::square(15).expect("a valid size");
/// let mut position = Position::<SMALL>::new(size, Rule::Freestyle, Color::Black, &[]);
/// for point in notation::parse_moves("f8 e8 g8 a1 h8 a3 i9 a5 i10 a7", size)? {
///     position.make(Geometry::<SMALL>::square(point));
/// }
/// let mut solver = VcfSolver::default();
/// assert_eq!(solver.solve(&mut position, 10, 1000, &|| false), VcfResult::Win(5));
/// let moves = solver.variation().iter();
/// let variation: Vec<_> = moves.map(|s| Geometry::<SMALL>::point(*s)).collect();
/// assert!(notation::point_names(&variation, size).starts_with("i8 j8 "));
/// # Ok::<(), notation::NotationError>(())
/// ```
pub struct VcfSolver {
    failures: Failures,
    /// Moves made by this search.
    nodes: u64,
    /// The limit on moves made.
    budget: u64,
    /// Attacker nodes expanded by all searches.
    calls: u64,
    /// A stack of the moves of all nodes on the path.
    moves: Vec<Square>,
    /// The winning variation, in reverse order during the search.
    variation: Vec<Square>,
    /// All moves of the win, in reverse order during the search.
    tree: Vec<Square>,
}

impl Default for VcfSolver {
    fn default() -> Self {
        VcfSolver::with_failures(Failures::new(FAILURES, FAILURES))
    }
}

impl VcfSolver {
    /// A solver with this table.
    pub(super) fn with_failures(failures: Failures) -> VcfSolver {
        VcfSolver {
            failures,
            nodes: 0,
            budget: 0,
            calls: 0,
            moves: Vec::with_capacity(1024),
            variation: Vec::new(),
            tree: Vec::new(),
        }
    }

    /// Searches for a VCF of the side to move with at most `fours` fours, until about
    /// `budget` moves have been made or `stop` returns true. The board is unchanged
    /// when the function returns.
    pub fn solve<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        budget: u64,
        stop: StopCheck<'_>,
    ) -> VcfResult {
        self.run(board, fours, budget, Scope::All, stop)
    }

    /// Like [`solve`](VcfSolver::solve), but tries only the fours near `stone`, then
    /// each near the one before. This is fast and finds the wins that the stone just
    /// played makes possible. It never returns [`VcfResult::None`].
    // CITE: Rapfi, whose quiescence search follows fours around the last stone.
    pub fn solve_near<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        stone: Square,
        fours: u8,
        budget: u64,
        stop: StopCheck<'_>,
    ) -> VcfResult {
        match self.run(board, fours, budget, Scope::Near(stone), stop) {
            VcfResult::None => VcfResult::Unknown,
            result => result,
        }
    }

    /// Searches from the root within a scope.
    fn run<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        budget: u64,
        scope: Scope,
        stop: StopCheck<'_>,
    ) -> VcfResult {
        self.begin(budget);
        match self.attack_root(board, fours.min(MAX_FOURS), scope, stop) {
            NodeResult::Win(plies) => VcfResult::Win(plies),
            NodeResult::Fail(true) => VcfResult::None,
            NodeResult::Fail(false) | NodeResult::Stopped => VcfResult::Unknown,
        }
    }

    /// Begins a search that may make about `budget` moves.
    pub(super) fn begin(&mut self, budget: u64) {
        self.nodes = 0;
        self.budget = budget;
    }

    /// Searches the root with at most `fours` fours, up to [`MAX_FOURS`].
    pub(super) fn attack_root<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        scope: Scope,
        stop: StopCheck<'_>,
    ) -> NodeResult {
        self.moves.clear();
        self.variation.clear();
        self.tree.clear();
        let result = self.attack(board, fours, scope, stop);
        self.variation.reverse();
        self.tree.reverse();
        result
    }

    /// The winning variation of the last search with the defender's replies, up to the
    /// attacker's move that no reply stops. Empty if there was no win.
    pub fn variation(&self) -> &[Square] {
        &self.variation
    }

    /// The moves of both sides in the win of the last search, against every stop of its
    /// fours: each four is followed by its stops in reverse order, each stop by the win
    /// after it. Empty if there was no win.
    ///
    /// Only the caro rules leave two stops. Under other rules this is [`VcfSolver::variation`].
    pub fn tree(&self) -> &[Square] {
        &self.tree
    }

    /// The number of moves made by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Clears the table of failures.
    pub fn clear(&mut self) {
        self.failures.clear();
    }

    /// Searches a node with the attacker to move.
    fn attack<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        scope: Scope,
        stop: StopCheck<'_>,
    ) -> NodeResult {
        let us = board.side();
        if let Some(square) = board.five(us) {
            self.variation.push(square);
            self.tree.push(square);
            return NodeResult::Win(1);
        }
        if fours == 0 && matches!(scope, Scope::Limited) {
            return NodeResult::Fail(false);
        }
        let start = self.moves.len();
        let threatened = board.five(!us).is_some();
        if threatened {
            movegen::stops(board, &mut self.moves);
            if self.moves.len() == start {
                return NodeResult::Fail(true);
            }
        } else if let Some(square) = board.winning_four(us) {
            self.variation.push(square);
            self.tree.push(square);
            return NodeResult::Win(3);
        }
        let key = board.key() ^ scope.key();
        if let Some(is_exhausted) = self.failures.known(key, fours) {
            self.moves.truncate(start);
            return NodeResult::Fail(is_exhausted);
        }
        self.calls += 1;
        if self.nodes > self.budget || (self.calls.is_multiple_of(STOP_INTERVAL) && stop()) {
            self.moves.truncate(start);
            return NodeResult::Stopped;
        }
        if threatened {
            self.keep(start, |stop| {
                movegen::makes_four(board, us, stop) && rules::is_legal(board, us, stop)
            });
        } else {
            movegen::fours(board, us, &mut self.moves);
            if let Scope::Near(stone) = scope {
                self.keep(start, |four| is_near::<CELLS>(stone, four));
            }
        }
        let result = self.try_fours(board, fours, start, scope, stop);
        self.moves.truncate(start);
        if let NodeResult::Fail(is_exhausted) = result {
            self.failures.add(key, fours, is_exhausted);
        }
        result
    }

    /// Removes from the move stack the moves from `start` that are not wanted.
    fn keep(&mut self, start: usize, mut wanted: impl FnMut(Square) -> bool) {
        let mut kept = start;
        for at in start..self.moves.len() {
            if wanted(self.moves[at]) {
                self.moves[kept] = self.moves[at];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Tries the fours on the move stack from `start` in turn.
    fn try_fours<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        start: usize,
        scope: Scope,
        stop: StopCheck<'_>,
    ) -> NodeResult {
        let end = self.moves.len();
        if start < end && fours == 0 {
            return NodeResult::Fail(false);
        }
        let us = board.side();
        let mut exhausted = true;
        for at in start..end {
            let square = self.moves[at];
            self.nodes += 1;
            board.make(square);
            let result = self.reply(board, fours - 1, scope.after(square), stop);
            board.undo();
            match result {
                NodeResult::Win(plies) => {
                    self.variation.push(square);
                    self.tree.push(square);
                    return NodeResult::Win(plies + 1);
                }
                NodeResult::Fail(all) => exhausted &= all,
                NodeResult::Stopped => return NodeResult::Stopped,
            }
        }
        debug_assert_eq!(us, board.side());
        NodeResult::Fail(exhausted)
    }

    /// Searches a node with the defender to move, who must reply to a four. Only the
    /// caro rules leave a choice.
    fn reply<const CELLS: usize, B: ThreatBoard<CELLS>>(
        &mut self,
        board: &mut B,
        fours: u8,
        scope: Scope,
        stop: StopCheck<'_>,
    ) -> NodeResult {
        let defender = board.side();
        debug_assert!(board.five(!defender).is_some());
        let mut longest = 2;
        let mut variation = Vec::new();
        let known = self.tree.len();
        let start = self.moves.len();
        movegen::stops(board, &mut self.moves);
        let end = self.moves.len();
        for at in start..end {
            let square = self.moves[at];
            if !rules::is_legal(board, defender, square) {
                continue;
            }
            // No five is left after a stop.
            let mut result = NodeResult::Fail(false);
            if fours > 0 || !matches!(scope, Scope::Limited) {
                self.nodes += 1;
                board.make(square);
                result = self.attack(board, fours, scope, stop);
                board.undo();
            }
            let NodeResult::Win(plies) = result else {
                self.variation.clear();
                self.tree.truncate(known);
                self.moves.truncate(start);
                return result;
            };
            self.tree.push(square);
            if plies + 1 > longest || variation.is_empty() {
                longest = plies + 1;
                self.variation.push(square);
                variation = std::mem::take(&mut self.variation);
            }
            self.variation.clear();
        }
        self.moves.truncate(start);
        self.variation = variation;
        NodeResult::Win(longest)
    }
}
