//! The search: df-pn over attacks and defences.
// CITE: A. Nagai, df-pn (2002); J. Pawlewicz and L. Lew, thresholds of 1 + epsilon
// (2007); T. Ueda et al., weak proof-number search (2008); M. H. M. Winands et al.,
// initial proof numbers guessed from the kind of move (df-pn+, 2004).

mod children;

use rustc_hash::FxHashMap;

use super::effort::{ROUNDS, Round};
use super::moves::{self, Status};
use super::node::{Child, choose, outcome, sum_up};
use super::quiet;
use super::table::{INFINITE, Numbers, ProofTable};
use crate::board::zobrist;
use crate::pattern::Class;
use crate::rules::ThreatBoard;
use crate::threat::line_board::LineBoard;
use crate::threat::shortest_vcf::ShortestVcfSolver;
use crate::threat::vcf::{StopCheck, VcfSolver};
use crate::types::{Color, Square};

/// The stop check is called once in this many expanded nodes, a power of two.
const STOP_INTERVAL: u64 = 16;
/// Distinguishes the rounds in the table.
const ROUND_KEY: u64 = 0xd1b5_4a32_d192_ed03;
/// Bounds for a search until the result is known.
pub const NO_BOUNDS: Numbers = Numbers {
    phi: INFINITE,
    delta: INFINITE,
};
/// The numbers of a position about which nothing is known.
const OPEN: Numbers = Numbers { phi: 1, delta: 1 };
/// Distinguishes the two attackers in the table.
const ATTACKER_KEYS: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];
/// The length in plies of the shortest win that is neither a five nor made by fours alone.
const LEAST_THREATS: usize = 5;
/// The work of an entry that holds only the static assessment of a position.
pub const STATIC_WORK: u32 = 1;

/// The number of quiet threats in the cache at most.
const QUIET_THREATS: usize = 1 << 17;
/// There is at most one cached quiet threat for this many entries of the table.
const ENTRIES_PER_QUIET_THREAT: usize = 2;

/// How far the search of a root has come, over all calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Progress {
    /// The key of the root and the attacker.
    root: u64,
    /// Moves made.
    moves: u64,
    /// The index of the round.
    round: usize,
}

/// A quiet threat: the plies of the VCF that it threatens, and the replies that may help.
type QuietThreat = (u16, Box<[Square]>);

/// A VCF found at one node, which is tried first at its siblings: plies and tree.
type KnownVcf = (u16, Vec<Square>);

/// The search with its tables and budget.
pub struct ProofSearch {
    /// The numbers of the positions searched.
    pub table: ProofTable,
    /// Solves the VCFs on the way.
    pub vcf: VcfSolver,
    /// Solves them within a limit on the length of the win.
    pub shortest_vcf: ShortestVcfSolver,
    /// The attacker has to win in at most this many plies from the root, if there is a limit.
    pub limit: Option<usize>,
    /// Whether a VCF search within such a limit has spent its budget.
    pub is_cut_short: bool,
    /// Quiet threats by key, since finding one takes a search.
    quiet_threats: FxHashMap<u64, QuietThreat>,
    /// The number of quiet threats at which the cache is cleared.
    max_quiet_threats: usize,
    /// The side that is to win.
    attacker: Color,
    /// Moves made.
    pub nodes: u64,
    /// The limit on moves made.
    budget: u64,
    /// Nodes expanded.
    calls: u64,
    /// Whether the stop check has returned true.
    pub stopped: bool,
    /// Whether a proof is being built, which is known to exist.
    proving: bool,
    rounds: &'static [Round],
    /// The index of the current round.
    round: usize,
    /// How far the last search without a limit on the length of the win has come.
    progress: Option<Progress>,
    /// A stack of the children of all nodes on the path.
    children: Vec<Child>,
    /// The attacks of the node that is being expanded. Empty between two uses, like the following
    /// buffers.
    attacks: Vec<(Square, Class)>,
    /// The replies at that node.
    replies: Vec<Square>,
    /// Points that are needed to generate either.
    scratch: Vec<Square>,
}

