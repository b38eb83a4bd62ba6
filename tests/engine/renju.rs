//! The fouls of renju, compared with the tournament judge's verdicts, with the
//! problem set, and with a checker written from the definitions.

use crate::twin::bridge;
use crate::twin::grid::{Cell, Foul, Grid, GridPoint};
use crate::twin::random::{self, Random};
use crate::twin::{scale, sets};
use goshawk::pattern::Class;
use goshawk::rules::is_forbidden;
use goshawk::types::{Color, Rule};

/// Random positions at scale 1.
const POSITIONS: usize = 1000;

/// The points that the engine considers forbidden to black, row by row.
fn forbidden(grid: &Grid) -> Vec<GridPoint> {
    let mut position = bridge::position::<256>(grid, Color::White);
    let mut points = grid.empties();
    points.retain(|point| {
        let square = bridge::square::<256>(*point);
        let answer = is_forbidden(&mut position, Color::Black, square);
        assert!(!is_forbidden(&mut position, Color::White, square));
        answer
    });
    assert!(position.validity_check());
    points
}

fn points(text: &str) -> Vec<GridPoint> {
    let point = |word: &str| {
        let (x, y) = word.split_once(',').expect("x,y");
        (x.parse().expect("x"), y.parse().expect("y"))
    };
    text.split_whitespace().map(point).collect()
}

const THREES: &str = "5,7 6,7 7,5 7,6";
const FOUR_THREE: &str = "4,7 5,7 6,7 7,5 7,6";
const OVERLINE: &str = "4,7 5,7 6,7 8,7 9,7";
const LATE: &str = "4,7 6,7 7,5 7,6";

/// Black's stones (in two parts, so that vectors can share one), white's stones, a
/// point, and the foul that black commits there according to the official judge.
#[rustfmt::skip]
const VECTORS: [(&str, &str, &str, &str, Option<Foul>); 18] = [
    (THREES, "", "", "7,7", Some(Foul::DoubleThree)),
    (THREES, "", "4,7", "7,7", None),
    (THREES, "", "3,7", "7,7", Some(Foul::DoubleThree)),
    (THREES, "", "3,7 9,7", "7,7", None),
    (THREES, "8,4 8,5 8,6 8,8 8,9", "3,7", "7,7", None),
    (THREES, "8,8 8,9 8,10 8,11", "3,7 8,12", "7,7", None),
    (THREES, "8,8 8,9 8,10", "3,7 8,11", "7,7", None),
    ("4,7 5,7 6,7 7,4 7,5 7,6", "", "3,7 7,3", "7,7", Some(Foul::DoubleFour)),
    (FOUR_THREE, "", "3,7", "7,7", None),
    (FOUR_THREE, "8,8 9,9", "3,7", "7,7", Some(Foul::DoubleThree)),
    (OVERLINE, "", "", "7,7", Some(Foul::Overline)),
    (OVERLINE, "7,3 7,4 7,5 7,6", "", "7,7", None),
    ("3,7 5,7 6,7 9,7", "", "", "7,7", Some(Foul::DoubleFour)),
    ("3,7 4,7 7,7 9,7 10,7", "", "", "6,7", Some(Foul::DoubleFour)),
    ("3,7 4,7 5,7 9,7 10,7 11,7", "", "", "7,7", Some(Foul::DoubleFour)),
    ("4,7 5,7 6,7", "", "", "7,7", None),
    (LATE, "", "", "7,7", Some(Foul::DoubleThree)),
    (LATE, "5,4 5,5 5,6 5,8 5,9", "", "7,7", None),
];

#[test]
fn fouls_agree_with_the_official_judge() {
    for (black, more, white, at, foul) in VECTORS {
        let mut grid = Grid::new(15, 15, Rule::Renju);
        let stones = points(black).into_iter().chain(points(more));
        stones.for_each(|point| grid.set(point, Cell::Black));
        points(white)
            .into_iter()
            .for_each(|point| grid.set(point, Cell::White));
        let at = points(at)[0];
        assert_eq!(
            grid.foul(at, Color::Black),
            foul,
            "the checker: {black} {more} {white}"
        );
        let found = forbidden(&grid).contains(&at);
        assert_eq!(found, foul.is_some(), "{black} + {more} / {white}");
    }
}

