//! The symmetry of fifth moves against a slow twin, and the 26 openings of renju.

use std::collections::HashSet;

use crate::twin::bridge::played;
use goshawk::board::notation::{parse_moves, parse_point, point_name};
use goshawk::engine::Stone;
use goshawk::opening::rules::renju::{OPENINGS, RenjuOpening};
use goshawk::opening::rules::symmetry::Symmetries;
use goshawk::random::Random;
use goshawk::types::{BoardSize, Color, Point, Rule};

/// A rotation or reflection around the origin.
type Turn = fn((i32, i32)) -> (i32, i32);

/// The slow twin: tries every rotation and reflection with every translation.
pub fn slow_twin(stones: &[(Point, Stone)], a: Point, b: Point) -> bool {
    let at = |point: Point| (i32::from(point.x), i32::from(point.y));
    let turns: [Turn; 8] = [
        |(x, y)| (x, y),
        |(x, y)| (-y, x),
        |(x, y)| (-x, -y),
        |(x, y)| (y, -x),
        |(x, y)| (-x, y),
        |(x, y)| (x, -y),
        |(x, y)| (y, x),
        |(x, y)| (-y, -x),
    ];
    let set: HashSet<_> = stones
        .iter()
        .map(|(point, stone)| (at(*point), *stone == Stone::Of(Color::Black)))
        .collect();
    for turn in turns {
        for dx in -30..=30 {
            for dy in -30..=30 {
                let map = |p: (i32, i32)| {
                    let (x, y) = turn(p);
                    (x + dx, y + dy)
                };
                if map(at(a)) == at(b) {
                    let image: HashSet<_> =
                        set.iter().map(|(p, color)| (map(*p), *color)).collect();
                    if image == set {
                        return true;
                    }
                }
            }
        }
    }
    false
}

#[test]
fn fifth_moves_are_equivalent_as_the_slow_twin_finds() {
    let mut random = Random::new(3);
    let mut equivalent = 0;
    for round in 0..400 {
        // Four stones close together, so that many are symmetrical.
        let side = 3 + round % 3;
        let mut points: Vec<(u8, u8)> = (0..side * side)
            .map(|at| (5 + (at % side) as u8, 5 + (at / side) as u8))
            .collect();
        random.shuffle(&mut points);
        let game = played(15, Rule::Renju, &points[..4]);
        let symmetries = Symmetries::of(&game);
        for _ in 0..40 {
            let point = |random: &mut Random| {
                Point::new(3 + random.below(8) as u8, 3 + random.below(8) as u8)
            };
            let (a, b) = (point(&mut random), point(&mut random));
            let expected = slow_twin(game.stones(), a, b);
            equivalent += usize::from(expected && a != b);
            let name = |p| point_name(p, game.size());
            assert_eq!(
                symmetries.are_equivalent(a, b),
                expected,
                "{points:?} {} {}",
                name(a),
                name(b)
            );
        }
    }
    assert!(equivalent > 20, "{equivalent}");
}

#[test]
fn symmetries_need_not_be_those_of_the_board() {
    let size = BoardSize::square(15).unwrap();
    let moves: Vec<_> = parse_moves("h8 i9 j8 i10", size)
        .unwrap()
        .iter()
        .map(|p| (p.x, p.y))
        .collect();
    let symmetries = Symmetries::of(&played(15, Rule::Renju, &moves));
    let point = |name| parse_point(name, size).unwrap();
    // The column of the white stones is the axis.
    assert!(symmetries.are_equivalent(point("h9"), point("j9")));
    assert!(!symmetries.are_equivalent(point("g8"), point("i8")));
}

#[test]
fn the_openings_are_26_and_distinct() {
    let size = BoardSize::square(15).unwrap();
    let mut found = vec![0; OPENINGS.len()];
    let codes: HashSet<_> = OPENINGS.iter().map(|opening| opening.code).collect();
    let names: HashSet<_> = OPENINGS.iter().map(|opening| opening.name).collect();
    assert_eq!((codes.len(), names.len()), (26, 26));
    for opening in &OPENINGS {
        assert_eq!(
            RenjuOpening::of_points(opening.points(size), size),
            Some(opening)
        );
    }
    // Each of the three stones that the rules allow forms one of them.
    let first = Point::new(7, 7);
    for second in size.points().filter(|p| *p != first) {
        for third in size.points().filter(|p| *p != first && *p != second) {
            let near = |p: Point, reach| p.x.abs_diff(7).max(p.y.abs_diff(7)) <= reach;
            let opening = RenjuOpening::of_points([first, second, third], size);
            assert_eq!(opening.is_some(), near(second, 1) && near(third, 2));
            if let Some(opening) = opening {
                let at = OPENINGS.iter().position(|other| other == opening).unwrap();
                found[at] += 1;
            }
        }
    }
    // On an axis of symmetry there are four images, elsewhere eight.
    assert_eq!(found.iter().sum::<usize>(), 8 * 23);
    assert!(
        found.iter().all(|count| [4, 8].contains(count)),
        "{found:?}"
    );
}

#[test]
fn a_game_has_the_opening_of_its_first_three_stones() {
    let named = |moves: &str, side: i64| {
        let size = BoardSize::square(side).unwrap();
        let points: Vec<_> = parse_moves(moves, size)
            .unwrap()
            .iter()
            .map(|p| (p.x, p.y))
            .collect();
        RenjuOpening::of_game(&played(side, Rule::Renju, &points)).map(|opening| opening.name)
    };
    assert_eq!(named("h8 i9 i7", 15), Some("Hogetsu"));
    assert_eq!(named("h8 g7 g9 a1 b2", 15), Some("Hogetsu"));
    assert_eq!(named("h8 h9 i9", 15), Some("Kagetsu"));
    assert_eq!(named("h8 i8 i7", 15), Some("Kagetsu"));
    assert_eq!(named("h8 h9 h10", 15), Some("Kansei"));
    assert_eq!(named("h8 h9", 15), None);
    assert_eq!(named("h8 h10 h9", 15), None);
    assert_eq!(named("h9 h8 h10", 15), None);
    assert_eq!(named("j10 j11 j12", 19), Some("Kansei"));
    assert_eq!(named("h8 h9 h10", 19), None);
    assert_eq!(named("h8 h9 h10", 16), None);
}
