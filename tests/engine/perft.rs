//! Counts of legal move sequences against a naive counter and a file of counts.

use std::fmt::Write as _;
use std::path::Path;

use crate::twin::bridge;
use crate::twin::grid::{Cell, Grid, GridPoint, stone};
use crate::twin::random::{self, Random};
use goshawk::eval::evaluate;
use goshawk::tools::perft::perft;
use goshawk::types::{Color, Rule};

/// Counts sequences of legal moves on a plain board.
fn count(grid: &mut Grid, color: Color, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let points = grid.points();
    let stones = points
        .iter()
        .filter(|p| matches!(grid.at(**p), Cell::Black | Cell::White));
    if grid.rule == Rule::Renju && stones.count() >= 200 {
        return 0;
    }
    let mut lines = 0;
    for point in grid.empties() {
        if !grid.is_legal(point, color) {
            continue;
        }
        lines += grid.with(point, color, |grid| match (depth, grid.wins(point)) {
            (1, _) => 1,
            (_, true) => 0,
            _ => count(grid, !color, depth - 1),
        });
    }
    lines
}

fn engine_count<const CELLS: usize>(grid: &Grid, side: Color, depth: u32) -> u64 {
    let mut position = bridge::position::<CELLS>(grid, side);
    let (key, eval) = (position.key(), evaluate(&position));
    let lines = perft(&mut position, depth);
    assert_eq!(
        (position.key(), evaluate(&position)),
        (key, eval),
        "{grid:?}"
    );
    assert!(position.validity_check());
    lines
}

/// A line of the file.
struct Item {
    grid: Grid,
    side: Color,
    counts: Vec<u64>,
    start: String,
}

fn points(text: &str) -> Vec<GridPoint> {
    let number = |text: &str| text.parse().expect("a number");
    let point = |word: &str| {
        let (x, y) = word.split_once(',').expect("x,y");
        (number(x), number(y))
    };
    text.split_whitespace().map(point).collect()
}

fn parse(line: &str) -> Item {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [rule, size, side, black, white, counts] = fields[..] else {
        panic!("six fields: {line}");
    };
    let (w, h) = size.split_once('x').expect("a size");
    let number = |text: &str| text.parse().expect("a number");
    let mut grid = Grid::new(number(w), number(h), Rule::from_name(rule).expect("a rule"));
    points(black)
        .into_iter()
        .for_each(|p| grid.set(p, stone(Color::Black)));
    points(white)
        .into_iter()
        .for_each(|p| grid.set(p, stone(Color::White)));
    Item {
        grid,
        side: if side == "black" {
            Color::Black
        } else {
            Color::White
        },
        counts: counts
            .split_whitespace()
            .map(|n| n.parse().expect("a count"))
            .collect(),
        start: fields[..5].join(" | "),
    }
}

#[test]
fn the_counts_in_the_file_are_correct() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/lines.txt");
    let text = std::fs::read_to_string(path).expect("the file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut right = String::new();
    let mut wrong = false;
    let mut fouls = 0;
    for mut item in lines.map(parse) {
        assert!(!item.counts.is_empty());
        let empties = item.grid.empties().len() as u64;
        let naive: Vec<u64> = (1..=item.counts.len())
            .map(|depth| count(&mut item.grid, item.side, depth))
            .collect();
        for (depth, lines) in (1..).zip(&naive) {
            assert_eq!(
                engine_count::<1024>(&item.grid, item.side, depth),
                *lines,
                "{}",
                item.start
            );
            if item.grid.width < 16 && item.grid.height < 16 {
                let small = engine_count::<256>(&item.grid, item.side, depth);
                assert_eq!(small, *lines, "{}", item.start);
            }
        }
        fouls += empties - naive[0];
        wrong |= naive != item.counts;
        let naive: Vec<String> = naive.iter().map(u64::to_string).collect();
        writeln!(right, "{} | {}", item.start, naive.join(" ")).expect("a string");
    }
    assert!(!wrong, "the counts are\n{right}");
    assert!(fouls > 0, "no point is forbidden");
}

#[test]
fn counts_agree_on_random_positions() {
    let mut fouls = 0;
    for rule in Rule::ALL {
        let mut random = Random::new(300 + rule.index() as u64);
        for number in 0..60 {
            let (w, h) = random.pick(&[(7, 7), (5, 8), (9, 9)]);
            let density = if number < 6 {
                90
            } else {
                20 + random.below(50)
            };
            let mut grid = random::dense(&mut random, (w, h), rule, density);
            grid.set((1, 2), Cell::Wall);
            for side in Color::ALL {
                for depth in 1..=2 {
                    let lines = count(&mut grid, side, depth as usize);
                    assert_eq!(engine_count::<256>(&grid, side, depth), lines, "{grid:?}");
                    if depth == 1 {
                        fouls += grid.empties().len() as u64 - lines;
                    }
                }
            }
        }
    }
    assert!(fouls > 50, "{fouls} fouls");
}
