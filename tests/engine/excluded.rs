//! Searches that may not play on some points.

use crate::twin::bridge::played;
use goshawk::engine::{Engine, Game, Limits, Outcome, Request, SearchOptions};
use goshawk::strength::{self, Level};
use goshawk::types::score::is_win;
use goshawk::types::{Point, Rule};

/// Black's open four on row 8 from f8 to i8, black to move.
const OPEN_FOUR: [(u8, u8); 8] = [
    (5, 7),
    (5, 8),
    (6, 7),
    (6, 8),
    (7, 7),
    (7, 8),
    (8, 7),
    (0, 0),
];

/// The result of a search with a limit on nodes that plays on none of these points.
fn searched(game: &Game, excluded: &[Point], lines: usize, threads: usize) -> Outcome {
    let limits = Limits {
        nodes: Some(100_000),
        ..Limits::default()
    };
    let request = Request {
        excluded: excluded.to_vec(),
        options: SearchOptions {
            multipv: lines,
            ..SearchOptions::default()
        },
        ..Request::new(game, &limits)
    };
    let mut engine = Engine::new();
    engine.set_threads(threads);
    engine.think(&request, &mut |_| {})
}

fn best(game: &Game, excluded: &[Point]) -> Option<Point> {
    searched(game, excluded, 1, 1).best
}

#[test]
fn the_other_end_of_an_open_four_wins() {
    let game = played(15, Rule::Freestyle, &OPEN_FOUR);
    let ends = [Point::new(4, 7), Point::new(9, 7)];
    for (excluded, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
        let outcome = searched(&game, &[excluded], 1, 1);
        assert_eq!(outcome.best, Some(other));
        assert!(is_win(outcome.report.score));
    }
    assert!(!ends.contains(&best(&game, &ends).unwrap()));
}

#[test]
fn the_best_of_the_other_moves_is_played() {
    // White's three near the edge can be blocked on three points; two are excluded.
    let three = [(14, 0), (1, 8), (14, 7), (2, 8), (14, 14), (3, 8)];
    let game = played(15, Rule::Freestyle, &three);
    let excluded = [Point::new(0, 8), Point::new(4, 8)];
    assert_eq!(best(&game, &excluded), Some(Point::new(5, 8)));
    // The only move against a four is excluded.
    let four = [
        (14, 0),
        (0, 8),
        (14, 7),
        (1, 8),
        (14, 14),
        (2, 8),
        (9, 1),
        (3, 8),
    ];
    let game = played(15, Rule::Freestyle, &four);
    let stop = Point::new(4, 8);
    assert_eq!(best(&game, &[]), Some(stop));
    assert!(best(&game, &[stop]).is_some_and(|other| other != stop));
}

#[test]
fn some_move_is_found_unless_every_point_is_excluded() {
    let all: Vec<Point> = played(15, Rule::Renju, &[]).size().points().collect();
    for stones in [&[][..], &OPEN_FOUR] {
        let game = played(15, Rule::Renju, stones);
        assert_eq!(best(&game, &all), None);
        let last = all[224];
        assert_eq!(best(&game, &all[..224]), Some(last));
    }
    // Beside the centre of the empty board.
    let game = played(15, Rule::Freestyle, &[]);
    let beside = best(&game, &[Point::new(7, 7)]).expect("a move");
    assert_eq!(beside.x.abs_diff(7) + beside.y.abs_diff(7), 1, "{beside:?}");
}

#[test]
fn no_line_thread_or_level_plays_on_an_excluded_point() {
    let quiet = [
        (7, 7),
        (8, 8),
        (6, 8),
        (8, 6),
        (8, 7),
        (9, 7),
        (6, 7),
        (5, 7),
    ];
    let game = played(15, Rule::Freestyle, &quiet);
    let free = searched(&game, &[], 4, 1);
    let lines = |outcome: &Outcome| -> Vec<Point> {
        let others = outcome.report.others.iter().map(|line| &line.pv);
        let lines = std::iter::once(&outcome.report.pv).chain(others);
        lines.filter_map(|pv| pv.first().copied()).collect()
    };
    let excluded = lines(&free);
    assert_eq!(excluded.len(), 4);
    for threads in [1, 3] {
        let outcome = searched(&game, &excluded, 4, threads);
        let found = lines(&outcome);
        assert_eq!(found.len(), 4, "{threads} threads");
        assert!(found.iter().all(|point| !excluded.contains(point)));
        assert_eq!(outcome.best, found.first().copied());
    }
    let limits = Limits::default();
    let near: Vec<Point> = (game.size().points())
        .filter(|point| point.x.abs_diff(7).max(point.y.abs_diff(7)) <= 3)
        .collect();
    let request = Request {
        excluded: near.clone(),
        ..Request::new(&game, &limits)
    };
    for seed in 0..20 {
        let level = Level::new(1).expect("a level");
        let found = strength::find_move(&mut Engine::new(), &request, level, seed, &mut |_| {});
        assert!(
            found.best.is_some_and(|point| !near.contains(&point)),
            "{seed}"
        );
    }
}
