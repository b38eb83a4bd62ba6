//! Decisions that take several searches: openings and balance.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::twin::bridge::played;
use crate::waits::{Waits, this_thread};
use goshawk::engine::{Engine, Game, Limits, Request, Stone};
use goshawk::opening::rules::{Opening, OpeningRule};
use goshawk::opening::{OpeningMove, OpeningRequest, decide, decide_step};
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
fn a_decision_that_is_stopped_before_it_begins_is_made_at_once() {
    let unlimited = limits(60_000);
    let stop = AtomicBool::new(true);
    for (moves, opening) in [
        (&[][..], OpeningRequest::Swap2),
        (&[(7, 7), (8, 8), (6, 8)], OpeningRequest::Swap2),
        (&[(7, 7)], OpeningRequest::Balance { stones: 1, bias: 0 }),
        (&[(7, 7)], OpeningRequest::Balance { stones: 2, bias: 0 }),
    ] {
        let game = played(15, Rule::Freestyle, moves);
        let request = Request {
            stop: Some(&stop),
            ..Request::new(&game, &unlimited)
        };
        let started = Instant::now();
        let decision = decide(&mut Engine::new(), &request, &opening, 0, &mut |_| {});
        assert!(started.elapsed() < Duration::from_secs(20), "{opening:?}");
        match decision {
            Some(OpeningMove::Swap) => assert_eq!(moves.len(), 3),
            decision => assert!(!stones(&game, decision).is_empty()),
        }
    }
}

/// Plays an opening, and returns the longest time of a decision without the time in which the
/// thread waited for a processor.
fn longest_decision(rule: OpeningRule, request: &Request<'_>) -> Duration {
    let rules = [Rule::Freestyle, Rule::Renju];
    let mut game = played(15, rules[usize::from(rule.is_of_renju())], &[]);
    let mut opening = Opening::new(rule);
    let mut engine = Engine::new();
    let mut longest = Duration::ZERO;
    for seed in 0.. {
        if opening.is_over() {
            break;
        }
        assert!(seed < 30, "{opening:?} does not end");
        let thread: Vec<_> = this_thread().into_iter().collect();
        let (started, waits) = (Instant::now(), Waits::from_now(&thread));
        let request = Request {
            stop: request.stop,
            ..Request::new(&game, &request.limits)
        };
        let decision = decide_step(&mut engine, &request, &opening, seed, &mut |_| {});
        longest = longest.max(started.elapsed().saturating_sub(waits.since(&thread)));
        assert!(!decision.actions.is_empty(), "{opening:?}");
        for action in decision.actions {
            let effect = opening.apply(&game, action).unwrap();
            if let Some(point) = effect.stone {
                game.put(point, Stone::Of(game.side_to_move())).unwrap();
            }
        }
    }
    longest
}

#[test]
fn the_decisions_of_every_opening_keep_to_their_time() {
    let start = played(15, Rule::Renju, &[]);
    for rule in OpeningRule::ALL {
        for ms in [0, 10, 300] {
            let limits = limits(ms);
            let longest = longest_decision(rule, &Request::new(&start, &limits));
            let most = Duration::from_millis(ms) + Duration::from_millis(250);
            assert!(longest < most, "{rule:?} in {ms} ms took {longest:?}");
        }
        let (limits, stop) = (limits(60_000), AtomicBool::new(true));
        let stopped = Request {
            stop: Some(&stop),
            ..Request::new(&start, &limits)
        };
        let longest = longest_decision(rule, &stopped);
        assert!(longest < Duration::from_secs(1), "{rule:?}: {longest:?}");
    }
}
