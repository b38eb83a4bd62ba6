//! Lists of moves as people write them: with hyphens, slashes, arrows or full-width commas
//! between the moves, the colour before a move, `!` and `?` after it, the result at the end, or
//! within the address of a web page. A colour before several moves without numbers applies to all of
//! them: `Black: h8, j10` and `White: i9, i10` are stones whose order is not known.
//!
//! Such a list is first rewritten for [`notation`], character for character, so that errors name
//! the right place.

mod offsets;
mod plain;
mod sides;

use super::error::{Place, Problem, RecordError};
use super::notes::Note;
use super::{Format, Given, Move, Record, default_size};
use crate::board::diagram::Cell;
use crate::board::notation::{self, NotationError, NotationProblem, Turn};
use crate::types::{BoardSize, Color};
use offsets::{are_offsets, parse_offsets};
use plain::plain;

/// Board sizes that are tried, in this order, if the size is not stated and 15 is too small.
const LARGER_SIDES: [i64; 2] = [19, 20];

/// True if the text begins like a list of moves.
pub fn is_list(text: &str) -> bool {
    are_offsets(text) || notation::looks_like_moves(&plain(text).text)
}

/// Reads a list of moves, which may be empty.
///
/// # Errors
/// If a move cannot be read, is off the board or occurs twice.
pub fn parse(text: &str, given: &Given) -> Result<Record, RecordError> {
    if given.offsets || are_offsets(text) {
        return parse_offsets(text, given);
    }
    let plain = plain(text);
    let read = |size| notation::parse_turns(&plain.text, size);
    let size = given.size.unwrap_or(default_size());
    let is_too_small = |error: &NotationError| {
        given.size.is_none() && matches!(error.problem, NotationProblem::OffBoard(_))
    };
    let (turns, size) = match read(size) {
        Err(error) if is_too_small(&error) => {
            let sizes = LARGER_SIDES.into_iter().filter_map(BoardSize::square);
            let larger = sizes
                .filter_map(|size| Some((read(size).ok()?, size)))
                .next();
            larger.ok_or(RecordError::Moves(error))?
        }
        turns => (turns.map_err(RecordError::Moves)?, size),
    };
    if let Some((at, _)) = plain.sides.last()
        && turns.last().is_none_or(|turn| turn.end <= *at)
    {
        let place = Place::in_bytes(plain.text.as_bytes(), *at);
        return Err(RecordError::At(
            place,
            Problem::Expected("a move of this side"),
        ));
    }
    let mut record = Record::empty(Format::Moves, size);
    if given.size.is_none() {
        record.notes.push(Note::SizeAssumed(size));
    }
    record.result = plain.result;
    if are_stones(&turns, &plain.sides) {
        place(&mut record, &turns, &plain.sides)
    } else {
        play(&mut record, &turns, &plain.sides)
    }
    Ok(record)
}

/// The side that is named last before each move, with its place in `sides`; `None` before the first.
fn named<'a>(
    turns: &'a [Turn],
    sides: &'a [(usize, Color)],
) -> impl Iterator<Item = (&'a Turn, Option<(usize, Color)>)> {
    let mut sides = sides.iter().enumerate().peekable();
    let mut last = None;
    turns.iter().map(move |turn| {
        while let Some((index, (_, side))) = sides.next_if(|(_, (at, _))| *at < turn.end) {
            last = Some((index, *side));
        }
        (turn, last)
    })
}

/// True if the names of the sides apply to several moves each. After single moves with their
/// sides, the sides of the others follow by turns.
fn are_stones(turns: &[Turn], sides: &[(usize, Color)]) -> bool {
    // The lengths of the runs of moves after each name.
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (turn, side) in named(turns, sides) {
        let Some((index, _)) = side.filter(|_| turn.point.is_some() && !turn.is_numbered) else {
            return false;
        };
        match runs.last_mut().filter(|(run, _)| *run == index) {
            Some((_, length)) => *length += 1,
            None => runs.push((index, 1)),
        }
    }
    match &runs[..] {
        [singles @ .., _] if singles.len() > 1 && singles.iter().all(|(_, n)| *n == 1) => false,
        runs => runs.iter().any(|(_, length)| *length > 1),
    }
}

