//! Parses drawn boards.
//!
//! Some characters are ambiguous: a `1` or `2` is a stone or a row number, an `x` or
//! `o` a stone or a column letter. A single line does not settle it, but the whole board
//! does, because it has at least five rows and columns. The row numbers always include a
//! 3, which is not a point, and column letters begin with `a`, which is not one either.
//! The parser therefore tries every style of labels on all rows and takes the first with
//! the fewest errors.

use std::fmt;

use super::super::notation::column_name;
use super::lines::{Line, is_junction, meaningful, remove_rulers};
use super::{Cell, Diagram};
use crate::types::{BoardSize, Color, Point};

/// Characters for empty points, besides the junctions of lines.
const EMPTY: &str = ".-_+*·∙⋅・➕";
/// Characters for black stones.
const BLACK: &str = "xX1bB●⚫⬤×❌✖";
/// Characters for white stones.
const WHITE: &str = "oO02wW○⚪◯〇⭕";
/// The character for blocked points.
const BLOCKED: char = '%';
/// A white stone or an empty point; see [`zero_is_empty`].
const ZERO: char = '0';

/// The reason why a text is not a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagramProblem {
    /// There are no rows.
    NoRows,
    /// A character that is not a point.
    Foreign(char),
    /// A row number is missing or out of order.
    Label(String),
    /// A row is shorter or longer than the others.
    Width {
        /// Points in this row.
        found: usize,
        /// Points in most rows.
        expected: usize,
    },
    /// The column letters do not match the board.
    Header {
        /// Number of column names.
        found: usize,
        /// Columns of the board.
        expected: usize,
    },
    /// The board is too small or too large.
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
}

/// An error in a diagram, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramError {
    /// The line of the text, counted from 1; `None` if the error is about the whole board.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: DiagramProblem,
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        match &self.problem {
            DiagramProblem::NoRows => write!(f, "there is no board"),
            DiagramProblem::Foreign(c) if c.is_ascii_digit() => write!(
                f,
                "`{c}` is neither a stone nor an empty point, nor part of row numbers without a gap"
            ),
            DiagramProblem::Foreign(c) => {
                write!(f, "`{c}` is neither a stone nor an empty point")
            }
            DiagramProblem::Label(label) => {
                write!(f, "the row number {label} was expected")
            }
            DiagramProblem::Width { found, expected } => {
                let unit = if *found == 1 { "point" } else { "points" };
                write!(f, "{found} {unit} where other rows have {expected}")
            }
            DiagramProblem::Header { found, expected } => {
                write!(f, "{found} columns are named, the board has {expected}")
            }
            DiagramProblem::Size { width, height } => write!(
                f,
                "a board of {width}x{height} points; each side must have {} to {}",
                BoardSize::MIN,
                BoardSize::MAX
            ),
        }
    }
}

impl std::error::Error for DiagramError {}

/// An error in this line.
fn error_in(line: &Line, problem: DiagramProblem) -> DiagramError {
    DiagramError {
        line: Some(line.number),
        problem,
    }
}

/// A style of row numbers.
#[derive(Clone, Copy)]
struct Labels {
    /// On the left of each row.
    left: bool,
    /// On the right of each row.
    right: bool,
    /// Counted from the top row.
    from_top: bool,
    /// The first number.
    first: usize,
    /// Padded to two digits: `09`.
    padded: bool,
}

impl Labels {
    /// All styles, the simplest first.
    fn all() -> impl Iterator<Item = Labels> {
        let sides = [(false, false), (true, false), (false, true), (true, true)];
        let counts = [(false, 1), (true, 1), (true, 0), (false, 0)];
        sides.into_iter().flat_map(move |(left, right)| {
            counts.into_iter().flat_map(move |(from_top, first)| {
                [true, false].map(|padded| Labels {
                    left,
                    right,
                    from_top,
                    first,
                    padded,
                })
            })
        })
    }

    /// The number of row `y` of `height` rows.
    fn number(self, y: usize, height: usize) -> String {
        let number = self.first + if self.from_top { y } else { height - 1 - y };
        let width = if self.padded { 2 } else { 1 };
        format!("{number:0width$}")
    }
}

/// See [`Diagram::parse`].
pub(super) fn parse(text: &str) -> Result<Diagram, DiagramError> {
    let mut lines = meaningful(text);
    remove_rulers(&mut lines);
    let mut headers = Vec::new();
    if let Some(columns) = lines.first().and_then(|line| named_columns(&line.text)) {
        headers.push((columns, lines.remove(0)));
    }
    if let Some(columns) = lines.last().and_then(|line| named_columns(&line.text)) {
        headers.extend(lines.pop().map(|line| (columns, line)));
    }
    remove_rulers(&mut lines);
    let rows = read_rows(&lines)?;
    let size = common_size(&lines, &rows)?;
    let expected = usize::from(size.width());
    for (found, line) in headers {
        if found != expected {
            return Err(error_in(&line, DiagramProblem::Header { found, expected }));
        }
    }
    let zero_is_empty = zero_is_empty(&rows);
    let mut diagram = Diagram::new(size);
    for (y, row) in (0..).zip(&rows) {
        for (x, symbol) in (0..).zip(row) {
            if let Some(cell) = cell(*symbol, zero_is_empty) {
                diagram.set(Point::new(x, y), cell);
            }
        }
    }
    Ok(diagram)
}

