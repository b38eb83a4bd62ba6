//! The progress of a review: a bar on standard error if that is a terminal, and a line on standard
//! output for each move, so that ending the program loses nothing.

use std::io::{self, Write};

use crate::cli::term::Terminal;
use crate::cli::term::keys::{HINT, StopKeys};
use crate::cli::term::layout::bar;
use crate::cli::term::live::Live;
use crate::report::review::evaluate::Watcher;
use crate::report::review::game::PlayedGame;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::words::move_words;
use crate::types::BoardSize;

/// Width of the bar without its brackets.
const BAR: usize = 16;

/// Shows the progress of a review.
pub struct Progress<'a> {
    live: Live,
    keys: &'a StopKeys,
    /// Moves are printed.
    prints_moves: bool,
    out: &'a mut dyn Write,
    /// Number of plies.
    total: usize,
    /// Number of positions that have been searched.
    searched: usize,
    size: BoardSize,
}

impl<'a> Progress<'a> {
    /// Shows an empty bar if there is a bar. `prints_moves`: `out` is for text.
    pub fn new(
        game: &PlayedGame,
        prints_moves: bool,
        keys: &'a StopKeys,
        out: &'a mut dyn Write,
    ) -> Progress<'a> {
        let mut progress = Progress {
            live: Live::new(Terminal::of_stderr()),
            keys,
            prints_moves,
            out,
            total: game.plies.len(),
            searched: 0,
            size: game.start.size(),
        };
        progress.draw();
        progress
    }

    /// Shows the number of positions that have been searched.
    fn draw(&mut self) {
        let bar = bar(self.searched as f64, self.total as f64 + 1.0, BAR);
        let hint = if self.keys.are_read() { HINT } else { "" };
        let line = format!("{bar} {}/{} {hint}", self.searched, self.total);
        self.live
            .draw_on_stderr(&[line.trim_end().to_string()], self.keys.take_typed());
    }

    /// Clears the bar.
    pub fn clear(&mut self) {
        self.live.clear_stderr(self.keys.take_typed());
    }
}

impl Watcher for Progress<'_> {
    fn searched(&mut self, number: usize) {
        self.searched = number;
        self.draw();
    }

    fn reviewed(&mut self, reviewed: &ReviewedMove) -> io::Result<()> {
        if !self.prints_moves {
            return Ok(());
        }
        self.clear();
        writeln!(self.out, "# {}", move_words(reviewed, self.size))?;
        self.out.flush()?;
        self.draw();
        Ok(())
    }
}
