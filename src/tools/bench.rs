//! `bench`: fixed positions to a fixed depth. Its node count is the signature
//! of the search, its speed a measure on one machine at one time.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::board::geometry::with_cells;
use crate::board::zobrist::mix;
use crate::engine::{Engine, Game, Limits, Stone, position_of};
use crate::position::Position;
use crate::types::{BoardSize, Point, Rule, Score, Square};

/// Memory of the engine under test, in bytes.
const MEMORY: u64 = 64 << 20;
/// The default depth.
pub const DEPTH: u32 = 11;

/// A position: board side, rule, moves from the first on.
type Item = (i64, Rule, &'static [(u8, u8)]);

/// Openings and middle games of the rules in use.
const POSITIONS: [Item; 10] = [
    (20, Rule::Freestyle, &[(12, 9), (13, 10), (9, 7), (11, 10)]),
    (
        20,
        Rule::Freestyle,
        &[(11, 7), (10, 7), (9, 6), (11, 6), (6, 6)],
    ),
    (
        20,
        Rule::Freestyle,
        &[(11, 12), (9, 10), (9, 11), (8, 10), (7, 13), (8, 12)],
    ),
    (
        15,
        Rule::Freestyle,
        &[(9, 6), (7, 4), (6, 6), (9, 5), (7, 5)],
    ),
    (
        15,
        Rule::Freestyle,
        &[(8, 4), (9, 4), (7, 4), (6, 5), (4, 7), (9, 6)],
    ),
    (15, Rule::Standard, &[(6, 8), (4, 6), (3, 4), (4, 4)]),
    (
        15,
        Rule::Standard,
        &[(6, 4), (4, 4), (3, 6), (9, 4), (11, 4)],
    ),
    (15, Rule::Renju, &[(7, 7), (6, 7), (7, 9), (5, 10), (4, 8)]),
    (
        15,
        Rule::Renju,
        &[(7, 7), (7, 8), (9, 6), (6, 8), (8, 10), (10, 7)],
    ),
    (15, Rule::Caro, &[(7, 7), (8, 6), (6, 6), (8, 8), (5, 7)]),
];

/// The result for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Nodes searched.
    pub nodes: u64,
    /// Value for the side to move.
    pub score: Score,
    /// The move found.
    pub best: Option<Point>,
    /// Time it took.
    pub elapsed: Duration,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// A line a position.
    pub lines: Vec<Line>,
    /// A hash of nodes, score and move of each position.
    pub hash: u64,
}

impl Summary {
    /// Nodes of all positions: the signature.
    pub fn nodes(&self) -> u64 {
        self.lines.iter().map(|line| line.nodes).sum()
    }

    /// Time of all positions.
    pub fn elapsed(&self) -> Duration {
        self.lines.iter().map(|line| line.elapsed).sum()
    }

    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        (self.nodes() as f64 / self.elapsed().as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches every position to `depth` plies, each with an empty memory. Only
/// with one thread are the results the same every time.
pub fn run(depth: u32, threads: usize) -> Summary {
    let lines: Vec<Line> = POSITIONS
        .iter()
        .map(|item| search(item, depth, threads))
        .collect();
    let hash = lines.iter().fold(0, |hash, line| {
        let best = line.best.map_or(0, |p| 1 + p.x as u64 + 32 * p.y as u64);
        mix(mix(mix(hash ^ line.nodes) ^ line.score as u64) ^ best)
    });
    Summary { lines, hash }
}

/// The average time of a make and its undo, over all candidate moves of the
/// positions, each `rounds` times.
pub fn make_undo_cost(rounds: u32) -> Duration {
    let mut moves = 0;
    let mut elapsed = Duration::ZERO;
    for item in &POSITIONS {
        let game = game(item);
        let (count, time) = with_cells!(game.size(), |CELLS| make_and_undo(
            position_of::<CELLS>(&game, game.side_to_move()),
            rounds
        ));
        moves += count;
        elapsed += time;
    }
    elapsed / moves.max(1)
}

fn make_and_undo<const CELLS: usize>(
    mut position: Position<CELLS>,
    rounds: u32,
) -> (u32, Duration) {
    let candidates: Vec<Square> = position.candidates().iter().collect();
    let started = Instant::now();
    for _ in 0..rounds {
        for square in &candidates {
            position.make(*square);
            position.undo();
        }
    }
    (candidates.len() as u32 * rounds, started.elapsed())
}

fn game((side, rule, moves): &Item) -> Game {
    let size = BoardSize::square(*side).expect("a valid side");
    let mut game = Game::new(size, *rule);
    for (x, y) in *moves {
        let stone = Stone::Of(game.side_to_move());
        game.put(Point::new(*x, *y), stone)
            .expect("a playable point");
    }
    game
}

fn search(item: &Item, depth: u32, threads: usize) -> Line {
    let game = game(item);
    let mut engine = Engine::new();
    engine.set_memory(MEMORY);
    engine.set_threads(threads);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let started = Instant::now();
    let side = game.side_to_move();
    let outcome = engine.think(
        &game,
        side,
        &limits,
        started,
        &AtomicBool::new(false),
        &mut |_| {},
    );
    Line {
        nodes: outcome.report.nodes,
        score: outcome.report.score,
        best: outcome.best,
        elapsed: started.elapsed(),
    }
}
