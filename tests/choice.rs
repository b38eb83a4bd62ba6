//! Choices made of several searches: openings, balance, barred points.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use goshawk::choice::{Bounds, Choice, Goal, choose};
use goshawk::engine::{Engine, Game, Limits, Stone};
use goshawk::time::TimeControl;
use goshawk::types::score::is_mate;
use goshawk::types::{BoardSize, Point, Rule};

/// A game of stones in the order of play, black first.
fn game(side: i64, rule: Rule, stones: &[(u8, u8)]) -> Game {
    let mut game = Game::new(BoardSize::square(side).unwrap(), rule);
    for (x, y) in stones {
        let stone = Stone::Of(game.side_to_move());
        game.put(Point::new(*x, *y), stone).unwrap();
    }
    game
}

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

fn chosen(game: &Game, goal: &Goal, limits: Limits, seed: u64) -> Option<Choice> {
    let bounds = Bounds {
        limits,
        started: Instant::now(),
        stop: &AtomicBool::new(false),
        seed,
    };
    choose(&mut Engine::new(), game, goal, bounds, &mut |_| {})
}

/// The stones chosen, each put on the board to show that it may be.
fn stones(game: &Game, choice: Option<Choice>) -> Vec<Point> {
    let Some(Choice::Stones(stones)) = choice else {
        panic!("{choice:?}");
    };
    let mut after = game.clone();
    for point in &stones {
        let stone = Stone::Of(after.side_to_move());
        after.put(*point, stone).unwrap();
    }
    stones
}

/// The engine's value for the side to move.
fn value(game: &Game) -> i32 {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        depth: Some(6),
        ..Limits::default()
    };
    let outcome = Engine::new().think(
        game,
        game.side_to_move(),
        &limits,
        Instant::now(),
        &stop,
        &mut |_| {},
    );
    outcome.report.score
}

#[test]
fn openings_are_three_stones_and_differ() {
    for rule in Rule::ALL {
        let empty = game(15, rule, &[]);
        let mut seen = HashSet::new();
        for seed in 0..4 {
            let opening = stones(&empty, chosen(&empty, &Goal::Swap2, limits(150), seed));
            assert_eq!(opening.len(), 3);
            seen.insert(opening);
        }
        assert!(seen.len() > 1, "one opening only under {rule:?}");
    }
}

#[test]
fn openings_are_not_decided() {
    let empty = game(15, Rule::Freestyle, &[]);
    for seed in 0..3 {
        let opening = stones(&empty, chosen(&empty, &Goal::Swap2, limits(400), seed));
        let at: Vec<(u8, u8)> = opening.iter().map(|p| (p.x, p.y)).collect();
        let value = value(&game(15, Rule::Freestyle, &at));
        assert!(!is_mate(value), "{at:?} is worth {value}");
    }
}

#[test]
fn the_better_side_of_an_opening_is_taken() {
    // Black has three in a row, both ends open, white two lost stones.
    let black = game(
        15,
        Rule::Freestyle,
        &[(6, 7), (0, 14), (7, 7), (14, 0), (8, 7)],
    );
    let taken = chosen(&black, &Goal::Swap2, limits(300), 1);
    if value(&black) < 0 {
        assert_eq!(taken, Some(Choice::Swap));
    }
    // White is to move with an open two in the middle, black's stones are lost.
    let white = game(
        15,
        Rule::Freestyle,
        &[(0, 0), (7, 7), (14, 14), (8, 7), (0, 14)],
    );
    assert!(value(&white) > 0);
    let taken = stones(&white, chosen(&white, &Goal::Swap2, limits(300), 1));
    assert_eq!(taken.len(), 1);
    let three = game(15, Rule::Freestyle, &[(0, 0), (7, 7), (14, 14)]);
    let choice = chosen(&three, &Goal::Swap2, limits(300), 1);
    assert_ne!(choice, Some(Choice::Swap));
}

#[test]
fn no_time_at_all_still_makes_a_choice() {
    for side in [5, 15, 20] {
        for placed in [&[][..], &[(1, 1), (2, 2), (3, 3)]] {
            let start = game(side, Rule::Renju, placed);
            assert!(chosen(&start, &Goal::Swap2, limits(0), 9).is_some());
        }
    }
}

#[test]
fn balanced_stones_come_in_the_number_asked_for() {
    let start = game(15, Rule::Renju, &[(7, 7), (8, 8), (9, 6)]);
    for count in [1, 2] {
        let goal = Goal::Balance {
            stones: count,
            bias: 0,
        };
        let found = stones(&start, chosen(&start, &goal, limits(300), 3));
        assert_eq!(found.len(), count);
        let mut at = vec![(7, 7), (8, 8), (9, 6)];
        at.extend(found.iter().map(|p| (p.x, p.y)));
        assert!(!is_mate(value(&game(15, Rule::Renju, &at))), "{at:?}");
    }
}

#[test]
fn barred_points_are_not_played() {
    // Black wins on either end of his four; one end is barred.
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
    let start = game(15, Rule::Freestyle, &four);
    let goal = Goal::Avoid(vec![Point::new(4, 7)]);
    let found = stones(&start, chosen(&start, &goal, limits(100), 0));
    assert_eq!(found, [Point::new(9, 7)]);
    // White's three by the edge has three stops; two of them are barred.
    let three = [(14, 0), (1, 8), (14, 7), (2, 8), (14, 14), (3, 8)];
    let open = game(15, Rule::Freestyle, &three);
    let goal = Goal::Avoid(vec![Point::new(0, 8), Point::new(4, 8)]);
    // Bounded by nodes: what a busy machine finds in a time is no test.
    let nodes = Limits {
        nodes: Some(200_000),
        ..Limits::default()
    };
    let found = stones(&open, chosen(&open, &goal, nodes, 0));
    assert_eq!(found, [Point::new(5, 8)]);
    // Nothing is left to play on.
    let all: Vec<Point> = start.size().points().collect();
    assert_eq!(chosen(&start, &Goal::Avoid(all), limits(50), 0), None);
}
