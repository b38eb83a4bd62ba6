//! Decisions that take several searches: openings, balance, excluded points.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::twin::bridge::played;
use goshawk::engine::{Engine, Game, Limits, Report, Request, Stone};
use goshawk::opening::{OpeningMove, OpeningRequest, decide};
use goshawk::time::TimeControl;
use goshawk::types::score::is_mate;
use goshawk::types::{Point, Rule};

fn limits(ms: u64) -> Limits {
    let turn = Some(Duration::from_millis(ms));
    let time = TimeControl {
        turn,
        ..TimeControl::default()
    };
    Limits {
        time,
        ..Limits::default()
    }
}

fn decided(
    game: &Game,
    opening: &OpeningRequest,
    limits: Limits,
    seed: u64,
) -> Option<OpeningMove> {
    let request = Request::new(game, &limits);
    decide(&mut Engine::new(), &request, opening, seed, &mut |_| {})
}

/// The stones of the decision, after checking that they can be placed.
fn stones(game: &Game, decision: Option<OpeningMove>) -> Vec<Point> {
    let Some(OpeningMove::Stones(stones)) = decision else {
        panic!("{decision:?}");
    };
    let mut after = game.clone();
    for point in &stones {
        let stone = Stone::Of(after.side_to_move());
        after.put(*point, stone).unwrap();
    }
    stones
}

/// The score of a shallow search for the side to move.
fn value(game: &Game) -> i32 {
    let limits = Limits {
        depth: Some(6),
        ..Limits::default()
    };
    let outcome = Engine::new().think(&Request::new(game, &limits), &mut |_| {});
    outcome.report.score
}

#[test]
fn openings_have_three_stones_and_vary_with_the_seed() {
    for rule in Rule::ALL {
        let empty = played(15, rule, &[]);
        let mut seen = HashSet::new();
        for seed in 0..4 {
            let opening = stones(
                &empty,
                decided(&empty, &OpeningRequest::Swap2, limits(150), seed),
            );
            assert_eq!(opening.len(), 3);
            seen.insert(opening);
        }
        assert!(seen.len() > 1, "only one opening under {rule:?}");
    }
}

#[test]
fn openings_are_not_won_for_either_side() {
    let empty = played(15, Rule::Freestyle, &[]);
    for seed in 0..3 {
        let opening = stones(
            &empty,
            decided(&empty, &OpeningRequest::Swap2, limits(400), seed),
        );
        let at: Vec<(u8, u8)> = opening.iter().map(|p| (p.x, p.y)).collect();
        let value = value(&played(15, Rule::Freestyle, &at));
        assert!(!is_mate(value), "{at:?} scores {value}");
    }
}

#[test]
fn the_better_side_of_an_opening_is_chosen() {
    // Black has three in a row, both ends open; white's stones are far away.
    let black = played(
        15,
        Rule::Freestyle,
        &[(6, 7), (0, 14), (7, 7), (14, 0), (8, 7)],
    );
    let decision = decided(&black, &OpeningRequest::Swap2, limits(300), 1);
    assert!(value(&black) < 0);
    assert_eq!(decision, Some(OpeningMove::Swap));
    // White is to move with an open two in the centre; black's stones are far away.
    let white = played(
        15,
        Rule::Freestyle,
        &[(0, 0), (7, 7), (14, 14), (8, 7), (0, 14)],
    );
    assert!(value(&white) > 0);
    let stones = stones(
        &white,
        decided(&white, &OpeningRequest::Swap2, limits(300), 1),
    );
    assert_eq!(stones.len(), 1);
    let three = played(15, Rule::Freestyle, &[(0, 0), (7, 7), (14, 14)]);
    let decision = decided(&three, &OpeningRequest::Swap2, limits(300), 1);
    assert_ne!(decision, Some(OpeningMove::Swap));
}

#[test]
fn without_any_time_a_decision_is_still_made() {
    for side in [5, 15, 20] {
        for placed in [&[][..], &[(1, 1), (2, 2), (3, 3)]] {
            let start = played(side, Rule::Renju, placed);
            assert!(decided(&start, &OpeningRequest::Swap2, limits(0), 9).is_some());
        }
    }
}

#[test]
fn balancing_places_the_requested_number_of_stones() {
    let start = played(15, Rule::Renju, &[(7, 7), (8, 8), (9, 6)]);
    for count in [1, 2] {
        let request = OpeningRequest::Balance {
            stones: count,
            bias: 0,
        };
        let found = stones(&start, decided(&start, &request, limits(300), 3));
        assert_eq!(found.len(), count);
        let mut at = vec![(7, 7), (8, 8), (9, 6)];
        at.extend(found.iter().map(|p| (p.x, p.y)));
        assert!(!is_mate(value(&played(15, Rule::Renju, &at))), "{at:?}");
    }
}

