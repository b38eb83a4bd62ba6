//! Small things around the table: words for the player, files, a status line.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::board::diagram::{Cell, Diagram};
use crate::cli::svg::Picture;
use crate::cli::terminal::{CLEAR_LINE, Terminal};
use crate::engine::{Foul, Game, Limits, Report, Stone};
use crate::time::TimeControl;
use crate::types::{Color, Score, score};

/// Searches that take no longer than this show no progress.
const SHOWN_FROM: Duration = Duration::from_millis(300);

/// Writes a file: a new one, or `again` one that is there.
pub fn write_file(path: &Path, text: &str, again: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    match again {
        true => options.write(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    options.open(path)?.write_all(text.as_bytes())
}

/// The stones of a game as a picture.
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

/// A game as a picture with move numbers.
pub fn picture(game: &Game) -> Picture<'static> {
    let stones = game.stones().iter().enumerate();
    let numbered = stones.filter_map(|(at, (point, stone))| match stone {
        Stone::Of(color) => Some((*point, *color, Some(at + 1))),
        Stone::Blocked => None,
    });
    Picture {
        size: game.size(),
        stones: numbered.collect(),
        blocked: Vec::new(),
        last: game.stones().last().map(|(point, _)| *point),
        line: &[],
        side: game.side_to_move(),
        first: game.ply() + 1,
        caption: format!("{}, {} moves", game.rule().name(), game.ply()),
    }
}

/// The limits of a search of that time.
pub fn lasting(time: Duration) -> Limits {
    Limits {
        time: TimeControl {
            turn: Some(time),
            ..TimeControl::default()
        },
        ..Limits::default()
    }
}

/// How a side's stones are drawn.
pub fn symbol(side: Color) -> char {
    match side {
        Color::Black => 'x',
        Color::White => 'o',
    }
}

/// Why a point is forbidden.
pub fn reason(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "the row would be longer than five (an overline)",
        Foul::DoubleFour => "two fours at once (a double-four)",
        Foul::DoubleThree => "two open threes at once (a double-three)",
    }
}

/// A value in words for the player.
pub fn outlook(value: Score) -> String {
    let moves = |plies: i32| match (plies + 1) / 2 {
        1 => "1 move".to_string(),
        n => format!("{n} moves"),
    };
    if score::is_win(value) {
        format!("you win in {}", moves(score::MATE - value))
    } else if score::is_loss(value) {
        format!("you lose in {} at the latest", moves(score::MATE + value))
    } else {
        format!("{value:+} for you")
    }
}

/// A number that differs from game to game.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}

/// A line that tells how far a search has come, and goes again.
pub struct Status<'a> {
    out: &'a mut dyn Write,
    shown: bool,
    live: bool,
}

impl<'a> Status<'a> {
    /// A line on that terminal, if it is one.
    pub fn new(terminal: Terminal, out: &'a mut dyn Write) -> Status<'a> {
        Status {
            out,
            shown: false,
            live: terminal.live,
        }
    }

    /// Shows an iteration.
    pub fn tell(&mut self, report: &Report) {
        if self.live && report.elapsed >= SHOWN_FROM {
            let seconds = report.elapsed.as_secs_f64();
            // The end of a search tells whether the terminal is gone.
            let _ = write!(
                self.out,
                "{CLEAR_LINE}Goshawk thinks: depth {}, {seconds:.1} s",
                report.depth
            );
            let _ = self.out.flush();
            self.shown = true;
        }
    }

    /// Takes the line away.
    pub fn clear(self) -> io::Result<()> {
        match self.shown {
            true => self.out.write_all(CLEAR_LINE.as_bytes()),
            false => Ok(()),
        }
    }
}
