//! Lines on a terminal that are redrawn in place.
//!
//! Lines are cut to the width, because a line that the terminal breaks would take two rows. The
//! settings of the terminal are not changed.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::layout::cut;
use super::{Stream, Terminal};

/// The time after which the width of the terminal is read again, because windows are resized.
const WIDTH_INTERVAL: Duration = Duration::from_secs(1);

/// Lines that are redrawn in place, or nothing if the output is not a terminal.
pub struct Live {
    terminal: Terminal,
    /// Number of lines on the screen. The cursor is at the end of the last one.
    rows: usize,
    /// The width of the terminal, and when it was found.
    width: Option<(usize, Instant)>,
}

impl Live {
    /// Nothing is shown yet.
    pub fn new(terminal: Terminal) -> Live {
        Live {
            terminal,
            rows: 0,
            width: None,
        }
    }

    /// True if lines are shown.
    pub fn is_live(&self) -> bool {
        self.terminal.live
    }

    /// The width of lines: one column less than the terminal, because some terminals break a line
    /// as soon as it is full.
    pub fn width(&mut self) -> usize {
        let known = self.width.filter(|(_, at)| at.elapsed() < WIDTH_INTERVAL);
        let (width, _) = known.unwrap_or_else(|| (self.terminal.width(), Instant::now()));
        if known.is_none() {
            self.width = Some((width, Instant::now()));
        }
        width - 1
    }

    /// Draws lines in place of those on the screen. `typed` is the number of lines that the user
    /// has typed since, which have moved the cursor down.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn draw(&mut self, lines: &[String], typed: usize, out: &mut dyn Write) -> io::Result<()> {
        if !self.is_live() {
            return Ok(());
        }
        let width = self.width();
        let lines: Vec<&str> = lines.iter().map(|line| cut(line, width)).collect();
        write!(out, "{}{}", self.erasing(typed), lines.join("\n"))?;
        self.rows = lines.len();
        out.flush()
    }

    /// Removes the lines from the screen.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn clear(&mut self, typed: usize, out: &mut dyn Write) -> io::Result<()> {
        if self.rows > 0 {
            write!(out, "{}", self.erasing(typed))?;
            self.rows = 0;
            out.flush()?;
        }
        Ok(())
    }

    /// Draws on standard error. A failure is ignored, since the result is printed anyway.
    pub fn draw_on_stderr(&mut self, lines: &[String], typed: usize) {
        debug_assert_eq!(self.terminal.stream, Stream::Error);
        let _ = self.draw(lines, typed, &mut io::stderr());
    }

    /// Removes the lines from standard error.
    pub fn clear_stderr(&mut self, typed: usize) {
        let _ = self.clear(typed, &mut io::stderr());
    }

    /// The characters that move the cursor to the first of the lines and erase them.
    fn erasing(&self, typed: usize) -> String {
        match (self.rows + typed).saturating_sub(1) {
            _ if self.rows == 0 => String::new(),
            0 => "\r\x1b[J".to_string(),
            up => format!("\r\x1b[{up}A\x1b[J"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The characters that draw these lines.
    fn drawn(live: &mut Live, lines: &[&str], typed: usize) -> String {
        let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        let mut out = Vec::new();
        live.draw(&lines, typed, &mut out)
            .expect("a vector takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn lines_overwrite_those_before() {
        let mut live = Live::new(Terminal {
            live: true,
            ..Terminal::default()
        });
        live.width = Some((20, Instant::now()));
        assert_eq!(drawn(&mut live, &["one"], 0), "one");
        assert_eq!(drawn(&mut live, &["two", "three"], 0), "\r\x1b[Jtwo\nthree");
        let long = "one two three four five six";
        assert_eq!(
            drawn(&mut live, &[long], 0),
            "\r\x1b[1A\x1b[Jone two three four"
        );
        assert_eq!(drawn(&mut live, &["x"], 2), "\r\x1b[2A\x1b[Jx");
        let mut out = Vec::new();
        live.clear(0, &mut out).unwrap();
        live.clear(0, &mut out).unwrap();
        assert_eq!(out, b"\r\x1b[J");
        let mut hidden = Live::new(Terminal::default());
        assert_eq!(drawn(&mut hidden, &["one"], 0), "");
    }
}
