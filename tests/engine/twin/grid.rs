//! A plain board. Winning rows and fouls are determined from the stones alone.

use goshawk::types::{Color, Rule};

/// A point as column and row, which may be off the board.
pub type GridPoint = (i32, i32);

/// One step along each of the four directions.
pub const DIRECTIONS: [GridPoint; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    Empty,
    Black,
    White,
    /// Off the board, or a blocked point.
    Wall,
}

/// A stone of this colour.
pub fn stone(color: Color) -> Cell {
    match color {
        Color::Black => Cell::Black,
        Color::White => Cell::White,
    }
}

/// The point `steps` steps away.
pub fn step(point: GridPoint, direction: GridPoint, steps: i32) -> GridPoint {
    (point.0 + direction.0 * steps, point.1 + direction.1 * steps)
}

/// A board as rows of cells.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    pub width: i32,
    pub height: i32,
    pub rule: Rule,
    cells: Vec<Vec<Cell>>,
}

impl std::fmt::Debug for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:?} {}x{}", self.rule, self.width, self.height)?;
        for row in &self.cells {
            let text = row.iter().map(|cell| match cell {
                Cell::Empty => " .",
                Cell::Black => " x",
                Cell::White => " o",
                Cell::Wall => " #",
            });
            writeln!(f, "{}", text.collect::<String>())?;
        }
        Ok(())
    }
}

impl Grid {
    /// An empty board.
    pub fn new(width: i32, height: i32, rule: Rule) -> Grid {
        let cells = vec![vec![Cell::Empty; width as usize]; height as usize];
        Grid {
            width,
            height,
            rule,
            cells,
        }
    }

