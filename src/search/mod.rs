//! The search of one thread: iterative deepening over MTD(f) over alpha-beta.
//!
//! - `iterative`: iterative deepening, until a limit or a proved result ends it.
//! - `variations`: the best variations after the first (MultiPV).
//! - `options`, `observer`: settings of a search, and callbacks to follow it.
//! - `root`: the root moves and a probe over them. `root_wins`: what the solvers find there.
//! - `mtdf`: finds the value of the root by zero-window probes.
//! - `alphabeta`: a zero-window probe below the root.
//! - `node`, `frame`: the data of a node, and of each node on the current line.
//! - `correction`: the correction history, which corrects errors of the evaluation.
//! - `prune`: pruning before any move is searched.
//! - `moves`: which moves of a node are searched.
//! - `movepick`: the order of moves.
//! - `scorer`: the scores that moves are ordered by.
//! - `reductions`: how deep each move is searched.
//! - `params`: every number and formula. `tune`: changing the numbers at run time.
//! - `fixed_point`: logarithms and powers in integers.
//! - `limits`: when a search must stop.
//! - `steps`: the steps that prune, reduce, extend or prove, by name.
//! - `team`, `helper`: several threads on one position (lazy SMP).
//! - `busy`: the moves that threads defer because others are searching them.
//! - `shared_bounds`: the bounds on the root's value that the threads share.
//! - `vote`: the vote of the threads on the move to play.
//! - `testing`: positions and workers for the tests of this module.

mod alphabeta;
mod busy;
mod correction;
mod fixed_point;
mod frame;
mod helper;
mod iterative;
pub mod limits;
mod movepick;
mod moves;
mod mtdf;
mod node;
pub mod observer;
pub mod options;
pub mod params;
mod prune;
mod reductions;
mod root;
mod root_wins;
mod scorer;
mod shared_bounds;
mod steps;
pub mod team;
#[cfg(test)]
mod testing;
pub mod tune;
mod variations;
mod vote;

use std::time::Duration;

use crate::board::Geometry;
use crate::eval::Evaluator;
use crate::eval::network::loaded::Loaded;
use crate::ordering::fitted::{OrderTable, order_table};
use crate::ordering::history::History;
use crate::pattern::Class;
use crate::position::Position;
use crate::rules;
use crate::threat::{VcfSolver, VctSolver};
use crate::tt::TranspositionTable;
use crate::types::{Color, Point, Score, Square};

use correction::Correction;
use frame::Frames;
pub use limits::{Limits, Stop, Stopper};
use movepick::{Pick, ScoredMove};
pub use observer::{
    CutoffObserver, NodeObserver, ObservedCutoff, ObservedNode, RootEvent, RootObserver,
};
pub use options::SearchOptions;
use root::Root;
pub use steps::{Statistics, Step, StepSet};
pub use team::Team;
pub use variations::Variation;

/// The maximum distance from the root in plies.
pub const MAX_PLY: usize = 240;

/// The result of an iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The depth of the last finished iteration in plies; 0 if there is none.
    pub depth: u32,
    /// The deepest ply visited.
    pub seldepth: u32,
    /// Value for the side to move; see `types::score` for mates. Exact if several variations
    /// are asked for, else to within half of `params::mtd_tolerance`.
    pub score: Score,
    /// True if the value may be higher than `score`: an unfinished iteration has
    /// found a better move, but not its exact value.
    pub is_lower_bound: bool,
    /// Nodes so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is of entries of this search, per mille.
    pub hashfull: u32,
    /// Principal variation, best move first.
    pub pv: Vec<Point>,
    /// The next best root moves, best first: one fewer than [`SearchOptions::multipv`], or
    /// still fewer if other moves are illegal, refuted before the search, or mirror one
    /// of these. Variations that the last iteration has not reached come last, with the
    /// values of the one before, which can be higher than `score`.
    pub others: Vec<Variation>,
}

/// The search was stopped, or another thread has answered the probe. The value of an
/// unfinished probe is meaningless.
#[derive(Clone, Copy, Debug)]
pub struct Aborted;

/// The data of a search thread that is kept between searches.
#[derive(Default)]
pub struct ThreadData<const CELLS: usize> {
    history: History<CELLS>,
    correction: Correction,
    vcf: VcfSolver,
    /// Allocated at first use, because helper threads never use it.
    vct: Option<Box<VctSolver>>,
    statistics: Statistics,
}

/// Entries of the table of the main worker's VCT solver, which takes 6 MiB.
const VCT_ENTRIES: usize = 1 << 18;

impl<const CELLS: usize> ThreadData<CELLS> {
    /// How often each step of the search has taken effect.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Prepares for the search of another position: cutoffs of earlier searches count less.
    pub fn begin_search(&mut self) {
        self.history.fade();
    }

    fn vct(&mut self) -> &mut VctSolver {
        self.vct
            .get_or_insert_with(|| Box::new(VctSolver::with_entries(VCT_ENTRIES)))
    }
}

