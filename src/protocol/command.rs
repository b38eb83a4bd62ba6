//! The parser: bytes of a line -> a closed [`Command`]. Pure; it knows no state.
//!
//! Whatever arrives has a meaning here: hostile numbers saturate, broken UTF-8
//! is replaced, and what cannot be understood is `Unknown` or `Malformed`.

use super::info::Info;
use super::yixin::Yixin;
use crate::types::{BoardSize, Point};

/// One line from the manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `RECTSTART w,h`, Yixin-Board's `START w h`: a new game.
    /// `None`: malformed or a size not supported.
    Start(Option<BoardSize>),
    /// `RESTART`: clear the board.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN x,y`: the opponent's move; answer it.
    Turn(Argument),
    /// `BOARD`: stones follow up to DONE, then find a move.
    Board,
    /// `SWAP2BOARD`: stones of an opening follow up to DONE.
    Swap2Board,
    /// `TAKEBACK x,y`: take that stone up.
    Takeback(Argument),
    /// `PLAY x,y`: put a stone of your own there.
    Play(Argument),
    /// `INFO key value`.
    Info(Info),
    /// `STOP`: end the search with the best move so far.
    Stop,
    /// `ABOUT`: who are you?
    About,
    /// `END`: exit.
    End,
    /// A command of Yixin-Board's.
    Yixin(Yixin),
    /// Anything else. True for the `YX…` family, which shows the manager's dialect.
    Unknown(bool),
}

/// Coordinates as an argument: `None` if malformed.
pub type Argument = Option<Coordinates>;

/// A pair of numbers that may lie anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// Column from the left, from 0.
    pub x: i64,
    /// Row from the top, from 0.
    pub y: i64,
}

impl Coordinates {
    /// The point on a board of that size; `None` if outside.
    pub fn on(self, size: BoardSize) -> Option<Point> {
        let point = Point::new(u8::try_from(self.x).ok()?, u8::try_from(self.y).ok()?);
        size.contains(point).then_some(point)
    }
}

/// A line between BOARD and DONE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLine {
    /// `x,y,field`: a stone; `x,y`: a point.
    Stone(Coordinates, Option<Field>),
    /// `DONE`: the position is complete.
    Done,
    /// `END`: exit.
    End,
    /// `INFO key value`, which takes effect anywhere.
    Info(Info),
    /// `STOP`, `YXSTOP`, which takes effect anywhere.
    Stop,
    /// Anything else.
    Malformed,
}

/// The third number of a BOARD line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// 1: the engine's stone.
    Own,
    /// 2: the opponent's stone.
    Opponent,
    /// 3: out of play.
    Blocked,
}

/// Parses a line outside BOARD; `None` if it is blank.
pub fn parse(line: &[u8]) -> Option<Command> {
    let text = String::from_utf8_lossy(line);
    let (word, rest) = split_word(&text);
    if word.is_empty() {
        return None;
    }
    let word = word.to_ascii_uppercase();
    Some(match word.as_str() {
        "START" => Command::Start(start_size(rest)),
        "RECTSTART" => Command::Start(pair(rest).and_then(|c| BoardSize::new(c.x, c.y))),
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(pair(rest)),
        "BOARD" => Command::Board,
        "SWAP2BOARD" => Command::Swap2Board,
        "TAKEBACK" => Command::Takeback(pair(rest)),
        "PLAY" => Command::Play(pair(rest)),
        "INFO" => Command::Info(info(rest)),
        "STOP" => Command::Stop,
        "ABOUT" => Command::About,
        "END" => Command::End,
        other => match Yixin::of(other, rest) {
            Some(command) => Command::Yixin(command),
            None => Command::Unknown(other.starts_with("YX")),
        },
    })
}

/// Parses a line between BOARD and DONE; `None` if it is blank.
pub fn parse_board_line(line: &[u8]) -> Option<BoardLine> {
    let text = String::from_utf8_lossy(line);
    let (word, rest) = split_word(&text);
    if word.is_empty() {
        return None;
    }
    Some(match word.to_ascii_uppercase().as_str() {
        "DONE" => BoardLine::Done,
        "END" => BoardLine::End,
        "INFO" => BoardLine::Info(info(rest)),
        "STOP" | "YXSTOP" => BoardLine::Stop,
        _ => stone(&text).unwrap_or(BoardLine::Malformed),
    })
}

/// The first word and what follows it, both trimmed. A byte order mark, as
/// some shells put before piped text, is no part of the word.
pub fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches('\u{feff}').trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// `key value`; what is malformed or not for us is [`Info::Ignored`].
fn info(text: &str) -> Info {
    let (key, value) = split_word(text);
    Info::of(&key.to_ascii_lowercase(), integer(value))
}

/// The size after `START`: `n`, or Yixin-Board's `columns rows`.
///
/// That manager sends the row of a point before its column, so the rows are
/// what we count in `x`.
fn start_size(text: &str) -> Option<BoardSize> {
    match split_word(text) {
        (side, "") => BoardSize::square(integer(side)?),
        (columns, rows) => BoardSize::new(integer(rows)?, integer(columns)?),
    }
}

/// `x,y,field` or `x,y`.
fn stone(text: &str) -> Option<BoardLine> {
    if let Some(point) = pair(text) {
        return Some(BoardLine::Stone(point, None));
    }
    let [x, y, field] = integers(text)?;
    let field = match field {
        1 => Field::Own,
        2 => Field::Opponent,
        3 => Field::Blocked,
        _ => return None,
    };
    Some(BoardLine::Stone(Coordinates { x, y }, Some(field)))
}

/// `x,y`.
fn pair(text: &str) -> Option<Coordinates> {
    let [x, y] = integers(text)?;
    Some(Coordinates { x, y })
}

