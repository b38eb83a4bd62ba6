//! Positions in the Gomocup protocol: `START 15`, `BOARD`, lines such as `7,7,1`, `DONE`,
//! or the lines alone. In Yixin-Board's positions (`START 15 15` or `YXBOARD`), renju is rule 2.
//!
//! Columns and rows count from 0 at the top left. The last number is 1 for a stone of the
//! engine, 2 for one of its opponent and 3 for a blocked point. After `BOARD` the engine is to
//! move, and is black if the number of stones is even. In lines without `BOARD` the side with
//! more stones is black, or 1 if both have the same number.

use super::error::{Place, Problem, RecordError};
use super::{Format, Given, Move, Record};
use crate::board::diagram::Cell;
use crate::types::{BoardSize, Color, Point, Rule};

/// The commands with which a position may begin.
const COMMANDS: [&str; 5] = ["START", "RECTSTART", "INFO", "BOARD", "YXBOARD"];
/// The form of a line between `BOARD` and `DONE`, for errors.
const EXPECTED: &str = "a line such as `7,7,1`, whose last number is 1, 2 or 3";
/// The commands before the lines, for errors.
const COMMAND: &str = "START, RECTSTART, INFO or BOARD";

/// A line `x,y,field`.
#[derive(Clone, Copy)]
struct Stone {
    place: Place,
    x: i64,
    y: i64,
    field: i64,
}

/// True if the text begins with such a command or line.
pub(super) fn is_placement(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| command(line).is_some() || numbers(line).len() == 3)
}

/// Reads a position.
///
/// # Errors
/// If a line is malformed, `DONE` is missing, or a stone is off the board or repeated.
pub(super) fn parse(text: &str, given: &Given) -> Result<Record, RecordError> {
    let lines = (1..).zip(text.lines());
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty()).peekable();
    let is_bare = lines
        .peek()
        .is_some_and(|(_, line)| command(line).is_none());
    let mut told = None;
    let mut rule = None;
    let mut is_yixin = false;
    if !is_bare {
        loop {
            let Some((number, line)) = lines.next() else {
                return Err(expected(text.lines().count(), "BOARD"));
            };
            let Some((name, argument)) = command(line) else {
                return Err(expected(number, COMMAND));
            };
            match name {
                "START" | "RECTSTART" => {
                    told = Some(size_of(name, argument, number)?);
                    is_yixin |= name == "START" && yixin_size(argument).is_some();
                }
                "INFO" => rule = rule_number(argument).or(rule),
                _ => {
                    is_yixin |= name == "YXBOARD";
                    break;
                }
            }
        }
    }
    let mut stones = Vec::new();
    let mut is_done = is_bare;
    for (number, line) in lines {
        if line.trim().eq_ignore_ascii_case("DONE") {
            is_done = true;
            break;
        }
        let [x, y, field @ 1..=3] = numbers(line)[..] else {
            return Err(expected(number, EXPECTED));
        };
        let place = Place::line(number);
        stones.push(Stone { place, x, y, field });
    }
    if !is_done {
        return Err(expected(text.lines().count(), "DONE after this line"));
    }
    let mut record = Record::empty(Format::Protocol, given.size_or(told));
    record.rule = rule.and_then(|number| rule_numbered(number, is_yixin));
    place(record, &stones, is_bare)
}

fn place(mut record: Record, stones: &[Stone], is_bare: bool) -> Result<Record, RecordError> {
    let number = |field: i64| stones.iter().filter(|stone| stone.field == field).count();
    let (own, other) = (number(1), number(2));
    let own_color = match is_bare {
        true if own >= other => Color::Black,
        false if (own + other).is_multiple_of(2) => Color::Black,
        _ => Color::White,
    };
    for stone in stones {
        let off_board = RecordError::At(stone.place, Problem::OffBoard(record.size()));
        let index = |number: i64| u8::try_from(number).ok();
        let (x, y) = index(stone.x).zip(index(stone.y)).ok_or(off_board)?;
        record.push(
            Move {
                point: Point::new(x, y),
                color: if stone.field == 2 {
                    !own_color
                } else {
                    own_color
                },
                time: None,
            },
            stone.place,
        )?;
    }
    // The order is known only if there are no blocked points and the sides took turns.
    if number(3) > 0 || record.turns().is_none() {
        for (played, stone) in record.moves.iter().zip(stones) {
            let cell = match stone.field {
                3 => Cell::Blocked,
                _ => Cell::Stone(played.color),
            };
            record.start.set(played.point, cell);
        }
        record.moves.clear();
    }
    record.side = (!is_bare).then_some(own_color);
    Ok(record)
}

/// The command of a line and its argument; `None` if it is not one of [`COMMANDS`].
fn command(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim();
    let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut known = COMMANDS.into_iter();
    let name = known.find(|name| word.eq_ignore_ascii_case(name))?;
    let is_whole = argument.is_empty() || !name.ends_with("BOARD");
    is_whole.then_some((name, argument.trim()))
}

/// The size in `START 15`, `RECTSTART 20,15` or Yixin-Board's `START 15 15`.
pub(super) fn size_of(name: &str, argument: &str, line: usize) -> Result<BoardSize, RecordError> {
    let size = match (&numbers(argument)[..], yixin_size(argument)) {
        ([side], _) => BoardSize::square(*side),
        ([width, height], _) => BoardSize::new(*width, *height),
        (_, Some((width, height))) if name == "START" => BoardSize::new(width, height),
        _ => return Err(expected(line, "a size such as `START 15`")),
    };
    size.ok_or(RecordError::At(Place::line(line), Problem::Size))
}

/// The width and height in `columns rows`. Yixin-Board sends the row of a point first, so the
/// number of its rows is the width here.
fn yixin_size(argument: &str) -> Option<(i64, i64)> {
    let (columns, rows) = argument.split_once(char::is_whitespace)?;
    Some((rows.trim().parse().ok()?, columns.parse().ok()?))
}

/// True if the word is one of [`COMMANDS`].
pub(super) fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word)
}

/// The rule in `INFO rule 4`, if it is one.
pub(super) fn rule_of(argument: &str, is_yixin: bool) -> Option<Rule> {
    rule_numbered(rule_number(argument)?, is_yixin)
}

fn rule_numbered(number: i64, is_yixin: bool) -> Option<Rule> {
    match number {
        // Elsewhere this is freestyle in a continuous game.
        2 if is_yixin => Some(Rule::Renju),
        _ => Rule::from_protocol_number(number),
    }
}

/// The number in `INFO rule 4`; `None` if it is another line or names no rule.
fn rule_number(argument: &str) -> Option<i64> {
    let (key, value) = argument.split_once(char::is_whitespace)?;
    let number = value.trim().parse().ok()?;
    let is_rule = key.eq_ignore_ascii_case("rule") && Rule::from_protocol_number(number).is_some();
    is_rule.then_some(number)
}

/// The numbers of a line, separated by commas; empty if the line has anything else.
pub(super) fn numbers(line: &str) -> Vec<i64> {
    let numbers: Option<Vec<i64>> = line
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    numbers.unwrap_or_default()
}

/// The error for a line in which `what` was expected.
fn expected(line: usize, what: &'static str) -> RecordError {
    RecordError::At(Place::line(line.max(1)), Problem::Expected(what))
}
