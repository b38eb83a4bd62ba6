//! Tests of positions that are over or nearly so.

use super::testing::with_worker;
use super::*;
use crate::types::{BoardSize, Rule, score};

#[test]
fn nothing_is_won_or_lost_after_the_stone_limit() {
    // Black has three in a row, or four, and white nothing.
    let three = [(5, 7), (0, 0), (6, 7), (0, 2), (7, 7), (0, 4)];
    let four = [&three[..], &[(8, 7)]].concat();
    let mated = |plies| Some(score::mated_in(plies));
    for (moves, left, expected) in [
        (&three[..], 2, None),
        (&three[..], 3, Some(score::mate_in(3))),
        (&four[..], 1, None),
        (&four[..], 2, mated(2)),
    ] {
        let start = testing::position(moves);
        let limits = Limits {
            depth: Some(6),
            ..Limits::default()
        };
        let report = with_worker(&start, &limits, |worker| {
            worker.stone_limit = Some(start.stones() + left);
            worker.think(&mut |_| {}).1
        });
        match expected {
            Some(score) => assert_eq!(report.score, score, "{left} left: {report:?}"),
            None => assert_eq!(report.score, score::DRAW, "{left} left: {report:?}"),
        }
    }
}

#[test]
fn a_side_without_a_legal_move_near_the_stones_is_not_lost() {
    // Free are a15, b15 and k1 to o2; a black stone is on a15.
    let size = BoardSize::new(15, 15).expect("a size");
    let is_free = |point: Point| match point.y {
        0 => point.x < 2,
        13 | 14 => point.x >= 10,
        _ => false,
    };
    let blocked: Vec<Point> = size.points().filter(|point| !is_free(*point)).collect();
    let mut start = Position::<256>::new(size, Rule::Freestyle, Color::Black, &blocked);
    start.make(testing::square(0, 0));
    let limits = Limits {
        depth: Some(6),
        ..Limits::default()
    };
    let (best, report) = with_worker(&start, &limits, |worker| worker.think(&mut |_| {}));
    assert!(
        best.is_some() && !score::is_mate(report.score),
        "{report:?}"
    );
}

#[test]
fn the_stone_limit_counts_until_a_game_goes_on_after_it() {
    let size = BoardSize::new(15, 15).expect("a size");
    // The number of stones at which a game that is continued after `stones` is drawn.
    let drawn_at = |stones: usize| {
        let mut start = Position::<256>::new(size, Rule::Renju, Color::Black, &[]);
        let squares: Vec<Square> = start.empty().iter().collect();
        squares[..stones].iter().for_each(|at| start.make(*at));
        with_worker(&start, &Limits::default(), |worker| {
            let is_drawn = |at: &Square| {
                worker.position.make(*at);
                worker.is_drawn()
            };
            let rest = squares[stones..].iter().position(is_drawn);
            stones + 1 + rest.expect("a full board is drawn")
        })
    };
    assert_eq!([0, 150, 199].map(drawn_at), [200; 3]);
    assert_eq!([200, 201, 224].map(drawn_at), [225; 3]);
}
