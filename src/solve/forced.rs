//! Wins that the solvers do not find alone. The search of the engine finds the moves, the solvers
//! prove that they win.
//!
//! Such a win begins with moves that the solver for VCTs does not try, or has not tried within its
//! limits. At each turn of the attacker the proof has a VCF or a VCT, or else the move that the
//! search finds. After such a move every legal reply counts. If the move threatens to win by
//! fours, most replies lose to these, as in a VCT. Otherwise a pass shows what it threatens, and
//! the proof of that win is tried against every reply first.

use std::cell::Cell;

use super::{ENTRY_BYTES, Request};
use crate::board::Geometry;
use crate::engine::{
    Engine, Game, Limits, Outcome, Report, SearchOptions, Stone, Stop, memory_for_table,
};
use crate::position::Position;
use crate::rules::{self, ThreatBoard};
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::{MAX_FOURS, StopCheck};
use crate::threat::vct::{Attack, Defence, Threat};
use crate::threat::{ShortestVcfSolver, VcfResult, VcfSolver, VcfWin, VctResult, VctSolver};
use crate::types::Square;
use crate::types::score::is_win;

/// The memory of the transposition table in bytes, unless that of the proof table is smaller.
const TABLE_BYTES: u64 = 64 << 20;
/// The entries of the table of the VCT solver at most, which take 6 MiB.
const VCT_ENTRIES: usize = 1 << 18;
/// The limit on moves made in the search for a VCF at each turn of the attacker.
const VCF_BUDGET: u64 = 20_000;
/// The same for a VCT.
const VCT_BUDGET: u64 = 50_000;
/// The limit on moves made while a VCF of the proof is shortened.
const SHORTEN_BUDGET: u64 = 1_000;
/// A search for an unlikely win ends after this number of nodes if the side does not stand better.
const UNLIKELY_NODES: u64 = 20_000;

/// Ends a search of the engine.
struct End<'a> {
    /// The search has shown that there is most likely no win.
    is_hopeless: &'a Cell<bool>,
    stop: StopCheck<'a>,
}

impl Stop for End<'_> {
    fn is_set(&self) -> bool {
        self.is_hopeless.get() || (self.stop)()
    }
}

/// Finds and proves the wins of one position.
pub struct Prover<const CELLS: usize> {
    /// The position and its stones, always the same.
    position: Position<CELLS>,
    game: Game,
    engine: Engine,
    options: SearchOptions,
    vcf: VcfSolver,
    reader: LineReader,
    vct: VctSolver,
    /// Moves made and nodes searched.
    nodes: u64,
    /// The number at which all ends.
    most: u64,
}

impl<const CELLS: usize> Prover<CELLS> {
    /// A prover for the side to move.
    pub fn new(request: &Request<'_>, position: &Position<CELLS>) -> Self {
        let table = TABLE_BYTES.min(request.entries as u64 * ENTRY_BYTES);
        let mut engine = Engine::new();
        engine.set_memory(memory_for_table(table));
        Prover {
            position: position.clone(),
            game: request.game.clone(),
            engine,
            options: SearchOptions {
                forced_wins: false,
                ignores_stone_limit: request.ignores_stone_limit,
                ..SearchOptions::analysis()
            },
            vcf: VcfSolver::default(),
            reader: LineReader::new(position.rule()),
            vct: VctSolver::with_entries(request.entries.min(VCT_ENTRIES)),
            nodes: 0,
            most: 0,
        }
    }

    /// The first move of a win that a search of about this number of nodes finds. A search for an
    /// unlikely win is given up early.
    pub fn first_move(
        &mut self,
        nodes: u64,
        is_unlikely: bool,
        stop: StopCheck<'_>,
    ) -> Option<Square> {
        self.most = nodes;
        self.search(is_unlikely, stop)
    }

    /// The proof that this move wins. It may take about this number of nodes, and ends if `stop`
    /// returns true.
    pub fn prove(&mut self, first: Square, nodes: u64, stop: StopCheck<'_>) -> Option<Attack> {
        self.most = self.nodes.saturating_add(nodes);
        self.after(first, stop)
    }

    /// The nodes and moves so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The proof that the attacker, who is to move, wins.
    fn attack(&mut self, stop: StopCheck<'_>) -> Option<Attack> {
        if self.nodes >= self.most || stop() {
            return None;
        }
        if let Some(attack) = self.by_fours(stop) {
            return Some(attack);
        }
        let found = self.vct.solve(&self.position, VCT_BUDGET, stop);
        self.nodes += self.vct.nodes();
        if let VctResult::Win(_) = found {
            return self.vct.proof(&self.position, stop);
        }
        let best = self.search(false, stop)?;
        self.after(best, stop)
    }

