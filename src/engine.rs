//! One game and the engine that thinks about it. No strings, no clock of the manager.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::time::TimeControl;
use crate::types::{BoardSize, Color, Point, Rule, Score};

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

/// What bounds one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The manager's clock.
    pub time: TimeControl,
    /// Search at most about this many nodes.
    pub nodes: Option<u64>,
    /// Search at most this deep, in plies.
    pub depth: Option<u32>,
}

/// What the search has found so far: told after every finished iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Finished depth in plies.
    pub depth: u32,
    /// Deepest ply visited.
    pub seldepth: u32,
    /// Value for the side to move; see `types::score` for mates.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Principal variation, best move first.
    pub pv: Vec<Point>,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play; `None` only if the side to move has no point to play on.
    pub best: Option<Point>,
    /// The last finished iteration.
    pub report: Report,
}

/// The thinking part: transposition table, histories and search threads.
/// It keeps what it learned from one search to the next.
pub struct Engine {
    memory: u64,
}

/// The default of [`Engine::set_memory`] in bytes, as tournaments grant.
pub const DEFAULT_MEMORY: u64 = 350 << 20;

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
        }
    }
    /// Limits what the whole process may use, in bytes. Takes effect with the
    /// next search; the table is kept if its size does not change.
    pub fn set_memory(&mut self, bytes: u64) {
        self.memory = bytes;
    }
    /// Forgets everything learned (a new game; a changed rule).
    pub fn clear(&mut self) {}

    /// Finds a move for `side` in `game`.
    ///
    /// Time is counted from `started`. `stop` ends the search early (within
    /// about a millisecond); the best move so far is then the answer.
    /// `report` is called after each finished iteration, from this thread.
    pub fn think(
        &mut self,
        game: &Game,
        side: Color,
        limits: &Limits,
        started: Instant,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        let _ = (side, stop);
        let best = game.size().points().find(|p| game.at(*p).is_none());
        while !stop.load(std::sync::atomic::Ordering::Relaxed)
            && limits
                .time
                .budget()
                .is_none_or(|b| started.elapsed() < b.soft)
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let last = Report {
            depth: 1,
            seldepth: 1,
            score: 0,
            nodes: 1,
            elapsed: started.elapsed(),
            pv: best.into_iter().collect(),
        };
        report(&last);
        Outcome { best, report: last }
    }
}