    /// The content of a point; points off the board are walls.
    pub fn at(&self, (x, y): GridPoint) -> Cell {
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return Cell::Wall;
        }
        self.cells[y as usize][x as usize]
    }

    /// Sets the content of a point on the board.
    pub fn set(&mut self, (x, y): GridPoint, cell: Cell) {
        self.cells[y as usize][x as usize] = cell;
    }

    /// All points on the board, row by row.
    pub fn points(&self) -> Vec<GridPoint> {
        let (w, h) = (self.width, self.height);
        (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).collect()
    }

    /// The empty points.
    pub fn empties(&self) -> Vec<GridPoint> {
        let mut points = self.points();
        points.retain(|point| self.at(*point) == Cell::Empty);
        points
    }

    /// The answer of `ask` with a stone of `color` on an empty point.
    pub fn with<T>(
        &mut self,
        point: GridPoint,
        color: Color,
        ask: impl FnOnce(&mut Grid) -> T,
    ) -> T {
        assert_eq!(self.at(point), Cell::Empty);
        self.set(point, stone(color));
        let answer = ask(self);
        self.set(point, Cell::Empty);
        answer
    }

    /// The unbroken row through a stone: its length, and the cells before and after it.
    pub fn row(&self, point: GridPoint, direction: GridPoint) -> (i32, GridPoint, GridPoint) {
        let own = self.at(point);
        let mut before = step(point, direction, -1);
        let mut length = 1;
        while self.at(before) == own {
            before = step(before, direction, -1);
            length += 1;
        }
        let mut after = step(point, direction, 1);
        while self.at(after) == own {
            after = step(after, direction, 1);
            length += 1;
        }
        (length, before, after)
    }

    /// True if the row through this stone along one line wins.
    fn row_wins(&self, point: GridPoint, direction: GridPoint) -> bool {
        let (length, before, after) = self.row(point, direction);
        let opponent = match self.at(point) {
            Cell::Black => Cell::White,
            Cell::White => Cell::Black,
            _ => panic!("no stone"),
        };
        let blocked = self.at(before) == opponent && self.at(after) == opponent;
        match self.rule {
            Rule::Freestyle => length >= 5,
            Rule::Standard => length == 5,
            Rule::Renju if opponent == Cell::White => length == 5,
            Rule::Renju => length >= 5,
            Rule::Caro => length >= 6 || (length == 5 && !blocked),
            Rule::CaroExact => length == 5 && !blocked,
        }
    }

    /// True if this stone is part of a winning row.
    pub fn wins(&self, point: GridPoint) -> bool {
        DIRECTIONS
            .iter()
            .any(|direction| self.row_wins(point, *direction))
    }

    /// True if a stone of `color` would win there.
    pub fn would_win(&mut self, point: GridPoint, color: Color) -> bool {
        self.with(point, color, |grid| grid.wins(point))
    }

    /// The points where a stone of `color` wins.
    pub fn fives(&mut self, color: Color) -> Vec<GridPoint> {
        let mut points = self.empties();
        points.retain(|point| self.would_win(*point, color));
        points
    }

    /// True if `color` may play on this empty point.
    pub fn is_legal(&mut self, point: GridPoint, color: Color) -> bool {
        self.foul(point, color).is_none()
    }

    /// The foul that `color` would commit there, if any.
    pub fn foul(&mut self, point: GridPoint, color: Color) -> Option<Foul> {
        if self.rule != Rule::Renju || color != Color::Black {
            return None;
        }
        self.with(point, color, |grid| grid.foul_of(point))
    }

    /// The foul of a black stone on the board.
    fn foul_of(&mut self, point: GridPoint) -> Option<Foul> {
        let rows: Vec<i32> = DIRECTIONS
            .iter()
            .map(|direction| self.row(point, *direction).0)
            .collect();
        if rows.contains(&5) {
            return None;
        }
        if rows.iter().any(|length| *length > 5) {
            return Some(Foul::Overline);
        }
        let fours: usize = DIRECTIONS
            .iter()
            .map(|direction| self.fours(point, *direction))
            .sum();
        if fours >= 2 {
            return Some(Foul::DoubleFour);
        }
        let threes = DIRECTIONS
            .iter()
            .filter(|direction| self.is_three(point, **direction));
        (threes.count() >= 2).then_some(Foul::DoubleThree)
    }

    /// The number of fours that a black stone is part of along one line: sets of four
    /// stones that one more stone completes to a row of exactly five.
    fn fours(&mut self, point: GridPoint, direction: GridPoint) -> usize {
        let mut found: Vec<Vec<GridPoint>> = Vec::new();
        for first in -4..=0 {
            let window: Vec<GridPoint> = (first..first + 5)
                .map(|i| step(point, direction, i))
                .collect();
            let mut stones = window.clone();
            stones.retain(|p| self.at(*p) == Cell::Black);
            let gap = window.iter().find(|p| self.at(**p) == Cell::Empty);
            let Some(&gap) = gap else { continue };
            if stones.len() != 4 || found.contains(&stones) {
                continue;
            }
            if self.with(gap, Color::Black, |grid| grid.row(gap, direction).0 == 5) {
                found.push(stones);
            }
        }
        found.len()
    }

    /// True if one more stone on this line, neither a foul nor a five, makes an open four
    /// through this black stone.
    fn is_three(&mut self, point: GridPoint, direction: GridPoint) -> bool {
        (-4..=4).any(|steps| {
            let extra = step(point, direction, steps);
            self.at(extra) == Cell::Empty
                && self.with(extra, Color::Black, |grid| {
                    grid.is_open_four(point, extra, direction)
                        && DIRECTIONS
                            .iter()
                            .all(|direction| grid.row(extra, *direction).0 != 5)
                        && grid.foul_of(extra).is_none()
                })
        })
    }

    /// True if two black stones are part of one row of four that can be completed to
    /// exactly five at both ends.
    fn is_open_four(&mut self, a: GridPoint, b: GridPoint, direction: GridPoint) -> bool {
        let (length, before, after) = self.row(a, direction);
        length == 4
            && self.row(b, direction) == (length, before, after)
            && [before, after].into_iter().all(|end| {
                self.at(end) == Cell::Empty
                    && self.with(end, Color::Black, |grid| grid.row(end, direction).0 == 5)
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
