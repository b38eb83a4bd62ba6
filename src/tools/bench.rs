//! `bench`: fixed positions searched to a fixed depth. The number of nodes is the
//! signature of the search; nodes per second measure its speed on one machine.

mod positions;

use std::time::Duration;

use crate::board::geometry::with_cells;
use crate::board::zobrist::mix;
use crate::clock::Instant;
use crate::engine::{Engine, Game, Limits, Request, Stone, helpers_memory, position_of};
use crate::position::Position;
use crate::types::{BoardSize, Point, Score, Square};
pub use positions::{BenchPosition, POSITIONS};

/// Memory of the engine with one thread, in bytes. With more threads it gets more, because the
/// engine limits its threads by its memory.
const MEMORY: u64 = 64 << 20;
/// The default depth.
pub const DEPTH: u32 = 22;
/// The depth of the untimed searches at the beginning.
const WARM_UP_DEPTH: u32 = 2;

/// The result for one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionResult {
    /// Nodes searched.
    pub nodes: u64,
    /// Value for the side to move.
    pub score: Score,
    /// The move found.
    pub best: Option<Point>,
    /// Time of the search.
    pub elapsed: Duration,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The result for each position.
    pub results: Vec<PositionResult>,
    /// A hash of nodes, score and move of each position.
    pub hash: u64,
}

impl Summary {
    /// Nodes of all positions: the signature.
    pub fn nodes(&self) -> u64 {
        self.results.iter().map(|result| result.nodes).sum()
    }

    /// Time of all positions.
    pub fn elapsed(&self) -> Duration {
        self.results.iter().map(|result| result.elapsed).sum()
    }

    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes() as f64 / self.elapsed().as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches every position to `depth` plies, each with an empty transposition table.
/// Only single-threaded search is deterministic.
///
/// Pattern tables and weights are built at first use. Short untimed searches come first, so that
/// this is not timed.
pub fn run(depth: u32, threads: usize) -> Summary {
    for position in &POSITIONS {
        search(position, WARM_UP_DEPTH.min(depth), 1);
    }
    let results: Vec<PositionResult> = POSITIONS
        .iter()
        .map(|position| search(position, depth, threads))
        .collect();
    let hash = results.iter().fold(0, |hash, result| {
        let best = result.best.map_or(0, |p| 1 + p.x as u64 + 32 * p.y as u64);
        mix(mix(mix(hash ^ result.nodes) ^ result.score as u64) ^ best)
    });
    Summary { results, hash }
}

/// The average time of a make and its undo, over all candidate moves of the
/// positions, each `rounds` times.
pub fn make_undo_cost(rounds: u32) -> Duration {
    let mut moves = 0;
    let mut elapsed = Duration::ZERO;
    for position in &POSITIONS {
        let game = position.game();
        let (count, time) = with_cells!(game.size(), |CELLS| make_and_undo(
            position_of::<CELLS>(&game, game.side_to_move()),
            rounds
        ));
        moves += count;
        elapsed += time;
    }
    elapsed / moves.max(1)
}

/// Makes and takes back every candidate move `rounds` times. Returns the number of moves
/// made and the time.
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

impl BenchPosition {
    /// The game that reached the position.
    pub fn game(&self) -> Game {
        let size = BoardSize::new(self.width, self.height).expect("a valid size");
        let mut game = Game::new(size, self.rule);
        for (x, y) in self.moves {
            let stone = Stone::Of(game.side_to_move());
            game.put(Point::new(*x, *y), stone)
                .expect("a playable point");
        }
        game
    }
}

/// Searches one position with a new engine.
fn search(position: &BenchPosition, depth: u32, threads: usize) -> PositionResult {
    let game = position.game();
    let mut engine = Engine::new();
    engine.set_memory(MEMORY + helpers_memory(threads - 1));
    engine.set_threads(threads);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let started = Instant::now();
    let outcome = engine.think(&Request::new(&game, &limits), &mut |_| {});
    PositionResult {
        nodes: outcome.report.nodes,
        score: outcome.report.score,
        best: outcome.best,
        elapsed: started.elapsed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(debug_assertions)]
    use crate::search::{SearchOptions, Statistics, Step, StepSet, Stopper, ThreadData, Worker};
    #[cfg(debug_assertions)]
    use crate::tt::TranspositionTable;
    use crate::types::{Color, Rule};
    #[cfg(debug_assertions)]
    use std::sync::atomic::AtomicBool;

    #[test]
    fn every_rule_and_both_board_sizes_are_searched() {
        let games: Vec<Game> = POSITIONS.iter().map(BenchPosition::game).collect();
        for rule in Rule::ALL {
            assert!(games.iter().any(|game| game.rule() == rule), "{rule:?}");
        }
        for side in Color::ALL {
            let is_there = |game: &Game| game.rule() == Rule::Renju && game.side_to_move() == side;
            assert!(games.iter().any(is_there), "renju with {side:?} to move");
        }
        for small in [true, false] {
            let of_size = || {
                let is_small = |size: &BoardSize| size.width().max(size.height()) <= 15;
                games
                    .iter()
                    .map(Game::size)
                    .filter(move |size| is_small(size) == small)
            };
            assert!(of_size().any(|size| size.width() == size.height()));
            assert!(of_size().any(|size| size.width() != size.height()));
        }
    }

    #[test]
    fn the_same_run_twice_has_the_same_signature() {
        let (first, second) = (run(6, 1), run(6, 1));
        assert_eq!(first.nodes(), second.nodes());
        assert_eq!(first.hash, second.hash);
    }

    #[test]
    fn at_least_two_million_nodes_are_searched() {
        assert!(run(DEPTH, 1).nodes() >= 2_000_000);
    }

    /// How often each step took effect in searches of all positions. Debug builds count it.
    #[cfg(debug_assertions)]
    fn statistics(depth: u32, steps: StepSet) -> Vec<Statistics> {
        fn of<const CELLS: usize>(game: &Game, depth: u32, options: SearchOptions) -> Statistics {
            let limits = Limits {
                depth: Some(depth),
                ..Limits::default()
            };
            let stop = AtomicBool::new(false);
            let table = TranspositionTable::new(MEMORY);
            let mut data = ThreadData::default();
            let position = position_of::<CELLS>(game, game.side_to_move());
            let stopper = Stopper::new(&limits, Instant::now(), &stop);
            Worker::new(position, &table, &mut data, stopper)
                .with_options(options)
                .think(&mut |_| {});
            data.statistics().clone()
        }

        let options = SearchOptions {
            steps,
            ..SearchOptions::default()
        };
        let games = POSITIONS.iter().map(BenchPosition::game);
        games
            .map(|game| with_cells!(game.size(), |CELLS| of::<CELLS>(&game, depth, options)))
            .collect()
    }

    #[cfg(debug_assertions)]
    fn count(statistics: &[Statistics], step: Step) -> u64 {
        statistics.iter().map(|one| one.of(step)).sum()
    }

    #[cfg(debug_assertions)]
    #[test]
    fn every_step_of_the_search_takes_effect() {
        let all = statistics(DEPTH, StepSet::ALL);
        for step in Step::ALL {
            assert!(count(&all, step) > 0, "{step:?} never takes effect");
        }
    }

    #[cfg(debug_assertions)]
    #[test]
    fn a_step_that_is_switched_off_has_no_effect() {
        for step in Step::ALL {
            let others = statistics(8, StepSet::ALL.without(step));
            assert_eq!(count(&others, step), 0, "{step:?}");
        }
    }
}
