//! What the engine is asked, and what it answers.

use std::time::Duration;

use super::win::Win;
use crate::app::study::Judged;
use crate::engine::{Game, Outcome, Report};
use crate::play::turn::{Answer, Turn};
use crate::record::Record;
use crate::report::puzzles::fields::PuzzleFields;
use crate::report::review::whole::Review;
use crate::types::{Color, Point, Score};

/// What the engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The engine's turn in the game.
    Play,
    /// A good move for a person, at full strength.
    Hint,
    /// The value of the position.
    Value,
    /// This number of best moves, until it is stopped.
    Variations(usize),
    /// What is threatened, and why the best move is best.
    Reasons,
    /// A forced win.
    Win,
    /// Whether a move in a puzzle wins, to which this side replies.
    Judge,
    /// Puzzles in a game.
    Puzzles,
    /// The review of a game, with this number of nodes for each position.
    Review(u64),
}

/// A search.
#[derive(Clone, Debug)]
pub struct Job {
    /// The number by which the answer is recognised.
    pub number: u64,
    /// What to find.
    pub task: Task,
    /// The position.
    pub game: Game,
    /// The side to move.
    pub side: Color,
    /// The turn of the engine in the game.
    pub turn: Option<Turn>,
    /// The game to review, or to look for puzzles in.
    pub record: Option<Record>,
    /// The longest time.
    pub limit: Duration,
    /// Varies the choices of weaker levels.
    pub seed: u64,
}

/// What is threatened, and why the best move is best.
pub struct Reasons {
    /// Names with texts.
    pub rows: Vec<(String, String)>,
    /// The best move.
    pub best: Option<Point>,
    /// Its score for the side to move.
    pub score: Score,
}

/// What a search has found.
pub enum Found {
    /// What the engine plays.
    Play(Answer),
    /// A good move and its score for the side to move.
    Hint(Option<Point>, Score),
    /// The score for the side to move.
    Value(Score),
    /// The best moves.
    Variations(Box<Outcome>),
    /// Facts and reasons.
    Reasons(Reasons),
    /// The answer of the solvers.
    Win(Win),
    /// What follows a move in a puzzle.
    Judged(Judged),
    /// Puzzles.
    Puzzles(Vec<PuzzleFields>),
    /// A review.
    Review(Box<Review>),
    /// No review, for this reason.
    NoReview(String),
    /// Nothing: the search failed. The reason has been logged.
    Failed,
}

/// What the thread tells of its searches.
pub trait Listener: Send + Sync {
    /// An iteration has ended.
    fn progress(&self, number: u64, report: &Report);
    /// This many of all positions of a review have been searched.
    fn reviewed(&self, number: u64, done: usize, all: usize);
    /// A search has ended, by itself or because it was stopped.
    fn answer(&self, number: u64, found: Found);
}
