//! Puzzles: positions in which exactly one first move wins by force, or for a VCF exactly one four.
//!
//! A position is a puzzle if all of this has been shown:
//!
//! - Neither side can make a five at once, and the side to move has a proved win by continuous
//!   fours (a VCF), or else by continuous threats (a VCT).
//! - In a VCF puzzle, every other four was tried as the first move, and against each there is a
//!   reply after which a complete search finds no VCF. That is a proof. Other moves than fours
//!   cannot begin a VCF; whether one of them wins by threats is stated apart, as
//!   [`Uniqueness`].
//! - In a VCT puzzle there is no VCF, which is proved, and every other legal move was tried as the
//!   first move: fours, threes, and all other points. The search for a VCT that begins with one of
//!   them was completed without success. After the first move it tries all fours, open threes,
//!   and those quiet moves that make a three or an open two and threaten a VCF. This is not a
//!   proof, because a quiet move that makes neither is not tried after the first move.
//! - At least one other move of the same kind, a four or for a VCT also an open three, can be
//!   played and fails. Otherwise there is nothing to choose.
//! - The proof of the win has at most 1,000 winning moves.
//!
//! If one of these searches does not end within its limit, the position is undecided and is not a
//! puzzle. A move that wins slowly, without a threat, is not excluded by any of this.
//!
//! - this file: puzzles and what is asked.
//! - `find`: examines a position.
//! - `unique`: the search for other winning first moves.
//! - `difficulty`: how hard a puzzle is.

mod difficulty;
mod find;
mod unique;

use crate::board::symmetry::SymmetricKeys;
use crate::board::zobrist;
use crate::engine::{Game, Stone};
use crate::solve::{Proof, WinKind};
use crate::types::{Color, Point};
pub use find::Finder;

/// A position with one winning first move, or for a VCF one winning four.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// How the first move wins.
    pub kind: WinKind,
    /// The side to move, which wins.
    pub side: Color,
    /// Among which first moves the winning one is unique.
    pub uniqueness: Uniqueness,
    /// The win: its first move is the solution.
    pub solution: Proof,
    /// The moves of both sides against the longest defence, the five included.
    pub line: Vec<Point>,
    /// No win of this kind is shorter. For a VCF that is proved.
    pub is_shortest: bool,
    /// The other first moves that the solver of the puzzle may think of, all of which fail: fours,
    /// and for a VCT also open threes.
    pub others: Vec<Point>,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// Among which first moves the winning one is unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reports", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reports", serde(rename_all = "lowercase"))]
pub enum Uniqueness {
    /// No other four begins a VCF. Another first move may win by threats.
    Fours,
    /// No other move begins a VCF or a VCT.
    Threats,
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The length of the win in plies against the longest defence, the five included.
    pub plies: usize,
    /// The first moves of its kind, the winning one included.
    pub choices: usize,
    /// The mean number of moves of its kind at the turns of the winning side along the main line,
    /// until the end is a matter of course.
    pub branching: f64,
    /// The moves of the winning side along the main line that are neither fours nor open threes.
    pub quiet: usize,
    /// The lowest [level](crate::strength::Level) that plays the solution; `None` if none does.
    pub level: Option<u8>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// VCF puzzles.
    pub vcf: bool,
    /// VCT puzzles.
    pub vct: bool,
    /// The length of the shortest win that counts, in plies.
    pub min_plies: usize,
    /// The limit on moves made by the search for the win in a position. That for other first
    /// moves that win may make ten times as many.
    pub nodes: u64,
}

/// What was found in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// A puzzle.
    Puzzle(Box<Puzzle>),
    /// It is not a puzzle.
    None,
    /// A search has reached its limit, or was stopped.
    Undecided,
}

/// The key of a position. It is the same for all symmetric positions; rule, size and side to move
/// are part of it.
pub fn key(game: &Game, side: Color) -> u64 {
    let size = game.size();
    let mut keys = SymmetricKeys::new(size);
    for (point, stone) in game.stones() {
        match stone {
            Stone::Of(color) => keys.stone(*color, *point),
            Stone::Blocked => keys.toggle(*point, zobrist::blocked),
        }
    }
    keys.least() ^ zobrist::game(size, game.rule(), side)
}
