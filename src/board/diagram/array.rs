//! Reads boards that programs print as nested lists: JSON, Python, numpy, C.

use std::iter::Peekable;
use std::str::Chars;

use crate::board::work::count_work;
use crate::types::BoardSize;

/// Opens a list.
const OPEN: [char; 3] = ['[', '(', '{'];
/// Closes a list.
const CLOSE: [char; 3] = [']', ')', '}'];
/// Starts and ends a string.
const QUOTES: [char; 2] = ['"', '\''];
/// Starts a comment.
const COMMENT: char = '#';
/// The minimum length of a string that is a row rather than a point.
const SHORTEST_ROW: usize = BoardSize::MIN as usize;

/// The rows of a board in a list, each with its line, counted from 1. `None` if the text is
/// not a list of lists, of strings, or of all points of a square board, or if it has more of them
/// than a board.
pub(super) fn rows(text: &str) -> Option<Vec<(usize, String)>> {
    let start = list_start(text)?;
    let mut reader = Reader {
        chars: text[start..].chars().peekable(),
        line: text[..start].matches('\n').count() + 1,
        rows: Vec::new(),
        row: Vec::new(),
    };
    reader.read()?;
    let mut rows = reader.rows;
    if let [(number, points)] = &rows[..] {
        let side = points.len().isqrt();
        if side < SHORTEST_ROW || side * side != points.len() {
            return None;
        }
        rows = points
            .chunks(side)
            .map(|row| (*number, row.to_vec()))
            .collect();
    }
    let joined = |(number, points): (usize, Vec<String>)| (number, points.join(" "));
    Some(rows.into_iter().map(joined).collect())
}

/// The byte offset of the first bracket of a list. Only comments and a name may precede it,
/// such as `board =` or `{"board":`.
fn list_start(text: &str) -> Option<usize> {
    let mut rest = text.trim_start();
    while rest.starts_with(COMMENT) {
        rest = rest.split_once('\n')?.1.trim_start();
    }
    let text_start = text.len() - rest.len();
    let line = text[text_start..].lines().next()?;
    let named = line.find(['=', ':']).map_or(text_start, |at| {
        // A name stands before the list, not inside it.
        text_start + at + 1
    });
    let start = named + text[named..].find(OPEN)?;
    let before = &text[named..start];
    if !before
        .chars()
        .all(|c| c.is_alphanumeric() || " \n\r\t._".contains(c))
    {
        return None;
    }
    let after = text[start + 1..].trim_start();
    let numbers_only = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",-".contains(c);
    let is_flat = || {
        let end = text.trim_end().trim_end_matches(';');
        end.ends_with(CLOSE) && text[start + 1..end.len() - 1].chars().all(numbers_only)
    };
    (after.starts_with(OPEN) || after.starts_with(QUOTES) || is_flat()).then_some(start)
}

/// Reads a list up to its last bracket.
struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    /// The current line of the text.
    line: usize,
    /// The rows read so far, each with its line.
    rows: Vec<(usize, Vec<String>)>,
    /// The points of the current row.
    row: Vec<String>,
}

impl Reader<'_> {
    /// Reads all rows; `None` if there are more than a board has.
    fn read(&mut self) -> Option<()> {
        let longest = usize::from(BoardSize::MAX);
        let mut depth = 0usize;
        while let Some(c) = self.chars.next() {
            count_work(1);
            if self.rows.len() > longest || self.row.len() > longest * longest {
                return None;
            }
            if OPEN.contains(&c) {
                depth += 1;
                self.end_row();
            } else if CLOSE.contains(&c) {
                self.end_row();
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            } else if QUOTES.contains(&c) {
                self.string(c);
            } else if c == COMMENT {
                while self.chars.next_if(|c| *c != '\n').is_some() {}
            } else if c == '\n' {
                self.line += 1;
            } else if !c.is_whitespace() && c != ',' && c != ';' {
                self.word(c);
            }
        }
        self.end_row();
        Some(())
    }

    /// Ends the current row.
    fn end_row(&mut self) {
        if !self.row.is_empty() {
            self.rows.push((self.line, std::mem::take(&mut self.row)));
        }
    }

    /// Reads a string after its quotation mark: a point, or a whole row.
    fn string(&mut self, quote: char) {
        let mut text = String::new();
        while let Some(c) = self.chars.next_if(|c| *c != quote && *c != '\n') {
            text.push(c);
        }
        self.chars.next_if_eq(&quote);
        let length = text.chars().count();
        match text.trim().to_lowercase().as_str() {
            "black" => self.row.push("x".to_string()),
            "white" => self.row.push("o".to_string()),
            "empty" | "none" => self.row.push(".".to_string()),
            "" if length < SHORTEST_ROW => self.row.push(".".to_string()),
            _ if length < SHORTEST_ROW => self.row.push(text),
            _ => {
                self.end_row();
                let has_separators = text.contains(['.', ',', '-', '+', '_']);
                let points = if has_separators {
                    text.replace(',', " ")
                } else {
                    text.replace(' ', ".")
                };
                self.rows.push((self.line, vec![points]));
            }
        }
    }

    /// Reads a number or word that begins with `first`.
    fn word(&mut self, first: char) {
        let mut text = String::from(first);
        let ends = |c: char| {
            c.is_whitespace()
                || ",;#".contains(c)
                || OPEN.contains(&c)
                || CLOSE.contains(&c)
                || QUOTES.contains(&c)
        };
        while let Some(c) = self.chars.next_if(|c| !ends(*c)) {
            text.push(c);
        }
        self.row.push(match text.as_str() {
            "null" | "None" | "nil" | "undefined" => ".".to_string(),
            // Numbers with a decimal point.
            _ if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                let whole = text.strip_suffix(".0").or(text.strip_suffix('.'));
                whole.unwrap_or(&text).to_string()
            }
            _ => text,
        });
    }
}