/// Sets up the stones of the sides.
fn place(record: &mut Record, turns: &[Turn], sides: &[(usize, Color)]) {
    for (turn, side) in named(turns, sides) {
        if let (Some(point), Some((_, side))) = (turn.point, side) {
            record.start.set(point, Cell::Stone(side));
        }
    }
}

/// Plays the moves. The sides take turns, black first, unless the list names them.
fn play(record: &mut Record, turns: &[Turn], sides: &[(usize, Color)]) {
    let mut color = Color::Black;
    let mut last = None;
    record.has_pass = turns.windows(2).any(|pair| pair[0].point.is_none());
    for (turn, side) in named(turns, sides) {
        if let Some((_, side)) = side.filter(|_| side != last) {
            color = side;
        }
        last = side;
        match turn.point {
            Some(point) => {
                let time = None;
                record.moves.push(Move { point, color, time });
                record.side = None;
            }
            None => record.side = Some(!color),
        }
        color = !color;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;

    fn moves(text: &str) -> Vec<(Color, u8, u8)> {
        let record = parse(text, &Given::default());
        let record = record.unwrap_or_else(|error| panic!("{text}: {error}"));
        let of = |played: &Move| (played.color, played.point.x, played.point.y);
        record.moves.iter().map(of).collect()
    }

    #[test]
    fn lists_of_people_are_read() {
        let expected = [
            (Color::Black, 7, 7),
            (Color::White, 8, 6),
            (Color::Black, 9, 5),
        ];
        for text in [
            "h8 i9 j10",
            "h8_i9_j10",
            "h8-i9-j10",
            "h8 - i9 - j10",
            "h8/i9/j10",
            "h8→i9→j10",
            "h8>i9>j10",
            "h8，i9、j10",
            "Ｈ８　Ｉ９　Ｊ１０",
            "h8! i9? j10!?",
            "h8 i9 j10 1-0",
            "h8 i9 j10 ½-½\n",
            "7:7 8:6 9:5",
            "7-7 8-6 9-5",
            "7 7\n8 6\n9 5\n",
            "B h8 W i9 B j10",
            "B: h8, W: i9, B: j10",
            "Black h8 White i9 Black j10",
            "●h8 ○i9 ●j10",
            "黑h8 白i9 黑j10",
            "1. B h8 2. W i9 3. B j10",
            "https://example.org/#/h8i9j10",
            "https://example.org/game?moves=h8i9j10&x=1",
            "0,0, 1,-1, 2,-2",
        ] {
            assert_eq!(moves(text), expected, "{text}");
            assert!(is_list(text), "{text}");
        }
        assert_eq!(moves("h8 pass j10"), [expected[0], expected[2]]);
        assert_eq!(moves("B h8 B j10"), [expected[0], expected[2]]);
        assert_eq!(moves("h8 b9 o1")[1], (Color::White, 1, 6));
        let record = parse("h8 i9 1-0", &Given::default()).unwrap();
        assert_eq!(record.result, Some(GameResult::Win(Color::Black)));
    }

    #[test]
    fn the_size_is_assumed_where_it_is_not_stated() {
        let sizes = |text: &str| {
            let record = parse(text, &Given::default()).unwrap();
            let width = record.size().width();
            (
                width,
                record.notes.contains(&Note::SizeAssumed(record.size())),
            )
        };
        assert_eq!(sizes("h8 i9"), (15, true));
        assert_eq!(sizes("h8 s19"), (19, true));
        assert_eq!(sizes("h8 t20"), (20, true));
        assert!(parse("h8 z9", &Given::default()).is_err());
        let given = Given {
            size: BoardSize::square(15),
            ..Given::default()
        };
        assert!(parse("h8 s19", &given).is_err());
        assert_eq!(parse("h8", &given).unwrap().notes, []);
    }

    #[test]
    fn errors_in_lists_name_the_place() {
        let error = |text: &str| parse(text, &Given::default()).unwrap_err().to_string();
        assert!(error("h8→i9→h8").starts_with("move 3 `h8` (line 1, character 7)"));
        assert!(error("h8 W").starts_with("line 1, character 4: expected a move"));
        assert!(error("0,0 1,-1 2").contains("pairs of offsets"));
        assert!(error("0,0 1,-99").contains("not on the 15x15"));
    }
}
