//! Searches with several threads: legal moves, limits, wins, and prompt stops.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::twin::bridge::{self, think, think_with, to_depth};
use crate::twin::grid::{Cell, Grid, stone};
use crate::twin::random::{self, Random};
use crate::twin::scale;
use crate::waits::{self, Waits};
use goshawk::engine::{Engine, Limits, MAX_THREADS, Outcome, Request, SearchOptions};
use goshawk::search::StepSet;
use goshawk::types::score::is_win;
use goshawk::types::{Color, Rule};

/// The number of nodes above the limit that each thread may search: those of the VCF and VCT
/// searches before its first iteration, and those not yet added to the total.
const SLACK: u64 = 35_000;
/// No VCT search at the root, so that the tree search has to find wins.
const NO_SOLVER: SearchOptions = SearchOptions {
    multipv: 1,
    max_fours: u8::MAX,
    forced_wins: false,
    searches_only_move: false,
    ignores_stone_limit: false,
    steps: StepSet::ALL,
};
/// A search returns within this time after its end is due, not counting the time
/// it waits for a processor.
const SOON: Duration = Duration::from_millis(50);
/// All threads end within this time, even on a busy machine.
const ENDED: Duration = Duration::from_secs(10);

/// An engine with this number of threads.
fn engine(threads: usize) -> Engine {
    let mut engine = Engine::new();
    engine.set_memory(64 << 20);
    engine.set_threads(threads);
    engine
}

/// A limit on nodes.
fn within_nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// A limit on time.
fn lasting(ms: u64) -> Limits {
    let mut limits = Limits::default();
    limits.time.turn = Some(Duration::from_millis(ms));
    limits
}

/// Panics unless all moves of the principal variation are legal.
fn check_legal(grid: &mut Grid, side: Color, outcome: &Outcome) {
    let mut played = grid.clone();
    let line = outcome.report.pv.iter().map(|p| bridge::grid_point(*p));
    assert_eq!(line.clone().next(), outcome.best.map(bridge::grid_point));
    for (ply, point) in line.enumerate() {
        let color = if ply % 2 == 0 { side } else { !side };
        assert_eq!(played.at(point), Cell::Empty, "{point:?}\n{grid:?}");
        assert!(played.is_legal(point, color), "{point:?}\n{grid:?}");
        played.set(point, stone(color));
    }
}

/// The same engines search different boards under different rules: no thread may
/// keep state of another board.
#[test]
fn moves_and_lines_are_legal() {
    let mut engines: Vec<Engine> = (2..5).map(engine).collect();
    let mut helped = 0;
    for rule in Rule::ALL {
        let mut random = Random::new(70 + rule.index() as u64);
        for number in 0..15 * scale() {
            // The proof search at the root takes by far the most time.
            let options = match number % 5 {
                0 => SearchOptions::default(),
                _ => NO_SOLVER,
            };
            let size = random.pick(&[(15, 15), (20, 20), (5, 6), (31, 8), (15, 16)]);
            let stones = random.below(25);
            let mut grid = random::grid(&mut random, size, rule, stones);
            if grid.empties().is_empty() {
                continue;
            }
            for engine in &mut engines {
                let side = random.pick(&Color::ALL);
                let outcome = think_with(engine, &grid, side, &to_depth(5), options);
                check_legal(&mut grid, side, &outcome);
                helped += usize::from(outcome.report.depth == 5);
            }
        }
    }
    assert!(helped > 50, "{helped} searches to full depth");
}

#[test]
fn the_node_limit_counts_all_threads() {
    let mut random = Random::new(80);
    for threads in [2, 3] {
        for _ in 0..5 * scale() {
            let grid = random::grid(&mut random, (15, 15), Rule::Freestyle, 10);
            let nodes = 50_000 + 10_000 * random.below(10) as u64;
            let limits = within_nodes(nodes);
            let report = think(&mut engine(threads), &grid, Color::Black, &limits).report;
            let most = nodes + SLACK * threads as u64;
            assert!(report.nodes <= most, "{} for {nodes}", report.nodes);
        }
    }
}

