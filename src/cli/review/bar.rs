//! The progress of a review: a bar on standard error if that is a terminal, else a line for
//! each move.

use std::io::{self, IsTerminal, Write};

use crate::cli::term::{CLEAR_LINE, LINE_UP};
use crate::report::review::evaluate::Watcher;
use crate::report::review::game::PlayedGame;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::words::move_words;
use crate::types::BoardSize;

/// Width of the bar in characters.
const BAR: usize = 16;

/// Where the progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nowhere: standard output is not text.
    Hidden,
    /// A bar on standard error.
    Bar,
    /// Lines that begin with `#` on standard output.
    Lines,
}

/// Shows the progress of a review.
pub struct Progress {
    mode: Mode,
    /// Number of plies.
    total: usize,
    size: BoardSize,
    /// A key stops the review.
    stops: bool,
}

impl Progress {
    /// Shows an empty bar if there is a bar. `is_hidden`: the output is not text. `stops`: a
    /// key stops the review.
    pub fn new(game: &PlayedGame, is_hidden: bool, stops: bool) -> Progress {
        let mode = match io::stderr().is_terminal() {
            true => Mode::Bar,
            false if is_hidden => Mode::Hidden,
            false => Mode::Lines,
        };
        let progress = Progress {
            mode,
            total: game.plies.len(),
            size: game.start.size(),
            stops,
        };
        progress.begin(0);
        progress
    }

    /// Shows that `number` positions have been searched.
    fn begin(&self, number: usize) {
        if self.mode != Mode::Bar {
            return;
        }
        let full = (number * BAR / (self.total + 1)).min(BAR);
        let bar = "#".repeat(full) + &".".repeat(BAR - full);
        let keys = if self.stops { " Enter: stop" } else { "" };
        let mut err = io::stderr();
        // If standard error is closed, the result is printed anyway.
        let _ = write!(err, "{CLEAR_LINE}[{bar}] {number}/{}{keys}", self.total);
        let _ = err.flush();
    }

    /// A watcher of the review that shows the progress, with lines on `out`.
    pub fn printing_to<'a>(&'a self, out: &'a mut dyn Write) -> impl Watcher + 'a {
        Printer {
            progress: self,
            out,
        }
    }

    /// Shows a move that has been reviewed.
    fn show(&self, reviewed: &ReviewedMove, out: &mut dyn Write) -> io::Result<()> {
        if self.mode != Mode::Lines {
            return Ok(());
        }
        writeln!(out, "# {}", move_words(reviewed, self.size))?;
        out.flush()
    }

    /// Clears the bar. `after_enter`: the key has moved the cursor to the next line.
    pub fn clear(&self, after_enter: bool) {
        if self.mode == Mode::Bar {
            let above = match after_enter {
                true => format!("{LINE_UP}{CLEAR_LINE}"),
                false => String::new(),
            };
            let _ = write!(io::stderr(), "{CLEAR_LINE}{above}");
        }
    }
}

/// A progress with the output for its lines.
struct Printer<'a> {
    progress: &'a Progress,
    out: &'a mut dyn Write,
}

impl Watcher for Printer<'_> {
    fn searched(&mut self, number: usize) {
        self.progress.begin(number);
    }

    fn reviewed(&mut self, reviewed: &ReviewedMove) -> io::Result<()> {
        self.progress.show(reviewed, self.out)
    }
}
