//! Boards drawn as text. Many styles are read, one is written.
//!
//! A row of the board is a line of points, with or without spaces between them. These and
//! a few similar characters are recognized:
//!
//! | point | characters                                           |
//! |-------|------------------------------------------------------|
//! | empty | `.` `-` `_` `+` `*` `·` `➕` `┼` and other junctions of lines |
//! | black | `x` `X` `b` `B` `1` `●` `⚫`                         |
//! | white | `o` `O` `w` `W` `0` `2` `○` `⚪`                     |
//! | blocked point | `%`                                          |
//!
//! Discs of other colours (`🔴` `🔵`) are stones, of which black has at least as many as white.
//! Squares (`⬜` `🟩`) are empty points, or stones if all points are squares.
//!
//! Column letters or numbers above and below the board, row numbers on either side,
//! frames, lines between points, brackets around a point, commas, slashes, quotation marks, blank
//! lines and `#` comments are ignored. If none of the characters for empty points occurs,
//! `0` is an empty point. Where bars separate the points (`|x| |o|`), so is a space. The rows may
//! be string literals that end with `\n`, or be on one line, with a gap between them or, for a
//! square board, without.
//!
//! Nested lists as JSON, Python or C write them are read as well, with `-1` for white and
//! `null`, `None`, `""` or `" "` for empty points. So is a flat list for a square board.
//!
//! ```
//! use goshawk::board::diagram::{Cell, Diagram};
//! use goshawk::types::{Color, Point};
//!
//! let diagram = Diagram::parse(
//!     "5 . . . . .
//!      4 . x . . .
//!      3 . . o . .
//!      2 . . . . .
//!      1 . . . . .
//!        a b c d e",
//! )
//! .unwrap();
//! assert_eq!(diagram.get(Point::new(1, 1)), Cell::Stone(Color::Black));
//! assert_eq!(diagram.size().area(), 25);
//! ```

mod array;
mod bars;
mod legend;
mod lines;
mod literals;
mod numbered;
mod parse;
#[cfg(test)]
mod tests;

pub use parse::{DiagramError, DiagramProblem};

use super::notation::{column_name, row_number};
use crate::types::{BoardSize, Color, Point};

/// The content of a point in a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// An empty point.
    Empty,
    /// A stone of this colour.
    Stone(Color),
    /// A blocked point.
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

/// Marks the best move in a drawing. The parser reads it as an empty point, so that
/// drawings can be parsed again.
const BEST: char = '*';
/// From this width on, column names have two letters and points take three characters.
const WIDE: u8 = 27;

/// A drawn board: the content of every point, without the order of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Columns and rows.
    size: BoardSize,
    /// The points, row by row from the top.
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

    /// Parses a drawn board in any of the styles above.
    ///
    /// # Errors
    /// If the text is not a board. The error names the line.
    pub fn parse(text: &str) -> Result<Diagram, DiagramError> {
        Ok(Diagram::parse_with_note(text)?.0)
    }

    /// Parses a drawn board, with a note that says which coloured stones were read as black and
    /// white, if there are some.
    ///
    /// # Errors
    /// Like [`Diagram::parse`].
    pub fn parse_with_note(text: &str) -> Result<(Diagram, Option<String>), DiagramError> {
        parse::parse(text)
    }

    /// The size and the points in their order of a board with numbers for stones; `None` if
    /// the text is something else.
    ///
    /// ```
    /// use goshawk::board::diagram::Diagram;
    /// use goshawk::types::Point;
    ///
    /// let text = "1 . . . .\n2 . . . .\n. . . . .\n. . 3 . .\n. . . . .";
    /// let (size, points) = Diagram::parse_numbered(text).unwrap();
    /// assert_eq!((size.area(), points[2]), (25, Point::new(2, 3)));
    /// ```
    pub fn parse_numbered(text: &str) -> Option<(BoardSize, Vec<Point>)> {
        numbered::parse(text)
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The content of a point.
    ///
    /// # Panics
    /// May panic if the point is not on the board.
    pub fn get(&self, point: Point) -> Cell {
        self.cells[self.index(point)]
    }

    /// Sets the content of a point.
    ///
    /// # Panics
    /// May panic if the point is not on the board.
    pub fn set(&mut self, point: Point, cell: Cell) {
        let at = self.index(point);
        self.cells[at] = cell;
    }

    /// The number of points with this content.
    pub fn count(&self, cell: Cell) -> usize {
        self.cells.iter().filter(|c| **c == cell).count()
    }

    /// The points that are not empty, row by row from the top.
    pub fn occupied(&self) -> impl Iterator<Item = (Point, Cell)> {
        self.size
            .points()
            .map(|point| (point, self.get(point)))
            .filter(|(_, cell)| *cell != Cell::Empty)
    }

    /// Draws the board with coordinates, a `*` on the best move and brackets around the
    /// last stone.
    pub fn draw(&self, best: Option<Point>, last: Option<Point>) -> String {
        self.draw_styled(best, last, |_, symbol| symbol.to_string())
    }

    /// Draws the board like [`Diagram::draw`], with each symbol replaced by the result of
    /// `style`.
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

    /// The character for a point.
    fn symbol(&self, point: Point, best: Option<Point>) -> char {
        match self.get(point) {
            Cell::Empty if best == Some(point) => BEST,
            cell => cell.symbol(),
        }
    }

    /// The index of a point in `cells`.
    fn index(&self, point: Point) -> usize {
        usize::from(point.y) * usize::from(self.size.width()) + usize::from(point.x)
    }
}
