//! Solving a position: the search for a forced win and its proof, with limits on time and nodes.
//! No input, no output: a [`Watcher`] follows the search and can end it.
//!
//! The solvers themselves are in [`crate::threat`]. This module decides which of them runs for how
//! long, shortens what they find, and proves it.
//!
//! - `search`: the searches, one after the other.
//! - `forced`: wins that the search of the engine finds and the solvers prove.
//! - `to_five`: the main line of a proof, continued to the five.
//!
//! ```
//! use goshawk::board::notation::parse_moves;
//! use goshawk::engine::{Game, Stone, on_search_stack};
//! use goshawk::solve::{Request, WinKind, solve};
//! use goshawk::types::{BoardSize, Rule};
//!
//! let size = BoardSize::square(15).unwrap();
//! let mut game = Game::new(size, Rule::Freestyle);
//! for point in parse_moves("h8 a1 i8 c1 j8 e1", size).unwrap() {
//!     game.put(point, Stone::Of(game.side_to_move())).unwrap();
//! }
//! let answer = on_search_stack(|| solve(&Request::new(&game, game.side_to_move()), &|| false));
//! let win = answer.unwrap().win.unwrap();
//! assert_eq!((win.kind, win.plies), (WinKind::Vcf, 3));
//! ```

mod forced;
mod search;
mod to_five;

use std::time::Duration;

use crate::engine::Game;
use crate::threat::vct::Attack;
use crate::types::{Color, Point};
pub use search::solve;

/// Number of entries of the proof table by default, which take 192 MiB.
pub const DEFAULT_ENTRIES: usize = 1 << 23;
/// Size of an entry of the proof table in bytes.
pub const ENTRY_BYTES: u64 = 24;
/// The memory for an entry in bytes: while the table is doubled for the last time, there is
/// one of half its size as well.
const PEAK_BYTES: u64 = ENTRY_BYTES * 3 / 2;

/// The number of entries of a proof table that never takes more than `bytes` bytes.
pub fn entries_within(bytes: u64) -> usize {
    // The solver rounds up to a power of two.
    1 << (bytes / PEAK_BYTES).max(1).ilog2()
}

/// One question: does `side`, which is to move in `game`, have a forced win?
#[derive(Clone)]
pub struct Request<'a> {
    /// The game.
    pub game: &'a Game,
    /// The side to move.
    pub side: Color,
    /// Search for a VCF.
    pub vcf: bool,
    /// Search for a VCT, if no VCF is found. If both are asked for and none is found, the search of
    /// the engine looks for any win.
    pub vct: bool,
    /// Use all of the limits to search for the shortest win of its kind. Otherwise wins are
    /// shortened with little effort.
    pub shortest: bool,
    /// The time limit of the searches. The proof of a win may take as long again.
    pub time: Option<Duration>,
    /// The maximum number of nodes of the solvers, and that of the search of the engine. It may be
    /// exceeded slightly. The proof of a win is not limited by it.
    pub nodes: Option<u64>,
    /// Whether the game goes on after the number of stones at which the rule ends it as a draw.
    pub ignores_stone_limit: bool,
    /// The maximum number of entries of the proof table. It starts small and grows.
    pub entries: usize,
    /// Also expand the proof so that it needs no solver to be checked.
    pub full: bool,
    /// Also continue the main line to the five.
    pub to_five: bool,
}

impl<'a> Request<'a> {
    /// A request for a win of any kind, without limits.
    pub fn new(game: &'a Game, side: Color) -> Request<'a> {
        Request {
            game,
            side,
            vcf: true,
            vct: true,
            shortest: false,
            time: None,
            nodes: None,
            ignores_stone_limit: false,
            entries: DEFAULT_ENTRIES,
            full: false,
            to_five: false,
        }
    }

    /// Whether any win is looked for.
    fn is_for_any_win(&self) -> bool {
        self.vcf && self.vct
    }
}

/// Follows a search. Any closure that tells whether to stop is one.
pub trait Watcher {
    /// Called often during a search. True ends it; a win that has been found is still proved
    /// if that takes less than half a second.
    fn stops(&self) -> bool;

    /// A stage of the search with this name begins, which may take `limit`.
    fn begin(&self, _stage: &'static str, _limit: Option<Duration>) {}

    /// For lack of memory, the proof table has at most this number of entries.
    fn reduced(&self, entries: usize) {
        log::warn!("the proof table has at most {entries} entries: too little memory");
    }
}

impl<F: Fn() -> bool> Watcher for F {
    fn stops(&self) -> bool {
        self()
    }
}

/// A kind of forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reports", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reports", serde(rename_all = "lowercase"))]
pub enum WinKind {
    /// By continuous fours.
    Vcf,
    /// By continuous threats: each move threatens a five, an open four or a VCF.
    Vct,
    /// By other moves as well, which threaten a longer win.
    Forced,
}

impl WinKind {
    /// The usual abbreviation, or a word: what a side wins by.
    pub fn name(self) -> &'static str {
        match self {
            WinKind::Vcf => "VCF",
            WinKind::Vct => "VCT",
            WinKind::Forced => "force",
        }
    }
}

/// The proof of a win on the points of the board.
pub type Proof = Attack<Point>;

/// A proved win.
pub struct Win {
    /// How it was found.
    pub kind: WinKind,
    /// Length in plies, including the five.
    pub plies: usize,
    /// No win of this kind is shorter than this, in plies. For a VCF that is proved.
    pub least_plies: usize,
    /// The moves against the longest defence; empty if the proof was not completed.
    pub variation: Vec<Point>,
    /// The proof; `None` if it was not completed.
    pub proof: Option<Proof>,
    /// The proof expanded, if requested; `None` if that was not completed.
    pub full: Option<Proof>,
    /// The main line up to the five, if requested; empty if that was not completed.
    pub to_five: Vec<Point>,
}

impl Win {
    /// True if no win of this kind is shorter.
    pub fn is_shortest(&self) -> bool {
        self.least_plies == self.plies
    }

    /// The proof in the form that was requested.
    pub fn requested_proof(&self, request: &Request<'_>) -> Option<&Proof> {
        if request.full {
            self.full.as_ref()
        } else {
            self.proof.as_ref()
        }
    }
}

/// The answer of the solver.
pub struct Answer {
    /// The win, if one was found.
    pub win: Option<Win>,
    /// If there is no other win, one that takes more plies than the game can last, with its
    /// length at most.
    pub too_long: Option<(WinKind, usize)>,
    /// The searches for these kinds of wins were completed without success.
    pub excluded: Vec<WinKind>,
    /// True if there is no win, and a search has reached its limits or has found a win that was
    /// not proved.
    pub is_undecided: bool,
    /// Moves made.
    pub nodes: u64,
    /// Time of the searches, without that of the proof.
    pub time: Duration,
}
