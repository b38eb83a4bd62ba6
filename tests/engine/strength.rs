//! Playing levels: they are repeatable, play legal moves, and higher levels are stronger.

use crate::twin::bridge::played;
use goshawk::engine::{Engine, Game, Limits, Request, Stone, ending, foul};
use goshawk::opening::{OpeningMove, OpeningRequest};
use goshawk::strength::{Level, decide_opening, find_move};
use goshawk::types::{BoardSize, Color, Point, Rule};

const MEMORY: u64 = 40 << 20;

fn move_at_level(
    engine: &mut Engine,
    game: &Game,
    level: u8,
    nodes: u64,
    seed: u64,
) -> Option<Point> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let request = Request::new(game, &limits);
    let level = Level::new(level).expect("a level");
    let outcome = find_move(engine, &request, level, seed, &mut |_| {});
    // What is told of the search always has a move.
    assert_eq!(outcome.report.pv.is_empty(), outcome.best.is_none());
    outcome.best
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_memory(MEMORY);
    engine
}

/// Plays a game between two levels. Returns black's points: 2, 1 or 0.
fn points_of_black(levels: [u8; 2], rule: Rule, seed: u64) -> u32 {
    let mut engines = [engine(), engine()];
    let mut game = Game::new(BoardSize::square(15).unwrap(), rule);
    loop {
        let side = game.side_to_move();
        match ending(&game).map(|ending| ending.winner()) {
            Some(Some(Color::Black)) => return 2,
            Some(Some(Color::White)) => return 0,
            Some(None) => return 1,
            None => {}
        }
        let at = usize::from(side == Color::White);
        let seed = seed.wrapping_mul(1_000_003) + game.ply() as u64;
        let best = move_at_level(&mut engines[at], &game, levels[at], 20_000, seed);
        let best = best.expect("a move");
        assert_eq!(foul(&game, best), None, "{best:?} in {game:?}");
        game.put(best, Stone::Of(side)).expect("a legal move");
    }
}

/// The points of the first level, two for a win, from `games` games with each colour.
fn points(first: u8, second: u8, rule: Rule, games: u64) -> u32 {
    (0..games)
        .map(|seed| {
            let black = |levels| points_of_black(levels, rule, seed);
            black([first, second]) + 2 - black([second, first])
        })
        .sum()
}

#[test]
fn much_higher_levels_beat_lower_ones() {
    for (high, low) in [(3, 1), (5, 2), (8, 5)] {
        let points = points(high, low, Rule::Freestyle, 4);
        assert!(points >= 11, "{high} against {low}: {points} of 16");
    }
    let points = points(6, 2, Rule::Renju, 2);
    assert!(points >= 6, "renju: {points} of 8");
}

#[test]
fn the_seed_determines_the_move_and_other_seeds_vary_it() {
    let game = played(15, Rule::Freestyle, &[(7, 7), (8, 6), (9, 7)]);
    let at = |level, seed| move_at_level(&mut engine(), &game, level, 20_000, seed);
    let mut different = std::collections::HashSet::new();
    for seed in 0..20 {
        assert_eq!(at(2, seed), at(2, seed));
        different.insert(at(2, seed).map(|point| (point.x, point.y)));
        assert_eq!(
            at(10, seed),
            at(10, 0),
            "full strength does not depend on the seed"
        );
    }
    assert!(different.len() > 2, "{different:?}");
}

#[test]
fn an_opening_is_proposed_with_the_nodes_of_the_level() {
    let game = Game::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    let limits = Limits::default();
    let proposal = |level: u8, seed| {
        let request = Request::new(&game, &limits);
        let level = Level::new(level).expect("a level");
        let step = OpeningRequest::Swap2;
        decide_opening(&mut engine(), &request, &step, level, seed, &mut |_| {})
    };
    let mut different = std::collections::HashSet::new();
    for seed in 0..5 {
        // Without a limit of nodes, this would take seconds.
        let Some(OpeningMove::Stones(stones)) = proposal(3, seed) else {
            panic!("no stones");
        };
        assert_eq!(stones.len(), 3);
        assert_eq!(proposal(3, seed), Some(OpeningMove::Stones(stones.clone())));
        different.insert(stones.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>());
    }
    assert!(different.len() > 2, "{different:?}");
}

#[test]
fn the_weakest_level_makes_and_blocks_fives() {
    // Black to move has an open four.
    let own = [
        (7, 7),
        (0, 0),
        (8, 7),
        (0, 3),
        (6, 7),
        (14, 14),
        (9, 7),
        (14, 0),
    ];
    // White to move must block black's four at its free end.
    let other = [(7, 7), (5, 7), (8, 7), (0, 3), (6, 7), (14, 14), (9, 7)];
    for (stones, answers) in [(&own[..], &[(5, 7), (10, 7)][..]), (&other, &[(10, 7)])] {
        let game = played(15, Rule::Freestyle, stones);
        for seed in 0..30 {
            let best = move_at_level(&mut engine(), &game, 1, 20_000, seed).expect("a move");
            assert!(answers.contains(&(best.x, best.y)), "{best:?} by {seed}");
        }
    }
}
