//! What one stone makes along a line, by filling the line stone by stone.

use std::collections::HashMap;

use goshawk::pattern::{Class, Shape};
use goshawk::types::Rule;

use super::grid::{Grid, Man, Place, step};

/// A cell of a line as the owner of the new stone sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    Empty,
    Own,
    Foe,
    Edge,
}

/// The laws of one player: those of the rules, and black's in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    AtLeastFive,
    ExactlyFive,
    Caro,
    CaroExact,
    RenjuBlack,
}

impl Law {
    pub const ALL: [Law; 5] = [
        Law::AtLeastFive,
        Law::ExactlyFive,
        Law::Caro,
        Law::CaroExact,
        Law::RenjuBlack,
    ];

    pub fn of(rule: Rule, own: Man) -> Law {
        match (rule, own) {
            (Rule::Freestyle, _) => Law::AtLeastFive,
            (Rule::Standard, _) => Law::ExactlyFive,
            (Rule::Renju, Man::Black) => Law::RenjuBlack,
            (Rule::Renju, _) => Law::AtLeastFive,
            (Rule::Caro, _) => Law::Caro,
            (Rule::CaroExact, _) => Law::CaroExact,
        }
    }
}

/// Names shapes under one law, remembering those it has named.
pub struct Classifier {
    law: Law,
    known: HashMap<(Vec<Cell>, usize), Shape>,
}

impl Classifier {
    pub fn new(law: Law) -> Classifier {
        Classifier {
            law,
            known: HashMap::new(),
        }
    }

    /// The shape of the row and its chances through the own stone at `at`.
    pub fn shape(&mut self, line: &[Cell], at: usize) -> Shape {
        let key = (line.to_vec(), at);
        if let Some(shape) = self.known.get(&key) {
            return *shape;
        }
        let shape = self.find(line, at);
        self.known.insert(key, shape);
        shape
    }

    fn find(&mut self, line: &[Cell], at: usize) -> Shape {
        assert_eq!(line[at], Cell::Own);
        if self.wins(line, at) {
            return Shape::Five;
        }
        let (first, last) = row(line, at);
        let exact = [Law::ExactlyFive, Law::CaroExact, Law::RenjuBlack].contains(&self.law);
        if exact && last - first >= 5 {
            return Shape::Overline;
        }
        if !self.completing(line, at).is_empty() {
            // Can the opponent stop it with one stone?
            let stopped = filled(line, Cell::Foe)
                .into_iter()
                .any(|line| self.completing(&line, at).is_empty());
            return match (stopped, last - first) {
                (true, _) => Shape::Four,
                (false, 3) => Shape::OpenFour,
                (false, _) => Shape::DoubleFour,
            };
        }
        let next: Vec<Shape> = filled(line, Cell::Own)
            .into_iter()
            .map(|line| self.shape(&line, at))
            .collect();
        let count = |shapes: &[Shape]| next.iter().filter(|s| shapes.contains(s)).count();
        let decisive: &[Shape] = match self.law {
            Law::RenjuBlack => &[Shape::OpenFour],
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

    /// The empty cells where one more stone makes the stone at `at` win.
    pub fn completing(&self, line: &[Cell], at: usize) -> Vec<usize> {
        let empty = (0..line.len()).filter(|i| line[*i] == Cell::Empty);
        let wins = |i: &usize| {
            let mut line = line.to_vec();
            line[*i] = Cell::Own;
            self.wins(&line, at)
        };
        empty.filter(wins).collect()
    }

    fn wins(&self, line: &[Cell], at: usize) -> bool {
        let (first, last) = row(line, at);
        let shut = line[first - 1] == Cell::Foe && line[last + 1] == Cell::Foe;
        match (self.law, last + 1 - first) {
            (_, 0..=4) => false,
            (Law::AtLeastFive, _) => true,
            (Law::ExactlyFive | Law::RenjuBlack, length) => length == 5,
            (Law::Caro, 5) | (Law::CaroExact, 5) => !shut,
            (Law::Caro, _) => true,
            (Law::CaroExact, _) => false,
        }
    }
}

/// First and last cell of the unbroken row of own stones; a line ends in
/// something that is not own.
fn row(line: &[Cell], at: usize) -> (usize, usize) {
    let mut first = at;
    while line[first - 1] == Cell::Own {
        first -= 1;
    }
    let mut last = at;
    while line[last + 1] == Cell::Own {
        last += 1;
    }
    (first, last)
}

/// The line with one empty cell filled, for each that there is.
fn filled(line: &[Cell], with: Cell) -> Vec<Vec<Cell>> {
    let empty = (0..line.len()).filter(|i| line[*i] == Cell::Empty);
    let fill = |i: usize| {
        let mut line = line.to_vec();
        line[i] = with;
        line
    };
    empty.map(fill).collect()
}

/// What `own` sees from a place along a line with its stone there: cells up to
/// the first that blocks, `reach` each way at most, and the place's index.
pub fn seen(grid: &Grid, place: Place, way: Place, own: Man, reach: i32) -> (Vec<Cell>, usize) {
    let side = |sign: i32| {
        let mut cells = Vec::new();
        for distance in 1..=reach {
            let man = grid.at(step(place, way, sign * distance));
            let cell = match man {
                Man::Empty => Cell::Empty,
                Man::Wall => Cell::Edge,
                _ if man == own => Cell::Own,
                _ => Cell::Foe,
            };
            cells.push(cell);
            if matches!(cell, Cell::Edge | Cell::Foe) {
                return cells;
            }
        }
        // What is further away is left out, as if the board ended.
        cells.push(Cell::Edge);
        cells
    };
    let mut line = side(-1);
    line.reverse();
    let at = line.len();
    line.push(Cell::Own);
    line.extend(side(1));
    (line, at)
}

/// The class of four shapes, as its documentation tells it.
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
