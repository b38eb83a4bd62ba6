//! One game and the engine that thinks about it. No strings, no clock of the manager.

mod ending;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::board::Geometry;
use crate::position::Position;
use crate::rules;
pub use crate::rules::Foul;
pub use crate::search::{Limits, Report, Step, Variation, View, Watch};
use crate::search::{Memory, Searcher, Stopper};
use crate::tt::TranspositionTable;
use crate::types::{BoardSize, Color, Point, Rule};
pub use ending::{Ending, ending, foul};

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

/// What the process needs besides the transposition table, in bytes.
const BASE_MEMORY: u64 = 24 << 20;
/// The part of the remaining memory that the table may take.
const TABLE_SHARE: (u64, u64) = (5, 6);
/// The smallest table.
const MIN_TABLE: u64 = 256 << 10;
/// The largest table: the list of its parts alone costs memory.
const MAX_TABLE: u64 = 64 << 30;
/// The default of [`Engine::set_memory`] in bytes, as tournaments grant.
pub const DEFAULT_MEMORY: u64 = 350 << 20;

/// The size of the table under a memory limit, both in bytes.
pub fn table_bytes(memory: u64) -> u64 {
    let bytes = memory.saturating_sub(BASE_MEMORY) / TABLE_SHARE.1 * TABLE_SHARE.0;
    bytes.clamp(MIN_TABLE, MAX_TABLE)
}

/// The memory limit under which the table has that size, both in bytes.
pub fn memory_for_table(bytes: u64) -> u64 {
    let parts = bytes.div_ceil(TABLE_SHARE.0);
    parts
        .saturating_mul(TABLE_SHARE.1)
        .saturating_add(BASE_MEMORY)
}

/// The empty points forbidden to black, whoever is to move.
pub fn forbidden_points(game: &Game) -> Vec<Point> {
    if !game.rule().has_fouls(Color::Black) {
        return Vec::new();
    }
    if Geometry::<SMALL>::fits(game.size()) {
        forbidden_sized::<SMALL>(game)
    } else {
        forbidden_sized::<LARGE>(game)
    }
}

fn forbidden_sized<const CELLS: usize>(game: &Game) -> Vec<Point> {
    let mut position = position_of::<CELLS>(game, Color::Black);
    let empty = *position.empty();
    let mut fouls: Vec<Point> = empty
        .iter::<CELLS>()
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
    table: Option<TranspositionTable>,
    small: Option<Box<Memory<SMALL>>>,
    large: Option<Box<Memory<LARGE>>>,
    view: View,
    watch: Option<Watch>,
}

/// Cells of the board for sides up to 15.
pub const SMALL: usize = 256;
/// Cells of the board for sides up to 31.
pub const LARGE: usize = 1024;

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine with an empty memory.
    pub fn new() -> Engine {
        Engine {
            memory: DEFAULT_MEMORY,
            table: None,
            small: None,
            large: None,
            view: View::default(),
            watch: None,
        }
    }

    /// How far the next searches see, and how many lines they tell.
    pub fn set_view(&mut self, view: View) {
        self.view = view;
    }

    /// Who is told of each root move in the next searches.
    pub fn set_watch(&mut self, watch: Option<Watch>) {
        self.watch = watch;
    }

    /// Limits what the whole process may use, in bytes. Takes effect with the
    /// next search; the table is kept if its size does not change.
    pub fn set_memory(&mut self, bytes: u64) {
        if bytes != self.memory {
            self.memory = bytes;
            self.table = None;
        }
    }

    /// Forgets the move statistics: a new game. The table needs no clearing, see
    /// [`Engine::think`].
    pub fn clear(&mut self) {
        self.small = None;
        self.large = None;
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
        self.prepare();
        let stopper = Stopper::new(limits, started, stop);
        let manner = (self.view, self.watch.clone());
        let (Some(table), small, large) = (&self.table, &mut self.small, &mut self.large) else {
            unreachable!("prepare makes a table");
        };
        if Geometry::<SMALL>::fits(game.size()) {
            let memory = small.get_or_insert_default();
            think_sized::<SMALL>(game, side, table, memory, stopper, manner, report)
        } else {
            let memory = large.get_or_insert_default();
            think_sized::<LARGE>(game, side, table, memory, stopper, manner, report)
        }
    }

    /// Makes the table ready.
    fn prepare(&mut self) {
        let bytes = table_bytes(self.memory);
        let table = self
            .table
            .get_or_insert_with(|| TranspositionTable::new(bytes));
        table.new_search();
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

fn think_sized<const CELLS: usize>(
    game: &Game,
    side: Color,
    table: &TranspositionTable,
    memory: &mut Memory<CELLS>,
    stopper: Stopper<'_>,
    (view, watch): (View, Option<Watch>),
    report: &mut dyn FnMut(&Report),
) -> Outcome {
    let position = position_of::<CELLS>(game, side);
    let searcher = Searcher::new(position, table, memory, stopper);
    let (best, report) = searcher.with_view(view).with_watch(watch).think(report);
    Outcome {
        best: best.map(Geometry::<CELLS>::point),
        report,
    }
}
