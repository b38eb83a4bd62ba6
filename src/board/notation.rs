//! Names of points, and lists of moves.
//!
//! In the usual notation columns are letters from the left, `a` to `z` including `i`,
//! then `aa` to `ae`; rows are numbers, 1 at the bottom. `h8` is the centre of a 15x15
//! board. The protocol writes `7,7` instead: column and row counted from 0, row 0 at the
//! top.
//!
//! ```
//! use goshawk::board::notation::{line_names, parse_moves};
//! use goshawk::types::{BoardSize, Point};
//!
//! let size = BoardSize::square(15).unwrap();
//! let moves = parse_moves("h8 i9 7,8", size).unwrap();
//! assert_eq!(moves[1], Point::new(8, 6));
//! assert_eq!(line_names(&moves, size), "h8 i9 h7");
//! let error = parse_moves("h8 z9", size).unwrap_err();
//! assert_eq!(error.to_string(), "move 2 `z9` (line 1, character 4): not on the 15x15 board");
//! ```

use std::fmt;

use crate::types::{BoardSize, Point};

/// Letters of the alphabet.
const LETTERS: u32 = 26;
/// The most letters of a column and digits of a row that are read. Anything longer is
/// malformed.
const LONGEST_PART: usize = 4;

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

/// The name of a point in contest notation, such as `H9`: the column is a capital letter,
/// and rows are counted from the top.
pub fn contest_name(point: Point) -> String {
    format!("{}{}", column_name(point.x).to_uppercase(), point.y + 1)
}

/// The number of row `y` in the usual notation.
pub fn row_number(y: u8, size: BoardSize) -> u8 {
    size.height() - y
}

/// The names of points, separated by blanks: `h8 i9 j10`.
pub fn line_names(points: &[Point], size: BoardSize) -> String {
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
            ..
        } = self;
        write!(
            f,
            "move {number} `{text}` (line {line}, character {column}): "
        )?;
        match self.problem {
            NotationProblem::Malformed => write!(f, "not a point such as `h8` or `7,7`"),
            NotationProblem::OffBoard(size) => {
                write!(f, "not on the {}x{} board", size.width(), size.height())
            }
            NotationProblem::Repeated => write!(f, "the point is taken already"),
            NotationProblem::Trailing => write!(f, "one point was expected"),
        }
    }
}

impl std::error::Error for NotationError {}

/// Parses one point, `h8` or `7,7`. Blanks around it are allowed.
///
/// # Errors
/// If the text is not exactly one point of the board.
pub fn parse_point(text: &str, size: BoardSize) -> Result<Point, NotationError> {
    let mut reader = Reader::new(text, size);
    match (reader.next_move()?, reader.peek_move()) {
        (Some(point), None) => Ok(point),
        (Some(_), Some(at)) => Err(reader.error(NotationProblem::Trailing, at)),
        (None, _) => Err(reader.error(NotationProblem::Malformed, 0)),
    }
}

/// Parses a list of moves: `h8 i9 j10`, `h8i9j10` or `7,7 8,8`. Moves may be separated by
/// blanks, commas, semicolons and line ends.
///
/// # Errors
/// If a move is malformed, off the board, or repeated.
pub fn parse_moves(text: &str, size: BoardSize) -> Result<Vec<Point>, NotationError> {
    let mut reader = Reader::new(text, size);
    let mut moves = Vec::new();
    while let Some(at) = reader.peek_move() {
        let Some(point) = reader.next_move()? else {
            break;
        };
        if moves.contains(&point) {
            return Err(reader.error(NotationProblem::Repeated, at));
        }
        moves.push(point);
    }
    Ok(moves)
}

/// True if the text begins like a list of moves and not like a diagram.
pub fn looks_like_moves(text: &str) -> bool {
    let text = text.trim_start();
    let word = |of: fn(&char) -> bool, text: &str| text.chars().take_while(of).count();
    let letters = word(char::is_ascii_alphabetic, text);
    if letters > 0 {
        return letters <= 2 && text[letters..].starts_with(|c: char| c.is_ascii_digit());
    }
    let digits = word(char::is_ascii_digit, text);
    digits > 0 && text[digits..].trim_start().starts_with(',')
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
}

