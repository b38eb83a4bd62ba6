//! The fields of the document of `puzzles --json`, which `schema.json` describes.
//!
//! The fields are written in the order in which they are declared. Unknown fields are ignored
//! when a document is read.

use serde::{Deserialize, Serialize};

use crate::puzzle::Uniqueness;
use crate::solve::WinKind;
use crate::types::{Color, Point, Rule};

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
    pub kind: WinKind,
    /// Among which first moves it is unique.
    pub unique_among: Uniqueness,
    /// The rule.
    pub rule: Rule,
    /// The width of the board.
    pub width: u8,
    /// The height of the board.
    pub height: u8,
    /// The side to move, which wins.
    pub side: Color,
    /// The black stones.
    pub black: Vec<Point>,
    /// The white stones.
    pub white: Vec<Point>,
    /// The blocked points.
    pub blocked: Vec<Point>,
    /// The stones in the order of play; empty if it is not known.
    pub moves: Vec<Point>,
    /// The winning first move.
    pub solution: Point,
    /// The moves of both sides against the longest defence, the five included.
    pub line: Vec<Point>,
    /// The win against every reply that may help. The first node is the solution; each comes after
    /// the one that leads to it.
    pub proof: Vec<NodeFields>,
    /// Other first moves of the kind, which all fail.
    pub others: Vec<Point>,
    /// How hard it is.
    pub difficulty: DifficultyFields,
    /// Where it comes from.
    pub source: SourceFields,
}

/// A winning move and the replies to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeFields {
    /// The move.
    #[serde(rename = "move")]
    pub played: Point,
    /// What it threatens, by [`Threat::id`](crate::threat::vct::Threat::id); `None` if it is the
    /// five.
    pub threat: Option<String>,
    /// The replies that may help. After any other reply the threat is carried out.
    pub replies: Vec<ReplyFields>,
}

/// A reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyFields {
    /// The move.
    #[serde(rename = "move")]
    pub played: Point,
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