/// Just `N` integers with commas between them; spaces around each are allowed.
fn integers<const N: usize>(text: &str) -> Option<[i64; N]> {
    let mut parts = text.split(',');
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = integer(parts.next()?)?;
    }
    parts.next().is_none().then_some(numbers)
}

/// A decimal integer; one too large for 64 bits becomes the largest of its sign.
pub fn integer(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    // Only the size of the number can make this fail: its form is checked.
    Some(text.parse().unwrap_or(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Argument {
        Some(Coordinates { x, y })
    }

    #[test]
    fn the_command_word_is_free_in_case_and_surroundings() {
        for line in ["START 15", "start 15\r", " Start\t 15 ", "\u{feff}START 15"] {
            let expected = Command::Start(BoardSize::square(15));
            assert_eq!(parse(line.as_bytes()), Some(expected), "{line:?}");
        }
        for line in ["", "\r", " \t "] {
            assert_eq!(parse(line.as_bytes()), None, "{line:?}");
        }
    }

    #[test]
    fn sizes_out_of_range_or_malformed_are_none() {
        for line in [
            "START",
            "START 4",
            "START 32",
            "START -5",
            "START abc",
            "START 15 x",
            "START 15 4",
            "START 15 15 15",
            "START 15,15",
            "START 99999999999999999999",
            "RECTSTART 20",
            "RECTSTART a,b",
            "RECTSTART 15,4",
        ] {
            assert_eq!(parse(line.as_bytes()), Some(Command::Start(None)), "{line}");
        }
        let rectangle = BoardSize::new(20, 15);
        assert_eq!(parse(b"RECTSTART 20 , 15"), Some(Command::Start(rectangle)));
    }

    #[test]
    fn yixin_board_tells_columns_and_rows() {
        let square = BoardSize::square(15);
        assert_eq!(parse(b"start 15 15"), Some(Command::Start(square)));
        let thirteen_rows = BoardSize::new(13, 18);
        assert_eq!(parse(b"START 18 13"), Some(Command::Start(thirteen_rows)));
    }

    #[test]
    fn coordinates_take_spaces_and_saturate() {
        assert_eq!(parse(b"TURN 7, 8"), Some(Command::Turn(at(7, 8))));
        assert_eq!(parse(b"turn -1 ,3"), Some(Command::Turn(at(-1, 3))));
        assert_eq!(
            parse(b"PLAY 99999999999999999999,-99999999999999999999"),
            Some(Command::Play(at(i64::MAX, i64::MIN)))
        );
        for line in [
            "TURN",
            "TURN 7",
            "TURN 7 8",
            "TURN 7,7,7",
            "TURN x,y",
            "TURN 7,",
            "TURN -,1",
        ] {
            assert_eq!(parse(line.as_bytes()), Some(Command::Turn(None)), "{line}");
        }
        let size = BoardSize::square(15).unwrap();
        assert_eq!(at(14, 0).unwrap().on(size), Some(Point::new(14, 0)));
        for (x, y) in [(15, 0), (0, 15), (-1, 3), (256, 0), (i64::MAX, i64::MIN)] {
            assert_eq!(at(x, y).unwrap().on(size), None);
        }
    }

    #[test]
    fn what_is_not_known_is_unknown() {
        assert_eq!(parse(b"FOO"), Some(Command::Unknown(false)));
        assert_eq!(parse(b"yxfoo 1"), Some(Command::Unknown(true)));
        assert_eq!(parse(b"\xff\xfe\x00"), Some(Command::Unknown(false)));
        assert_eq!(parse(b"TURN7,7"), Some(Command::Unknown(false)));
        assert_eq!(parse(b"DONE"), Some(Command::Unknown(false)));
        assert_eq!(parse(b"stop"), Some(Command::Stop));
        assert_eq!(parse(b"yxstop 1"), Some(Command::Yixin(Yixin::Stop)));
    }

    #[test]
    fn info_is_never_anything_but_info() {
        assert_eq!(
            parse(b"INFO timeout_turn 5000"),
            Some(Command::Info(Info::TimeoutTurn(5000)))
        );
        assert_eq!(
            parse(b"info TIME_LEFT -500\r"),
            Some(Command::Info(Info::TimeLeft(-500)))
        );
        for line in [
            &b"INFO"[..],
            b"INFO rule",
            b"INFO rule one",
            b"INFO unknown 1 2 3",
            b"INFO folder C:\\A b\\\xfc",
            b"INFO timeout_turn 5000 6000",
            b"INFO timeout_turn 50.5",
        ] {
            assert_eq!(parse(line), Some(Command::Info(Info::Ignored)), "{line:?}");
        }
    }

    #[test]
    fn board_lines() {
        let stone = |x, y, field| Some(BoardLine::Stone(Coordinates { x, y }, Some(field)));
        assert_eq!(parse_board_line(b"7,8,1\r"), stone(7, 8, Field::Own));
        assert_eq!(
            parse_board_line(b" 7 , 8 , 2 "),
            stone(7, 8, Field::Opponent)
        );
        assert_eq!(parse_board_line(b"-7,99,3"), stone(-7, 99, Field::Blocked));
        assert_eq!(parse_board_line(b"done"), Some(BoardLine::Done));
        assert_eq!(parse_board_line(b"End\r"), Some(BoardLine::End));
        assert_eq!(parse_board_line(b" "), None);
        let point = BoardLine::Stone(Coordinates { x: 1, y: 1 }, None);
        assert_eq!(parse_board_line(b"1, 1"), Some(point));
        for line in ["a,b,c", "1,1,7", "1,1,0", "1,1,1,1", "START 15", "1 1 1"] {
            let parsed = parse_board_line(line.as_bytes());
            assert_eq!(parsed, Some(BoardLine::Malformed), "{line}");
        }
    }
}
