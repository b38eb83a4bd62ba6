//! The terminal: its width and colours, boards and text on it, lines that are redrawn, and keys
//! that stop a search. The settings of the terminal are never changed.
//!
//! - this file: what an output supports, boards and fields;
//! - `size`: its width; `layout`: lines that fit a width;
//! - `live`: lines that are redrawn in place; `keys`: keys that stop a search.

pub mod keys;
pub mod layout;
pub mod live;
mod size;

use std::collections::HashSet;
use std::io::{self, IsTerminal};

use crate::board::diagram::Diagram;
use crate::cli::term::layout::{columns, field_lines, hanging, wrapped};
use crate::types::Point;

/// The width of text in columns if the width of the terminal is unknown.
const WIDTH: usize = 80;
/// The smallest width to which text is broken.
const MIN_WIDTH: usize = 20;

/// Ends all of the following styles.
const RESET: &str = "\x1b[0m";
/// Black stones, in red.
const BLACK: &str = "\x1b[1;31m";
/// White stones, in cyan.
const WHITE: &str = "\x1b[1;36m";
/// Everything else on the board.
const FAINT: &str = "\x1b[2m";
/// Points that are forbidden, in yellow.
const FORBIDDEN_STYLE: &str = "\x1b[1;33m";
/// The symbol of a forbidden point.
const FORBIDDEN: char = '+';
/// The stones of a winning row.
const REVERSE: &str = "\x1b[7m";
/// The best move.
const GREEN: &str = "\x1b[1;32m";

/// Where text is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    #[default]
    Output,
    /// Standard error.
    Error,
}

/// What an output supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// The output.
    pub stream: Stream,
    /// Lines can be overwritten.
    pub live: bool,
    /// Colours are shown.
    pub colour: bool,
}

impl Terminal {
    /// The capabilities of standard output.
    pub fn of_stdout() -> Terminal {
        Terminal::of(Stream::Output, io::stdout().is_terminal())
    }

    /// The capabilities of standard error.
    pub fn of_stderr() -> Terminal {
        Terminal::of(Stream::Error, io::stderr().is_terminal())
    }

    /// The capabilities of an output. A terminal shows colours unless `NO_COLOR` is set and not
    /// empty. A terminal named `dumb` gets plain text, like a pipe.
    // CITE: no-color.org.
    fn of(stream: Stream, is_terminal: bool) -> Terminal {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").is_none_or(|term| term == "dumb");
        // Windows terminals do not set TERM.
        let live = is_terminal && (!dumb || cfg!(windows));
        Terminal {
            stream,
            live,
            colour: live && set("NO_COLOR").is_none(),
        }
    }

    /// The width of text in columns: `COLUMNS` if it is set, else the width of the terminal, or
    /// 80 if that is unknown; at least `MIN_WIDTH`.
    pub fn width(self) -> usize {
        let set = std::env::var("COLUMNS").ok();
        let set = set.and_then(|columns| columns.parse().ok());
        let columns = set.or_else(|| self.live.then(|| size::columns(self.stream)).flatten());
        columns.unwrap_or(WIDTH).max(MIN_WIDTH)
    }

    /// The text with long lines broken between words to fit the terminal. Text for other outputs is
    /// not changed.
    pub fn fitted(self, text: &str) -> String {
        if self.live {
            fitted(text, self.width())
        } else {
            text.to_string()
        }
    }

    /// A line `name: value` of a result, continued below the value if it is wider than the
    /// terminal. On other outputs each field is one line.
    pub fn field(self, name: &str, value: &str) -> String {
        self.fields(&[(name, value.to_string())])
    }

    /// Like [`Terminal::field`], for several names and values.
    pub fn fields(self, rows: &[(&str, String)]) -> String {
        let width = self.text_width();
        let lines = rows.iter();
        let lines = lines.map(|(name, value)| field_lines(name, value, width));
        lines.collect()
    }

    /// The lines; those wider than the terminal are broken between words, with continuation
    /// lines indented by `indent` characters.
    pub fn hanging(self, lines: &[String], indent: usize) -> String {
        let width = self.text_width();
        let lines = lines.iter();
        lines.map(|line| hanging(line, indent, width)).collect()
    }

    /// The width at which results are broken: the width of the terminal, or no limit on other
    /// outputs.
    pub fn text_width(self) -> usize {
        if self.live { self.width() } else { usize::MAX }
    }