impl ProofSearch {
    /// A search whose table has at most `entries` entries.
    pub fn new(entries: usize) -> ProofSearch {
        ProofSearch {
            table: ProofTable::new(entries),
            vcf: VcfSolver::default(),
            shortest_vcf: ShortestVcfSolver::default(),
            limit: None,
            is_cut_short: false,
            quiet_threats: FxHashMap::default(),
            max_quiet_threats: (entries / ENTRIES_PER_QUIET_THREAT).clamp(1, QUIET_THREATS),
            attacker: Color::Black,
            nodes: 0,
            budget: 0,
            calls: 0,
            stopped: false,
            proving: false,
            rounds: &ROUNDS,
            round: 0,
            progress: None,
            children: Vec::new(),
            attacks: Vec::new(),
            replies: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Prepares for a search, or for building the proof of a win that is known to exist.
    pub fn begin(&mut self, attacker: Color, budget: u64, proving: bool) {
        self.attacker = attacker;
        self.budget = budget;
        self.calls = 0;
        self.stopped = false;
        self.proving = proving;
    }

    /// Searches from the root until the budget is spent. Returns the numbers of the
    /// root, and the plies if the attacker wins. If the last search had the same root, its
    /// rounds go on where it has ended them.
    pub fn run<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        stop: StopCheck<'_>,
    ) -> (Numbers, u16) {
        let budget = self.budget;
        let root = board.key() ^ ATTACKER_KEYS[self.attacker.index()];
        let before = self.progress.filter(|progress| progress.root == root);
        let (moves, round) = before.map_or((0, 0), |before| (before.moves, before.round));
        self.round = round;
        while moves >= self.round().until && !self.is_last_round() {
            self.round += 1;
        }
        let mut found = loop {
            self.budget = budget.min(self.round().until.saturating_sub(moves));
            let mut found = self.assess(board, &mut Vec::new(), stop);
            if found.0.phi != 0 && found.0.phi != INFINITE {
                found = self.search(board, NO_BOUNDS, stop);
            }
            let is_over = found.0.phi == 0 || self.stopped || self.nodes > budget;
            if is_over || self.is_last_round() {
                break found;
            }
            self.round += 1;
        };
        self.progress = Some(Progress {
            root,
            moves: moves + self.nodes,
            round: self.round,
        });
        if found.0.phi == INFINITE && !self.is_last_round() {
            // The small budgets of this round do not show that there is no win.
            found.0 = OPEN;
        }
        found
    }

    /// The current round.
    fn round(&self) -> &'static Round {
        &self.rounds[self.round]
    }

    /// Whether no round follows the current one.
    fn is_last_round(&self) -> bool {
        self.round + 1 == self.rounds.len()
    }

    /// The key of a position in the table. It depends on the attacker, the limit and the round,
    /// since a later round may win where an earlier one has failed.
    pub fn key<const CELLS: usize>(&self, board: &LineBoard<'_, CELLS>) -> u64 {
        board.key()
            ^ ATTACKER_KEYS[self.attacker.index()]
            ^ ROUND_KEY.wrapping_mul(self.round as u64)
            ^ self.limit_key()
    }

