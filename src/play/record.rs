//! A game as a record and as a picture.

use std::time::Duration;

use super::finish::Finish;
use super::seats::Seats;
use crate::board::diagram::{Cell, Diagram};
use crate::engine::{Game, Stone};
use crate::record::{Format, Move, Record};
use crate::report::picture::Picture;
use crate::report::text::counted;
use crate::types::Color;

/// The name of the program in records.
const PROGRAM: &str = "Goshawk play";

/// A game as a record. `finish` is `None` if it is not over; `times` has the time of each stone.
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
        opening: None,
        side: None,
        has_pass: false,
        players: Color::ALL.map(|side| Some(seats.record_name(side))),
        result: finish.map(Finish::result),
        won_by: finish.and_then(Finish::won_by),
        move_limit: None,
        program: Some(PROGRAM.to_string()),
        date: None,
        notes: Vec::new(),
    }
}

/// True if a record was written by this program, so that a record without the engine is a game
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
