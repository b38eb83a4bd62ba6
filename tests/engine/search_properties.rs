//! Properties of every search: it is deterministic, its moves are legal, it keeps its
//! limits, and the wins it announces can be played out.

use crate::twin::attack::{stops, wins_in_three};
use crate::twin::bridge::{self, think, think_with, to_depth};
use crate::twin::grid::{Cell, Grid, GridPoint, stone};
use crate::twin::random::{self, Random};
use crate::twin::{for_each_rule, scale};
use goshawk::engine::{Engine, Limits, SearchOptions};
use goshawk::types::score::{MATE, is_mate, is_win};
use goshawk::types::{Color, Rule};

/// The number of nodes by which a search may exceed its limit, for the analysis of the root: one
/// VCF of the side to move and one check of a VCF of the opponent.
const SLACK: u64 = 25_000;

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_memory(32 << 20);
    engine
}

const SIZES: [(i32, i32); 8] = [
    (15, 15),
    (20, 20),
    (9, 9),
    (5, 5),
    (31, 7),
    (6, 14),
    (16, 31),
    (12, 10),
];

/// A random middle game on a board of any size, at times with blocked points.
fn some_grid(random: &mut Random, rule: Rule) -> Grid {
    let size = random.pick(&SIZES);
    let stones = random.below(30);
    let mut grid = random::grid(random, size, rule, stones);
    for _ in 0..random.below(4) {
        let point = random.pick(&grid.points());
        if grid.at(point) == Cell::Empty {
            grid.set(point, Cell::Wall);
        }
    }
    grid
}

#[test]
fn the_same_search_twice_is_the_same() {
    let mut nodes = 0;
    for rule in Rule::ALL {
        let mut random = Random::new(10 + rule.index() as u64);
        for _ in 0..4 * scale() {
            let grid = some_grid(&mut random, rule);
            let side = random.pick(&Color::ALL);
            let run = || {
                let outcome = think(&mut engine(), &grid, side, &to_depth(6));
                let report = outcome.report;
                (
                    outcome.best,
                    report.score,
                    report.nodes,
                    report.depth,
                    report.pv,
                )
            };
            let (first, second) = (run(), run());
            assert_eq!(first, second, "{grid:?}");
            nodes += first.2;
        }
    }
    assert!(nodes > 0, "no search was needed");
}

/// Checks that the best move and the principal variation are legal. Returns whether
/// `side` has a legal move.
fn check_legal(
    engine: &mut Engine,
    grid: &mut Grid,
    side: Color,
    limits: &Limits,
    forced_wins: bool,
) -> bool {
    let options = SearchOptions {
        forced_wins,
        ..SearchOptions::default()
    };
    let outcome = think_with(engine, grid, side, limits, options);
    let mut legal = grid.empties();
    legal.retain(|point| grid.is_legal(*point, side));
    match outcome.best.map(bridge::grid_point) {
        None => assert_eq!(legal, [], "no move of {side:?}\n{grid:?}"),
        Some(best) => assert!(legal.contains(&best), "{best:?} of {side:?}\n{grid:?}"),
    }
    let mut played = grid.clone();
    for (ply, point) in outcome
        .report
        .pv
        .iter()
        .map(|p| bridge::grid_point(*p))
        .enumerate()
    {
        let color = if ply % 2 == 0 { side } else { !side };
        assert_eq!(
            played.at(point),
            Cell::Empty,
            "{:?}\n{grid:?}",
            outcome.report.pv
        );
        assert!(
            played.is_legal(point, color),
            "{:?}\n{grid:?}",
            outcome.report.pv
        );
        played.set(point, stone(color));
    }
    !legal.is_empty()
}

#[test]
fn moves_are_legal_everywhere() {
    let mut engine = engine();
    for rule in Rule::ALL {
        let mut random = Random::new(20 + rule.index() as u64);
        for number in 0..25 * scale() {
            let mut grid = some_grid(&mut random, rule);
            // The proof search at the root takes by far the most time, and has its own tests.
            let forced_wins = number % 5 == 0;
            for side in Color::ALL {
                check_legal(&mut engine, &mut grid, side, &to_depth(3), forced_wins);
            }
        }
    }
}

#[test]
fn moves_are_legal_on_boards_that_are_nearly_full() {
    let mut engine = engine();
    let (mut moves, mut none) = (0, 0);
    for rule in Rule::ALL {
        let mut random = Random::new(30 + rule.index() as u64);
        for _ in 0..40 * scale() {
            let size = random.pick(&[(5, 5), (7, 6), (9, 9), (15, 6), (16, 5)]);
            let mut grid = random::dense(&mut random, size, rule, 100);
            let mut left = 1 + random.below(5);
            for point in grid.empties() {
                // Other empty points, where a stone would win, become blocked.
                if left > 0 && random.below(2) == 0 {
                    left -= 1;
                } else {
                    grid.set(point, Cell::Wall);
                }
            }
            if random.below(2) == 0 {
                grid.set(random.pick(&grid.points()), Cell::Empty);
            }
            for side in Color::ALL {
                let limits = Limits {
                    nodes: Some(3000),
                    ..to_depth(20)
                };
                let played = check_legal(&mut engine, &mut grid, side, &limits, true);
                *(if played { &mut moves } else { &mut none }) += 1;
            }
        }
    }
    assert!(moves > 0 && none > 0, "{moves} with a move, {none} without");
}

