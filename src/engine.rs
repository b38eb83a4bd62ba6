//! One game and the engine that thinks about it. No strings, no clock of the manager.

mod ending;
mod memory;
mod thread_data;
mod worker_pool;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::board::Geometry;
use crate::board::geometry::with_cells;
pub use crate::board::geometry::{LARGE, SMALL};
use crate::position::Position;
use crate::rules;
pub use crate::rules::Foul;
pub use crate::search::{Limits, Report, RootEvent, RootObserver, Variation, View};
use crate::search::{Stopper, Team};
use crate::tt::TranspositionTable;
use crate::types::{BoardSize, Color, Point, Rule};
pub use ending::{Ending, ending, foul};
pub use memory::{DEFAULT_MEMORY, memory_for_table, table_bytes};
use thread_data::ThreadDataSet;
use worker_pool::WorkerPool;

/// What lies on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    /// A player's stone.
    Of(Color),
    /// Taken out of play (field 3 of BOARD): an obstacle of neither colour.
    Blocked,
}

/// Why a stone cannot be put down or taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The point lies outside the board.
    OffBoard,
    /// A stone or an obstacle lies there.
    Occupied,
    /// No stone lies there.
    Empty,
}

/// The state of one game: size, rule, stones in order. Plain data, cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    size: BoardSize,
    rule: Rule,
    stones: Vec<(Point, Stone)>,
}

impl Game {
    /// An empty board.
    pub fn new(size: BoardSize, rule: Rule) -> Game {
        Game {
            size,
            rule,
            stones: Vec::new(),
        }
    }
    /// Width and height.
    pub fn size(&self) -> BoardSize {
        self.size
    }
    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.rule
    }
    /// Changes the rule; the stones stay.
    pub fn set_rule(&mut self, rule: Rule) {
        self.rule = rule;
    }
    /// Stones and obstacles in the order in which they were put down.
    pub fn stones(&self) -> &[(Point, Stone)] {
        &self.stones
    }
    /// What lies on a point, if anything.
    pub fn at(&self, point: Point) -> Option<Stone> {
        self.stones
            .iter()
            .find(|(p, _)| *p == point)
            .map(|(_, stone)| *stone)
    }
    /// Number of stones, obstacles not counted.
    pub fn ply(&self) -> usize {
        self.stones
            .iter()
            .filter(|(_, s)| *s != Stone::Blocked)
            .count()
    }
    /// True if no empty point is left.
    pub fn is_full(&self) -> bool {
        self.stones.len() == self.size.area()
    }
    /// Puts a stone or an obstacle down. An error changes nothing.
    pub fn put(&mut self, point: Point, stone: Stone) -> Result<(), GameError> {
        if !self.size.contains(point) {
            return Err(GameError::OffBoard);
        }
        if self.at(point).is_some() {
            return Err(GameError::Occupied);
        }
        self.stones.push((point, stone));
        Ok(())
    }
    /// Takes a stone or an obstacle up again. An error changes nothing.
    pub fn take(&mut self, point: Point) -> Result<Stone, GameError> {
        if !self.size.contains(point) {
            return Err(GameError::OffBoard);
        }
        let at = self
            .stones
            .iter()
            .rposition(|(p, _)| *p == point)
            .ok_or(GameError::Empty)?;
        Ok(self.stones.remove(at).1)
    }
    /// The colour whose turn it is by the parity of stones: black after an even number.
    pub fn side_to_move(&self) -> Color {
        if self.ply().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play; `None` only if the side to move has no point to play on.
    pub best: Option<Point>,
    /// The last finished iteration.
    pub report: Report,
}

/// The most search threads an engine can have.
pub const MAX_THREADS: usize = 256;
/// A search recurses deeply; untouched pages of its thread's stack cost nothing.
pub const STACK_BYTES: usize = 64 << 20;

/// Threads that can run at the same time here: more only get in each other's way.
pub fn useful_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get().min(MAX_THREADS))
}

/// The empty points forbidden to black, whoever is to move.
pub fn forbidden_points(game: &Game) -> Vec<Point> {
    if !game.rule().has_fouls(Color::Black) {
        return Vec::new();
    }
    with_cells!(game.size(), |CELLS| forbidden_sized::<CELLS>(game))
}

fn forbidden_sized<const CELLS: usize>(game: &Game) -> Vec<Point> {
    let mut position = position_of::<CELLS>(game, Color::Black);
    let empty = *position.empty();
    let mut fouls: Vec<Point> = empty
        .iter()
        .filter(|square| rules::is_forbidden(&mut position, Color::Black, *square))
        .map(Geometry::<CELLS>::point)
        .collect();
    fouls.sort_by_key(|point| (point.y, point.x));
    fouls
}

/// The thinking part: transposition table, histories and search threads.
/// It keeps what it learned from one search to the next.
pub struct Engine {
    memory: u64,
    threads: usize,
    /// The table and its size in bytes.
    table: Option<(Arc<TranspositionTable>, u64)>,
    data: ThreadDataSet,
    pool: WorkerPool,
    view: View,
    observer: Option<RootObserver>,
}

