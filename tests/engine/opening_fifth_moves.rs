//! The fifth moves that the engine proposes, against a slow twin: of all sets of different moves,
//! the one whose worst move for black is the best, because white selects the worst.

use crate::opening_symmetry::slow_twin;
use crate::twin::bridge::played;
use goshawk::engine::{Engine, Game, Limits, Request, Stone};
use goshawk::opening::decide_step;
use goshawk::opening::rules::{Action, Opening, OpeningRule, Step};
use goshawk::types::{Point, Rule, Score};

/// The depth of the searches.
const DEPTH: u32 = 10;
/// The nodes for a decision, more than its searches to that depth need. Without a limit of nodes
/// a clock would end them.
const NODES: u64 = 20_000_000;
/// The largest number of proposed moves.
const MOST: usize = 3;
/// How far the values of the searches and of the slow twin may differ.
const MARGIN: Score = 100;

fn limits(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// The fifth moves that the engine adds to those proposed.
fn proposals(game: &Game, count: usize, proposed: &[Point]) -> Vec<Point> {
    let rule = OpeningRule::Soosyrv8;
    let opening = Opening::at(rule, Step::Propose, Some(count), proposed.to_vec());
    let limits = Limits {
        nodes: Some(NODES),
        ..limits(DEPTH)
    };
    let request = Request::new(game, &limits);
    let decision = decide_step(&mut Engine::new(), &request, &opening, 1, &mut |_| {});
    let points = decision.actions.into_iter().map(|action| match action {
        Action::Propose(point) => point,
        other => panic!("{other:?}"),
    });
    points.collect()
}

/// The score of a fifth move for black, by a search of its own.
fn value(game: &Game, point: Point) -> Score {
    let mut after = game.clone();
    after.put(point, Stone::Of(game.side_to_move())).unwrap();
    let mut scores = Vec::new();
    let limits = limits(DEPTH - 1);
    Engine::new().think(&Request::new(&after, &limits), &mut |report| {
        scores.push(-report.score);
    });
    let last = &scores[scores.len().saturating_sub(2)..];
    last.iter().sum::<Score>() / last.len() as Score
}

/// The best score that black can be sure of with this number of different moves: the largest
/// over all sets of the smallest in the set.
fn best_worst(
    moves: &[(Point, Score)],
    chosen: &mut Vec<(Point, Score)>,
    count: usize,
    are_equivalent: &impl Fn(Point, Point) -> bool,
) -> Option<Score> {
    if chosen.len() == count {
        return chosen.iter().map(|(_, score)| *score).min();
    }
    let mut best = None;
    for (at, (point, score)) in moves.iter().enumerate() {
        if chosen
            .iter()
            .any(|(other, _)| are_equivalent(*other, *point))
        {
            continue;
        }
        chosen.push((*point, *score));
        best = best.max(best_worst(&moves[at + 1..], chosen, count, are_equivalent));
        chosen.pop();
    }
    best
}

#[test]
fn the_proposed_fifth_moves_are_the_best_together() {
    // The first position has no symmetry. In the second a half turn maps the stones to
    // themselves, in the third every symmetry of a square does.
    for stones in [
        [(7, 7), (8, 6), (9, 9), (6, 6)],
        [(7, 7), (7, 6), (9, 9), (9, 10)],
        [(7, 7), (7, 6), (8, 6), (8, 7)],
    ] {
        let game = played(15, Rule::Renju, &stones);
        let is_near = |point: &Point| {
            let distance = |(x, y): &(u8, u8)| x.abs_diff(point.x).max(y.abs_diff(point.y));
            game.at(*point).is_none() && stones.iter().any(|stone| distance(stone) <= 2)
        };
        let near = game.size().points().filter(is_near);
        let moves: Vec<(Point, Score)> = near.map(|point| (point, value(&game, point))).collect();
        let are_equivalent = |a: Point, b: Point| a == b || slow_twin(game.stones(), a, b);
        let pairs: Vec<(Point, Point)> = moves
            .iter()
            .flat_map(|(a, _)| moves.iter().map(|(b, _)| (*a, *b)))
            .filter(|(a, b)| are_equivalent(*a, *b))
            .collect();
        let are_known = |a: Point, b: Point| pairs.contains(&(a, b));
        // Only the best of these can be in the best set: at most eight are equivalent.
        let mut best = moves.clone();
        best.sort_by_key(|(_, score)| -score);
        best.truncate(8 * MOST);
        for count in 1..=MOST {
            let proposed = proposals(&game, count, &[]);
            assert_eq!(proposed.len(), count, "{stones:?}: {proposed:?}");
            for (at, a) in proposed.iter().enumerate() {
                let mut others = proposed[at + 1..].iter();
                assert!(
                    !others.any(|b| are_equivalent(*a, *b)),
                    "{stones:?}: {proposed:?}"
                );
            }
            let scores = proposed.iter().map(|point| value(&game, *point));
            let worst = scores.min().unwrap();
            let possible = best_worst(&best, &mut Vec::new(), count, &are_known).unwrap();
            assert!(
                worst >= possible - MARGIN,
                "{stones:?}: the worst of {proposed:?} scores {worst}, but {possible} is possible"
            );
            // What has been proposed already is completed.
            if count > 1 {
                let missing = proposals(&game, count, &proposed[..1]);
                assert_eq!(missing.len(), count - 1);
                let mut missing = missing.iter();
                assert!(!missing.any(|point| are_equivalent(proposed[0], *point)));
            }
        }
    }
}
