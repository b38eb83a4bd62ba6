//! Searches with several threads: legal moves, limits, wins, and prompt stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::twin::bridge::{self, think, think_with, to_depth};
use crate::twin::grid::{Cell, Grid, stone};
use crate::twin::random::{self, Random};
use crate::twin::scale;
use goshawk::engine::{Engine, Limits, MAX_THREADS, NodeObserver, Outcome, Request, SearchOptions};
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
/// The number of nodes that a thread may visit after the search has been stopped: it looks at the
/// flag once in 64.
const NODES_AFTER_STOP: u64 = 64;

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

/// Stops a search when its main worker has visited this number of nodes. Returns how many it
/// visited after that.
fn nodes_after_stop(engine: &mut Engine, nodes: u64) -> u64 {
    let game = bridge::game(&open_position());
    let stop = Arc::new(AtomicBool::new(nodes == 0));
    let visited = Arc::new(AtomicU64::new(0));
    let (stopped, counted) = (Arc::clone(&stop), Arc::clone(&visited));
    let observe = move |_| {
        if counted.fetch_add(1, Ordering::Relaxed) + 1 == nodes {
            stopped.store(true, Ordering::Relaxed);
        }
    };
    let request = Request {
        side: Color::Black,
        stop: Some(&*stop),
        node_observer: Some(NodeObserver {
            interval: 1,
            observe: Arc::new(observe),
        }),
        ..Request::new(&game, &Limits::default())
    };
    let outcome = engine.think(&request, &mut |_| {});
    assert!(outcome.best.is_some());
    visited.load(Ordering::Relaxed) - nodes
}

/// If a helper did not stop, dropping the engine would wait for it forever.
#[test]
fn stopping_ends_all_threads() {
    for threads in [1, 2, 4] {
        let mut engine = engine(threads);
        for nodes in [0, 1, 100, 5_000, 20_000] {
            let after = nodes_after_stop(&mut engine, nodes);
            // How many nodes other threads visit meanwhile depends on which of them have a processor.
            assert!(
                threads > 1 || after <= NODES_AFTER_STOP,
                "{after} nodes after {nodes}"
            );
        }
    }
}

#[test]
fn a_shorter_time_ends_all_threads_sooner() {
    for threads in [1, 2, 4] {
        let [short, long] = [50, 1500].map(|ms| {
            let started = Instant::now();
            let mut engine = engine(threads);
            let outcome = think(&mut engine, &open_position(), Color::Black, &lasting(ms));
            assert!(outcome.best.is_some());
            drop(engine);
            started.elapsed()
        });
        assert!(short < long, "{threads} threads: {short:?}, then {long:?}");
    }
}

/// Short searches with changes of all settings in between. Helper threads may
/// still be busy with an earlier search.
#[test]
fn searches_in_a_row_do_not_hang() {
    let mut random = Random::new(100);
    let mut engine = engine(2);
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
