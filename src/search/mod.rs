//! The search of one thread: iterative deepening over MTD(f) over alpha-beta.
//!
//! - `iterative`: depth after depth until a limit, a proof or the clock ends it.
//! - `lines`: the best lines after the first (MultiPV).
//! - `options`, `observer`: what a search looks for and who follows it.
//! - `root`: the root's moves and their order.
//! - `mtdf`: from zero-window probes to a value.
//! - `alphabeta`: one zero-window probe below the root.
//! - `frame`: what is known of each node on the current line.
//! - `prune`: what the evaluation decides without a move.
//! - `moves`: the moves of a node: how many, how deep.
//! - `movepick`: which move next.
//! - `params`: every number and formula.
//! - `fixed_point`: logarithms and powers in integers.
//! - `limits`: when to stop.
//! - `statistics`: how often each step takes effect, in debug builds.
//! - `team`, `helper`: several threads on one position.
//! - `testing`: positions and workers for the tests of this room.

mod alphabeta;
mod fixed_point;
mod frame;
mod helper;
pub mod iterative;
pub mod limits;
mod lines;
mod movepick;
mod moves;
mod mtdf;
pub mod observer;
pub mod options;
pub mod params;
mod prune;
mod root;
mod root_vct;
mod statistics;
pub mod team;
#[cfg(test)]
mod testing;
pub mod tune;

use std::time::Duration;

use crate::board::Geometry;
use crate::eval::Evaluator;
use crate::eval::order::{OrderTable, order_table};
use crate::history::History;
use crate::position::Position;
use crate::threat::{VcfSolver, VctSolver};
use crate::tt::TranspositionTable;
use crate::types::{Color, Point, Score, Square};

use frame::Frames;
pub use limits::{Limits, Stopper};
pub use lines::Variation;
use movepick::ScoredMove;
pub use observer::{NodeObserver, ObservedNode, RootEvent, RootObserver};
pub use options::SearchOptions;
use root::RootMove;
pub use statistics::{Statistics, Step};
pub use team::Team;

/// No search goes deeper than this many plies from the root.
pub const MAX_PLY: usize = 240;

/// The result of an iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The depth of the last finished iteration in plies; 0 if there is none.
    pub depth: u32,
    /// The deepest ply visited.
    pub seldepth: u32,
    /// Value for the side to move; see `types::score` for mates.
    pub score: Score,
    /// True if the value may be higher than `score`: an unfinished iteration has
    /// found a better move, but not its exact value.
    pub is_lower_bound: bool,
    /// Nodes so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Principal variation, best move first.
    pub pv: Vec<Point>,
    /// The next best root moves, best first, up to [`SearchOptions::lines`] with the
    /// first. There are fewer if other moves are illegal, refuted before the search,
    /// or mirror one of these.
    pub others: Vec<Variation>,
}

/// The search was stopped. The value of an unfinished probe is meaningless.
#[derive(Clone, Copy, Debug)]
pub struct Aborted;

/// What a search thread keeps from one search to the next.
#[derive(Default)]
pub struct ThreadData<const CELLS: usize> {
    history: History<CELLS>,
    vcf: VcfSolver,
    /// Made when it is first needed: helper threads never need it.
    vct: Option<Box<VctSolver>>,
    statistics: Statistics,
}

/// Entries of the table of the main search's VCT solver: 8 MiB.
const VCT_ENTRIES: usize = 1 << 18;

impl<const CELLS: usize> ThreadData<CELLS> {
    /// How often each step of the search has taken effect.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn vct(&mut self) -> &mut VctSolver {
        self.vct
            .get_or_insert_with(|| Box::new(VctSolver::with_entries(VCT_ENTRIES)))
    }
}

