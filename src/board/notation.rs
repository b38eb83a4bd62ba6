//! Names of points, and lists of moves.
//!
//! In the usual notation columns are letters from the left, `a` to `z` including `i`,
//! then `aa` to `ae`; rows are numbers, 1 at the bottom. `h8` is the centre of a 15x15
//! board. The protocol writes `7,7` instead: column and row counted from 0, row 0 at the
//! top. A pass is written `pass`.
//!
//! ```
//! use goshawk::board::notation::{point_names, parse_moves};
//! use goshawk::types::{BoardSize, Point};
//!
//! let size = BoardSize::square(15).unwrap();
//! let moves = parse_moves("h8 i9 7,8", size).unwrap();
//! assert_eq!(moves[1], Point::new(8, 6));
//! assert_eq!(point_names(&moves, size), "h8 i9 h7");
//! let error = parse_moves("h8 z9", size).unwrap_err();
//! assert_eq!(error.to_string(), "move 2 `z9` (line 1, character 4): not on the 15x15 board");
//! ```

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fmt;

use super::work::count_work;
use crate::types::{BoardSize, Point};

/// Letters of the alphabet.
const LETTERS: u32 = 26;
/// The maximum number of letters in a column name and of digits in a number. Anything
/// longer is malformed.
const LONGEST_PART: usize = 4;
const PASS: &str = "pass";
/// Characters that end the number of a move.
const LABEL_ENDS: [char; 3] = ['.', ')', ':'];

/// The name of a column: `a` … `z`, `aa` … `ae`.
pub fn column_name(x: u8) -> String {
    let letter = |n: u32| char::from(b'a' + n as u8);
    let x = u32::from(x);
    match x / LETTERS {
        0 => letter(x).to_string(),
        n => format!("{}{}", letter(n - 1), letter(x % LETTERS)),
    }
}

/// The name of a point, such as `h8`.
pub fn point_name(point: Point, size: BoardSize) -> String {
    format!("{}{}", column_name(point.x), row_number(point.y, size))
}

/// The name of a point in contest notation, such as `H, 9`: the column is a capital letter,
/// and rows are counted from the top.
pub fn contest_name(point: Point) -> String {
    format!("{}, {}", column_name(point.x).to_uppercase(), point.y + 1)
}

/// The number of row `y` in the usual notation.
pub fn row_number(y: u8, size: BoardSize) -> u8 {
    size.height() - y
}

/// The names of points, separated by spaces: `h8 i9 j10`.
pub fn point_names(points: &[Point], size: BoardSize) -> String {
    let names: Vec<_> = points.iter().map(|p| point_name(*p, size)).collect();
    names.join(" ")
}

/// The reason why a text is not a point or a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationProblem {
    /// Neither `h8` nor `7,7`.
    Malformed,
    /// Well-formed, but outside the board of this size.
    OffBoard(BoardSize),
    /// The point occurs earlier in the list.
    Repeated,
    /// There is text after the point.
    Trailing,
    /// The number before the move is not its number in the list.
    Number,
}

impl fmt::Display for NotationProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationProblem::Malformed => write!(f, "not a point such as `h8` or `7,7`"),
            NotationProblem::OffBoard(size) => {
                write!(f, "not on the {}x{} board", size.width(), size.height())
            }
            NotationProblem::Repeated => write!(f, "the point is already taken"),
            NotationProblem::Trailing => write!(f, "one point was expected"),
            NotationProblem::Number => write!(f, "the number does not continue the list"),
        }
    }
}

/// An error in a point or a list of moves, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The kind of error.
    pub problem: NotationProblem,
    /// The number of the move in the list, counted from 1.
    pub number: usize,
    /// The word at that place.
    pub text: String,
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotationError {
            number,
            text,
            line,
            column,
            problem,
        } = self;
        write!(
            f,
            "move {number} `{text}` (line {line}, character {column}): {problem}"
        )
    }
}

impl std::error::Error for NotationError {}

/// Parses one point, `h8` or `7,7`. What [`parse_moves`] allows around a move is allowed
/// here too.
///
/// # Errors
/// If the text is not exactly one point of the board.
pub fn parse_point(text: &str, size: BoardSize) -> Result<Point, NotationError> {
    let mut reader = Reader::new(text, size);
    match (reader.next_turn()?, reader.peek_move()) {
        (Some(Some(point)), None) => Ok(point),
        (Some(Some(_)), Some(at)) => Err(reader.error(NotationProblem::Trailing, at)),
        (Some(None) | None, _) => Err(reader.error(NotationProblem::Malformed, 0)),
    }
}

