//! Decisions that take several searches: openings and balance.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::twin::bridge::played;
use goshawk::engine::{Engine, Game, Limits, Request, Stone, Stop};
use goshawk::opening::rules::{Opening, OpeningRule};
use goshawk::opening::{OpeningMove, OpeningRequest, decide, decide_step};
use goshawk::time::TimeControl;
use goshawk::types::score::is_mate;
use goshawk::types::{Point, Rule};

/// The time limit of a decision that a test stops.
const LONG: Duration = Duration::from_secs(3600);

/// A limit on time, for tests of how long a decision takes.
fn lasting(time: Duration) -> Limits {
    let time = TimeControl {
        turn: Some(time),
        ..TimeControl::default()
    };
    Limits {
        time,
        ..Limits::default()
    }
}

/// A limit on nodes, for decisions that must not depend on the speed of the machine.
fn within(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
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
                decided(&empty, &OpeningRequest::Swap2, within(30_000), seed),
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
            decided(&empty, &OpeningRequest::Swap2, within(80_000), seed),
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
    let decision = decided(&black, &OpeningRequest::Swap2, within(60_000), 1);
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
        decided(&white, &OpeningRequest::Swap2, within(60_000), 1),
    );
    assert_eq!(stones.len(), 1);
    let three = played(15, Rule::Freestyle, &[(0, 0), (7, 7), (14, 14)]);
    let decision = decided(&three, &OpeningRequest::Swap2, within(60_000), 1);
    assert_ne!(decision, Some(OpeningMove::Swap));
}

#[test]
fn without_any_time_a_decision_is_still_made() {
    for side in [5, 15, 20] {
        for placed in [&[][..], &[(1, 1), (2, 2), (3, 3)]] {
            let start = played(side, Rule::Renju, placed);
            assert!(decided(&start, &OpeningRequest::Swap2, lasting(Duration::ZERO), 9).is_some());
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
        let found = stones(&start, decided(&start, &request, within(60_000), 3));
        assert_eq!(found.len(), count);
        let mut at = vec![(7, 7), (8, 8), (9, 6)];
        at.extend(found.iter().map(|p| (p.x, p.y)));
        assert!(!is_mate(value(&played(15, Rule::Renju, &at))), "{at:?}");
    }
}

#[test]
fn a_decision_that_is_stopped_before_it_begins_is_made_at_once() {
    let unlimited = lasting(LONG);
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
        assert!(started.elapsed() < LONG / 10, "{opening:?}");
        match decision {
            Some(OpeningMove::Swap) => assert_eq!(moves.len(), 3),
            decision => assert!(!stones(&game, decision).is_empty()),
        }
    }
}

/// Plays an opening with these limits for each decision. Returns the time of all decisions.
fn time_of_opening(rule: OpeningRule, limits: &Limits, stop: Option<&dyn Stop>) -> Duration {
    let rules = [Rule::Freestyle, Rule::Renju];
    let mut game = played(15, rules[usize::from(rule.is_of_renju())], &[]);
    let mut opening = Opening::new(rule);
    let mut engine = Engine::new();
    let started = Instant::now();
    for seed in 0.. {
        if opening.is_over() {
            break;
        }
        assert!(seed < 30, "{opening:?} does not end");
        let request = Request {
            stop,
            ..Request::new(&game, limits)
        };
        let decision = decide_step(&mut engine, &request, &opening, seed, &mut |_| {});
        assert!(!decision.actions.is_empty(), "{opening:?}");
        for action in decision.actions {
            let effect = opening.apply(&game, action).unwrap();
            if let Some(point) = effect.stone {
                game.put(point, Stone::Of(game.side_to_move())).unwrap();
            }
        }
    }
    started.elapsed()
}

/// Decisions with little time, and those that are stopped before they begin, are compared with
/// longer ones of the same run.
#[test]
fn the_decisions_of_every_opening_keep_to_their_time() {
    for rule in OpeningRule::ALL {
        let stop = AtomicBool::new(true);
        let long = time_of_opening(rule, &lasting(Duration::from_millis(800)), None);
        for ms in [0, 10] {
            let short = time_of_opening(rule, &lasting(Duration::from_millis(ms)), None);
            assert!(short < long, "{rule:?} in {ms} ms: {short:?}, not {long:?}");
        }
        let stopped = time_of_opening(rule, &lasting(LONG), Some(&stop));
        assert!(stopped < long, "{rule:?}: {stopped:?}, not {long:?}");
    }
}

#[test]
fn decisions_that_only_nodes_limit_do_not_depend_on_the_clock() {
    let limits = within(3_000);
    let an_hour_ago = Instant::now().checked_sub(LONG);
    for (moves, opening) in [
        (&[][..], OpeningRequest::Swap2),
        (&[(7, 7), (8, 8), (6, 8)], OpeningRequest::Swap2),
        (&[(7, 7)], OpeningRequest::Balance { stones: 2, bias: 0 }),
    ] {
        let game = played(15, Rule::Freestyle, moves);
        let decision = |started: Instant| {
            let request = Request {
                started,
                ..Request::new(&game, &limits)
            };
            decide(&mut Engine::new(), &request, &opening, 1, &mut |_| {})
        };
        let now = Instant::now();
        let decisions = [now, an_hour_ago.unwrap_or(now)].map(decision);
        assert_eq!(decisions[0], decisions[1], "{opening:?}");
        assert!(decisions[0].is_some());
    }
}