#[test]
fn excluded_points_are_not_played() {
    // Black wins at either end of the open four; one end is excluded.
    let four = [
        (5, 7),
        (5, 8),
        (6, 7),
        (6, 8),
        (7, 7),
        (7, 8),
        (8, 7),
        (0, 0),
    ];
    let start = played(15, Rule::Freestyle, &four);
    let request = OpeningRequest::MoveExcluding(vec![Point::new(4, 7)]);
    let found = stones(&start, decided(&start, &request, limits(100), 0));
    assert_eq!(found, [Point::new(9, 7)]);
    // White's three near the edge can be blocked on three points; two are excluded.
    let three = [(14, 0), (1, 8), (14, 7), (2, 8), (14, 14), (3, 8)];
    let open = played(15, Rule::Freestyle, &three);
    let request = OpeningRequest::MoveExcluding(vec![Point::new(0, 8), Point::new(4, 8)]);
    // A node limit, because the result of a time limit depends on the machine.
    let nodes = Limits {
        nodes: Some(200_000),
        ..Limits::default()
    };
    let found = stones(&open, decided(&open, &request, nodes, 0));
    assert_eq!(found, [Point::new(5, 8)]);
    // Every point is excluded.
    let all: Vec<Point> = start.size().points().collect();
    assert_eq!(
        decided(&start, &OpeningRequest::MoveExcluding(all), limits(50), 0),
        None
    );
}

#[test]
fn a_stopped_decision_keeps_the_move_that_was_found() {
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
    let opening = OpeningRequest::MoveExcluding(vec![Point::new(0, 0)]);
    let unlimited = limits(60_000);
    for stones_played in 3..=quiet.len() {
        let game = played(15, Rule::Freestyle, &quiet[..stones_played]);
        let stop = AtomicBool::new(false);
        let request = Request {
            stop: Some(&stop),
            ..Request::new(&game, &unlimited)
        };
        let mut best = None;
        let mut report = |report: &Report| {
            best = report.pv.first().copied();
            stop.store(report.depth >= 8, Ordering::Relaxed);
        };
        let decision = decide(&mut Engine::new(), &request, &opening, 0, &mut report);
        let found = stones(&game, decision);
        assert_eq!(found, Vec::from_iter(best), "{stones_played} stones");
    }
}

#[test]
fn a_stop_before_any_comparison_leaves_a_sensible_move() {
    let game = played(
        15,
        Rule::Freestyle,
        &[(7, 7), (8, 8), (6, 8), (8, 6), (8, 7)],
    );
    let unlimited = limits(60_000);
    let stop = AtomicBool::new(false);
    let request = Request {
        stop: Some(&stop),
        ..Request::new(&game, &unlimited)
    };
    let shallow = Limits {
        depth: Some(6),
        ..Limits::default()
    };
    let outcome = Engine::new().think(&Request::new(&game, &shallow), &mut |_| {});
    let preferred = outcome.best;
    let opening = OpeningRequest::MoveExcluding(Vec::from_iter(preferred));
    let mut report = |report: &Report| {
        let is_excluded = report.pv.first() == preferred.as_ref();
        stop.store(report.depth >= 6 && is_excluded, Ordering::Relaxed);
    };
    let decision = decide(&mut Engine::new(), &request, &opening, 0, &mut report);
    let found = stones(&game, decision)[0];
    // On a busy machine not a single move may have been evaluated; then the first one that a
    // search would consider is played.
    let near =
        |(point, _): &(Point, Stone)| point.x.abs_diff(found.x).max(point.y.abs_diff(found.y)) <= 3;
    assert!(stop.load(Ordering::Relaxed), "the search was stopped");
    assert!(game.stones().iter().any(near), "{found:?}");
}

#[test]
fn a_win_that_only_the_second_search_finds_is_played() {
    let stones_played = [
        (10, 5),
        (7, 4),
        (5, 6),
        (9, 5),
        (8, 6),
        (10, 6),
        (6, 7),
        (5, 7),
        (7, 7),
        (4, 8),
        (8, 7),
        (7, 8),
        (8, 8),
        (9, 8),
        (7, 9),
        (8, 9),
    ];
    let game = played(15, Rule::Renju, &stones_played);
    let nodes = Limits {
        nodes: Some(40_000),
        ..limits(20_000)
    };
    let request = Request::new(&game, &nodes);
    let opening = OpeningRequest::MoveExcluding(vec![Point::new(0, 0)]);
    let mut reports = Vec::new();
    let mut report = |report: &Report| reports.push(report.clone());
    let decision = decide(&mut Engine::new(), &request, &opening, 0, &mut report);
    let (last, earlier) = reports.split_last().expect("iterations");
    // A proved win ends the second search at once.
    assert!(is_mate(last.score) && last.score > 0, "{}", last.score);
    assert!(earlier.iter().any(|report| report.depth > last.depth));
    assert_eq!(stones(&game, decision), last.pv[..1]);
}