/// One search thread at work on one position.
pub struct Worker<'a, const CELLS: usize> {
    position: Position<CELLS>,
    evaluator: Evaluator,
    tt: &'a TranspositionTable,
    data: &'a mut ThreadData<CELLS>,
    stopper: Stopper<'a>,
    nodes: u64,
    /// Calls of `alphabeta`.
    calls: u64,
    seldepth: usize,
    /// What is known of each node on the current line, by ply from the root.
    frames: Frames,
    /// Moves searched so far at each node of the current line, each node's at the end.
    tried: Vec<Square>,
    /// Moves of all nodes of the current line, each node's at the end of its parent's.
    moves: Vec<ScoredMove>,
    root_moves: Vec<RootMove>,
    /// The moves of the VCT that decides at the root, if one does.
    vct_line: Vec<Square>,
    /// So many root moves, from the first, are left out of a probe.
    skipped: usize,
    /// By colour to move: how promising moves are.
    orders: [&'static OrderTable; 2],
    options: SearchOptions,
    root_observer: Option<RootObserver>,
    node_observer: Option<NodeObserver>,
    /// Off only to be compared with a plain search.
    pruning: bool,
}

impl<'a, const CELLS: usize> Worker<'a, CELLS> {
    /// A thread about to search `position`.
    pub fn new(
        position: Position<CELLS>,
        tt: &'a TranspositionTable,
        data: &'a mut ThreadData<CELLS>,
        stopper: Stopper<'a>,
    ) -> Self {
        data.history.fade();
        let orders = Color::ALL.map(|side| order_table(position.rule(), side));
        Worker {
            evaluator: Evaluator::new(position.rule()),
            frames: frame::frames(&position),
            position,
            tt,
            data,
            stopper,
            nodes: 0,
            calls: 0,
            seldepth: 0,
            tried: Vec::with_capacity(1024),
            moves: Vec::with_capacity(4096),
            root_moves: Vec::new(),
            vct_line: Vec::new(),
            skipped: 0,
            orders,
            options: SearchOptions::default(),
            root_observer: None,
            node_observer: None,
            pruning: true,
        }
    }

    /// The same search with other options.
    pub fn with_options(mut self, options: SearchOptions) -> Self {
        self.options = options;
        self
    }

    /// The same search with observers.
    pub fn with_observers(
        mut self,
        root: Option<RootObserver>,
        node: Option<NodeObserver>,
    ) -> Self {
        self.root_observer = root;
        self.node_observer = node;
        self
    }

    /// Shows the current node to the observer if there is one and it is its turn.
    #[inline]
    fn observe_node(&self, must_answer: bool) {
        if let Some(observer) = &self.node_observer
            && self.calls.is_multiple_of(observer.interval)
        {
            let plies = self.position.plies();
            (observer.observe)(ObservedNode {
                plies: plies.map(|ply| ply.map(Geometry::<CELLS>::point)).collect(),
                side: self.position.side(),
                must_answer,
            });
        }
    }

    /// The root's value at `depth` without pruning, reductions, extensions of
    /// choice and VCF: what plain negamax finds. For verification; `None` if the
    /// search was stopped or no point may be played on.
    pub fn plain_value(&mut self, depth: u32, guess: Score) -> Option<Score> {
        self.pruning = false;
        let value = match self.prepare_root() {
            root::RootStatus::Decided(value) => Some(value),
            root::RootStatus::Open => self.mtdf(guess, depth as i32).ok(),
            root::RootStatus::NoMove => None,
        };
        self.pruning = true;
        value
    }

    /// The root move of that rank, followed by the moves of the table while they
    /// are legal, up to `length` moves.
    fn principal_variation(&mut self, rank: usize, length: usize) -> Vec<Point> {
        let mut next = self.root_moves[rank].square;
        let mut line = Vec::new();
        loop {
            line.push(Geometry::<CELLS>::point(next));
            let wins =
                self.position.class(self.position.side(), next) == crate::pattern::Class::Five;
            self.position.make(next);
            if wins || line.len() >= length {
                break;
            }
            match self.tt.probe(self.position.key(), 0).best {
                Some(square) if self.is_playable(square) => next = square,
                _ => break,
            }
        }
        line.iter().for_each(|_| self.position.undo());
        line
    }

    /// The static evaluation of the current position.
    #[inline]
    fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.position)
    }

    /// May the side to move play there?
    fn is_playable(&mut self, square: Square) -> bool {
        let side: Color = self.position.side();
        self.position.board().is_empty(square)
            && crate::movegen::is_legal(&mut self.position, side, square)
    }
}
