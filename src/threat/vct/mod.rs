//! VCT: does the side to move win by continuous threats?
//!
//! A four leaves the defender one reply, an open three a handful: the points
//! that take the open four away, and his own fours. Which of several attacks to
//! pursue, and which defence to test first, is decided by proof numbers: the
//! fewest positions that would still have to be won to prove a win, the fewest
//! to be held to disprove it. The search is depth-first and lives by its table.
//!
//! A win is a proof. Every reply that is not tried loses to what the attacker
//! threatens (see `moves::defences`), and at each attacker node fours alone
//! are tried first. In renju black plays no forbidden point, neither in attack
//! nor in defence; a three of black's whose straight four would be forbidden
//! threatens nothing; a four of white's whose stop is forbidden wins.
//!
//! In turn with that search runs a wider one that also tries quiet moves after
//! which fours alone would win. "None" says that both were exhausted; whether a
//! quiet move threatens a VCF is found out within a budget only.
// CITE: A. Nagai, df-pn (2002); J. Pawlewicz and L. Lew, thresholds of 1 + epsilon
// (2007); T. Ueda et al., weak proof-number search (2008).

mod moves;
mod node;
mod proof;
mod quiet;
mod table;

use rustc_hash::FxHashMap;

use crate::board::zobrist;
use crate::pattern::Class;
use crate::position::Position;
use crate::threat::Stop;
use crate::threat::vcf::{self, MAX_FOURS, VcfSolver};
use crate::types::{Color, Square};

use moves::Status;
pub use moves::Threat;
use node::{Child, choose, outcome, sum_up};
pub use proof::{Attack, Defence};
use table::{INFINITE, Numbers, Table};

/// Entries of the table by default: 32 MiB.
const ENTRIES: usize = 1 << 20;
/// Quiet threats remembered at most, and for how many entries of the table one is.
const QUIET_ENTRIES: usize = 1 << 17;
const QUIET_PART: usize = 2;
/// Asked once in this many expanded nodes, a power of two, whether to break off.
const STOP_INTERVAL: u64 = 16;
/// Moves that the search for a VCF at one attacker node may make.
const VCF_BUDGET: u64 = 400;
/// The same to see whether a quiet move threatens a VCF.
const THREAT_BUDGET: u64 = 100;
/// Moves made with fours and open threes alone before quiet moves are tried.
const FIRST_SHARE: u64 = 20_000;
/// Quiet moves get so many times more, and every turn so many times the last.
const WIDE_PART: u64 = 1;
const SHARE_GROWTH: u64 = 4;
/// Search until it is decided.
const NO_BOUNDS: Numbers = Numbers {
    phi: INFINITE,
    delta: INFINITE,
};
/// The same while a proof is being built, where there must be one.
const PROOF_VCF_BUDGET: u64 = 1_000_000;
/// Tells the two attackers apart in the table.
const ATTACKER_KEYS: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];
/// The work of an entry that only says what the patterns say.
const GLANCE: u32 = 1;
/// Tells searches with quiet moves from those without.
const WIDE_KEY: u64 = 0xd1b5_4a32_d192_ed03;

/// The result of a search for a VCT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A win in that many plies at the latest.
    Win(usize),
    /// Exhausted: no fours, open threes or quiet threats win that could be seen
    /// within the budgets of the VCFs on the way.
    None,
    /// Not found within the limits.
    Unknown,
}

/// The solver: budget and tables of one search thread.
pub struct VctSolver {
    table: Table,
    vcf: VcfSolver,
    /// By key: plies of the VCF that a quiet move threatens, and the replies to it.
    quiet: FxHashMap<u64, (u16, Box<[Square]>)>,
    quiet_limit: usize,
    attacker: Color,
    nodes: u64,
    budget: u64,
    calls: u64,
    stopped: bool,
    /// Attacks may be moves that prepare a VCF, not only fours and open threes.
    wide: bool,
}

impl Default for VctSolver {
    fn default() -> Self {
        VctSolver::with_entries(ENTRIES)
    }
}

impl VctSolver {
    /// A solver whose table has that many entries of 32 bytes.
    pub fn with_entries(entries: usize) -> VctSolver {
        VctSolver {
            table: Table::new(entries),
            vcf: VcfSolver::default(),
            quiet: FxHashMap::default(),
            quiet_limit: (entries / QUIET_PART).clamp(1, QUIET_ENTRIES),
            attacker: Color::Black,
            nodes: 0,
            budget: 0,
            calls: 0,
            stopped: false,
            wide: false,
        }
    }