impl<'a> Reader<'a> {
    /// A parser at the beginning of a text.
    fn new(text: &'a str, size: BoardSize) -> Reader<'a> {
        Reader {
            text,
            size,
            at: 0,
            number: 0,
        }
    }

    /// Skips separators; the offset of the next move, or `None` at the end.
    fn peek_move(&mut self) -> Option<usize> {
        self.skip(|c| c.is_whitespace() || c == ',' || c == ';');
        (self.at < self.text.len()).then_some(self.at)
    }

    /// Parses the next move; `None` at the end of the text.
    fn next_move(&mut self) -> Result<Option<Point>, NotationError> {
        let Some(start) = self.peek_move() else {
            return Ok(None);
        };
        self.number += 1;
        let read = if self.text[start..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.letter_form()
        } else {
            self.number_form()
        };
        match read {
            Some((x, y)) => self
                .on_board(x, y)
                .ok_or_else(|| self.error(NotationProblem::OffBoard(self.size), start))
                .map(Some),
            None => Err(self.error(NotationProblem::Malformed, start)),
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

    /// Parses `7,7` into column and row. Blanks around the comma are allowed.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn board(width: i64, height: i64) -> BoardSize {
        BoardSize::new(width, height).unwrap()
    }

    fn error(text: &str) -> String {
        parse_moves(text, board(15, 15)).unwrap_err().to_string()
    }

    #[test]
    fn columns_include_i_and_rows_start_at_the_bottom() {
        let size = board(15, 15);
        assert_eq!(point_name(Point::new(7, 7), size), "h8");
        assert_eq!(point_name(Point::new(8, 0), size), "i15");
        assert_eq!(point_name(Point::new(0, 14), size), "a1");
        assert_eq!(point_name(Point::new(30, 0), board(31, 5)), "ae5");
        assert_eq!(contest_name(Point::new(7, 8)), "H9");
        assert_eq!(contest_name(Point::new(18, 18)), "S19");
    }

    #[test]
    fn lists_of_moves_are_parsed_in_all_forms() {
        let size = board(15, 15);
        let moves = vec![Point::new(7, 7), Point::new(8, 6), Point::new(9, 5)];
        for text in [
            "h8 i9 j10",
            "h8i9j10",
            "H8,I9;J10\n",
            "7,7 8,6 9,5",
            " 7, 7\r\n8 ,6\n 9,5 ",
            "7,7,8,6,9,5",
            "h8 8,6 J10",
        ] {
            assert_eq!(parse_moves(text, size), Ok(moves.clone()), "{text:?}");
        }
        assert_eq!(parse_moves(" \n", size), Ok(vec![]));
        assert_eq!(line_names(&moves, size), "h8 i9 j10");
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(
            error("h8 i9 j99"),
            "move 3 `j99` (line 1, character 7): not on the 15x15 board"
        );
        assert_eq!(
            error("h8\ni9 h8"),
            "move 3 `h8` (line 2, character 4): the point is taken already"
        );
        for text in [
            "h",
            "8",
            "7,",
            "?",
            "h 8",
            "é8",
            "7;7",
            "abcdefgh1",
            "h99999",
        ] {
            let what = error(text);
            assert!(what.contains("not a point"), "{text}: {what}");
        }
        assert!(error("a0").contains("not on the"), "rows start at 1");
        assert!(error("15,0").contains("not on the"));
        let size = board(15, 15);
        assert!(parse_point("h8 i9", size).is_err() && parse_point("", size).is_err());
    }

    #[test]
    fn lists_of_moves_differ_from_diagrams() {
        for moves in ["h8", "h8i9", " H10 ", "7,7", "7 ,7", "aa3"] {
            assert!(looks_like_moves(moves), "{moves}");
        }
        for other in [
            "", ". . .", "xo...", "15 . . x", "a b c", "1", "black", ".....",
        ] {
            assert!(!looks_like_moves(other), "{other}");
        }
    }

    proptest! {
        #[test]
        fn names_parse_back(w in 5i64..=31, h in 5i64..=31, x in 0u8..31, y in 0u8..31, upper: bool) {
            let size = board(w, h);
            let point = Point::new(x % size.width(), y % size.height());
            let name = point_name(point, size);
            let name = if upper { name.to_uppercase() } else { name };
            prop_assert_eq!(parse_point(&name, size), Ok(point));
            let protocol = format!("{},{}", point.x, point.y);
            prop_assert_eq!(parse_point(&protocol, size), Ok(point));
        }

        #[test]
        fn any_text_is_parsed_or_rejected(text in "[a-j0-9, ;\\n.é-]{0,30}") {
            let _ = parse_moves(&text, board(15, 15));
        }
    }
}
