//! A plain board. Winning rows and fouls are determined from the stones alone.

use goshawk::types::{Color, Rule};

/// A point as column and row, which may be off the board.
pub type Place = (i32, i32);

/// One step along each of the four directions.
pub const WAYS: [Place; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Man {
    Empty,
    Black,
    White,
    /// Off the board, or an obstacle.
    Wall,
}

/// A stone of this colour.
pub fn man(color: Color) -> Man {
    match color {
        Color::Black => Man::Black,
        Color::White => Man::White,
    }
}

/// The place `steps` steps away.
pub fn step(place: Place, way: Place, steps: i32) -> Place {
    (place.0 + way.0 * steps, place.1 + way.1 * steps)
}

/// A board as rows of cells.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    pub width: i32,
    pub height: i32,
    pub rule: Rule,
    cells: Vec<Vec<Man>>,
}

impl std::fmt::Debug for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:?} {}x{}", self.rule, self.width, self.height)?;
        for row in &self.cells {
            let text = row.iter().map(|man| match man {
                Man::Empty => " .",
                Man::Black => " x",
                Man::White => " o",
                Man::Wall => " #",
            });
            writeln!(f, "{}", text.collect::<String>())?;
        }
        Ok(())
    }
}

impl Grid {
    /// An empty board.
    pub fn new(width: i32, height: i32, rule: Rule) -> Grid {
        let cells = vec![vec![Man::Empty; width as usize]; height as usize];
        Grid {
            width,
            height,
            rule,
            cells,
        }
    }

    /// The content of a place; places off the board are walls.
    pub fn at(&self, (x, y): Place) -> Man {
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return Man::Wall;
        }
        self.cells[y as usize][x as usize]
    }

    /// Sets the content of a place on the board.
    pub fn set(&mut self, (x, y): Place, man: Man) {
        self.cells[y as usize][x as usize] = man;
    }

    /// All places on the board, row by row.
    pub fn places(&self) -> Vec<Place> {
        let (w, h) = (self.width, self.height);
        (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).collect()
    }

    /// The empty places.
    pub fn empties(&self) -> Vec<Place> {
        let mut places = self.places();
        places.retain(|place| self.at(*place) == Man::Empty);
        places
    }

    /// The answer of `ask` with a stone of `color` on an empty place.
    pub fn with<T>(&mut self, place: Place, color: Color, ask: impl FnOnce(&mut Grid) -> T) -> T {
        assert_eq!(self.at(place), Man::Empty);
        self.set(place, man(color));
        let answer = ask(self);
        self.set(place, Man::Empty);
        answer
    }

    /// The unbroken row through a stone: its length, and the cells before and after it.
    pub fn row(&self, place: Place, way: Place) -> (i32, Place, Place) {
        let own = self.at(place);
        let mut before = step(place, way, -1);
        let mut length = 1;
        while self.at(before) == own {
            before = step(before, way, -1);
            length += 1;
        }
        let mut after = step(place, way, 1);
        while self.at(after) == own {
            after = step(after, way, 1);
            length += 1;
        }
        (length, before, after)
    }

    /// True if the row through this stone along one line wins.
    fn row_wins(&self, place: Place, way: Place) -> bool {
        let (length, before, after) = self.row(place, way);
        let opponent = match self.at(place) {
            Man::Black => Man::White,
            Man::White => Man::Black,
            _ => panic!("no stone"),
        };
        let blocked = self.at(before) == opponent && self.at(after) == opponent;
        match self.rule {
            Rule::Freestyle => length >= 5,
            Rule::Standard => length == 5,
            Rule::Renju if opponent == Man::White => length == 5,
            Rule::Renju => length >= 5,
            Rule::Caro => length >= 6 || (length == 5 && !blocked),
            Rule::CaroExact => length == 5 && !blocked,
        }
    }

    /// True if this stone is part of a winning row.
    pub fn wins(&self, place: Place) -> bool {
        WAYS.iter().any(|way| self.row_wins(place, *way))
    }

    /// True if a stone of `color` would win there.
    pub fn would_win(&mut self, place: Place, color: Color) -> bool {
        self.with(place, color, |grid| grid.wins(place))
    }

    /// The places where a stone of `color` wins.
    pub fn fives(&mut self, color: Color) -> Vec<Place> {
        let mut places = self.empties();
        places.retain(|place| self.would_win(*place, color));
        places
    }

    /// True if `color` may play on this empty place.
    pub fn is_legal(&mut self, place: Place, color: Color) -> bool {
        self.foul(place, color).is_none()
    }

    /// The foul that `color` would commit there, if any.
    pub fn foul(&mut self, place: Place, color: Color) -> Option<Foul> {
        if self.rule != Rule::Renju || color != Color::Black {
            return None;
        }
        self.with(place, color, |grid| grid.foul_of(place))
    }

    /// The foul of a black stone on the board.
    fn foul_of(&mut self, place: Place) -> Option<Foul> {
        let rows: Vec<i32> = WAYS.iter().map(|way| self.row(place, *way).0).collect();
        if rows.contains(&5) {
            return None;
        }
        if rows.iter().any(|length| *length > 5) {
            return Some(Foul::Overline);
        }
        let fours: usize = WAYS.iter().map(|way| self.fours(place, *way)).sum();
        if fours >= 2 {
            return Some(Foul::DoubleFour);
        }
        let threes = WAYS.iter().filter(|way| self.is_three(place, **way));
        (threes.count() >= 2).then_some(Foul::DoubleThree)
    }

    /// The number of fours that a black stone is part of along one line: sets of four
    /// stones that one more stone completes to a row of exactly five.
    fn fours(&mut self, place: Place, way: Place) -> usize {
        let mut found: Vec<Vec<Place>> = Vec::new();
        for first in -4..=0 {
            let window: Vec<Place> = (first..first + 5).map(|i| step(place, way, i)).collect();
            let mut stones = window.clone();
            stones.retain(|p| self.at(*p) == Man::Black);
            let gap = window.iter().find(|p| self.at(**p) == Man::Empty);
            let Some(&gap) = gap else { continue };
            if stones.len() != 4 || found.contains(&stones) {
                continue;
            }
            if self.with(gap, Color::Black, |grid| grid.row(gap, way).0 == 5) {
                found.push(stones);
            }
        }
        found.len()
    }

    /// True if one more stone on this line, neither a foul nor a five, makes an open four
    /// through this black stone.
    fn is_three(&mut self, place: Place, way: Place) -> bool {
        (-4..=4).any(|steps| {
            let extra = step(place, way, steps);
            self.at(extra) == Man::Empty
                && self.with(extra, Color::Black, |grid| {
                    grid.is_open_four(place, extra, way)
                        && WAYS.iter().all(|way| grid.row(extra, *way).0 != 5)
                        && grid.foul_of(extra).is_none()
                })
        })
    }

    /// True if two black stones are part of one row of four that can be completed to
    /// exactly five at both ends.
    fn is_open_four(&mut self, a: Place, b: Place, way: Place) -> bool {
        let (length, before, after) = self.row(a, way);
        length == 4
            && self.row(b, way) == (length, before, after)
            && [before, after].into_iter().all(|end| {
                self.at(end) == Man::Empty
                    && self.with(end, Color::Black, |grid| grid.row(end, way).0 == 5)
            })
    }
}

/// The reason why a point is forbidden to Black in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foul {
    Overline,
    DoubleFour,
    DoubleThree,
}

impl Foul {
    /// The name used in the problem sets.
    pub fn name(self) -> &'static str {
        match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double_four",
            Foul::DoubleThree => "double_three",
        }
    }
}
