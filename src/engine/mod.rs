//! The engine: a game, a request, and a report. No strings.
//!
//! - `game`: the state of a game, and its position.
//! - `request`: what is asked of the engine, and its answer.
//! - `stack`: threads with a stack large enough for a search.
//! - `thread_data`: what a search thread keeps between searches.
//! - `worker_pool`: the helper threads.
//! - `memory`: how the memory limit is divided.
//! - `ending`: results and fouls, as a referee sees them.
//!
//! # Example
//!
//! ```
//! use goshawk::board::notation::point_name;
//! use goshawk::engine::{Engine, Game, Request, Stone};
//! use goshawk::search::Limits;
//! use goshawk::types::{BoardSize, Point, Rule};
//!
//! let mut game = Game::new(BoardSize::new(15, 15).unwrap(), Rule::Freestyle);
//! for (x, y) in [(7, 7), (8, 8), (7, 6), (8, 6), (7, 5), (8, 7), (7, 4)] {
//!     let stone = Stone::Of(game.side_to_move());
//!     game.put(Point::new(x, y), stone).unwrap();
//! }
//! let limits = Limits { nodes: Some(1000), ..Limits::default() };
//! let outcome = Engine::new().think(&Request::new(&game, &limits), &mut |_| {});
//! println!("{}", point_name(outcome.best.unwrap(), game.size()));
//! ```

mod ending;
mod game;
mod memory;
mod request;
mod stack;
mod thread_data;
mod worker_pool;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use crate::board::geometry::{LARGE, SMALL};
pub use crate::rules::Foul;
pub use crate::search::{
    CutoffObserver, Limits, NodeObserver, ObservedCutoff, ObservedNode, Report, RootEvent,
    RootObserver, SearchOptions, Stop, Variation,
};
use crate::search::{Stopper, Team};
use crate::tt::TranspositionTable;
use crate::types::{BoardSize, Rule};
pub use ending::{
    Contradiction, Ending, end_of_play, ending, forbidden_points, foul, foul_of, fouls, result,
    rows_without_win,
};
pub use game::{Game, GameError, Stone, images, position_of};
pub use memory::{
    DEFAULT_MEMORY, can_search, helpers_memory, memory_for_table, obtainable,
    obtainable_table_bytes, table_bytes,
};
pub use request::{Outcome, Request};
pub use stack::{SEARCH_STACK_BYTES, on_search_stack, search_thread};
use thread_data::ThreadDataSet;
use worker_pool::WorkerPool;

/// The maximum number of search threads of an engine.
pub const MAX_THREADS: usize = 256;

/// The number of threads that can run at the same time on this machine, at most
/// [`MAX_THREADS`]. More search threads only slow each other down.
pub fn useful_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get().min(MAX_THREADS))
}

/// The transposition table, the move statistics and the search threads. All are
/// kept from one search to the next.
pub struct Engine {
    memory: u64,
    threads: usize,
    /// The table and the size that it should have, in bytes.
    table: Option<(Arc<TranspositionTable>, u64)>,
    data: ThreadDataSet,
    pool: WorkerPool,
}

/// Ends the helpers' search whichever way the main search is left.
struct EndTeam<'a>(&'a Team);