    /// Searches for a VCT of the side to move with about `budget` moves made, or
    /// until `stop` says so. The position is as before when it returns.
    pub fn solve<const CELLS: usize>(
        &mut self,
        position: &mut Position<CELLS>,
        budget: u64,
        stop: Stop<'_>,
    ) -> Verdict {
        self.begin(position.side(), budget);
        let mut share = FIRST_SHARE;
        loop {
            for wide in [false, true] {
                self.wide = wide;
                self.budget = budget.min(self.nodes.saturating_add(if wide {
                    share * WIDE_PART
                } else {
                    share
                }));
                let (numbers, plies) = self.run(position, stop);
                match numbers.phi {
                    0 => return Verdict::Win(usize::from(plies)),
                    INFINITE if wide => return Verdict::None,
                    _ => {}
                }
                if self.stopped || self.nodes > budget {
                    return Verdict::Unknown;
                }
            }
            share = share.saturating_mul(SHARE_GROWTH);
        }
    }

    /// Searches from the root as far as the budget goes.
    fn run<const CELLS: usize>(
        &mut self,
        position: &mut Position<CELLS>,
        stop: Stop<'_>,
    ) -> (Numbers, u16) {
        let (numbers, plies) = self.known(position, stop);
        match numbers.phi {
            0 | INFINITE => (numbers, plies),
            _ => self.search(position, NO_BOUNDS, stop),
        }
    }

    /// The proof of a win of the side to move that [`VctSolver::solve`] has just
    /// found, or that fours alone achieve; `None` if there is none or `stop` says so.
    pub fn proof<const CELLS: usize>(
        &mut self,
        position: &mut Position<CELLS>,
        stop: Stop<'_>,
    ) -> Option<Attack> {
        self.begin(position.side(), u64::MAX);
        proof::Builder {
            solver: self,
            stop,
            moves: 0,
        }
        .attack(position)
    }