/// Ends the helpers' search whichever way the main search is left.
struct Dismissal<'a>(&'a Team);

impl Drop for Dismissal<'_> {
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
    /// An engine with an empty memory, a search thread and [`DEFAULT_MEMORY`].
    pub fn new() -> Engine {
        Engine {
            memory: DEFAULT_MEMORY,
            threads: 1,
            table: None,
            data: ThreadDataSet::default(),
            pool: WorkerPool::default(),
            view: View::default(),
            observer: None,
        }
    }

    /// Horizon of the next searches, and how many lines they report.
    pub fn set_view(&mut self, view: View) {
        self.view = view;
    }

    /// Observer called for each root move of the next searches.
    pub fn set_observer(&mut self, observer: Option<RootObserver>) {
        self.observer = observer;
    }

    /// Limits what the whole process may use, in bytes. Takes effect with the
    /// next search; the table is kept if its size does not change.
    pub fn set_memory(&mut self, bytes: u64) {
        self.memory = bytes;
    }

    /// Lets this many threads search, 1 to [`MAX_THREADS`]; what lies outside is
    /// brought inside. Takes effect with the next search. A small memory limit
    /// or the system can keep the number lower.
    ///
    /// With one thread a search that no clock bounds is the same every time.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MAX_THREADS);
    }

    /// Forgets the move statistics: a new game. The table needs no clearing, see
    /// [`Engine::think`].
    pub fn clear(&mut self) {
        self.data = ThreadDataSet::default();
        self.pool
            .submit(|_| Box::new(|data| *data = ThreadDataSet::default()));
    }

    /// Forgets everything, the table too.
    pub fn forget(&mut self) {
        self.clear();
        self.table = None;
    }

    /// Finds a move for `side` in `game`.
    ///
    /// Time is counted from `started`. `stop` ends the search early (within
    /// about a millisecond); the best move so far is then the answer.
    /// `report` is called after each finished iteration, from this thread.
    ///
    /// The table keeps what earlier searches found: keys tell sizes and rules
    /// apart, and a game may well come back to a position of another.
    pub fn think(
        &mut self,
        game: &Game,
        side: Color,
        limits: &Limits,
        started: Instant,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        let wanted = memory::helpers_within(self.memory, self.threads - 1);
        let helpers = self.pool.resize(wanted);
        let table = self.table(helpers);
        table.new_search();
        let stopper = Stopper::new(limits, started, stop);
        let manner = (self.view, self.observer.clone());
        if helpers == 0 {
            let data = &mut self.data;
            return data.think(game, side, &table, stopper, manner, report);
        }
        let team = Arc::new(Team::new(helpers));
        let _dismissal = Dismissal(&team);
        self.pool.submit(|number| {
            let (team, table) = (Arc::clone(&team), Arc::clone(&table));
            let (game, limits) = (game.clone(), *limits);
            Box::new(move |data| {
                // Behind short searches orders pile up that nobody needs any more.
                if !team.has_ended() {
                    let stopper = Stopper::helping(&limits, started, &team, number);
                    data.help(&game, side, &table, stopper, number);
                }
            })
        });
        let stopper = stopper.leading(&team);
        self.data.think(game, side, &table, stopper, manner, report)
    }

    /// A sample of the positions that the main searches on boards of that size came
    /// upon since the last call, as the moves from the empty board. None are
    /// collected before the first call.
    pub fn take_sample(&mut self, size: BoardSize) -> Vec<Vec<Point>> {
        self.data.take_sample(size)
    }

    /// The table, of the size that the memory leaves besides so many helpers.
    fn table(&mut self, helpers: usize) -> Arc<TranspositionTable> {
        let bytes = memory::table_bytes_beside(self.memory, helpers);
        // The old one is given back before the new one is made.
        let kept = self.table.take().filter(|(_, size)| *size == bytes);
        let (table, _) = self
            .table
            .insert(kept.unwrap_or_else(|| (Arc::new(TranspositionTable::new(bytes)), bytes)));
        Arc::clone(table)
    }
}

/// A game as a position of the core with `side` to move.
///
/// # Panics
/// If the board does not fit into `CELLS` cells.
pub fn position_of<const CELLS: usize>(game: &Game, side: Color) -> Position<CELLS> {
    let blocked: Vec<Point> = game
        .stones()
        .iter()
        .filter(|(_, stone)| *stone == Stone::Blocked)
        .map(|(point, _)| *point)
        .collect();
    let mut position = Position::new(game.size(), game.rule(), side, &blocked);
    for (point, stone) in game.stones() {
        if let Stone::Of(color) = *stone {
            if position.side() != color {
                position.pass();
            }
            position.make(Geometry::<CELLS>::square(*point));
        }
    }
    if position.side() != side {
        position.pass();
    }
    position
}
