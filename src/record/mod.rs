//! Game records and positions as other programs write them, recognised by content.
//!
//! | format | recognised by |
//! |---|---|
//! | RenLib `.lib` | the bytes 0xff, `RenLib`, 0xff at the beginning |
//! | Piskvork `.psq` | a first line such as `Piskvorky 15x15, 11:11, 0` |
//! | SGF | `(;` at the beginning |
//! | Gomocup protocol | a command such as `BOARD` at the beginning, or lines such as `7,7,1` |
//! | list of moves | a point at the beginning, such as `h8`, `1. h8` or `7,7` |
//! | drawn board | anything else, see [`diagram`](crate::board::diagram) |
//!
//! A list of moves or a board may follow a line that names the side to move, such as
//! `white to move`. The comments `# rule: renju` and `# size: 20x15` set rule and size;
//! `# black: NAME`, `# white: NAME`, `# result: black`, `white` or `draw`, `# time: 2 s a move`
//! and `# program: NAME` are read as well.
//!
//! ```
//! use goshawk::record::{Given, Record};
//! use goshawk::types::{Color, Point, Rule};
//!
//! let sgf = "(;FF[4]GM[4]SZ[15]RU[Renju]RE[B+];B[hh];W[ig];B[jh])";
//! let record = Record::parse(sgf, &Given::default()).unwrap();
//! assert_eq!(record.rule, Some(Rule::Renju));
//! assert_eq!(record.moves[1].point, Point::new(8, 6));
//! assert_eq!(record.side_to_move(), Color::White);
//!
//! let error = Record::parse("(;GM[4]SZ[15];B[zz])", &Given::default()).unwrap_err();
//! assert_eq!(error.to_string(), "line 1, character 17: not on the 15x15 board");
//! ```

mod error;
mod placement;
mod psq;
mod renlib;
mod sgf;
#[cfg(test)]
mod tests;
mod text;
mod write;

use std::borrow::Cow;
use std::time::Duration;

pub use error::{Place, Problem, RecordError};

pub use write::{Annotation, Annotations};

use crate::board::diagram::{Cell, Diagram};
use crate::types::{BoardSize, Color, Point, Rule};

/// The side of the board of a record that does not state its size.
const DEFAULT_SIDE: i64 = 15;

/// What is known besides the record. It takes precedence over what the record says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given {
    /// The size of the board. It does not apply to drawn boards, which have one.
    pub size: Option<BoardSize>,
    /// The side to move. It is not stored in the record: a list of moves that names
    /// another side is then no error.
    pub side: Option<Color>,
}

impl Given {
    /// The size given, or else the one that the record states, or else 15x15.
    fn size_or(&self, told: Option<BoardSize>) -> BoardSize {
        self.size.or(told).unwrap_or_else(default_size)
    }
}

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A file of Piskvork.
    Psq,
    /// The Smart Game Format.
    Sgf,
    /// A library of RenLib.
    RenLib,
    /// Lines of the Gomocup protocol.
    Protocol,
    /// A list of moves.
    Moves,
    /// A drawn board.
    Diagram,
}

/// A move of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the stone was placed.
    pub point: Point,
    /// Its colour.
    pub color: Color,
    /// The time that the move took, if the record states it.
    pub time: Option<Duration>,
}

/// The result that a record states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side won.
    Win(Color),
    /// Nobody won.
    Draw,
}

/// A game or a position, with all that the record says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The kind of the record.
    pub format: Format,
    /// The board before the first move: empty, or stones whose order is unknown.
    pub start: Diagram,
    /// The moves in order. The colours alternate unless a side passed.
    pub moves: Vec<Move>,
    /// The rule.
    pub rule: Option<Rule>,
    /// The side to move after the last move, if the record names it.
    pub side: Option<Color>,
    /// The names of the players, by [`Color::index`].
    pub players: [Option<String>; 2],
    /// The result.
    pub result: Option<GameResult>,
    /// The loser has resigned.
    pub by_resignation: bool,
    /// The time limit of a move.
    pub move_limit: Option<Duration>,
    /// The program that wrote the record.
    pub program: Option<String>,
}

impl Record {
    /// Reads a file of any format.
    ///
    /// # Errors
    /// If the file is not a record, contradicts itself or the given size, or is not UTF-8.
    /// The names and comments of `.psq` and SGF may be in any encoding.
    pub fn read(bytes: &[u8], given: &Given) -> Result<Record, RecordError> {
        if renlib::is_renlib(bytes) {
            return renlib::parse(bytes, given);
        }
        let text = String::from_utf8_lossy(bytes);
        let is_decoded = matches!(text, Cow::Borrowed(_));
        if !is_decoded && !Record::is_in_any_encoding(&text) {
            return Err(RecordError::NotText);
        }
        Record::parse(&text, given)
    }

