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
use super::Diagram;
use super::legend::{Legend, is_point};
use super::lines::{Line, meaningful, remove_rulers};
use crate::board::work::count_work;
use crate::types::BoardSize;

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

/// See [`Diagram::parse_with_note`].
pub(super) fn parse(text: &str) -> Result<(Diagram, Option<String>), DiagramError> {
    let found = meaningful(text);
    let mut lines = found.first;
    remove_rulers(&mut lines);
    let mut headers = Vec::new();
    if let Some(columns) = lines.first().and_then(|line| named_columns(&line.text)) {
        headers.push((columns, lines.remove(0)));
    }
    if let Some(columns) = lines.last().and_then(|line| named_columns(&line.text)) {
        headers.extend(lines.pop().map(|line| (columns, line)));
    }
    remove_rulers(&mut lines);
    if let [line] = &lines[..]
        && let Some(rows) = rows_in_line(line)
    {
        lines = rows;
    }
    let rows = read_rows(&lines)?;
    let size = common_size(&lines, &rows, found.more)?;
    let expected = usize::from(size.width());
    for (found, line) in headers {
        if found != expected {
            return Err(error_in(&line, DiagramProblem::Header { found, expected }));
        }
    }
    let points = rows.iter().flatten().copied();
    let legend = Legend::of(points.clone());
    let legend = legend.map_err(|foreign| foreign_in(&lines, foreign))?;
    let mut diagram = Diagram::new(size);
    for (point, symbol) in size.points().zip(points) {
        let cell = legend.cell(symbol);
        diagram.set(point, cell.ok_or_else(|| foreign_in(&lines, symbol))?);
    }
    Ok((diagram, legend.note()))
}

/// The error for a character in one of the lines.
fn foreign_in(lines: &[Line], foreign: char) -> DiagramError {
    DiagramError {
        line: lines
            .iter()
            .find(|line| line.text.contains(foreign))
            .map(|line| line.number),
        problem: DiagramProblem::Foreign(foreign),
    }
}

/// The rows of a board in one line: words of one length, or all points of a square board.
fn rows_in_line(line: &Line) -> Option<Vec<Line>> {
    let (shortest, longest) = (usize::from(BoardSize::MIN), usize::from(BoardSize::MAX));
    let is_side = |length: usize| (shortest..=longest).contains(&length);
    let words: Vec<&str> = line
        .text
        .split_whitespace()
        .take(longest * longest)
        .collect();
    let lengths: Vec<usize> = words.iter().map(|word| word.chars().count()).collect();
    let row = |text: String| Line {
        number: line.number,
        text,
    };
    if is_side(words.len()) && is_side(lengths[0]) && lengths.iter().all(|n| *n == lengths[0]) {
        return Some(
            words
                .into_iter()
                .map(|word| row(word.to_string()))
                .collect(),
        );
    }
    let points: Vec<char> = line.text.chars().filter(|c| !c.is_whitespace()).collect();
    let side = points.len().isqrt();
    if !is_side(side) || side * side != points.len() {
        return None;
    }
    Some(
        points
            .chunks(side)
            .map(|points| row(points.iter().collect()))
            .collect(),
    )
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

/// The points of every row, read with the style of labels that gives the fewest errors. More rows
/// than a board has are checked only without labels.
fn read_rows(lines: &[Line]) -> Result<Vec<Vec<char>>, DiagramError> {
    let mut fewest = usize::MAX;
    let mut best = Ok(Vec::new());
    let styles = if lines.len() > usize::from(BoardSize::MAX) {
        1
    } else {
        usize::MAX
    };
    for labels in Labels::all().take(styles) {
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
    count_work(line.text.len());
    let mut text = line.text.as_str();
    if labels.left {
        text = text.strip_prefix(number).ok_or_else(missing)?;
    }
    if labels.right {
        text = text.strip_suffix(number).ok_or_else(missing)?;
    }
    let points: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    match points.iter().find(|c| !is_point(**c)) {
        Some(foreign) => Err(error_in(line, DiagramProblem::Foreign(*foreign))),
        None => Ok(points),
    }
}

/// The size of the board. All rows must have the most frequent length. `more` rows follow.
fn common_size(lines: &[Line], rows: &[Vec<char>], more: usize) -> Result<BoardSize, DiagramError> {
    let whole = |problem| DiagramError {
        line: None,
        problem,
    };
    let first = rows.first().ok_or(whole(DiagramProblem::NoRows))?;
    let height = rows.len() + more;
    if height > usize::from(BoardSize::MAX) {
        let width = first.len();
        return Err(whole(DiagramProblem::Size { width, height }));
    }
    let alike = |width: usize| {
        count_work(rows.len());
        rows.iter().filter(|row| row.len() == width).count()
    };
    let widths = rows.iter().map(Vec::len);
    let width = widths.max_by_key(|width| alike(*width)).unwrap_or(0);
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
    BoardSize::new(
        i64::try_from(width).unwrap_or(i64::MAX),
        i64::try_from(height).unwrap_or(i64::MAX),
    )
    .ok_or(whole(DiagramProblem::Size { width, height }))
}
