//! Game records and positions as other programs write them, recognised by content.
//!
//! | format | recognised by |
//! |---|---|
//! | RenLib `.lib` | the bytes 0xff, `RenLib`, 0xff at the beginning, or the first move h8 in a file without a header |
//! | `.pos` | a count and as many different bytes below 225 |
//! | Piskvork `.psq` | a first line such as `Piskvorky 15x15, 11:11, 0` |
//! | SGF | `(;` at the beginning of a line, or with a property anywhere in a text of no other format; text before it is ignored |
//! | RenjuNet `.rif` | XML at the beginning |
//! | PGN | a tag such as `[Event "x"]` at the beginning |
//! | JSON | an object with moves, stones or a tree of nodes, or an array of them or of moves |
//! | GTP | commands such as `boardsize 15` at the beginning, with `play` or `genmove` |
//! | Gomocup protocol | a command such as `BOARD` at the beginning, lines such as `7,7,1`, or a dialogue with TURN |
//! | Yixin-Board `.sav` | three lines with one number each |
//! | list of moves | a point at the beginning, such as `h8`, `1. h8` or `7,7` |
//! | drawn board | anything else, see [`diagram`](crate::board::diagram) |
//!
//! A file is read as a [`Collection`] of games, each a [`Tree`](tree::Tree) with all branches. A
//! [`Record`] is the main line of one of them. What had to be assumed is kept as [`Note`]s. Games that
//! cannot be read do not hide the others of their file. Every reader takes time at most
//! proportional to the length of the file.
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

mod annotate;
mod collection;
mod convert;
pub mod encoding;
mod error;
mod gtp;
mod limits;
mod line;
mod list;
mod merge;
mod notes;
mod pgn;
mod placement;
mod protocol_log;
mod psq;
mod renlib;
mod rif;
mod sgf;
#[cfg(test)]
mod tests;
mod text;
pub mod tree;
mod web;
mod write;
mod yixin;

use std::time::Duration;

pub use annotate::{Annotation, Annotations};
pub use collection::{Collection, Unread};
pub use convert::Loss;
pub use error::{Place, Problem, RecordError, Unwritable};
pub use line::Record;
pub use merge::{Positions, merge};
pub use notes::Note;

use crate::types::{BoardSize, Color, Point};

/// The width and height of the board of a record that does not state its size.
const DEFAULT_SIDE: i64 = 15;

/// What the user says about a record. It overrides what the record says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given {
    /// The size of the board. Drawn boards keep their own size.
    pub size: Option<BoardSize>,
    /// The side to move. It is not stored in the record, but a list of moves may then name
    /// another side.
    pub side: Option<Color>,
    /// The number of the game, counted from 1, if the file has several.
    pub game: Option<usize>,
    /// The numbers in a list of moves are offsets from the centre.
    pub offsets: bool,
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
    /// A file of Yixin-Board in text.
    Sav,
    /// A file with one byte for each move.
    Pos,
    /// The Portable Game Notation.
    Pgn,
    /// A database of RenjuNet.
    Rif,
    /// A document in JSON.
    Json,
    /// Lines of the Gomocup protocol.
    Protocol,
    /// A list of moves.
    Moves,
    /// A drawn board.
    Diagram,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 11] = [
        Format::Psq,
        Format::Sgf,
        Format::RenLib,
        Format::Sav,
        Format::Pos,
        Format::Pgn,
        Format::Rif,
        Format::Json,
        Format::Protocol,
        Format::Moves,
        Format::Diagram,
    ];

    /// The format of files with this extension, in upper or lower case.
    ///
    /// ```
    /// use goshawk::record::Format;
    ///
    /// assert_eq!(Format::of_ending("LIB"), Some(Format::RenLib));
    /// assert_eq!(Format::of_ending("doc"), None);
    /// ```
    pub fn of_ending(ending: &str) -> Option<Format> {
        Some(match ending.to_ascii_lowercase().as_str() {
            "psq" => Format::Psq,
            "sgf" => Format::Sgf,
            "lib" => Format::RenLib,
            "sav" => Format::Sav,
            "pos" => Format::Pos,
            "pgn" => Format::Pgn,
            "rif" | "xml" => Format::Rif,
            "json" => Format::Json,
            "txt" => Format::Moves,
            _ => return None,
        })
    }

    /// The name that users see, such as `SGF`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Psq => "Piskvork",
            Format::Sgf => "SGF",
            Format::RenLib => "RenLib",
            Format::Sav => "Yixin-Board",
            Format::Pos => "pos",
            Format::Pgn => "PGN",
            Format::Rif => "RenjuNet",
            Format::Json => "JSON",
            Format::Protocol => "Gomocup protocol",
            Format::Moves => "list of moves",
            Format::Diagram => "drawn board",
        }
    }
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

/// How a game was won without a row, as a record states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WonBy {
    /// The loser has resigned.
    Resignation,
    /// The time of the loser has run out.
    Time,
    /// The loser has forfeited the game.
    Forfeit,
}

impl WonBy {
    /// Every reason.
    pub const ALL: [WonBy; 3] = [WonBy::Resignation, WonBy::Time, WonBy::Forfeit];

    /// Follows the winner in words, as in a list of moves.
    pub fn words(self) -> &'static str {
        match self {
            WonBy::Resignation => "by resignation",
            WonBy::Time => "on time",
            WonBy::Forfeit => "by forfeit",
        }
    }
}

/// The size of the board of a record that does not state it: 15x15.
pub fn default_size() -> BoardSize {
    BoardSize::square(DEFAULT_SIDE).expect("a side within the limits")
}

/// The end of a time limit per move in SGF and in comments.
const PER_MOVE: &str = "s a move";

/// A time limit per move as [`parse_move_limit`] reads it, such as `2 s a move`.
fn move_limit_text(limit: Duration) -> String {
    format!("{} {PER_MOVE}", limit.as_secs_f64())
}

/// Reads a time limit per move; `None` for other time controls.
fn parse_move_limit(text: &str) -> Option<Duration> {
    let seconds = text.trim().strip_suffix(PER_MOVE)?.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|limit| !limit.is_zero())
}

/// True for a character that changes the direction of text or breaks lines without being seen.
/// Joiners are not among them: names in several scripts have them.
pub fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{feff}')
}

/// The text on one line, without control and direction characters, and without blanks around it.
fn one_line(text: &str) -> String {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let visible = text.chars().filter(|c| !is_direction(*c));
    let line: String = visible.map(|c| if is_break(c) { ' ' } else { c }).collect();
    line.trim().to_string()
}