    /// Moves made by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf.clear();
        self.quiet.clear();
    }

    fn begin(&mut self, attacker: Color, budget: u64) {
        self.attacker = attacker;
        self.nodes = 0;
        self.budget = budget;
        self.calls = 0;
        self.stopped = false;
    }

    fn key<const CELLS: usize>(&self, position: &Position<CELLS>) -> u64 {
        let wide = if self.wide { WIDE_KEY } else { 0 };
        position.key() ^ ATTACKER_KEYS[self.attacker.index()] ^ wide
    }

    /// What the patterns or the table say about a position, and the plies if
    /// the attacker wins.
    fn known<const CELLS: usize>(
        &mut self,
        position: &mut Position<CELLS>,
        stop: Stop<'_>,
    ) -> (Numbers, u16) {
        let attacking = position.side() == self.attacker;
        if attacking {
            match moves::status(position) {
                Status::Won(_, plies) => return (Numbers::REACHED, plies),
                Status::Lost => return (Numbers::MISSED, 0),
                Status::Open => {}
            }
        }
        if let Some(entry) = self.table.get(self.key(position)) {
            return (entry.numbers, entry.plies);
        }
        if attacking {
            return (Numbers { phi: 1, delta: 1 }, 0);
        }
        match self.defences(position, stop) {
            None => (Numbers::REACHED, 0),
            Some((threat, replies)) if replies.is_empty() => (Numbers::MISSED, threat.plies()),
            Some((_, replies)) => {
                let delta = replies.len() as u32;
                (Numbers { phi: 1, delta }, 0)
            }
        }
    }

    /// Searches below a position that is not decided yet until a number reaches
    /// its bound; returns what is then known.
    fn search<const CELLS: usize>(
        &mut self,
        position: &mut Position<CELLS>,
        bounds: Numbers,
        stop: Stop<'_>,
    ) -> (Numbers, u16) {
        let key = self.key(position);
        let attacking = position.side() == self.attacker;
        let started = self.nodes;
        self.calls += 1;
        if self.calls.is_multiple_of(STOP_INTERVAL) && stop() {
            self.stopped = true;
        }
        if attacking
            && self.table.get(key).is_none_or(|entry| entry.work == GLANCE)
            && let Some((square, plies)) = self.try_vcf(position, VCF_BUDGET, stop)
        {
            let work = self.work_since(started);
            self.table.put(key, Numbers::REACHED, work, plies, square);
            return (Numbers::REACHED, plies);
        }
        let (least_plies, mut children) = self.children(position, stop);
        loop {
            let numbers = sum_up(&children);
            let out_of_bounds = numbers.phi >= bounds.phi || numbers.delta >= bounds.delta;
            if out_of_bounds || self.stopped || self.nodes > self.budget {
                let (plies, best) = outcome(&children, attacking, least_plies, numbers);
                let work = self.work_since(started);
                self.table.put(key, numbers, work, plies, best);
                return (numbers, plies);
            }
            let (at, child_bounds) = choose(&children, bounds);
            let child = &mut children[at];
            self.nodes += 1;
            position.make(child.square);
            (child.numbers, child.plies) = self.search(position, child_bounds, stop);
            position.undo();
            self.refresh(&mut children, at);
        }
    }

    /// Transpositions: what one child has taught may settle its siblings.
    fn refresh(&self, children: &mut [Child], except: usize) {
        for (at, child) in children.iter_mut().enumerate() {
            let open = child.numbers.phi != 0 && child.numbers.delta != 0;
            if at != except
                && open
                && let Some(entry) = self.table.get(child.key)
            {
                (child.numbers, child.plies) = (entry.numbers, entry.plies);
            }
        }
    }

    /// The moves to search, and the least plies to an attacker's win from here
    /// however the defender replies.
    fn children<const CELLS: usize>(
        &mut self,
        position: &mut Position<CELLS>,
        stop: Stop<'_>,
    ) -> (u16, Vec<Child>) {
        let (least, squares) = if position.side() == self.attacker {
            let mut squares = moves::attacks(position);
            if self.wide && position.count(!self.attacker, Class::Five) == 0 {
                squares.extend(quiet::preparations(position));
            }
            (1, squares)
        } else {
            let defences = self.defences(position, stop);
            defences.map_or((0, Vec::new()), |(threat, replies)| {
                (threat.plies(), replies)
            })
        };
        let mut children = Vec::with_capacity(squares.len());
        for square in squares {
            let key = self.key_after(position, square);
            let (numbers, plies) = match self.table.get(key) {
                Some(entry) => (entry.numbers, entry.plies),
                None => {
                    self.nodes += 1;
                    position.make(square);
                    debug_assert_eq!(key, self.key(position));
                    let known = self.known(position, stop);
                    position.undo();
                    if !self.stopped {
                        self.table.put(key, known.0, GLANCE, known.1, Square::NONE);
                    }
                    known
                }
            };
            children.push(Child {
                square,
                key,
                numbers,
                plies,
            });
        }
        (least, children)
    }

    /// What the attacker threatens, the defender being to move, and the replies
    /// that might help; `None` if nothing.
    fn defences<const CELLS: usize>(
        &mut self,
        position: &mut Position<CELLS>,
        stop: Stop<'_>,
    ) -> Option<(Threat, Vec<Square>)> {
        let defences = moves::defences(position);
        if defences.is_some() || !self.wide || position.count(position.side(), Class::Five) > 0 {
            return defences;
        }
        let key = position.key();
        if let Some((plies, replies)) = self.quiet.get(&key) {
            return Some((Threat::Vcf(*plies), replies.to_vec()));
        }
        position.pass();
        let found = self.try_vcf(position, THREAT_BUDGET, stop);
        position.pass();
        let (_, plies) = found?;
        let line = self.vcf.line().to_vec();
        let replies = quiet::replies(position, &line);
        if self.quiet.len() >= self.quiet_limit {
            self.quiet.clear();
        }
        self.quiet
            .insert(key, (plies, replies.clone().into_boxed_slice()));
        Some((Threat::Vcf(plies), replies))
    }

    /// The key after a move of the side to move.
    fn key_after<const CELLS: usize>(&self, position: &Position<CELLS>, square: Square) -> u64 {
        self.key(position) ^ zobrist::stone(position.side(), square) ^ zobrist::WHITE_TO_MOVE
    }

    fn work_since(&self, started: u64) -> u32 {
        u32::try_from(self.nodes - started)
            .unwrap_or(u32::MAX)
            .max(GLANCE + 1)
    }

    /// Fours alone: the first move and the plies.
    fn try_vcf<const CELLS: usize>(
        &mut self,
        position: &mut Position<CELLS>,
        budget: u64,
        stop: Stop<'_>,
    ) -> Option<(Square, u16)> {
        let verdict = self.vcf.solve(position, MAX_FOURS, budget, stop);
        self.nodes += self.vcf.nodes();
        match verdict {
            vcf::Verdict::Win(plies) => Some((*self.vcf.line().first()?, plies as u16)),
            vcf::Verdict::None | vcf::Verdict::Unknown => None,
        }
    }

    /// The attacker, to move, has a win: its first move and the plies.
    fn winning_move<const CELLS: usize>(
        &mut self,
        position: &mut Position<CELLS>,
        stop: Stop<'_>,
    ) -> Option<(Square, u16)> {
        if let Status::Won(square, plies) = moves::status(position) {
            return Some((square, plies));
        }
        // The table may have lost it: then it is found again.
        for wide in [false, true, true] {
            self.wide = wide;
            if let Some(entry) = self.table.get(self.key(position))
                && entry.numbers == Numbers::REACHED
                && entry.best != Square::NONE
            {
                return Some((entry.best, entry.plies));
            }
            if let Some(found) = self.try_vcf(position, PROOF_VCF_BUDGET, stop) {
                return Some(found);
            }
            if wide {
                self.search(position, NO_BOUNDS, stop);
            }
        }
        None
    }
}