    /// Draws a board like [`Terminal::draw`], with a `+` on each point of `forbidden` and
    /// without a row. The parser reads `+` as an empty point.
    pub fn draw_with_fouls(
        self,
        diagram: &Diagram,
        best: Option<Point>,
        last: Option<Point>,
        forbidden: &[Point],
    ) -> String {
        diagram.draw_styled(best, last, |point, symbol| match symbol {
            '.' if forbidden.contains(&point) => self.styled(FORBIDDEN_STYLE, FORBIDDEN),
            _ => self.styled(style(symbol), symbol),
        })
    }

    /// The explanation of the symbols on a drawn board, with a blank line after it.
    pub fn legend(self, best: Option<Point>, last: Option<Point>, forbidden: &[Point]) -> String {
        let width = self.width();
        let symbols = [
            (true, "x black"),
            (true, "o white"),
            (!forbidden.is_empty(), "+ forbidden"),
            (best.is_some(), "* best move"),
            (last.is_some(), "[ ] last stone"),
        ];
        let mut text = String::new();
        let mut column = 0;
        for (_, symbol) in symbols.into_iter().filter(|(is_shown, _)| *is_shown) {
            let separator = match column {
                0 => "",
                // A comma follows unless this is the last symbol.
                _ if column + 3 + symbol.len() > width => ",\n",
                _ => ", ",
            };
            column = match separator {
                ",\n" => symbol.len(),
                _ => column + separator.len() + symbol.len(),
            };
            text.push_str(separator);
            text.push_str(symbol);
        }
        text.push_str("\n\n");
        text
    }

    /// A symbol in a style, if colours are shown.
    fn styled(self, style: &str, symbol: char) -> String {
        if self.colour {
            format!("{style}{symbol}{RESET}")
        } else {
            symbol.to_string()
        }
    }

    /// Draws a board, in colour if supported, with the points of `row` highlighted.
    pub fn draw(
        self,
        diagram: &Diagram,
        best: Option<Point>,
        last: Option<Point>,
        row: &[Point],
    ) -> String {
        let row: HashSet<Point> = row.iter().copied().collect();
        diagram.draw_styled(best, last, |point, symbol| {
            let reverse = if row.contains(&point) { REVERSE } else { "" };
            self.styled(&format!("{}{reverse}", style(symbol)), symbol)
        })
    }
}

/// The text with lines of at most `width` columns. Continuation lines are indented like the
/// line that they continue.
fn fitted(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        if columns(line) <= width {
            lines.push(line.to_string());
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let parts = wrapped(line, width.saturating_sub(indent.len()));
        lines.extend(parts.iter().map(|part| format!("{indent}{part}")));
    }
    lines.join("\n")
}

/// The style of a symbol on a drawn board.
fn style(symbol: char) -> &'static str {
    match symbol {
        'x' => BLACK,
        'o' => WHITE,
        '*' => GREEN,
        _ => FAINT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram::Cell;
    use crate::types::{BoardSize, Color};

    #[test]
    fn only_long_lines_are_broken() {
        let text = "one two three\n  a   b\n  four five six\n";
        let narrow = "one two\nthree\n  a   b\n  four\n  five six\n";
        assert_eq!(fitted(text, 10), narrow);
        assert_eq!(fitted(text, 40), text);
        assert_eq!(Terminal::default().fitted(text), text);
    }

    #[test]
    fn colours_leave_the_text_unchanged() {
        let mut diagram = Diagram::new(BoardSize::square(9).unwrap());
        diagram.set(Point::new(4, 4), Cell::Stone(Color::Black));
        diagram.set(Point::new(5, 4), Cell::Stone(Color::White));
        let (best, last) = (Some(Point::new(0, 0)), Some(Point::new(5, 4)));
        let plain = Terminal::default().draw(&diagram, best, last, &[]);
        assert_eq!(plain, diagram.draw(best, last));
        let colour = Terminal {
            live: true,
            colour: true,
            ..Terminal::default()
        };
        let painted = colour.draw(&diagram, best, last, &[Point::new(4, 4)]);
        assert!(painted.contains("\x1b[1;31m\x1b[7mx\x1b[0m"));
        let mut bare = painted;
        for code in [RESET, BLACK, WHITE, FAINT, REVERSE, GREEN] {
            bare = bare.replace(code, "");
        }
        assert_eq!(bare, plain);
    }
}
