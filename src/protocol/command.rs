//! Parses lines of input into [`Line`] and [`BoardLine`]. Parsing depends on the
//! line alone, not on the state of the session.
//!
//! Every line has a result: numbers saturate, invalid UTF-8 is replaced, and other lines become
//! `Unknown` or `Malformed`.

use super::info::Info;
use super::soosorv::SoosorvStep;
use super::text::{integer, integers, split_word};
use super::yixin::YixinCommand;
use crate::types::{BoardSize, Point};

/// The longest word of an unknown command that is repeated in the answer.
const MAX_WORD: usize = 40;

/// A line from the manager, outside BOARD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A whole command.
    Command(Command),
    /// BOARD or a similar word: points follow, up to DONE.
    Opening(Purpose),
}

/// What the points after BOARD and similar words are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// `BOARD`: set up the position and find a move.
    Play,
    /// `SWAP2BOARD`: answer a swap2 opening.
    Swap2,
    /// `YXSOOSORVSTEP2` to `YXSOOSORVSTEP6`: answer a step of a Soosyrv-8 opening.
    Soosorv(SoosorvStep),
    /// `YXBOARD`: set up the position and print nothing.
    SetUp,
    /// `YXBLOCK`: points that the engine must not play.
    Exclude,
    /// `YXBLOCKUNDO`: points that it may play again.
    Allow,
}

/// A one-line command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `RECTSTART w,h`: a new game. `None`: the size is malformed or unsupported.
    Start(Option<BoardSize>),
    /// `RESTART`: clear the board.
    Restart,
    /// `BEGIN`: play the first move.
    Begin,
    /// `TURN x,y`: the opponent's move; play the next one. `None`: malformed.
    Turn(Option<Coordinates>),
    /// `TAKEBACK x,y`: remove that stone. `None`: malformed.
    Takeback(Option<Coordinates>),
    /// `PLAY x,y`: play this move, chosen by the manager. `None`: malformed.
    Play(Option<Coordinates>),
    /// `INFO key value`.
    Info(Info),
    /// `STOP`: end the search and play the best move so far.
    Stop,
    /// `ABOUT`: name the engine.
    About,
    /// `END`: answer the search under way, then exit.
    End,
    /// A command of Yixin-Board.
    Yixin(YixinCommand),
    /// Anything else: the word in upper case, or an empty string if the word is long or
    /// has characters other than printable ASCII.
    Unknown(String),
}

/// Two integers of any size that represent a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// Column from the left, from 0.
    pub x: i64,
    /// Row from the top, from 0.
    pub y: i64,
}

impl Coordinates {
    /// The point on a board of that size; `None` if it is outside.
    pub fn on(self, size: BoardSize) -> Option<Point> {
        let point = Point::new(u8::try_from(self.x).ok()?, u8::try_from(self.y).ok()?);
        size.contains(point).then_some(point)
    }

    /// Parses `x,y`.
    fn parse(text: &str) -> Option<Coordinates> {
        let [x, y] = integers(text)?;
        Some(Coordinates { x, y })
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
    /// `INFO key value`, which takes effect at once.
    Info(Info),
    /// `STOP`, `YXSTOP`, which take effect at once.
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
    /// 3: a point out of play.
    Blocked,
}

/// Parses a line outside BOARD; `None` if it is blank.
pub fn parse(line: &[u8]) -> Option<Line> {
    let text = String::from_utf8_lossy(line);
    let (word, rest) = split_word(&text);
    if word.is_empty() {
        return None;
    }
    let word = word.to_ascii_uppercase();
    if let Some(purpose) = Purpose::of_word(&word, rest) {
        return Some(Line::Opening(purpose));
    }
    if let Some(command) = YixinCommand::parse(&word, rest) {
        return Some(Line::Command(Command::Yixin(command)));
    }
    Some(Line::Command(match word.as_str() {
        "START" => Command::Start(integer(rest).and_then(BoardSize::square)),
        "RECTSTART" => {
            Command::Start(Coordinates::parse(rest).and_then(|c| BoardSize::new(c.x, c.y)))
        }
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(Coordinates::parse(rest)),
        "TAKEBACK" => Command::Takeback(Coordinates::parse(rest)),
        "PLAY" => Command::Play(Coordinates::parse(rest)),
        "INFO" => Command::Info(parse_info(rest)),
        "STOP" => Command::Stop,
        "ABOUT" => Command::About,
        "END" => Command::End,
        other => Command::Unknown(shown_word(other)),
    }))
}

impl Purpose {
    /// The purpose of the list of points that an upper-case word begins. `rest` is the rest of
    /// its line.
    fn of_word(word: &str, rest: &str) -> Option<Purpose> {
        Some(match word {
            "BOARD" => Purpose::Play,
            "SWAP2BOARD" => Purpose::Swap2,
            "YXBOARD" => Purpose::SetUp,
            "YXBLOCK" => Purpose::Exclude,
            "YXBLOCKUNDO" => Purpose::Allow,
            _ => Purpose::Soosorv(SoosorvStep::parse(word, rest)?),
        })
    }

    /// True if the points are a position, false if they are only a list.
    pub fn is_position(self) -> bool {
        !matches!(self, Purpose::Exclude | Purpose::Allow)
    }

