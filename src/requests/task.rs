//! What a search thread is asked to do.

use std::time::Duration;

use super::position::Subject;
use crate::engine::Limits;
use crate::types::Point;

/// The kinds of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Find the best moves.
    Analyze,
    /// Find the best moves and say why they are best.
    Explain,
    /// Find a forced win.
    Solve,
    /// List the points forbidden to black.
    Fouls,
    /// Find the mistakes in a game.
    Review,
    /// End other requests.
    Terminate,
    /// Name the program and its limits.
    Version,
}

impl Action {
    /// All actions.
    pub const ALL: [Action; 7] = [
        Action::Analyze,
        Action::Explain,
        Action::Solve,
        Action::Fouls,
        Action::Review,
        Action::Terminate,
        Action::Version,
    ];

    /// The name in requests and answers.
    pub fn name(self) -> &'static str {
        match self {
            Action::Analyze => "analyze",
            Action::Explain => "explain",
            Action::Solve => "solve",
            Action::Fouls => "fouls",
            Action::Review => "review",
            Action::Terminate => "terminate",
            Action::Version => "version",
        }
    }

    /// From whose view the scores of the answers are, if these have some.
    pub fn view(self) -> Option<&'static str> {
        match self {
            Action::Analyze | Action::Explain | Action::Solve => Some("side to move"),
            Action::Review => Some("side that moved"),
            Action::Fouls | Action::Terminate | Action::Version => None,
        }
    }
}

/// A task for a search thread.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position or game.
    pub subject: Subject,
    /// What to do with it.
    pub work: Work,
    /// The minimum time between two answers during the search; `None` for no such answers.
    pub report_every: Option<Duration>,
}

/// What to do with a position or game.
#[derive(Clone, Debug)]
pub enum Work {
    /// To search it, and to explain the result.
    Search {
        /// The options of the search.
        search: Search,
        /// Whether to explain the result.
        explains: bool,
    },
    /// To look for a forced win.
    Solve(Solve),
    /// To list the forbidden points.
    Fouls,
    /// To review the game.
    Review {
        /// The limits for each position.
        limits: Limits,
        /// The number of moves that belong to the opening, if it is given.
        opening: Option<usize>,
    },
}

/// The options of a search.
#[derive(Clone, Debug)]
pub struct Search {
    /// Its limits.
    pub limits: Limits,
    /// The number of best moves.
    pub multipv: usize,
    /// Moves that are not searched.
    pub exclude: Vec<Point>,
    /// Whether the game goes on after the number of stones at which the rule ends it as a draw.
    pub ignores_stone_limit: bool,
}

/// The options of the search for a forced win.
#[derive(Clone, Debug)]
pub struct Solve {
    /// The limits of time and nodes.
    pub limits: Limits,
    /// Look for a VCF.
    pub vcf: bool,
    /// Look for a VCT.
    pub vct: bool,
    /// Use all of the limits to find the shortest win.
    pub shortest: bool,
    /// Add the proof to the answer.
    pub proof: bool,
    /// Expand the proof.
    pub full: bool,
    /// Whether the game goes on after the number of stones at which the rule ends it as a draw.
    pub ignores_stone_limit: bool,
}