    /// The proof of a VCF of the attacker, who is to move.
    fn by_fours(&mut self, stop: StopCheck<'_>) -> Option<Attack> {
        let mut board = LineBoard::new(&self.position, &mut self.reader);
        let found = self.vcf.solve(&mut board, MAX_FOURS, VCF_BUDGET, stop);
        self.nodes += self.vcf.nodes();
        let VcfResult::Win(plies) = found else {
            return None;
        };
        let found = VcfWin::found(&self.vcf, plies);
        let mut solver = ShortestVcfSolver::default();
        let win = solver.shorten(&mut board, found, SHORTEN_BUDGET, stop);
        Attack::by_fours(&mut board, &win.tree)
    }

    /// The proof that the attacker, who is to move, wins with this move.
    fn after(&mut self, square: Square, stop: StopCheck<'_>) -> Option<Attack> {
        self.make(square);
        let defence = self.defence(stop);
        self.undo(square);
        Some(Attack {
            at: square,
            defence: Some(defence?),
        })
    }

    /// The proof that every reply of the defender, who is to move, loses.
    fn defence(&mut self, stop: StopCheck<'_>) -> Option<Defence> {
        let defender = self.position.side();
        if self.position.five(defender).is_some() {
            return None;
        }
        if let Some((threat, replies)) = self.vct.defences(&self.position, stop) {
            let replies = replies.into_iter();
            let answered = replies.map(|reply| Some((reply, self.answer(reply, stop)?)));
            return Some(Defence {
                threat,
                replies: answered.collect::<Option<_>>()?,
                otherwise: None,
            });
        }
        self.position.pass();
        let otherwise = self.attack(stop);
        self.position.undo();
        let otherwise = otherwise?;
        let mut replies = Vec::new();
        let empty = *self.position.empty();
        for reply in empty.iter() {
            if rules::is_legal(&mut self.position, defender, reply)
                && !self.is_answered(reply, &otherwise, stop)
            {
                replies.push((reply, self.answer(reply, stop)?));
            }
        }
        Some(Defence {
            threat: Threat::Win(otherwise.plies() as u16),
            replies,
            otherwise: Some(Box::new(otherwise)),
        })
    }

    /// The attack against a reply.
    fn answer(&mut self, reply: Square, stop: StopCheck<'_>) -> Option<Attack> {
        self.make(reply);
        let attack = self.attack(stop);
        self.undo(reply);
        attack
    }

    /// Whether an attack wins after a reply as well as after a pass.
    fn is_answered(&mut self, reply: Square, attack: &Attack, stop: StopCheck<'_>) -> bool {
        self.make(reply);
        let wins = self.vct.still_proves(&self.position, attack, stop);
        self.undo(reply);
        self.nodes += self.vct.nodes();
        wins
    }

    /// The best move of the side to move, if the search finds that it wins.
    fn search(&mut self, is_unlikely: bool, stop: StopCheck<'_>) -> Option<Square> {
        if stop() {
            return None;
        }
        let outcome = self.think(is_unlikely, stop);
        self.nodes += outcome.report.nodes;
        let best = outcome.best?;
        is_win(outcome.report.score).then(|| Geometry::<CELLS>::square(best))
    }

    /// Searches with the nodes that are left.
    fn think(&mut self, is_unlikely: bool, stop: StopCheck<'_>) -> Outcome {
        let left = self.most.saturating_sub(self.nodes);
        let limits = Limits {
            nodes: (self.most < u64::MAX).then_some(left),
            ..Limits::default()
        };
        let is_hopeless = Cell::new(false);
        let end = End {
            is_hopeless: &is_hopeless,
            stop,
        };
        let request = crate::engine::Request {
            side: self.position.side(),
            options: self.options,
            stop: Some(&end),
            ..crate::engine::Request::new(&self.game, &limits)
        };
        let mut report = |report: &Report| {
            if is_unlikely && report.nodes >= UNLIKELY_NODES && report.score <= 0 {
                is_hopeless.set(true);
            }
        };
        self.engine.think(&request, &mut report)
    }

    /// Plays a move of the side to move.
    fn make(&mut self, square: Square) {
        let stone = Stone::Of(self.position.side());
        let put = self.game.put(Geometry::<CELLS>::point(square), stone);
        debug_assert_eq!(put, Ok(()), "moves are on empty points");
        self.position.make(square);
    }

    /// Takes back a move.
    fn undo(&mut self, square: Square) {
        self.position.undo();
        let taken = self.game.take(Geometry::<CELLS>::point(square));
        debug_assert!(taken.is_ok(), "the move was played");
    }
}
