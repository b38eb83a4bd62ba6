//! Texts, pictures and files for the player, and the line that shows the progress.

use std::io::{self, Write};
use std::time::Duration;

use crate::board::diagram::{Cell, Diagram};
use crate::cli::play::finish::Finish;
use crate::cli::play::seats::Seats;
use crate::cli::svg::Picture;
use crate::cli::terminal::{CLEAR_LINE, NO_WRAP, Terminal, WRAP};
use crate::cli::values::counted;
use crate::engine::{Game, Report, Stone};
use crate::record::{Format, Move, Record};
use crate::types::{Color, Score, score};

/// The name of the program in records.
const PROGRAM: &str = "Goshawk play";
/// Shorter searches show no progress.
const SHOW_AFTER: Duration = Duration::from_millis(300);

/// A game as a record. `finish` is `None` if it is not over; `times` are those of its stones.
pub fn record(
    game: &Game,
    times: &[Option<Duration>],
    finish: Option<&Finish>,
    seats: &Seats,
) -> Record {
    let mut start = Diagram::new(game.size());
    let mut moves = Vec::new();
    for ((point, stone), time) in game.stones().iter().zip(times) {
        match stone {
            Stone::Blocked => start.set(*point, Cell::Blocked),
            Stone::Of(color) => moves.push(Move {
                point: *point,
                color: *color,
                time: *time,
            }),
        }
    }
    Record {
        format: Format::Moves,
        start,
        moves,
        rule: Some(game.rule()),
        side: None,
        players: Color::ALL.map(|side| Some(seats.record_name(side))),
        result: finish.map(Finish::result),
        by_resignation: matches!(finish, Some(Finish::Resigned(_))),
        move_limit: None,
        program: Some(PROGRAM.to_string()),
    }
}

/// True if this command has written a record, so that a record without the engine is a game
/// of two people.
pub fn is_own(record: &Record) -> bool {
    record.program.as_deref() == Some(PROGRAM)
}

/// A game as a picture with move numbers, and with the result if it is over.
pub fn picture<'a>(game: &Game, finish: Option<&'a Finish>) -> Picture<'a> {
    let mut stones = Vec::new();
    let mut blocked = Vec::new();
    for (point, stone) in game.stones() {
        match stone {
            Stone::Of(color) => stones.push((*point, *color, Some(stones.len() + 1))),
            Stone::Blocked => blocked.push(*point),
        }
    }
    let mut caption = format!(
        "{}, {}",
        game.rule().name(),
        counted(game.ply(), "move", "moves")
    );
    if let Some(finish) = finish {
        caption = format!("{caption}: {}", finish.summary(game.size()));
    }
    Picture {
        size: game.size(),
        last: stones.last().map(|(point, ..)| *point),
        stones,
        blocked,
        variation: &[],
        side: game.side_to_move(),
        first_number: game.ply() + 1,
        row: finish.map_or(&[], Finish::points),
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
    /// What the player can do, such as `; Enter: move`.
    keys: &'static str,
    /// There is something to clear.
    shown: bool,
}

impl<'a> StatusLine<'a> {
    /// An empty line; it stays empty if the output is not a terminal. `keys` tells what the
    /// player can do during the search, if anything.
    pub fn new(terminal: Terminal, keys: Option<&'static str>, out: &'a mut dyn Write) -> Self {
        StatusLine {
            out,
            live: terminal.live,
            keys: keys.unwrap_or_default(),
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
                "{CLEAR_LINE}{NO_WRAP}Thinking: depth {}, {seconds:.1} s{}{WRAP}",
                report.depth, self.keys
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