/// Parses a list of moves: `h8 i9 j10`, `h8i9j10` or `7,7 8,8`. Moves may be separated by
/// whitespace, commas and semicolons, and enclosed in brackets or quotation marks. They may
/// be numbered individually (`1. h8 2. i9`) or in pairs (`1. h8 i9 2. j10`).
///
/// # Errors
/// If a move is malformed, off the board, or repeated, or if its number is wrong.
pub fn parse_moves(text: &str, size: BoardSize) -> Result<Vec<Point>, NotationError> {
    let mut reader = Reader::new(text, size);
    let mut moves = Vec::new();
    reader.all(|turn| {
        moves.push(turn.point.ok_or(NotationProblem::Malformed)?);
        Ok(())
    })?;
    Ok(moves)
}

/// A move or pass of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The point; `None` for a pass.
    pub point: Option<Point>,
    /// Where it ends in the text: a byte offset.
    pub end: usize,
    /// Its number, or that of a pair of moves, stands before it.
    pub is_numbered: bool,
}

/// Parses a list of moves and passes. Otherwise like [`parse_moves`].
///
/// # Errors
/// Like [`parse_moves`].
pub fn parse_turns(text: &str, size: BoardSize) -> Result<Vec<Turn>, NotationError> {
    let mut reader = Reader::new(text, size);
    let mut turns = Vec::new();
    reader.all(|turn| {
        turns.push(turn);
        Ok(())
    })?;
    Ok(turns)
}

/// True if the text begins like a list of moves and not like a diagram.
pub fn looks_like_moves(text: &str) -> bool {
    let text = text.trim_start_matches(is_separator);
    let (label, text) = split_label(text);
    let word = |of: fn(&char) -> bool| text.chars().take_while(of).count();
    let letters = word(char::is_ascii_alphabetic);
    if letters > 0 {
        let is_pass = text[..letters].eq_ignore_ascii_case(PASS);
        return is_pass
            || letters <= 2 && text[letters..].starts_with(|c: char| c.is_ascii_digit());
    }
    let digits = word(char::is_ascii_digit);
    let is_pair = digits > 0 && text[digits..].trim_start().starts_with(',');
    is_pair && (label.is_empty() || label.ends_with(LABEL_ENDS))
}

/// True for what may stand between two moves.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || ",;()[]{}\"'".contains(c)
}

/// Splits the number before a move from the rest: `12. ` or, if a letter follows, `12 `.
/// The number may be empty.
fn split_label(text: &str) -> (&str, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let marks = rest.trim_start_matches(LABEL_ENDS);
    let after = marks.trim_start();
    count_work(text.len() - after.len());
    let has_number = rest.len() < text.len();
    let has_end = marks.len() < rest.len() && !after.is_empty();
    let has_gap = after.len() < rest.len() && after.starts_with(|c: char| c.is_ascii_alphabetic());
    if has_number && (has_end || has_gap) {
        (text[..text.len() - after.len()].trim_end(), after)
    } else {
        ("", text)
    }
}

/// A parser of lists of moves.
struct Reader<'a> {
    /// The whole text.
    text: &'a str,
    /// The board that the moves must be on.
    size: BoardSize,
    /// The byte offset of the unread rest.
    at: usize,
    /// The number of moves begun so far.
    number: usize,
    /// The last of them has its number before it.
    is_numbered: bool,
}