/// The number of columns that a line of column names has; `None` if the line is not one.
///
/// Column names are letters from `a`, with or without i, or numbers from 0 or 1. Numbers
/// of two digits may be reduced to their last digit (`9 0 1`).
fn named_columns(text: &str) -> Option<usize> {
    let mut names: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    if names.len() == 1 {
        names = names[0].chars().map(String::from).collect();
    }
    if names.len() < usize::from(BoardSize::MIN) || names.len() > usize::from(BoardSize::MAX) {
        return None;
    }
    let without_i = |k: u8| column_name(k + u8::from(k >= b'i' - b'a'));
    let digits = |k: u8, first: u8| [(k + first).to_string(), ((k + first) % 10).to_string()];
    let all = |fits: &dyn Fn(u8, &String) -> bool| (0..).zip(&names).all(|(k, n)| fits(k, n));
    (all(&|k, name| *name == column_name(k))
        || all(&|k, name| *name == without_i(k))
        || all(&|k, name| digits(k, 0).contains(name))
        || all(&|k, name| digits(k, 1).contains(name)))
    .then_some(names.len())
}

/// The points of every row, read with the style of labels that gives the fewest errors.
fn read_rows(lines: &[Line]) -> Result<Vec<Vec<char>>, DiagramError> {
    let mut fewest = usize::MAX;
    let mut best = Ok(Vec::new());
    for labels in Labels::all() {
        let read = |(y, line)| read_row(line, labels, &labels.number(y, lines.len()));
        let rows: Vec<_> = lines.iter().enumerate().map(read).collect();
        let faults = rows.iter().filter(|row| row.is_err()).count();
        if faults < fewest {
            fewest = faults;
            best = rows.into_iter().collect();
        }
    }
    best
}

/// The points of one row. `number` is its row number, expected where `labels` says.
fn read_row(line: &Line, labels: Labels, number: &str) -> Result<Vec<char>, DiagramError> {
    let missing = || error_in(line, DiagramProblem::Label(number.to_string()));
    let mut text = line.text.as_str();
    if labels.left {
        text = text.strip_prefix(number).ok_or_else(missing)?;
    }
    if labels.right {
        text = text.strip_suffix(number).ok_or_else(missing)?;
    }
    let points: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    match points.iter().find(|c| cell(**c, false).is_none()) {
        Some(foreign) => Err(error_in(line, DiagramProblem::Foreign(*foreign))),
        None => Ok(points),
    }
}

/// The size of the board. All rows must have the most frequent length.
fn common_size(lines: &[Line], rows: &[Vec<char>]) -> Result<BoardSize, DiagramError> {
    let whole = |problem| DiagramError {
        line: None,
        problem,
    };
    let alike = |width: usize| rows.iter().filter(|row| row.len() == width).count();
    let width = rows
        .iter()
        .map(Vec::len)
        .max_by_key(|width| alike(*width))
        .ok_or(whole(DiagramProblem::NoRows))?;
    for (line, row) in lines.iter().zip(rows) {
        if row.len() != width {
            return Err(error_in(
                line,
                DiagramProblem::Width {
                    found: row.len(),
                    expected: width,
                },
            ));
        }
    }
    let height = rows.len();
    BoardSize::new(
        i64::try_from(width).unwrap_or(i64::MAX),
        i64::try_from(height).unwrap_or(i64::MAX),
    )
    .ok_or(whole(DiagramProblem::Size { width, height }))
}

/// True if `0` means an empty point.
///
/// Boards written in digits mark empty points with `0` or with a dot. If there are dots,
/// `0` is a white stone.
fn zero_is_empty(rows: &[Vec<char>]) -> bool {
    !rows.iter().flatten().any(|c| is_empty_mark(*c))
}

/// True if the character always means an empty point.
fn is_empty_mark(symbol: char) -> bool {
    EMPTY.contains(symbol) || is_junction(symbol)
}

/// The content that a character stands for; `None` if it is not a point.
fn cell(symbol: char, zero_is_empty: bool) -> Option<Cell> {
    match symbol {
        ZERO if zero_is_empty => Some(Cell::Empty),
        BLOCKED => Some(Cell::Blocked),
        c if is_empty_mark(c) => Some(Cell::Empty),
        c if BLACK.contains(c) => Some(Cell::Stone(Color::Black)),
        c if WHITE.contains(c) => Some(Cell::Stone(Color::White)),
        _ => None,
    }
}
