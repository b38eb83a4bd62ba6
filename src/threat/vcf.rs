//! VCF: does the side to move win by fours alone?
//!
//! Every four leaves the defender one reply (in caro at times two), so the tree
//! has one branch at each defence and a handful at each attack, and a table of
//! failed positions keeps it small. What can go wrong for the attacker is seen at
//! his next turn: if the forced reply made a four of the defender's, he must take
//! its completing point and make a four of his own there, or has failed.
//!
//! In renju black may not use forbidden points, and white wins at once with a
//! four whose completing point is forbidden to black.

use super::Stop;
use super::fours::Fours;
use crate::board::zobrist::mix;
use crate::types::Square;

/// Entries of the table of failures, a power of two.
const TABLE: usize = 1 << 16;
/// In the table: failed however many fours are allowed.
const EXHAUSTED: u8 = u8::MAX;
/// The deepest search, in fours.
pub const MAX_FOURS: u8 = EXHAUSTED - 1;

/// Asked once in this many nodes, a power of two, whether to break off.
const STOP_INTERVAL: u64 = 64;

/// The result of a search for a VCF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A win, at the latest with the last ply of that many; the line is in the solver.
    Win(usize),
    /// Proved: there is no VCF.
    None,
    /// Not found within the limits.
    Unknown,
}

/// Which fours are tried.
#[derive(Clone, Copy, Debug)]
enum Scope {
    /// All.
    All,
    /// Those near this stone, the next ones near the four before.
    Near(Square),
}

impl Scope {
    /// The scope after a four.
    fn after(self, four: Square) -> Scope {
        match self {
            Scope::All => Scope::All,
            Scope::Near(_) => Scope::Near(four),
        }
    }

    /// Keys a failure apart from those of another scope.
    fn key(self) -> u64 {
        match self {
            Scope::All => 0,
            Scope::Near(stone) => mix(u64::from(stone.0)),
        }
    }
}

/// How one attack node ended.
enum Attack {
    Win(usize),
    /// No win; the flag tells whether a limit on depth cut nothing off.
    Fail(bool),
    /// The node budget is used up.
    Budget,
}

/// The solver: budget, table and line of one search thread.
pub struct VcfSolver {
    /// Keys of failed attacks, the lowest byte replaced by the fours allowed.
    failed: Vec<u64>,
    nodes: u64,
    budget: u64,
    calls: u64,
    moves: Vec<Square>,
    line: Vec<Square>,
}

impl Default for VcfSolver {
    fn default() -> Self {
        VcfSolver {
            failed: vec![0; TABLE],
            nodes: 0,
            budget: 0,
            calls: 0,
            moves: Vec::with_capacity(1024),
            line: Vec::new(),
        }
    }
}

impl VcfSolver {
    /// Searches for a VCF of the side to move with at most `fours` fours and
    /// about `budget` moves made, or until `stop` says so. The position is as before when it returns.
    pub fn solve<B: Fours>(
        &mut self,
        position: &mut B,
        fours: u8,
        budget: u64,
        stop: Stop<'_>,
    ) -> Verdict {
        self.run(position, fours, budget, Scope::All, stop)
    }

    /// The same, but of all fours tries only those near `stone`, then those near
    /// the four before: quick, and finds what a search would want to know of the
    /// stone just played. Proves no absence.
    // CITE: Rapfi, whose quiescence search follows fours around the last stone.
    pub fn solve_near<B: Fours>(
        &mut self,
        position: &mut B,
        stone: Square,
        fours: u8,
        budget: u64,
        stop: Stop<'_>,
    ) -> Verdict {
        match self.run(position, fours, budget, Scope::Near(stone), stop) {
            Verdict::None => Verdict::Unknown,
            verdict => verdict,
        }
    }

    fn run<B: Fours>(
        &mut self,
        position: &mut B,
        fours: u8,
        budget: u64,
        scope: Scope,
        stop: Stop<'_>,
    ) -> Verdict {
        self.nodes = 0;
        self.budget = budget;
        self.moves.clear();
        self.line.clear();
        match self.attack(position, fours.min(MAX_FOURS), scope, stop) {
            Attack::Win(plies) => {
                self.line.reverse();
                Verdict::Win(plies)
            }
            Attack::Fail(true) => Verdict::None,
            Attack::Fail(false) | Attack::Budget => Verdict::Unknown,
        }
    }