    /// What is known without expanding a node about the attacker, who is to move:
    /// from patterns, from the table, or by fours alone. Returns the plies if he wins.
    /// VCFs that win at siblings are tried first; a new one is added to `known`.
    pub fn assess<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        known: &mut Vec<KnownVcf>,
        stop: StopCheck<'_>,
    ) -> (Numbers, u16) {
        let left = self.plies_left(board);
        match moves::status(board) {
            Status::Won(_, plies) if usize::from(plies) > left => return (Numbers::MISSED, 0),
            Status::Won(_, plies) => return (Numbers::REACHED, plies),
            Status::Lost => return (Numbers::MISSED, 0),
            Status::Open => {}
        }
        let key = self.key(board);
        if let Some(entry) = self.table.get(key) {
            return (entry.numbers, entry.plies);
        }
        for (plies, tree) in known.iter().rev() {
            self.nodes += tree.len() as u64;
            if let Some(first) = quiet::still_wins(board, tree) {
                self.table
                    .put(key, Numbers::REACHED, STATIC_WORK, *plies, first);
                return (Numbers::REACHED, *plies);
            }
        }
        if let Some(win) = self.try_vcf(board, self.round().vcf, left, stop) {
            let (first, plies) = (win.variation[0], win.plies as u16);
            known.push((plies, win.tree));
            self.table
                .put(key, Numbers::REACHED, STATIC_WORK, plies, first);
            return (Numbers::REACHED, plies);
        }
        if left < LEAST_THREATS && !self.stopped {
            return (Numbers::MISSED, 0);
        }
        if !self.stopped {
            self.table.put(key, OPEN, STATIC_WORK, 0, Square::NONE);
        }
        (OPEN, 0)
    }

    /// Searches an undecided position until one of its numbers reaches its bound.
    /// Returns its numbers, and the plies if the attacker wins.
    pub fn search<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        bounds: Numbers,
        stop: StopCheck<'_>,
    ) -> (Numbers, u16) {
        let key = self.key(board);
        let attacking = board.side() == self.attacker;
        let started = self.nodes;
        let start = self.children.len();
        self.calls += 1;
        if self.calls.is_multiple_of(STOP_INTERVAL) && stop() {
            self.stopped = true;
        }
        let least_plies = if attacking {
            self.push_attacks(board);
            1
        } else {
            match self.push_defences(board, stop) {
                Some(plies) => plies,
                None => {
                    self.children.truncate(start);
                    // A search that was stopped has shown nothing.
                    if self.stopped {
                        return (OPEN, 0);
                    }
                    let work = self.work_since(started);
                    self.table.put(key, Numbers::REACHED, work, 0, Square::NONE);
                    return (Numbers::REACHED, 0);
                }
            }
        };
        let numbers = self.search_children(board, start, bounds, stop);
        let (plies, best) = outcome(&self.children[start..], attacking, least_plies, numbers);
        self.children.truncate(start);
        let work = self.work_since(started);
        self.table.put(key, numbers, work, plies, best);
        (numbers, plies)
    }

    /// Searches for a win of the attacker, who is to move, that begins with one of these moves.
    /// Returns the numbers, and the move if one wins.
    pub fn run_among<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        moves: &[(Square, Class)],
        stop: StopCheck<'_>,
    ) -> (Numbers, Square) {
        self.is_cut_short = false;
        let start = self.children.len();
        self.push_moves(board, moves);
        // The numbers of the position itself would be those of all moves.
        let numbers = self.search_children(board, start, NO_BOUNDS, stop);
        let (_, best) = outcome(&self.children[start..], true, 1, numbers);
        self.children.truncate(start);
        (numbers, best)
    }

    /// Searches below the children of a node, which are on the stack from `start`, until one of
    /// its numbers reaches its bound. Returns its numbers.
    fn search_children<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        start: usize,
        bounds: Numbers,
        stop: StopCheck<'_>,
    ) -> Numbers {
        loop {
            let children = &mut self.children[start..];
            let numbers = sum_up(children);
            let out_of_bounds = numbers.phi >= bounds.phi || numbers.delta >= bounds.delta;
            if out_of_bounds || self.stopped || self.nodes > self.budget {
                return numbers;
            }
            let (at, child_bounds) = choose(children, bounds);
            let child = &mut children[at];
            // A transposition may have updated the entry in the meantime.
            if let Some(entry) = self.table.get(child.key)
                && entry.numbers != child.numbers
            {
                (child.numbers, child.plies) = (entry.numbers, entry.plies);
                continue;
            }
            self.nodes += 1;
            board.make(child.square);
            let found = self.search(board, child_bounds, stop);
            board.undo();
            let child = &mut self.children[start + at];
            (child.numbers, child.plies) = found;
        }
    }

    /// The key of the position after a move of the side to move.
    fn key_after<const CELLS: usize>(&self, board: &LineBoard<'_, CELLS>, square: Square) -> u64 {
        self.key(board) ^ zobrist::stone(board.side(), square) ^ zobrist::WHITE_TO_MOVE
    }

    /// The work of a node that was entered when `started` moves had been made.
    fn work_since(&self, started: u64) -> u32 {
        u32::try_from(self.nodes - started)
            .unwrap_or(u32::MAX)
            .max(STATIC_WORK + 1)
    }
}

#[cfg(test)]
mod tests;
