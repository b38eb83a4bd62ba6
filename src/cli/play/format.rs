//! Scores as text for the player, and the line that shows the progress of a search.

use std::io::{self, Write};
use std::time::Duration;

use crate::cli::term::Terminal;
use crate::cli::term::live::Live;
use crate::engine::Report;
use crate::report::text::counted;
use crate::types::{Score, score};

/// Shorter searches show no progress.
const SHOW_AFTER: Duration = Duration::from_millis(300);

/// The score of a hint, from the player's view.
pub fn outlook(value: Score) -> String {
    let moves = |plies: i32| {
        let plies = plies.unsigned_abs() as usize;
        counted(plies.div_ceil(2), "move", "moves")
    };
    if score::is_win(value) {
        format!("you win in {}", moves(score::MATE - value))
    } else if score::is_loss(value) {
        format!("you lose in at most {}", moves(score::MATE + value))
    } else {
        format!("{value:+} for you")
    }
}

/// A line on a terminal that shows the progress of a search.
pub struct StatusLine<'a> {
    out: &'a mut dyn Write,
    live: Live,
    /// What the player can do, such as `; Enter: move`.
    keys: &'static str,
}

impl<'a> StatusLine<'a> {
    /// An empty line. It stays empty if the output is not a terminal. `keys` says what the player
    /// can do during the search, if anything.
    pub fn new(terminal: Terminal, keys: Option<&'static str>, out: &'a mut dyn Write) -> Self {
        StatusLine {
            out,
            live: Live::new(terminal),
            keys: keys.unwrap_or_default(),
        }
    }

    /// Shows an iteration.
    pub fn show(&mut self, report: &Report) {
        if report.elapsed >= SHOW_AFTER {
            let seconds = report.elapsed.as_secs_f64();
            let depth = report.depth;
            let line = format!("Thinking: depth {depth}, {seconds:.1} s{}", self.keys);
            // If this fails, printing the result fails as well and is reported.
            let _ = self.live.draw(&[line], 0, self.out);
        }
    }

    /// Clears the line.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn clear(mut self) -> io::Result<()> {
        self.live.clear(0, self.out)
    }
}
