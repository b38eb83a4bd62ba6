//! The Smart Game Format. Only the main line is read: the first variation at every branch.
//!
//! The properties read are SZ, GM, RU, RE, PB, PW, OT, AP, PL, AB, AW, AE, B and W. Points are
//! two letters counted from the top left (`hh`), with capital letters from 27 on, or in the
//! usual notation (`h8`). OT is read only as a limit for each move, such as `OT[2 s a move]`.

use super::error::{Place, Problem, RecordError};
use super::{Format, GameResult, Given, Move, Record, parse_move_limit, rule_named};
use crate::board::diagram::Cell;
use crate::board::notation;
use crate::types::{BoardSize, Color, Point};

/// The longest side of a board on which `tt` is a pass.
const LONGEST_SIDE_WITH_TT: u8 = 19;
/// The numbers of games that are read: gomoku, and go, which many programs write instead.
const GAMES: [&str; 2] = ["4", "1"];

/// A value of a property in the main line.
struct Value<'a> {
    /// The name of the property in capital letters.
    name: String,
    /// The value, with escapes.
    text: &'a str,
    /// Where the value begins.
    place: Place,
}

/// True if the text begins like SGF.
pub(super) fn is_sgf(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix('(');
    rest.is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Reads the main line of the first game.
///
/// # Errors
/// If the text is malformed, contradicts itself, or has a stone off the board or on another.
pub(super) fn parse(text: &str, given: &Given) -> Result<Record, RecordError> {
    let values = main_line(text)?;
    let mut told: Option<(BoardSize, &Value)> = None;
    for value in values.iter().filter(|value| value.name == "SZ") {
        let found = size(value)?;
        match told {
            Some((first, at)) if first != found => return Err(contradicts(value, at)),
            _ => told = Some((found, value)),
        }
    }
    let size = given.size_or(told.map(|(size, _)| size));
    let mut record = Record::empty(Format::Sgf, size);
    let mut rule_at: Option<&Value> = None;
    for value in &values {
        match value.name.as_str() {
            "GM" if !GAMES.contains(&value.text.trim()) => {
                let problem = Problem::OtherGame(value.text.trim().to_string());
                return Err(RecordError::At(value.place, problem));
            }
            "RU" => {
                let rule = rule_named(value.text);
                match rule_at {
                    Some(at) if record.rule != rule => return Err(contradicts(value, at)),
                    _ => rule_at = Some(value),
                }
                record.rule = rule;
            }
            "RE" => {
                record.result = result(value.text);
                record.by_resignation = is_resignation(value.text);
            }
            "OT" => record.move_limit = parse_move_limit(value.text),
            "AP" => record.program = Some(unescaped(value.text)),
            "PB" => record.players[Color::Black.index()] = Some(unescaped(value.text)),
            "PW" => record.players[Color::White.index()] = Some(unescaped(value.text)),
            "PL" => record.side = Some(color(value)?),
            "AB" => set_up(&mut record, Cell::Stone(Color::Black), value)?,
            "AW" => set_up(&mut record, Cell::Stone(Color::White), value)?,
            "AE" => set_up(&mut record, Cell::Empty, value)?,
            "B" => play(&mut record, Color::Black, value)?,
            "W" => play(&mut record, Color::White, value)?,
            _ => {}
        }
    }
    Ok(record)
}

/// The values of all properties of the main line in order.
fn main_line(text: &str) -> Result<Vec<Value<'_>>, RecordError> {
    let error = |at, what| RecordError::At(Place::of(text, at), Problem::Expected(what));
    let mut values = Vec::new();
    let mut name = String::new();
    // True after a value, which may be followed by another of the same property.
    let mut has_value = false;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '(' | ';' => name.clear(),
            // The first variation ends, and with it the main line.
            ')' => return Ok(values),
            '[' if name.is_empty() => return Err(error(at, "a property before `[`")),
            '[' => {
                let start = at + 1;
                let end = value_end(text, start).ok_or_else(|| error(at, "`]` after this `[`"))?;
                values.push(Value {
                    name: name.clone(),
                    text: &text[start..end],
                    place: Place::of(text, start),
                });
                has_value = true;
                while chars.next().is_some_and(|(at, _)| at < end) {}
                continue;
            }
            _ if c.is_whitespace() => continue,
            _ if c.is_ascii_alphabetic() => {
                if has_value {
                    name.clear();
                }
                // Old files write `Black` for `B`.
                if c.is_ascii_uppercase() {
                    name.push(c);
                }
            }
            _ => return Err(error(at, "a property, `;`, `(` or `)`")),
        }
        has_value = false;
    }
    Err(error(text.trim_end().len(), "`)` at the end"))
}

/// The byte offset of the bracket that ends a value; `None` if there is none.
fn value_end(text: &str, start: usize) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text[start..].char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ']' => return Some(start + at),
            _ => {}
        }
    }
    None
}

