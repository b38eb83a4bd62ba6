//! Files of Piskvork: a header with the size, a line `x,y,milliseconds` for each move,
//! counted from 1 at the top left, then the names of the players and the result.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,0
//! 9,7,1500
//! first.zip
//! second.zip
//! -1
//! 1,Freestyle
//! ```
//!
//! The last number of the header is 1 if the second player began. Old files end after the
//! moves or with the single number, which says how the game ended and is not used. The last
//! line of new files has the number of the winner, or 0, and the rule.
//!
//! The format does not distinguish a draw from an unfinished game: 0 stands for both, and is
//! read as no result. A draw by a full board, or by the stone limit of renju, follows from
//! the moves.

//! Two other programs write a dialect with the score of a match in the header:
//!
//! ```text
//! Piskvorky 15x15 , 0 - 0
//! 7,8,0
//! 8,9,1
//! ```
//!
//! There columns count from 0 and rows from 1 at the bottom, and the last number is the side: 0 for
//! black, 1 for white.

use std::time::Duration;

use super::error::{Place, Problem, RecordError};
use super::notes::Note;
use super::{Format, GameResult, Given, Move, Record, one_line};
use crate::board::work::count_work;
use crate::types::{BoardSize, Color, Point, Rule};

/// The first word.
const MAGIC: &str = "piskvorky";
/// The word for an unknown rule.
pub(super) const UNKNOWN_RULE: &str = "unknown";
/// The form of a header, for errors.
const HEADER: &str = "a header such as `Piskvorky 15x15, 11:11, 0`";
/// The form of a move's line, for errors.
const MOVE: &str = "a move such as `8,8,1500`, counted from 1";
/// The same in the dialect.
const MOVE_FROM_BELOW: &str =
    "a column from 0, a row from 1 at the bottom and a side, such as `7,8,0`";
/// The note on the dialect.
const FROM_BELOW: &str = "the header is that of programs that count columns from 0 and rows from 1 \
     at the bottom; points are read that way";

/// True if the text begins like a file of Piskvork.
pub(super) fn is_psq(text: &str) -> bool {
    let word = text.trim_start().get(..MAGIC.len());
    word.is_some_and(|word| word.eq_ignore_ascii_case(MAGIC))
}

/// Reads a file of Piskvork.
///
/// # Errors
/// If the header or a move is malformed, or a move is off the board or repeated.
pub(super) fn parse(text: &str, given: &Given) -> Result<Record, RecordError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let mut lines = lines.filter(|(_, line)| !line.is_empty());
    let (number, header) = lines.next().ok_or(RecordError::Empty)?;
    let mut reader = Reader::new(header, number, given)?;
    for (number, line) in lines {
        reader.line(line, Place::line(number))?;
    }
    Ok(reader.record)
}

/// Reads the lines after the header.
struct Reader {
    record: Record,
    /// The side of each player in the order of their names.
    sides: [Color; 2],
    /// The number of lines after the moves that may be names, so far.
    names: usize,
    /// Columns count from 0, rows from 1 at the bottom, and the third number is a side.
    is_from_below: bool,
    /// The moves have ended.
    is_tail: bool,
    /// The line of a move has its time.
    has_times: bool,
    /// A line with only a number has ended the names.
    has_end: bool,
}

impl Reader {
    /// Reads the header.
    fn new(header: &str, number: usize, given: &Given) -> Result<Reader, RecordError> {
        let error = |problem| RecordError::At(Place::line(number), problem);
        let mut parts = header[MAGIC.len()..].split(',').map(str::trim);
        let size = parts.next().and_then(|size| size.split_once(['x', 'X']));
        let side = |text: &str| text.trim().parse::<i64>().ok();
        let (width, height) = size
            .and_then(|(width, height)| Some((side(width)?, side(height)?)))
            .ok_or(error(Problem::Expected(HEADER)))?;
        let size = BoardSize::new(width, height).ok_or(error(Problem::Size))?;
        let second = parts.next();
        let second_begins = parts.next() == Some("1");
        let is_from_below = second.is_some_and(is_score);
        let mut record = Record::empty(Format::Psq, given.size_or(Some(size)));
        if is_from_below {
            record.notes.push(Note::Coordinates(FROM_BELOW));
        }
        Ok(Reader {
            record,
            is_from_below,
            sides: if second_begins {
                [Color::White, Color::Black]
            } else {
                [Color::Black, Color::White]
            },
            names: 0,
            is_tail: false,
            has_times: false,
            has_end: false,
        })
    }