#[test]
fn fouls_agree_with_the_problem_set() {
    let mut kinds = [0; 3];
    let collected = sets::read("forbidden.jsonl");
    let random = sets::read("forbidden_random.jsonl");
    for mut problem in collected.into_iter().chain(random) {
        let id = &problem.id;
        let mut listed = problem.points("forbidden");
        listed.sort_by_key(|(x, y)| (*y, *x));
        assert_eq!(forbidden(&problem.grid), listed, "{id}");
        for value in problem.json["forbidden"].as_array().expect("a list") {
            let at = |i: usize| value[i].as_i64().expect("a number") as i32;
            let foul = problem.grid.foul((at(0), at(1)), Color::Black);
            let foul = foul.unwrap_or_else(|| panic!("{id}: the checker sees no foul"));
            if let Some(name) = value.get(2) {
                assert_eq!(name.as_str(), Some(foul.name()), "{id}");
            }
            kinds[foul as usize] += 1;
        }
    }
    println!("{kinds:?} fouls by kind");
    assert!(kinds.iter().all(|count| *count >= 10), "{kinds:?}");
}

/// A dense random position without fives.
fn random_position(seed: usize, rule: Rule) -> Grid {
    let mut random = Random::new(seed as u64);
    let size = random.pick(&[(15, 15), (15, 15), (15, 15), (13, 9), (7, 7), (5, 12)]);
    let density = 15 + random.below(45);
    random::dense(&mut random, size, rule, density)
}

#[test]
fn fouls_agree_with_the_definitions_in_dense_random_positions() {
    let (mut points, mut look_forbidden) = (0, 0);
    let mut kinds = [0; 3];
    for seed in 0..POSITIONS * scale() {
        let mut grid = random_position(seed, Rule::Renju);
        let found = forbidden(&grid);
        let position = bridge::position::<256>(&grid, Color::Black);
        look_forbidden += position.count(Color::Black, Class::Foul);
        for point in grid.empties() {
            let foul = grid.foul(point, Color::Black);
            assert_eq!(
                found.contains(&point),
                foul.is_some(),
                "{foul:?} {point:?}\n{grid:?}"
            );
            points += 1;
            if let Some(foul) = foul {
                kinds[foul as usize] += 1;
            }
        }
    }
    let fouls: usize = kinds.iter().sum();
    println!(
        "{points} points, {fouls} fouls {kinds:?}, {} false fouls",
        look_forbidden - fouls
    );
    assert!(kinds.iter().all(|count| *count > 20), "{kinds:?}");
    assert!(look_forbidden - fouls > 20, "false fouls");
}

/// Writes random positions under every rule that the tournament referee knows to the file named by
/// `GOSHAWK_FOULS_FILE`, with the points that the engine considers forbidden to black and those
/// that it considers winning.
#[test]
#[ignore = "writes a file for scripts/check-fouls"]
fn write_random_points() {
    use std::io::Write;
    let path = std::env::var("GOSHAWK_FOULS_FILE").expect("GOSHAWK_FOULS_FILE names a file");
    let mut file = std::fs::File::create(path).expect("a file to write");
    let rules = [Rule::Renju, Rule::Freestyle, Rule::Standard, Rule::Caro];
    for seed in 0..POSITIONS * scale() {
        let rule = rules[seed % rules.len()];
        let grid = random_position(seed, rule);
        let stones = |cell: Cell| -> Vec<GridPoint> {
            let mut points = grid.points();
            points.retain(|point| grid.at(*point) == cell);
            points
        };
        let position = bridge::position::<256>(&grid, Color::Black);
        let wins = |color| -> Vec<GridPoint> {
            let points = position.set(color, Class::Five).iter();
            points.map(bridge::grid_point_of::<256>).collect()
        };
        let line = serde_json::json!({
            "rule": rule.name(),
            "width": grid.width,
            "height": grid.height,
            "black": stones(Cell::Black),
            "white": stones(Cell::White),
            "forbidden": forbidden(&grid),
            "black_wins": wins(Color::Black),
            "white_wins": wins(Color::White),
        });
        writeln!(file, "{line}").expect("written");
    }
}
