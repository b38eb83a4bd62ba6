//! The shape of one stone along a line, found by placing further stones one by one.

use std::collections::HashMap;

use goshawk::pattern::{Class, Shape};
use goshawk::types::Rule;

use super::grid::{Cell, Grid, GridPoint, step};

/// The content of a cell, from the point of view of the new stone's owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineCell {
    Empty,
    Own,
    Foe,
    Edge,
}

/// The rules that decide the shapes of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerRule {
    AtLeastFive,
    ExactlyFive,
    Caro,
    CaroExact,
    RenjuBlack,
}

impl PlayerRule {
    /// All of them, in index order.
    pub const ALL: [PlayerRule; 5] = [
        PlayerRule::AtLeastFive,
        PlayerRule::ExactlyFive,
        PlayerRule::Caro,
        PlayerRule::CaroExact,
        PlayerRule::RenjuBlack,
    ];

    /// The rules of the player with these stones.
    pub fn of(rule: Rule, own: Cell) -> PlayerRule {
        match (rule, own) {
            (Rule::Freestyle, _) => PlayerRule::AtLeastFive,
            (Rule::Standard, _) => PlayerRule::ExactlyFive,
            (Rule::Renju, Cell::Black) => PlayerRule::RenjuBlack,
            (Rule::Renju, _) => PlayerRule::AtLeastFive,
            (Rule::Caro, _) => PlayerRule::Caro,
            (Rule::CaroExact, _) => PlayerRule::CaroExact,
        }
    }
}

/// Finds the shapes of one player. Shapes are cached, because filling a line asks for the same
/// lines repeatedly.
pub struct Classifier {
    rule: PlayerRule,
    known: HashMap<(Vec<LineCell>, usize), Shape>,
}

impl Classifier {
    /// A classifier that knows no shapes yet.
    pub fn new(rule: PlayerRule) -> Classifier {
        Classifier {
            rule,
            known: HashMap::new(),
        }
    }

    /// The shape of the own stone at index `at` of a line.
    pub fn shape(&mut self, line: &[LineCell], at: usize) -> Shape {
        let key = (line.to_vec(), at);
        if let Some(shape) = self.known.get(&key) {
            return *shape;
        }
        let shape = self.find(line, at);
        self.known.insert(key, shape);
        shape
    }

    /// The same, without looking it up.
    fn find(&mut self, line: &[LineCell], at: usize) -> Shape {
        assert_eq!(line[at], LineCell::Own);
        if self.wins(line, at) {
            return Shape::Five;
        }
        let (first, last) = row(line, at);
        let exact = [
            PlayerRule::ExactlyFive,
            PlayerRule::CaroExact,
            PlayerRule::RenjuBlack,
        ]
        .contains(&self.rule);
        if exact && last - first >= 5 {
            return Shape::Overline;
        }
        if !self.completing(line, at).is_empty() {
            // Whether one opponent stone stops it.
            let stopped = filled(line, LineCell::Foe)
                .into_iter()
                .any(|line| self.completing(&line, at).is_empty());
            return match (stopped, last - first) {
                (true, _) => Shape::Four,
                (false, 3) => Shape::OpenFour,
                (false, _) => Shape::DoubleFour,
            };
        }
        let next: Vec<Shape> = filled(line, LineCell::Own)
            .into_iter()
            .map(|line| self.shape(&line, at))
            .collect();
        let count = |shapes: &[Shape]| next.iter().filter(|s| shapes.contains(s)).count();
        let decisive: &[Shape] = match self.rule {
            PlayerRule::RenjuBlack => &[Shape::OpenFour],
            _ => &[Shape::OpenFour, Shape::DoubleFour],
        };
        match count(decisive) {
            0 => {}
            1 => return Shape::OpenThreeNarrow,
            _ => return Shape::OpenThree,
        }
        if count(&[Shape::Four, Shape::OpenFour, Shape::DoubleFour]) > 0 {
            return Shape::ClosedThree;
        }
        match count(&[Shape::OpenThree, Shape::OpenThreeNarrow]) {
            0 => {}
            1 => return Shape::OpenTwoNarrow,
            2 => return Shape::OpenTwo,
            _ => return Shape::OpenTwoWide,
        }
        if count(&[Shape::ClosedThree]) > 0 {
            return Shape::ClosedTwo;
        }
        if count(&[Shape::OpenTwo, Shape::OpenTwoNarrow, Shape::OpenTwoWide]) > 0 {
            return Shape::OpenOne;
        }
        if count(&[Shape::ClosedTwo]) > 0 {
            return Shape::ClosedOne;
        }
        Shape::Dead
    }