#[test]
fn several_threads_find_the_wins_that_one_finds() {
    let mut wins = 0;
    for rule in Rule::ALL {
        let mut random = Random::new(90 + rule.index() as u64);
        let mut team = engine(3);
        for _ in 0..100 * scale() {
            let stones = 8 + random.below(14);
            let grid = random::grid(&mut random, (12, 12), rule, stones);
            let side = random.pick(&Color::ALL);
            let mut one = engine(1);
            let alone = think_with(&mut one, &grid, side, &to_depth(6), NO_SOLVER);
            if !is_win(alone.report.score) || alone.report.depth == 1 {
                continue;
            }
            // Several threads may need more depth, because they prune by each other's bounds.
            let together = think_with(&mut team, &grid, side, &to_depth(10), NO_SOLVER);
            assert!(is_win(together.report.score), "{side:?}\n{grid:?}");
            wins += 1;
        }
    }
    assert!(wins > 15, "{wins} wins by search");
}

/// A position without a forced win that a search would find soon.
fn open_position() -> Grid {
    let mut grid = Grid::new(15, 15, Rule::Freestyle);
    for (at, cell) in [(7, Cell::Black), (8, Cell::White)] {
        grid.set((at, at), cell);
    }
    grid
}

/// Searches until `limits` end the search or, after `pause`, it is stopped.
/// Returns how much later it returned, not counting the time that this thread
/// waited for a processor.
fn overtime(engine: &mut Engine, limits: &Limits, pause: Option<Duration>) -> Duration {
    let game = bridge::game(&open_position());
    let stop = AtomicBool::new(false);
    let stopped = OnceLock::new();
    let this_thread: Vec<_> = waits::this_thread().into_iter().collect();
    let waits = Waits::from_now(&this_thread);
    let started = Instant::now();
    let (outcome, ended) = std::thread::scope(|scope| {
        if let Some(pause) = pause {
            let (stop, stopped) = (&stop, &stopped);
            scope.spawn(move || {
                std::thread::sleep(pause);
                stop.store(true, Ordering::Relaxed);
                stopped.set(Instant::now()).unwrap();
            });
        }
        let request = Request {
            side: Color::Black,
            started,
            stop: Some(&stop),
            ..Request::new(&game, limits)
        };
        let outcome = engine.think(&request, &mut |_| {});
        (outcome, Instant::now())
    });
    assert!(outcome.best.is_some());
    let due = started + limits.time.turn.unwrap_or_default();
    let due = stopped.get().copied().unwrap_or(due);
    ended
        .saturating_duration_since(due)
        .saturating_sub(waits.since(&this_thread))
}

#[test]
fn stopping_or_running_out_of_time_ends_all_threads() {
    for threads in [1, 2, 4] {
        let mut engine = engine(threads);
        for pause in [0, 1, 30, 100] {
            let pause = Some(Duration::from_millis(pause));
            let over = overtime(&mut engine, &Limits::default(), pause);
            assert!(over < SOON, "{threads} threads: {over:?} after {pause:?}");
        }
        let over = overtime(&mut engine, &lasting(150), None);
        assert!(over < SOON, "{threads} threads: {over:?}");
        // Dropping the engine waits for the helper threads.
        let started = Instant::now();
        drop(engine);
        assert!(
            started.elapsed() < ENDED,
            "{threads} threads are still running"
        );
    }
}

/// Short searches with changes of all settings in between. Helper threads may
/// still be busy with an earlier search.
#[test]
fn searches_in_a_row_do_not_hang() {
    let mut random = Random::new(100);
    let mut engine = engine(2);
    let started = Instant::now();
    for step in 0..400 * scale() {
        let size = random.pick(&[(15, 15), (20, 20)]);
        let rule = random.pick(&Rule::ALL);
        let stones = random.below(12);
        let mut grid = random::grid(&mut random, size, rule, stones);
        match random.below(8) {
            0 => engine.clear(),
            1 => engine.forget(),
            2 => engine.set_memory(1 << (20 + random.below(8))),
            3 => engine.set_threads(random.pick(&[0, 1, 2, 3, 5])),
            _ => {}
        }
        let nodes = 1 + random.below(3000) as u64;
        let outcome = think(&mut engine, &grid, Color::Black, &within_nodes(nodes));
        assert!(outcome.best.is_some(), "step {step}\n{grid:?}");
        check_legal(&mut grid, Color::Black, &outcome);
    }
    let took = started.elapsed();
    assert!(took < Duration::from_secs(60) * scale() as u32, "{took:?}");
}

#[test]
fn any_number_of_threads_can_be_asked_for() {
    for threads in [0, 1, 7, MAX_THREADS, usize::MAX] {
        let mut engine = engine(threads);
        for memory in [0, 1, 30 << 20, 350 << 20] {
            engine.set_memory(memory);
            let outcome = think(&mut engine, &open_position(), Color::Black, &lasting(20));
            assert!(outcome.best.is_some(), "{threads} threads, {memory} bytes");
        }
    }
}