    /// Reads a non-empty line after the header.
    fn line(&mut self, line: &str, place: Place) -> Result<(), RecordError> {
        count_work(line.len());
        let parts: Vec<&str> = line.split(',').map(str::trim).collect();
        let is_number = |text: &&str| text.parse::<i64>().is_ok();
        if parts.len() > 1 && is_number(&parts[0]) && !self.is_name(&parts) {
            if parts.len() == 2 && (self.has_end || !is_number(&parts[1])) {
                self.end(parts[0], parts[1]);
                return Ok(());
            }
            return self.play(&parts, place);
        }
        if is_move_of_others(line) {
            return Err(RecordError::At(place, Problem::Expected(MOVE)));
        }
        self.is_tail = true;
        if parts.len() > 1 || !is_number(&line) {
            if let Some(side) = self.sides.get(self.names) {
                self.record.players[side.index()] = Some(one_line(line));
            }
            self.names += 1;
        } else {
            self.has_end = true;
        }
        Ok(())
    }

    /// True if a line with two numbers is the name of a player: moves have a third, or a name
    /// came before it.
    fn is_name(&self, parts: &[&str]) -> bool {
        let is_number = |text: &&str| text.parse::<i64>().is_ok();
        let is_pair = parts.len() == 2 && parts.iter().all(is_number);
        is_pair && !self.has_end && self.names < 2 && (self.has_times || self.names > 0)
    }

    /// Reads a move.
    fn play(&mut self, parts: &[&str], place: Place) -> Result<(), RecordError> {
        if self.is_from_below {
            return self.play_from_below(parts, place);
        }
        let malformed = || RecordError::At(place, Problem::Expected(MOVE));
        let numbers: Vec<i64> = parts.iter().filter_map(|part| part.parse().ok()).collect();
        if self.is_tail || parts.len() > 3 || numbers.len() < parts.len() {
            return Err(malformed());
        }
        let index = |number: i64| u8::try_from(number.checked_sub(1)?).ok();
        let size = self.record.size();
        let off_board = || RecordError::At(place, Problem::OffBoard(size));
        let (x, y) = index(numbers[0])
            .zip(index(numbers[1]))
            .ok_or_else(off_board)?;
        self.has_times |= parts.len() == 3;
        let time = numbers.get(2).and_then(|time| u64::try_from(*time).ok());
        let last = self.record.moves.last();
        let played = Move {
            point: Point::new(x, y),
            color: last.map_or(Color::Black, |last| !last.color),
            time: time.map(Duration::from_millis),
        };
        self.record.push(played, place)
    }

    /// Reads a move of the dialect.
    fn play_from_below(&mut self, parts: &[&str], place: Place) -> Result<(), RecordError> {
        self.has_times = true;
        let numbers: Vec<i64> = parts.iter().filter_map(|part| part.parse().ok()).collect();
        let (column, row, color) = match numbers[..] {
            [column, row, 0] if parts.len() == 3 && !self.is_tail => (column, row, Color::Black),
            [column, row, 1] if parts.len() == 3 && !self.is_tail => (column, row, Color::White),
            _ => return Err(RecordError::At(place, Problem::Expected(MOVE_FROM_BELOW))),
        };
        let size = self.record.size();
        let y = i64::from(size.height()).checked_sub(row);
        let (x, y) = u8::try_from(column)
            .ok()
            .zip(y.and_then(|y| u8::try_from(y).ok()))
            .ok_or(RecordError::At(place, Problem::OffBoard(size)))?;
        let point = Point::new(x, y);
        let time = None;
        self.record.push(Move { point, color, time }, place)
    }

    /// Reads the last line: the number of the winner and the rule.
    fn end(&mut self, winner: &str, rule: &str) {
        self.is_tail = true;
        self.record.rule = Rule::from_record(rule);
        if self.record.rule.is_none() && rule != UNKNOWN_RULE {
            let name = rule.to_string();
            self.record.notes.push(Note::RuleUnknown(name));
        }
        self.record.result = match winner {
            "1" => Some(GameResult::Win(self.sides[0])),
            "2" => Some(GameResult::Win(self.sides[1])),
            _ => None,
        };
    }
}

/// True for the score of a match: `0 - 0`.
fn is_score(text: &str) -> bool {
    let is_number = |text: &str| text.trim().parse::<u32>().is_ok();
    let sides = text.split_once('-');
    sides.is_some_and(|(first, second)| is_number(first) && is_number(second))
}

/// True for moves as in other formats: numbers that are not separated by commas.
pub(super) fn is_move_of_others(line: &str) -> bool {
    let mut parts = line
        .split([';', ':', '\t', ' '])
        .filter(|part| !part.is_empty());
    let is_number = |part: Option<&str>| part.is_some_and(|part| part.parse::<u16>().is_ok());
    let (first, second) = (parts.next(), parts.next());
    is_number(first) && is_number(second) && parts.all(|part| part.parse::<u32>().is_ok())
}