/// The state of one search thread during one search.
pub struct Worker<'a, const CELLS: usize> {
    position: Position<CELLS>,
    evaluator: Evaluator<CELLS>,
    tt: &'a TranspositionTable,
    data: &'a mut ThreadData<CELLS>,
    stopper: Stopper<'a>,
    nodes: u64,
    /// Calls of `alphabeta`.
    calls: u64,
    seldepth: usize,
    /// What is known of each node on the current line, by ply from the root.
    frames: Frames,
    /// The moves searched so far at each node of the current line; those of the
    /// current node are at the end.
    tried: Vec<Square>,
    /// The moves that other threads are searching, at each node of the current line; those of
    /// the current node are at the end.
    deferred: Vec<Pick>,
    /// The generated moves of each node of the current line; those of the current node
    /// are at the end.
    moves: Vec<ScoredMove>,
    /// The moves that are being scored, and their scores. Empty between two uses.
    unscored: Vec<Square>,
    scores: Vec<i32>,
    root: Root<CELLS>,
    /// The number of stones at which the rule draws the game; `None` if there is no such
    /// number, or if the game was already past it when the search began.
    stone_limit: Option<usize>,
    /// The fitted move order for each side to move.
    orders: [&'static OrderTable; 2],
    options: SearchOptions,
    root_observer: Option<RootObserver>,
    node_observer: Option<NodeObserver>,
    cutoff_observer: Option<CutoffObserver>,
    /// The steps that the search uses: those of the options, none in [`Worker::plain_value`].
    steps: StepSet,
}

impl<'a, const CELLS: usize> Worker<'a, CELLS> {
    /// The state before the search of `position`.
    pub fn new(
        position: Position<CELLS>,
        tt: &'a TranspositionTable,
        data: &'a mut ThreadData<CELLS>,
        stopper: Stopper<'a>,
    ) -> Self {
        let orders = Color::ALL.map(|side| order_table(position.rule(), side));
        Worker {
            stone_limit: rules::stone_limit(&position),
            evaluator: Evaluator::new(&position),
            frames: frame::frames(&position),
            position,
            tt,
            data,
            stopper,
            nodes: 0,
            calls: 0,
            seldepth: 0,
            tried: Vec::with_capacity(1024),
            deferred: Vec::new(),
            moves: Vec::with_capacity(4096),
            unscored: Vec::new(),
            scores: Vec::new(),
            root: Root::default(),
            orders,
            options: SearchOptions::default(),
            root_observer: None,
            node_observer: None,
            cutoff_observer: None,
            steps: StepSet::ALL,
        }
    }

    /// The same search with other options.
    pub fn with_options(mut self, options: SearchOptions) -> Self {
        self.options = options;
        self.steps = options.steps;
        if options.ignores_stone_limit {
            self.stone_limit = None;
        }
        self
    }

    /// The same search with a network and a policy from files, if there are any.
    pub fn with_networks(mut self, loaded: Option<&Loaded>) -> Self {
        if let Some(loaded) = loaded {
            self.evaluator = Evaluator::with_loaded(&self.position, loaded);
        }
        self
    }

    /// The same search without the moves on these points at the root.
    pub fn with_excluded(mut self, points: &[Point]) -> Self {
        let squares = points.iter().map(|point| Geometry::<CELLS>::square(*point));
        squares.for_each(|square| self.root.excluded.insert(square));
        self
    }

    /// The same search with observers.
    pub fn with_observers(
        mut self,
        root: Option<RootObserver>,
        node: Option<NodeObserver>,
        cutoff: Option<CutoffObserver>,
    ) -> Self {
        self.root_observer = root;
        self.node_observer = node;
        self.cutoff_observer = cutoff;
        self
    }

    /// Forgets the moves of the line that an aborted search has left.
    fn clear_stacks(&mut self) {
        self.tried.clear();
        self.deferred.clear();
        self.moves.clear();
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

    /// The value of the root at `depth` without pruning, reductions and VCF, which is
    /// that of plain negamax. `None` if the search was stopped or there is no legal
    /// move. For tests.
    pub fn plain_value(&mut self, depth: u32, guess: Score) -> Option<Score> {
        self.steps = StepSet::NONE;
        let value = match self.prepare_root() {
            root::RootStatus::Decided(value) => Some(value),
            root::RootStatus::Open => self.mtdf(guess, depth as i32).ok(),
            root::RootStatus::NoMove => None,
        };
        self.steps = self.options.steps;
        value
    }

    /// The root move at `rank`, followed by the moves of the transposition table as
    /// long as they are legal, up to `length` moves in all.
    fn principal_variation(&mut self, rank: usize, length: usize) -> Vec<Point> {
        let mut next = self.root.moves[rank].square;
        let mut line = Vec::new();
        loop {
            line.push(Geometry::<CELLS>::point(next));
            let wins = self.position.class(self.position.side(), next) == Class::Five;
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

    /// True if the game is drawn at the current node. A game that has gone on after the rule's
    /// limit of stones is drawn when the board is full.
    #[inline]
    fn is_drawn(&self) -> bool {
        !self.lasts(1) || self.position.empty().is_empty()
    }

    /// Whether the game can last `plies` more plies, so that a win or a loss in that many can
    /// happen.
    #[inline]
    fn lasts(&self, plies: usize) -> bool {
        let stones = self.position.stones() + plies;
        self.stone_limit.is_none_or(|limit| stones <= limit)
    }

    /// The number of plies that the game can last.
    fn plies_left(&self) -> usize {
        rules::plies_left(&self.position, self.stone_limit)
    }

    /// The static evaluation of the current position.
    #[inline]
    fn evaluate(&mut self) -> Score {
        self.evaluator.value(&self.position)
    }

    /// True if the side to move may play on the square.
    fn is_playable(&mut self, square: Square) -> bool {
        let side: Color = self.position.side();
        self.position.board().is_empty(square)
            && crate::movegen::is_legal(&mut self.position, side, square)
    }
}

#[cfg(test)]
mod tests;