    /// True if only clients that speak Yixin's dialect send the word.
    pub fn is_of_yixin(self) -> bool {
        !matches!(self, Purpose::Play | Purpose::Swap2)
    }

    /// True if a stone needs its third number, which names its owner.
    pub fn needs_field(self) -> bool {
        matches!(self, Purpose::Play | Purpose::SetUp)
    }
}

/// The word if it can be repeated in an answer, else an empty string.
fn shown_word(word: &str) -> String {
    let is_shown = word.len() <= MAX_WORD && word.bytes().all(|byte| byte.is_ascii_graphic());
    if is_shown {
        word.to_owned()
    } else {
        String::new()
    }
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
        "INFO" => BoardLine::Info(parse_info(rest)),
        "STOP" | "YXSTOP" => BoardLine::Stop,
        _ => parse_stone(&text).unwrap_or(BoardLine::Malformed),
    })
}

/// Parses `key value`. Keys are not case-sensitive.
fn parse_info(text: &str) -> Info {
    let (key, value) = split_word(text);
    Info::new(&key.to_ascii_lowercase(), integer(value))
}

/// Parses `x,y,field` or `x,y`.
fn parse_stone(text: &str) -> Option<BoardLine> {
    if let Some(point) = Coordinates::parse(text) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &[u8]) -> Option<Command> {
        match parse(line)? {
            Line::Command(command) => Some(command),
            Line::Opening(purpose) => panic!("{purpose:?}"),
        }
    }

    fn unknown(word: &str) -> Option<Command> {
        Some(Command::Unknown(word.to_owned()))
    }

    fn at(x: i64, y: i64) -> Option<Coordinates> {
        Some(Coordinates { x, y })
    }

    #[test]
    fn case_and_spaces_around_the_command_do_not_matter() {
        for line in ["START 15", "start 15\r", " Start\t 15 ", "\u{feff}START 15"] {
            let expected = Command::Start(BoardSize::square(15));
            assert_eq!(command(line.as_bytes()), Some(expected), "{line:?}");
        }
        for line in ["", "\r", " \t "] {
            assert_eq!(command(line.as_bytes()), None, "{line:?}");
        }
    }

    #[test]
    fn unsupported_and_malformed_sizes_are_none() {
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
            assert_eq!(
                command(line.as_bytes()),
                Some(Command::Start(None)),
                "{line}"
            );
        }
        let rectangle = BoardSize::new(20, 15);
        assert_eq!(
            command(b"RECTSTART 20 , 15"),
            Some(Command::Start(rectangle))
        );
    }

    #[test]
    fn yixin_board_sends_columns_and_rows() {
        let start = |size: Option<BoardSize>| Command::Yixin(YixinCommand::Start(size.unwrap()));
        assert_eq!(command(b"start 15 15"), Some(start(BoardSize::square(15))));
        let thirteen_rows = start(BoardSize::new(13, 18));
        assert_eq!(command(b"START 18 13"), Some(thirteen_rows));
    }

    #[test]
    fn coordinates_may_have_spaces_and_saturate() {
        assert_eq!(command(b"TURN 7, 8"), Some(Command::Turn(at(7, 8))));
        assert_eq!(command(b"turn -1 ,3"), Some(Command::Turn(at(-1, 3))));
        assert_eq!(
            command(b"PLAY 99999999999999999999,-99999999999999999999"),
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
            assert_eq!(
                command(line.as_bytes()),
                Some(Command::Turn(None)),
                "{line}"
            );
        }
        let size = BoardSize::square(15).unwrap();
        assert_eq!(at(14, 0).unwrap().on(size), Some(Point::new(14, 0)));
        for (x, y) in [(15, 0), (0, 15), (-1, 3), (256, 0), (i64::MAX, i64::MIN)] {
            assert_eq!(at(x, y).unwrap().on(size), None);
        }
    }

    #[test]
    fn other_words_are_unknown_commands() {
        assert_eq!(command(b"FOO"), unknown("FOO"));
        assert_eq!(command(b"yxfoo 1"), unknown("YXFOO"));
        assert_eq!(command(b"\xff\xfe\x00"), unknown(""));
        assert_eq!(command(b"TURN7,7"), unknown("TURN7,7"));
        assert_eq!(command(b"DONE"), unknown("DONE"));
        assert_eq!(command(&[b'x'; 41]), unknown(""));
        assert_eq!(
            parse(b"board 1"),
            Some(Line::Opening(Purpose::Play)),
            "the rest of the line is ignored"
        );
        assert_eq!(command(b"stop"), Some(Command::Stop));
        assert_eq!(
            command(b"yxstop 1"),
            Some(Command::Yixin(YixinCommand::Stop))
        );
    }

    #[test]
    fn every_info_line_is_an_info_command() {
        assert_eq!(
            command(b"INFO timeout_turn 5000"),
            Some(Command::Info(Info::TimeoutTurn(5000)))
        );
        assert_eq!(
            command(b"info TIME_LEFT -500\r"),
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
            assert_eq!(
                command(line),
                Some(Command::Info(Info::Ignored)),
                "{line:?}"
            );
        }
    }

    #[test]
    fn lines_between_board_and_done() {
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
