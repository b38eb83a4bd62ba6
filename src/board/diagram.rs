//! Boards drawn as text: read in many hands, written in one.
//!
//! A row is a line of points, with or without blanks between them:
//!
//! | point | characters        |
//! |-------|-------------------|
//! | empty | `.` `-` `_` `+` `*` |
//! | black | `x` `X` `1`       |
//! | white | `o` `O` `0` `2`   |
//! | out of play | `%`         |
//!
//! Column letters or numbers above and below, row numbers at either side,
//! brackets around a point, blank lines and `#` comments are passed over. On a
//! board that uses none of the characters for empty points, `0` is empty.

mod parse;
#[cfg(test)]
mod tests;

pub use parse::{DiagramError, DiagramProblem};

use super::notation::{column_name, row_number};
use crate::types::{BoardSize, Color, Point};

/// What a diagram shows on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone.
    Stone(Color),
    /// Out of play.
    Blocked,
}

impl Cell {
    /// The character that [`Diagram::draw`] uses.
    const fn symbol(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Stone(Color::Black) => 'x',
            Cell::Stone(Color::White) => 'o',
            Cell::Blocked => '%',
        }
    }
}

/// Marks the best move in a drawing. Readers take it for an empty point, so a
/// drawing can be read back.
const BEST: char = '*';
/// The board from which column names need two letters, and points three places.
const WIDE: u8 = 27;

/// A board as a picture: it knows no order of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    size: BoardSize,
    cells: Vec<Cell>,
}

impl Diagram {
    /// An empty board.
    pub fn new(size: BoardSize) -> Diagram {
        Diagram {
            size,
            cells: vec![Cell::Empty; size.area()],
        }
    }

    /// Reads a drawn board; the error names the line.
    pub fn parse(text: &str) -> Result<Diagram, DiagramError> {
        parse::parse(text)
    }

    /// Width and height.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// What lies on a point of the board.
    pub fn get(&self, point: Point) -> Cell {
        self.cells[self.index(point)]
    }

    /// Changes a point of the board.
    pub fn set(&mut self, point: Point, cell: Cell) {
        let at = self.index(point);
        self.cells[at] = cell;
    }

    /// Number of points with this on them.
    pub fn count(&self, cell: Cell) -> usize {
        self.cells.iter().filter(|c| **c == cell).count()
    }

    /// Every point that is not empty, row by row from the top.
    pub fn occupied(&self) -> impl Iterator<Item = (Point, Cell)> {
        self.size
            .points()
            .map(|point| (point, self.get(point)))
            .filter(|(_, cell)| *cell != Cell::Empty)
    }

    /// Draws the board with its coordinates, `*` on the best move and
    /// brackets around the last stone.
    pub fn draw(&self, best: Option<Point>, last: Option<Point>) -> String {
        self.draw_styled(best, last, |_, symbol| symbol.to_string())
    }

    /// Draws the board as [`Diagram::draw`] does, each symbol in the style that
    /// `style` gives it.
    pub fn draw_styled(
        &self,
        best: Option<Point>,
        last: Option<Point>,
        style: impl Fn(Point, char) -> String,
    ) -> String {
        let place = if self.size.width() >= WIDE { 3 } else { 2 };
        let gap = " ".repeat(place - 2);
        let right_of = |point: Point| Point::new(point.x + 1, point.y);
        let mut text = String::new();
        for y in 0..self.size.height() {
            let mut line = format!("{:>2}", row_number(y, self.size));
            let row = || (0..self.size.width()).map(|x| Point::new(x, y));
            for point in row() {
                line.push_str(&match last {
                    Some(last) if last == point => format!("{gap}["),
                    Some(last) if right_of(last) == point => format!("]{gap}"),
                    _ => format!(" {gap}"),
                });
                line.push_str(&style(point, self.symbol(point, best)));
            }
            if last.is_some() && row().next_back() == last {
                line.push(']');
            }
            text.push_str(&line);
            text.push('\n');
        }
        text.push_str("  ");
        for x in 0..self.size.width() {
            text.push_str(&format!("{:>place$}", column_name(x)));
        }
        text.push('\n');
        text
    }

    fn symbol(&self, point: Point, best: Option<Point>) -> char {
        match self.get(point) {
            Cell::Empty if best == Some(point) => BEST,
            cell => cell.symbol(),
        }
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.y) * usize::from(self.size.width()) + usize::from(point.x)
    }
}
