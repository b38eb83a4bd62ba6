//! Texts, pictures and files for the player, and the line that shows the progress.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use crate::board::diagram::{Cell, Diagram};
use crate::cli::finished::summary;
use crate::cli::svg::Picture;
use crate::cli::terminal::{CLEAR_LINE, Terminal};
use crate::cli::values::counted;
use crate::engine::{Ending, Game, Report, Stone};
use crate::record::{Format, GameResult, Move, Record};
use crate::types::{Score, score};

/// Shorter searches show no progress.
const SHOW_AFTER: Duration = Duration::from_millis(300);

/// Writes a new file, or overwrites an existing one if `overwrite`.
///
/// # Errors
/// If the file cannot be written, or exists and must not be overwritten.
pub fn write_file(path: &Path, text: &str, overwrite: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    match overwrite {
        true => options.write(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    options.open(path)?.write_all(text.as_bytes())
}

/// The board of a game.
pub fn diagram(game: &Game) -> Diagram {
    let mut diagram = Diagram::new(game.size());
    for (point, stone) in game.stones() {
        let cell = match stone {
            Stone::Of(color) => Cell::Stone(*color),
            Stone::Blocked => Cell::Blocked,
        };
        diagram.set(*point, cell);
    }
    diagram
}

/// A game as a record. `players` are the names by [`Color::index`](crate::types::Color::index).
pub fn record(game: &Game, ending: Option<&Ending>, players: [Option<String>; 2]) -> Record {
    let mut start = Diagram::new(game.size());
    let mut moves = Vec::new();
    for (point, stone) in game.stones() {
        match stone {
            Stone::Blocked => start.set(*point, Cell::Blocked),
            Stone::Of(color) => moves.push(Move {
                point: *point,
                color: *color,
                time: None,
            }),
        }
    }
    Record {
        format: Format::Moves,
        start,
        moves,
        rule: Some(game.rule()),
        side: None,
        players,
        result: ending.map(|ending| match ending.winner() {
            Some(winner) => GameResult::Win(winner),
            None => GameResult::Draw,
        }),
        by_resignation: false,
        move_limit: None,
        program: None,
    }
}

/// A game as a picture with move numbers, and with the result if it is over.
pub fn picture<'a>(game: &Game, ending: Option<&'a Ending>) -> Picture<'a> {
    let stones = game.stones().iter().enumerate();
    let numbered = stones.filter_map(|(at, (point, stone))| match stone {
        Stone::Of(color) => Some((*point, *color, Some(at + 1))),
        Stone::Blocked => None,
    });
    let mut caption = format!(
        "{}, {}",
        game.rule().name(),
        counted(game.ply(), "move", "moves")
    );
    if let Some(ending) = ending {
        caption = format!("{caption}: {}", summary(ending, game.size()));
    }
    Picture {
        size: game.size(),
        stones: numbered.collect(),
        blocked: Vec::new(),
        last: game.stones().last().map(|(point, _)| *point),
        variation: &[],
        side: game.side_to_move(),
        first_number: game.ply() + 1,
        row: ending.map_or(&[], Ending::points),
        caption,
    }
}

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
    /// The output is a terminal.
    live: bool,
    /// There is something to clear.
    shown: bool,
}

impl<'a> StatusLine<'a> {
    /// An empty line; it stays empty if the output is not a terminal.
    pub fn new(terminal: Terminal, out: &'a mut dyn Write) -> StatusLine<'a> {
        StatusLine {
            out,
            live: terminal.live,
            shown: false,
        }
    }

    /// Shows an iteration.
    pub fn show(&mut self, report: &Report) {
        if self.live && report.elapsed >= SHOW_AFTER {
            let seconds = report.elapsed.as_secs_f64();
            // If the output fails, so does the output of the result.
            let _ = write!(
                self.out,
                "{CLEAR_LINE}Goshawk is thinking: depth {}, {seconds:.1} s",
                report.depth
            );
            let _ = self.out.flush();
            self.shown = true;
        }
    }

    /// Clears the line.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn clear(self) -> io::Result<()> {
        match self.shown {
            true => self.out.write_all(CLEAR_LINE.as_bytes()),
            false => Ok(()),
        }
    }
}