#[test]
fn limits_are_kept() {
    let mut reached = 0;
    for rule in Rule::ALL {
        let mut random = Random::new(40 + rule.index() as u64);
        for _ in 0..5 * scale() {
            let grid = some_grid(&mut random, rule);
            let depth = 1 + random.below(5) as u32;
            let outcome = think(&mut engine(), &grid, Color::Black, &to_depth(depth));
            assert!(outcome.report.depth <= depth, "{:?}", outcome.report);
            let nodes = 1000 + 1000 * random.below(20) as u64;
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let outcome = think(&mut engine(), &grid, Color::Black, &limits);
            let report = outcome.report;
            assert!(
                report.nodes <= nodes + SLACK,
                "{} for {nodes}",
                report.nodes
            );
            reached += usize::from(report.nodes >= nodes);
        }
    }
    assert!(reached > 0, "no search reached its limit");
}

/// The defences to try: against a five, the points that stop it; otherwise fours of the
/// defender, and moves after which the attacker has no win in three plies.
fn defences(grid: &mut Grid, attacker: Color) -> Vec<GridPoint> {
    let defender = !attacker;
    let fives = grid.fives(attacker);
    if !fives.is_empty() {
        return stops(grid, attacker, &fives);
    }
    let mut tries = grid.empties();
    tries.retain(|point| {
        grid.is_legal(*point, defender)
            && grid.with(*point, defender, |grid| {
                !grid.fives(defender).is_empty() || wins_in_three(grid, attacker).is_empty()
            })
    });
    tries
}

/// Plays out a win of `color` against every defence. Returns the plies of the longest
/// game.
///
/// # Panics
/// If the engine no longer wins, or not within `plies` plies.
fn play_out(engine: &mut Engine, grid: &mut Grid, color: Color, plies: i32, depth: u32) -> usize {
    let outcome = think(engine, grid, color, &to_depth(depth));
    let report = &outcome.report;
    // A forced move is played without a search.
    let forced = report.depth == 1 && !is_mate(report.score);
    assert!(
        forced || is_win(report.score),
        "{color:?} no longer wins\n{grid:?}"
    );
    assert!(plies > 0, "{color:?} takes too long to win\n{grid:?}");
    let best = bridge::grid_point(outcome.best.expect("a winning move"));
    if grid.would_win(best, color) {
        return 1;
    }
    assert!(grid.is_legal(best, color), "{grid:?}");
    grid.set(best, stone(color));
    assert_eq!(
        grid.fives(!color),
        [],
        "{color:?} lets the opponent win\n{grid:?}"
    );
    let mut longest = 2;
    for reply in defences(grid, color) {
        grid.set(reply, stone(!color));
        longest = longest.max(1 + play_out(engine, grid, color, plies - 2, depth));
        grid.set(reply, Cell::Empty);
    }
    grid.set(best, Cell::Empty);
    longest + 1
}

fn check_wins(rule: Rule) {
    let mut random = Random::new(60 + rule.index() as u64);
    let mut engine = engine();
    let (mut wins, mut longest) = (0, 0);
    for _ in 0..100 * scale() {
        let stones = 8 + random.below(14);
        let mut grid = random::grid(&mut random, (9, 9), rule, stones);
        let side = random.pick(&Color::ALL);
        let outcome = think(&mut engine, &grid, side, &to_depth(6));
        let plies = MATE - outcome.report.score;
        if !(5..=11).contains(&plies) {
            continue;
        }
        longest = longest.max(play_out(&mut engine, &mut grid, side, 2 * plies + 20, 7));
        wins += 1;
    }
    println!("{rule:?}: {wins} wins, longest {longest}");
    assert!(wins > 0 && longest > 5, "{wins} wins, longest {longest}");
}

for_each_rule!(wins_that_the_search_finds_are_wins, check_wins);

/// Entries of the transposition table from a game with other blocked points must not be
/// used.
#[test]
fn blocked_points_tell_positions_apart() {
    for rule in Rule::ALL {
        // Three in a row: a win, unless both ends are blocked.
        let mut grid = Grid::new(15, 15, rule);
        (6..9).for_each(|x| grid.set((x, 7), Cell::Black));
        (6..9).for_each(|x| grid.set((x, 2 * (x - 6)), Cell::White));
        let mut engine = engine();
        let open = think(&mut engine, &grid, Color::Black, &to_depth(4));
        assert!(is_win(open.report.score), "{rule:?}");
        let before = bridge::position::<256>(&grid, Color::Black);
        for x in [4, 10] {
            grid.set((x, 7), Cell::Wall);
        }
        let after = bridge::position::<256>(&grid, Color::Black);
        assert!(after.validity_check());
        assert_ne!(before.key(), after.key());
        let used = think(&mut engine, &grid, Color::Black, &to_depth(4));
        assert!(!is_win(used.report.score), "{rule:?} {}", used.report.score);
    }
}
