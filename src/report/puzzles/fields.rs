//! The fields of the document of `puzzles --json`, which `schema.json` describes.
//!
//! The fields are written in the order in which they are declared. Fields that are not known are
//! ignored when a document is read.

use serde::{Deserialize, Serialize};

use crate::report::document::PointPair;
use crate::types::Color;

/// The value of `command` in the document.
pub const COMMAND: &str = "puzzles";

/// The document of `--json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PuzzleDocument {
    /// Always `puzzles`.
    pub command: String,
    /// The program that found them.
    pub program: String,
    /// The number of games that were searched.
    pub games: usize,
    /// The number of positions that were examined.
    pub positions: usize,
    /// The number of positions among them that were not decided within the limits.
    pub undecided: usize,
    /// False if the search was stopped.
    pub complete: bool,
    /// What was assumed or left out.
    pub notes: Vec<String>,
    /// The puzzles, easiest first.
    pub puzzles: Vec<PuzzleFields>,
}

/// A puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PuzzleFields {
    /// Its name, the same for all symmetric positions.
    pub id: String,
    /// How the first move wins.
    pub kind: KindName,
    /// Among which first moves it is unique.
    pub unique_among: UniquenessName,
    /// The rule.
    pub rule: String,
    /// The width of the board.
    pub width: u8,
    /// The height of the board.
    pub height: u8,
    /// The side to move, which wins.
    pub side: ColorName,
    /// The black stones.
    pub black: Vec<PointPair>,
    /// The white stones.
    pub white: Vec<PointPair>,
    /// The blocked points.
    pub blocked: Vec<PointPair>,
    /// The stones in the order of play; empty if it is not known.
    pub moves: Vec<PointPair>,
    /// The winning first move.
    pub solution: PointPair,
    /// The moves of both sides against the longest defence, the five included.
    pub line: Vec<PointPair>,
    /// The win against every reply that may help. The first node is the solution; each comes after
    /// the one that leads to it.
    pub proof: Vec<NodeFields>,
    /// Other first moves of the kind, which all fail.
    pub others: Vec<PointPair>,
    /// How hard it is.
    pub difficulty: DifficultyFields,
    /// Where it comes from.
    pub source: SourceFields,
}

/// A kind of forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KindName {
    /// By continuous fours.
    Vcf,
    /// By continuous threats.
    Vct,
}

/// Among which first moves a solution is unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UniquenessName {
    /// No other four wins by fours.
    Fours,
    /// No other move wins by threats.
    Threats,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorName {
    /// Black.
    Black,
    /// White.
    White,
}

/// What a winning move threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThreatName {
    /// A five.
    Five,
    /// An open four.
    OpenFour,
    /// A win by fours.
    Vcf,
}

/// A winning move and the replies to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeFields {
    /// The move.
    #[serde(rename = "move")]
    pub played: PointPair,
    /// What it threatens; `None` if it is the five.
    pub threat: Option<ThreatName>,
    /// The replies that may help. After any other reply the threat is carried out.
    pub replies: Vec<ReplyFields>,
}

/// A reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyFields {
    /// The move.
    #[serde(rename = "move")]
    pub played: PointPair,
    /// The index of the node with the winning answer.
    pub node: usize,
}

/// How hard a puzzle is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DifficultyFields {
    /// The length of the win in plies, the five included.
    pub plies: usize,
    /// No win of this kind is shorter.
    pub shortest: bool,
    /// The number of first moves of the kind.
    pub choices: usize,
    /// The mean number of moves of the kind along the main line, with one decimal place.
    pub branching: f64,
    /// The moves along the main line that are neither fours nor open threes.
    pub quiet: usize,
    /// The lowest level that plays the solution.
    pub level: Option<u8>,
}

/// Where a puzzle comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFields {
    /// The name of the file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The number of the move that was played in the position.
    #[serde(rename = "move")]
    pub number: usize,
    /// The player of black.
    pub black: Option<String>,
    /// The player of white.
    pub white: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The date.
    pub date: Option<String>,
}

impl ColorName {
    /// The name of a side.
    pub fn of(color: Color) -> ColorName {
        match color {
            Color::Black => ColorName::Black,
            Color::White => ColorName::White,
        }
    }

    /// The side.
    pub fn color(self) -> Color {
        match self {
            ColorName::Black => Color::Black,
            ColorName::White => Color::White,
        }
    }
}