    /// The empty cells where one more own stone completes a winning row through `at`.
    pub fn completing(&self, line: &[LineCell], at: usize) -> Vec<usize> {
        let empty = (0..line.len()).filter(|i| line[*i] == LineCell::Empty);
        let wins = |i: &usize| {
            let mut line = line.to_vec();
            line[*i] = LineCell::Own;
            self.wins(&line, at)
        };
        empty.filter(wins).collect()
    }

    /// True if the stone at `at` is part of a winning row.
    fn wins(&self, line: &[LineCell], at: usize) -> bool {
        let (first, last) = row(line, at);
        let blocked = line[first - 1] == LineCell::Foe && line[last + 1] == LineCell::Foe;
        match (self.rule, last + 1 - first) {
            (_, 0..=4) => false,
            (PlayerRule::AtLeastFive, _) => true,
            (PlayerRule::ExactlyFive | PlayerRule::RenjuBlack, length) => length == 5,
            (PlayerRule::Caro, 5) | (PlayerRule::CaroExact, 5) => !blocked,
            (PlayerRule::Caro, _) => true,
            (PlayerRule::CaroExact, _) => false,
        }
    }
}

/// The first and last cell of the unbroken row of own stones through `at`. Lines begin
/// and end with a cell that is not an own stone.
fn row(line: &[LineCell], at: usize) -> (usize, usize) {
    let mut first = at;
    while line[first - 1] == LineCell::Own {
        first -= 1;
    }
    let mut last = at;
    while line[last + 1] == LineCell::Own {
        last += 1;
    }
    (first, last)
}

/// Copies of a line, each with another empty cell filled.
fn filled(line: &[LineCell], with: LineCell) -> Vec<Vec<LineCell>> {
    let empty = (0..line.len()).filter(|i| line[*i] == LineCell::Empty);
    let fill = |i: usize| {
        let mut line = line.to_vec();
        line[i] = with;
        line
    };
    empty.map(fill).collect()
}

/// The line through a point with a stone of `own` on it, and the index of that stone. The
/// line extends `reach` cells each direction, or up to the first cell that blocks.
pub fn seen(
    grid: &Grid,
    point: GridPoint,
    direction: GridPoint,
    own: Cell,
    reach: i32,
) -> (Vec<LineCell>, usize) {
    let side = |sign: i32| {
        let mut cells = Vec::new();
        for distance in 1..=reach {
            let content = grid.at(step(point, direction, sign * distance));
            let cell = match content {
                Cell::Empty => LineCell::Empty,
                Cell::Wall => LineCell::Edge,
                _ if content == own => LineCell::Own,
                _ => LineCell::Foe,
            };
            cells.push(cell);
            if matches!(cell, LineCell::Edge | LineCell::Foe) {
                return cells;
            }
        }
        // Cells beyond the reach are treated as an edge.
        cells.push(LineCell::Edge);
        cells
    };
    let mut line = side(-1);
    line.reverse();
    let at = line.len();
    line.push(LineCell::Own);
    line.extend(side(1));
    (line, at)
}

/// The class of four shapes, written from the documentation of the classes.
pub fn class(shapes: [Shape; 4], fouls: bool) -> Class {
    let has = |wanted: &[Shape]| shapes.iter().filter(|s| wanted.contains(s)).count();
    let threes = has(&[Shape::OpenThree, Shape::OpenThreeNarrow]);
    let twos = has(&[Shape::OpenTwo, Shape::OpenTwoNarrow, Shape::OpenTwoWide]);
    let sleeping = has(&[Shape::ClosedThree]);
    let fours = has(&[Shape::Four]) + has(&[Shape::OpenFour]) + 2 * has(&[Shape::DoubleFour]);
    let more = twos + sleeping > 0;
    if has(&[Shape::Five]) > 0 {
        Class::Five
    } else if fouls && (has(&[Shape::Overline]) > 0 || fours > 1 || threes > 1) {
        Class::Foul
    } else if has(&[Shape::OpenFour]) > 0 || fours > 1 {
        Class::OpenFour
    } else if fours == 1 && threes > 0 {
        Class::FourThree
    } else if fours == 1 && more {
        Class::FourPlus
    } else if fours == 1 {
        Class::Four
    } else if threes > 1 {
        Class::DoubleThree
    } else if threes == 1 && more {
        Class::OpenThreePlus
    } else if threes == 1 {
        Class::OpenThree
    } else if sleeping > 1 || (sleeping == 1 && twos > 0) {
        Class::ClosedThreePlus
    } else if twos > 1 {
        Class::DoubleOpenTwo
    } else if sleeping == 1 {
        Class::ClosedThree
    } else if twos == 1 {
        Class::OpenTwo
    } else {
        Class::None
    }
}