/// The value on one line, without the backslashes of escapes.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.trim().chars();
    while let Some(c) = chars.next() {
        let c = if c == '\\' { chars.next() } else { Some(c) };
        plain.extend(c.map(|c| if c.is_control() { ' ' } else { c }));
    }
    plain.trim().to_string()
}

/// The size in `SZ[15]` or `SZ[20:15]`.
fn size(value: &Value) -> Result<BoardSize, RecordError> {
    let text = value.text.trim();
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let side = |text: &str| text.trim().parse::<i64>().ok();
    let Some((width, height)) = side(width).zip(side(height)) else {
        return Err(expected(value, "a size such as 15 or 20:15"));
    };
    BoardSize::new(width, height).ok_or(RecordError::At(value.place, Problem::Size))
}

/// The side in `PL[B]`.
fn color(value: &Value) -> Result<Color, RecordError> {
    Color::from_name(value.text.trim()).ok_or_else(|| expected(value, "B or W"))
}

/// The result in `RE[B+R]`, `RE[W+]`, `RE[0]`, and so on.
fn result(text: &str) -> Option<GameResult> {
    match text.trim().to_ascii_lowercase() {
        text if text.starts_with('b') => Some(GameResult::Win(Color::Black)),
        text if text.starts_with('w') => Some(GameResult::Win(Color::White)),
        text if text == "0" || text.starts_with("draw") => Some(GameResult::Draw),
        _ => None,
    }
}

/// True for results such as `B+R` and `W+Resign`.
fn is_resignation(text: &str) -> bool {
    let reason = text.split_once('+').map(|(_, reason)| reason.trim());
    reason.is_some_and(|reason| ["r", "resign"].contains(&reason.to_ascii_lowercase().as_str()))
}

/// Places or removes stones before the next move.
fn set_up(record: &mut Record, cell: Cell, value: &Value) -> Result<(), RecordError> {
    // Stones that are set up during a game have no place in the order of moves.
    record.start = record.board();
    record.moves.clear();
    let (first, last) = match value.text.split_once(':') {
        Some((first, last)) => (point(first, value, record)?, point(last, value, record)?),
        None => {
            let only = point(value.text, value, record)?;
            (only, only)
        }
    };
    let (Some(first), Some(last)) = (first, last) else {
        return Err(expected(value, "a point such as `hh`"));
    };
    for y in first.y..=last.y {
        for x in first.x..=last.x {
            let point = Point::new(x, y);
            if cell != Cell::Empty && record.start.get(point) != Cell::Empty {
                return Err(RecordError::At(value.place, Problem::Occupied));
            }
            record.start.set(point, cell);
        }
    }
    Ok(())
}

/// Plays a move, which may be a pass.
fn play(record: &mut Record, color: Color, value: &Value) -> Result<(), RecordError> {
    if record.side.is_some_and(|side| side != color) {
        let text = "the other side is to move".to_string();
        return Err(RecordError::At(value.place, Problem::Contradiction(text)));
    }
    // Afterwards the opponent is to move, which needs to be said only after a pass.
    record.side = None;
    let Some(point) = point(value.text, value, record)? else {
        record.side = Some(!color);
        return Ok(());
    };
    let time = None;
    record.push(Move { point, color, time }, value.place)
}

/// A point of the board; `None` for a pass.
fn point(text: &str, value: &Value, record: &Record) -> Result<Option<Point>, RecordError> {
    let text = text.trim();
    let size = record.size();
    let off_board = RecordError::At(value.place, Problem::OffBoard(size));
    let is_small = size.width().max(size.height()) <= LONGEST_SIDE_WITH_TT;
    if text.is_empty() || (text == "tt" && is_small) {
        return Ok(None);
    }
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    };
    if let [x, y] = text.as_bytes()
        && let (Some(x), Some(y)) = (index(*x), index(*y))
    {
        let point = Point::new(x, y);
        return size.contains(point).then_some(Some(point)).ok_or(off_board);
    }
    match notation::parse_point(text, size) {
        Ok(point) => Ok(Some(point)),
        Err(error) if matches!(error.problem, notation::NotationProblem::OffBoard(_)) => {
            Err(off_board)
        }
        Err(_) => Err(expected(value, "a point such as `hh`")),
    }
}

/// The error that `what` was expected as a value.
fn expected(value: &Value, what: &'static str) -> RecordError {
    RecordError::At(value.place, Problem::Expected(what))
}

/// The error that a value differs from an earlier one of the same property.
fn contradicts(value: &Value, earlier: &Value) -> RecordError {
    let text = format!(
        "{}[{}] contradicts {}[{}] in line {}",
        value.name, value.text, earlier.name, earlier.text, earlier.place.line
    );
    RecordError::At(value.place, Problem::Contradiction(text))
}
