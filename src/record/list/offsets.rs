//! Lists of offsets from the centre, as in the opening books of managers.

use crate::record::error::{Place, Problem, RecordError};
use crate::record::notes::Note;
use crate::record::{Format, Given, Move, Record, default_size};
use crate::types::{Color, Point};

/// The form of offsets from the centre, for errors.
const OFFSET: &str = "pairs of offsets from the centre such as `0,0, 1,-1`";

/// True if the text consists of pairs of numbers, at least one of which is negative.
pub fn are_offsets(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",-()".contains(c);
    let mut before = ' ';
    let mut has_negative = false;
    for c in text.chars() {
        if !is_part(c) {
            return false;
        }
        // Between digits it is a hyphen.
        has_negative |= before == '-' && c.is_ascii_digit();
        if c == '-' && before.is_ascii_digit() {
            return false;
        }
        before = c;
    }
    has_negative
}

/// Reads offsets from the centre. Columns count to the right and rows down.
pub fn parse_offsets(text: &str, given: &Given) -> Result<Record, RecordError> {
    let size = given.size.unwrap_or(default_size());
    let mut record = Record::empty(Format::Moves, size);
    if given.size.is_none() {
        record.notes.push(Note::SizeAssumed(size));
    }
    record.notes.push(Note::Offsets);
    let is_number = |c: char| c.is_ascii_digit() || c == '-';
    let error = |at: usize, problem| RecordError::At(Place::in_bytes(text.as_bytes(), at), problem);
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = rest.find(|c| !is_number(c)).unwrap_or(rest.len());
        if length == 0 {
            let next = rest.chars().next().unwrap_or(' ');
            if !next.is_whitespace() && !",;()".contains(next) {
                return Err(error(at, Problem::Expected(OFFSET)));
            }
            at += next.len_utf8();
            continue;
        }
        let number = rest[..length].parse::<i64>();
        numbers.push((
            at,
            number.map_err(|_| error(at, Problem::Expected(OFFSET)))?,
        ));
        at += length;
    }
    let turns = [Color::Black, Color::White].into_iter().cycle();
    for (pair, color) in numbers.chunks(2).zip(turns) {
        let [(at, x), (_, y)] = *pair else {
            return Err(error(pair[0].0, Problem::Expected(OFFSET)));
        };
        let index = |offset: i64, side: u8| {
            let index = offset.checked_add(i64::from(side / 2))?;
            u8::try_from(index).ok()
        };
        let (x, y) = index(x, size.width())
            .zip(index(y, size.height()))
            .ok_or_else(|| error(at, Problem::OffBoard(size)))?;
        let point = Point::new(x, y);
        let time = None;
        let added = record.add(Move { point, color, time });
        added.map_err(|problem| error(at, problem))?;
    }
    Ok(record)
}
