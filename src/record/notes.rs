//! Notes on what was assumed when a record was read, each one line for the user.

use std::fmt;

use super::encoding::Encoding;
use crate::types::BoardSize;

/// An assumption, or something that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The record does not state the rule.
    RuleNotStated,
    /// The record states a rule with this name, which is not known.
    RuleUnknown(String),
    /// The record does not state the rule, but a side passes and the game continues, which only
    /// renju allows.
    RulePasses,
    /// The record does not state the size of the board.
    SizeAssumed(BoardSize),
    /// The file has this many games; this one, counted from 1, was taken.
    OneOfGames {
        /// The game that was taken.
        taken: usize,
        /// The number of games in the file.
        games: usize,
    },
    /// The game with this number, counted from 1, cannot be read; the text says why.
    GameUnread {
        /// The number of the game in the file.
        number: usize,
        /// The reason.
        error: String,
    },
    /// This many more games cannot be read.
    GamesUnread(usize),
    /// This many moves are in branches outside the main line.
    BranchesLeftOut(usize),
    /// Text before or after the record that is not part of it. This is its beginning.
    TextIgnored(String),
    /// The result that the record states is not the one on the board.
    ResultContradicts {
        /// What the record states.
        stated: String,
        /// What the board shows.
        shown: String,
    },
    /// The record states the SGF number of another game.
    OtherGame(String),
    /// An unknown property with points before the first move.
    PointsNotRead {
        /// The name of the property.
        name: String,
        /// Its value.
        value: String,
    },
    /// The record does not state the encoding of its text, which is a guess.
    EncodingGuessed(Encoding),
    /// The record states an encoding that is not known.
    EncodingUnknown {
        /// Its name.
        name: String,
        /// The encoding in which the text is read.
        taken: Encoding,
    },
    /// The record states an encoding with this name, but its text is UTF-8.
    EncodingContradicts(String),
    /// Some bytes are not characters of this encoding.
    TextDamaged(Encoding),
    /// The coordinates were read as offsets from the centre.
    Offsets,
    /// The rows were counted from the other edge or from 0, as this text says.
    Coordinates(&'static str),
    /// This many moves in branches are on points that are taken.
    OccupiedInBranches(usize),
    /// The record states this opening rule.
    OpeningRule(String),
    /// The players changed sides in the opening, as this text of the record says.
    Swapped(String),
    /// The fifth moves that were proposed besides the one played, as the record writes them.
    OtherFifthMoves(String),
    /// A malformed part of the file was read as this text says.
    Malformed(String),
    /// What the reader of the record notes in its own words.
    Reader(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::RuleNotStated => write!(f, "the rule is not stated"),
            Note::RuleUnknown(name) => write!(f, "the rule `{name}` is not known"),
            Note::RulePasses => write!(
                f,
                "the rule is not stated; it is read as renju, the only rule with passes"
            ),
            Note::SizeAssumed(size) => write!(
                f,
                "the size of the board is not stated; {}x{} is assumed",
                size.width(),
                size.height()
            ),
            Note::OneOfGames { taken, games } => {
                write!(f, "the file has {games} games; this is game {taken}")
            }
            Note::GameUnread { number, error } => {
                write!(f, "game {number} cannot be read: {error}")
            }
            Note::GamesUnread(1) => write!(f, "1 more game cannot be read"),
            Note::GamesUnread(games) => write!(f, "{games} more games cannot be read"),
            Note::BranchesLeftOut(1) => {
                write!(f, "1 move outside the main line is left out")
            }
            Note::BranchesLeftOut(moves) => {
                write!(f, "{moves} moves outside the main line are left out")
            }
            Note::TextIgnored(text) => write!(f, "text was ignored: `{text}`"),
            Note::ResultContradicts { stated, shown } => {
                write!(f, "the record says {stated}, but {shown}")
            }
            Note::OpeningRule(name) => write!(f, "the opening rule was {name}"),
            Note::Swapped(text) => write!(f, "swaps in the opening: {text}"),
            Note::OtherFifthMoves(moves) => {
                write!(f, "other fifth moves that were proposed: {moves}")
            }
            Note::OtherGame(number) if number == "1" => {
                write!(f, "GM[1] is Go; the record is read as five in a row")
            }
            Note::OtherGame(number) => write!(
                f,
                "GM[{number}] is another game; the record is read as five in a row"
            ),
            Note::PointsNotRead { name, value } => write!(
                f,
                "{name}[{value}] may hold points; its meaning is not known"
            ),
            Note::EncodingGuessed(encoding) => write!(
                f,
                "the encoding is not stated; the text is read as {}",
                encoding.name()
            ),
            Note::EncodingUnknown { name, taken } => write!(
                f,
                "the encoding `{name}` is not known; the text is read as {}",
                taken.name()
            ),
            Note::EncodingContradicts(name) => {
                write!(f, "the encoding `{name}` is stated, but the text is UTF-8")
            }
            Note::TextDamaged(encoding) => write!(
                f,
                "some bytes of the text are not characters of {}",
                encoding.name()
            ),
            Note::Offsets => write!(f, "the coordinates are read as offsets from the centre"),
            Note::Coordinates(how) => write!(f, "{how}"),
            Note::OccupiedInBranches(1) => {
                write!(f, "1 move in a branch is on an occupied point")
            }
            Note::OccupiedInBranches(moves) => {
                write!(f, "{moves} moves in branches are on occupied points")
            }
            Note::Malformed(what) | Note::Reader(what) => write!(f, "{what}"),
        }
    }
}

impl Note {
    /// The note on text that was ignored, shortened to one line.
    pub(super) fn ignored(text: &str) -> Option<Note> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return None;
        }
        Some(Note::TextIgnored(short(&words.join(" "))))
    }
}

/// The beginning of a text, for a note of one line.
pub(super) fn short(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST_TEXT).collect();
    short.retain(|c| !c.is_control());
    if short.chars().count() == LONGEST_TEXT {
        short.push('…');
    }
    short
}

/// The most characters of ignored text that are shown.
const LONGEST_TEXT: usize = 40;