impl Drop for EndTeam<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine with one search thread and [`DEFAULT_MEMORY`]. The table is
    /// allocated by the first search.
    pub fn new() -> Engine {
        Engine {
            memory: DEFAULT_MEMORY,
            threads: 1,
            table: None,
            data: ThreadDataSet::default(),
            pool: WorkerPool::default(),
        }
    }

    /// Builds the tables that searches under a rule use, by a search of one node. Otherwise
    /// the first search builds them, which takes some milliseconds of the time for its move.
    ///
    /// Needs a stack as [`Engine::think`] does.
    pub fn build_tables(rule: Rule) {
        let game = Game::new(BoardSize::square(15).expect("a size"), rule);
        let limits = Limits {
            nodes: Some(1),
            ..Limits::default()
        };
        let mut engine = Engine::new();
        engine.set_memory(0);
        engine.think(&Request::new(&game, &limits), &mut |_| {});
    }

    /// How full the table is of entries of the last search, per mille.
    pub fn hashfull(&self) -> u32 {
        let table = self.table.as_ref();
        table.map_or(0, |(table, _)| table.hashfull())
    }

    /// Limits the memory of the whole process, in bytes. Takes effect with the
    /// next search; the table is kept if its size does not change.
    pub fn set_memory(&mut self, bytes: u64) {
        self.memory = bytes;
    }

    /// Sets the number of search threads, clamped to the range from 1 to [`MAX_THREADS`].
    /// Takes effect with the next search. A small memory limit or the system can keep
    /// the number lower.
    ///
    /// A search by one thread that no clock limits is deterministic.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MAX_THREADS);
    }

    /// Clears the move statistics for a new game. The table needs no clearing, see
    /// [`Engine::think`].
    pub fn clear(&mut self) {
        self.data = ThreadDataSet::default();
        self.pool
            .submit(|_| Box::new(|data| *data = ThreadDataSet::default()));
    }

    /// Clears the move statistics and the table. The memory of the table goes back to the
    /// system.
    pub fn forget(&mut self) {
        self.clear();
        self.table = None;
    }

    /// Clears the move statistics and the table, and keeps its memory. Between short searches
    /// this is faster than [`Engine::forget`]: the system gives memory slowly, above all to
    /// several threads at once. Once in sixty searches, the next one begins with a look at the
    /// whole table.
    pub fn restart(&mut self) {
        self.clear();
        if let Some((table, _)) = &self.table {
            table.forget();
        }
    }

    /// Finds a move.
    ///
    /// `report` is called after each finished iteration, on this thread.
    ///
    /// The search needs a stack of [`SEARCH_STACK_BYTES`]: call this on a thread
    /// made by [`search_thread`], or within [`on_search_stack`].
    ///
    /// The table keeps the results of earlier searches, also those of other games:
    /// keys differ by size and rule.
    pub fn think(&mut self, request: &Request<'_>, report: &mut dyn FnMut(&Report)) -> Outcome {
        let wanted = memory::helpers_within(self.memory, self.threads - 1);
        let helpers = self.pool.resize(wanted);
        let table = self.table(helpers);
        table.new_search();
        let never = AtomicBool::new(false);
        let stop = request.stop.unwrap_or(&never);
        let stopper = Stopper::new(&request.limits, request.started, stop);
        if helpers == 0 {
            return self.data.think(request, &table, stopper, report);
        }
        let team = Arc::new(Team::new(helpers));
        let _end_team = EndTeam(&team);
        self.pool.submit(|number| {
            let (team, table) = (Arc::clone(&team), Arc::clone(&table));
            let (game, side) = (request.game.clone(), request.side);
            let (limits, options) = (request.limits, request.options);
            let (excluded, started) = (request.excluded.clone(), request.started);
            let networks = request.networks.clone();
            Box::new(move |data| {
                // After short searches, jobs pile up whose search has ended.
                if !team.has_ended() {
                    let stopper = Stopper::helping(&limits, started, &team, number);
                    let request = Request {
                        side,
                        options,
                        excluded,
                        networks,
                        ..Request::new(&game, &limits)
                    };
                    data.help(&request, &table, stopper, number);
                }
            })
        });
        let stopper = stopper.leading(&team);
        self.data.think(request, &table, stopper, report)
    }

    /// The table, of the size that the memory limit leaves beside the helpers, or smaller
    /// if the system has too little memory.
    fn table(&mut self, helpers: usize) -> Arc<TranspositionTable> {
        let bytes = memory::table_bytes_beside(self.memory, helpers);
        // The old table is freed before the new one is allocated, unless a helper is still
        // leaving its last search.
        let kept = self.table.take().filter(|(_, size)| *size == bytes);
        let (table, _) = self.table.insert(kept.unwrap_or_else(|| {
            let given = memory::obtainable(bytes);
            let table = if given < bytes {
                log::warn!("the table has {given} bytes instead of {bytes}: too little memory");
                TranspositionTable::new(given)
            } else {
                TranspositionTable::with_address_space(bytes, memory::TABLE_SPACE)
            };
            (Arc::new(table), bytes)
        }));
        Arc::clone(table)
    }
}