    /// Reads a record of any format that is text.
    ///
    /// # Errors
    /// If the text is not a record, or contradicts itself or the given size.
    pub fn parse(text: &str, given: &Given) -> Result<Record, RecordError> {
        let text = text.trim_start_matches('\u{feff}');
        if psq::is_psq(text) {
            psq::parse(text, given)
        } else if sgf::is_sgf(text) {
            sgf::parse(text, given)
        } else if placement::is_placement(text) {
            placement::parse(text, given)
        } else {
            text::parse(text, given)
        }
    }

    /// True for files whose names and comments may be in any encoding: `.psq` and SGF. The
    /// rest of them is ASCII.
    fn is_in_any_encoding(text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}');
        psq::is_psq(text) || sgf::is_sgf(text)
    }

    /// Reads a list of moves, which may be empty.
    ///
    /// # Errors
    /// If a move cannot be read, is off the board or occurs twice.
    pub fn parse_moves(text: &str, given: &Given) -> Result<Record, RecordError> {
        text::parse_moves(text, given)
    }

    /// A record of an empty board.
    fn empty(format: Format, size: BoardSize) -> Record {
        Record {
            format,
            start: Diagram::new(size),
            moves: Vec::new(),
            rule: None,
            side: None,
            players: [None, None],
            result: None,
            by_resignation: false,
            move_limit: None,
            program: None,
        }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.start.size()
    }

    /// The board after the last move.
    pub fn board(&self) -> Diagram {
        let mut board = self.start.clone();
        for played in &self.moves {
            board.set(played.point, Cell::Stone(played.color));
        }
        board
    }

    /// The side to move after the last move: the one named, else the opponent of the last
    /// move, else black unless black has more stones.
    pub fn side_to_move(&self) -> Color {
        let by_count = || {
            let stones = |color| self.start.count(Cell::Stone(color));
            match stones(Color::Black) > stones(Color::White) {
                true => Color::White,
                false => Color::Black,
            }
        };
        let after_last = || self.moves.last().map(|last| !last.color);
        self.side.or_else(after_last).unwrap_or_else(by_count)
    }

    /// The points in the order of play; `None` unless the sides took turns from the empty
    /// board, black first.
    pub fn turns(&self) -> Option<Vec<Point>> {
        let turns = [Color::Black, Color::White].into_iter().cycle();
        let mut in_turn = self.moves.iter().zip(turns);
        let is_game = self.start.occupied().next().is_none()
            && in_turn.all(|(played, color)| played.color == color);
        is_game.then(|| self.moves.iter().map(|played| played.point).collect())
    }

    /// Adds a move that was read at `place`.
    fn push(&mut self, played: Move, place: Place) -> Result<(), RecordError> {
        let added = self.add(played);
        added.map_err(|problem| RecordError::At(place, problem))
    }

    /// Adds a move.
    fn add(&mut self, played: Move) -> Result<(), Problem> {
        if !self.size().contains(played.point) {
            return Err(Problem::OffBoard(self.size()));
        }
        let is_taken = self.start.get(played.point) != Cell::Empty
            || self.moves.iter().any(|other| other.point == played.point);
        if is_taken {
            return Err(Problem::Occupied);
        }
        self.moves.push(played);
        Ok(())
    }
}

/// The size of the board of a record that does not state it: 15x15.
pub fn default_size() -> BoardSize {
    BoardSize::square(DEFAULT_SIDE).expect("a side within the limits")
}

/// Follows the winner in a list of moves if the loser has resigned.
const BY_RESIGNATION: &str = "by resignation";
/// Ends a time limit of a move in SGF and in comments.
const PER_MOVE: &str = "s a move";

/// A time limit of a move as [`parse_move_limit`] reads it, such as `2 s a move`.
fn move_limit_text(limit: Duration) -> String {
    format!("{} {PER_MOVE}", limit.as_secs_f64())
}

/// Reads a time limit of a move; `None` for other time controls.
fn parse_move_limit(text: &str) -> Option<Duration> {
    let seconds = text.trim().strip_suffix(PER_MOVE)?.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|limit| !limit.is_zero())
}

/// The rule that other programs call by this name or number, if it is one of ours.
fn rule_named(name: &str) -> Option<Rule> {
    let letters = |c: &char| c.is_ascii_alphanumeric();
    let name: String = name.to_lowercase().chars().filter(letters).collect();
    if let Ok(number) = name.parse() {
        // Some managers number renju 2.
        let number = if number == 2 { 4 } else { number };
        return Rule::from_protocol_number(number);
    }
    let named = [
        ("caroexact", Rule::CaroExact),
        ("caro", Rule::Caro),
        ("standard", Rule::Standard),
        ("free", Rule::Freestyle),
        ("fastgame", Rule::Freestyle),
        ("renju", Rule::Renju),
    ];
    let mut known = named.into_iter();
    known
        .find(|(part, _)| name.contains(part))
        .map(|(_, rule)| rule)
}