    /// The winning line of the last search, replies included, up to the move
    /// after which nothing helps; empty if there was no win.
    pub fn line(&self) -> &[Square] {
        &self.line
    }

    /// Moves made by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all failures: another rule or board.
    pub fn clear(&mut self) {
        self.failed.fill(0);
    }

    fn attack<B: Fours>(
        &mut self,
        position: &mut B,
        fours: u8,
        scope: Scope,
        stop: Stop<'_>,
    ) -> Attack {
        let us = position.side();
        if let Some(square) = position.five(us) {
            self.line.push(square);
            return Attack::Win(1);
        }
        let start = self.moves.len();
        let threatened = position.five(!us).is_some();
        if threatened {
            position.stops(&mut self.moves);
            if self.moves.len() == start {
                return Attack::Fail(true);
            }
        } else if let Some(square) = position.winning_four() {
            self.line.push(square);
            return Attack::Win(3);
        }
        let key = position.key() ^ scope.key();
        let slot = (key >> 8) as usize & (TABLE - 1);
        if self.failed[slot] >> 8 == key >> 8 && self.failed[slot] as u8 >= fours {
            self.moves.truncate(start);
            return Attack::Fail(self.failed[slot] as u8 == EXHAUSTED);
        }
        self.calls += 1;
        if self.nodes > self.budget || (self.calls.is_multiple_of(STOP_INTERVAL) && stop()) {
            self.moves.truncate(start);
            return Attack::Budget;
        }
        if threatened {
            self.keep(start, |stop| {
                position.makes_four(stop) && position.is_legal(stop)
            });
        } else {
            position.fours(&mut self.moves);
            if let Scope::Near(stone) = scope {
                self.keep(start, |four| B::is_near(stone, four));
            }
        }
        let result = self.try_fours(position, fours, start, scope, stop);
        self.moves.truncate(start);
        if let Attack::Fail(exhausted) = result {
            let fours = if exhausted { EXHAUSTED } else { fours };
            self.failed[slot] = key & !0xff | fours as u64;
        }
        result
    }

    /// Drops what is not wanted from the move stack, beginning at `start`.
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

    /// Tries the fours on the move stack from `start`.
    fn try_fours<B: Fours>(
        &mut self,
        position: &mut B,
        fours: u8,
        start: usize,
        scope: Scope,
        stop: Stop<'_>,
    ) -> Attack {
        let end = self.moves.len();
        if start < end && fours == 0 {
            return Attack::Fail(false);
        }
        let us = position.side();
        let mut exhausted = true;
        for at in start..end {
            let square = self.moves[at];
            self.nodes += 1;
            position.make(square);
            let result = self.reply(position, fours - 1, scope.after(square), stop);
            position.undo();
            match result {
                Attack::Win(plies) => {
                    self.line.push(square);
                    return Attack::Win(plies + 1);
                }
                Attack::Fail(all) => exhausted &= all,
                Attack::Budget => return Attack::Budget,
            }
        }
        debug_assert_eq!(us, position.side());
        Attack::Fail(exhausted)
    }

    /// The defender's forced reply to a four; plies are counted from here. Only
    /// the caro rules leave a choice.
    fn reply<B: Fours>(
        &mut self,
        position: &mut B,
        fours: u8,
        scope: Scope,
        stop: Stop<'_>,
    ) -> Attack {
        debug_assert!(position.five(!position.side()).is_some());
        let mut longest = 2;
        let mut line = Vec::new();
        let start = self.moves.len();
        position.stops(&mut self.moves);
        let end = self.moves.len();
        for at in start..end {
            let square = self.moves[at];
            if !position.is_legal(square) {
                continue;
            }
            self.nodes += 1;
            position.make(square);
            let result = self.attack(position, fours, scope, stop);
            position.undo();
            let Attack::Win(plies) = result else {
                self.line.clear();
                self.moves.truncate(start);
                return result;
            };
            if plies + 1 > longest || line.is_empty() {
                longest = plies + 1;
                self.line.push(square);
                line = std::mem::take(&mut self.line);
            }
            self.line.clear();
        }
        self.moves.truncate(start);
        self.line = line;
        Attack::Win(longest)
    }
}