impl<'a> Reader<'a> {
    /// A parser at the beginning of a text.
    fn new(text: &'a str, size: BoardSize) -> Reader<'a> {
        Reader {
            text,
            size,
            at: 0,
            number: 0,
            is_numbered: false,
        }
    }

    /// Skips separators; the offset of the next move, or `None` at the end.
    fn peek_move(&mut self) -> Option<usize> {
        self.skip(is_separator);
        (self.at < self.text.len()).then_some(self.at)
    }

    /// Calls `add` for all moves and passes. What it returns is wrong with the move.
    fn all(
        &mut self,
        mut add: impl FnMut(Turn) -> Result<(), NotationProblem>,
    ) -> Result<(), NotationError> {
        let mut seen = HashSet::new();
        while let Some(at) = self.peek_move() {
            let Some(point) = self.next_turn()? else {
                break;
            };
            let is_new = point.is_none_or(|point| seen.insert(point));
            let added = if is_new {
                add(Turn {
                    point,
                    end: self.at,
                    is_numbered: self.is_numbered,
                })
            } else {
                Err(NotationProblem::Repeated)
            };
            added.map_err(|problem| self.error(problem, at))?;
        }
        Ok(())
    }

    /// Parses the next move, or a pass, which is `Some(None)`; `None` at the end of the text.
    fn next_turn(&mut self) -> Result<Option<Option<Point>>, NotationError> {
        let Some(start) = self.peek_move() else {
            return Ok(None);
        };
        self.number += 1;
        self.label(start)?;
        let start = self.at;
        if self.pass() {
            return Ok(Some(None));
        }
        let read = if self.text[start..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.letter_form()
        } else {
            self.number_form()
        };
        let (x, y) = read.ok_or_else(|| self.error(NotationProblem::Malformed, start))?;
        let off_board = || self.error(NotationProblem::OffBoard(self.size), start);
        let point = self.on_board(x, y).ok_or_else(off_board)?;
        Ok(Some(Some(point)))
    }

    /// Skips a pass, if there is one.
    fn pass(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let word = rest.find(|c: char| !c.is_ascii_alphabetic());
        let word = &rest[..word.unwrap_or(rest.len())];
        let is_pass = word.eq_ignore_ascii_case(PASS);
        self.at += if is_pass { PASS.len() } else { 0 };
        is_pass
    }

    /// Skips the number of the move, if there is one.
    fn label(&mut self, start: usize) -> Result<(), NotationError> {
        let (label, rest) = split_label(&self.text[start..]);
        self.is_numbered = !label.is_empty();
        if label.is_empty() {
            return Ok(());
        }
        self.at = self.text.len() - rest.len();
        let before = self.number - 1;
        let found = label.trim_end_matches(LABEL_ENDS).parse();
        if found == Ok(before + 1) || found == Ok(before / 2 + 1) {
            Ok(())
        } else {
            Err(self.error(NotationProblem::Number, start))
        }
    }

    /// Parses `h8` into column and row. Both are counted from 0, row 0 at the top, and
    /// may be outside the board.
    fn letter_form(&mut self) -> Option<(i64, i64)> {
        let letters = self.skip(|c| c.is_ascii_alphabetic());
        let digits = self.skip(|c| c.is_ascii_digit());
        let column = (letters.len() <= LONGEST_PART).then(|| {
            letters.bytes().fold(0, |n, b| {
                n * i64::from(LETTERS) + i64::from(b.to_ascii_lowercase() - b'a') + 1
            })
        })?;
        Some((column - 1, i64::from(self.size.height()) - number(digits)?))
    }

    /// Parses `7,7` into column and row. Whitespace around the comma is allowed.
    fn number_form(&mut self) -> Option<(i64, i64)> {
        let x = number(self.skip(|c| c.is_ascii_digit()))?;
        self.skip(char::is_whitespace);
        if self.skip(|c| c == ',').len() != 1 {
            return None;
        }
        self.skip(char::is_whitespace);
        let y = number(self.skip(|c| c.is_ascii_digit()))?;
        Some((x, y))
    }

    /// Skips the characters that `of` accepts and returns them.
    fn skip(&mut self, of: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !of(c)).unwrap_or(rest.len());
        count_work(length + 1);
        self.at += length;
        &rest[..length]
    }

    /// The point with these coordinates; `None` if it is outside the board.
    fn on_board(&self, x: i64, y: i64) -> Option<Point> {
        let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        self.size.contains(point).then_some(point)
    }

    /// An error for the word at byte offset `start`.
    fn error(&self, problem: NotationProblem, start: usize) -> NotationError {
        let before = &self.text[..start];
        let word = self.text[start..].split_whitespace().next().unwrap_or("");
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        NotationError {
            problem,
            number: self.number.max(1),
            text: word.to_string(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

/// The value of a decimal number; `None` if there are no digits or too many.
fn number(digits: &str) -> Option<i64> {
    (digits.len() <= LONGEST_PART)
        .then(|| digits.parse().ok())
        .flatten()
}
