//! Where games are saved: what a carrier offers.

use crate::play::Match;
use crate::play::saved::{Kept, SavedGames};
use crate::play::scores::Scores;

/// The place where the games that are played are saved.
pub trait Saves: Send {
    /// Saves the game if it has changed since it was saved. Nothing is saved before the first move.
    fn keep(&mut self, game: &Match) -> Kept;

    /// Where the game is saved, as a sentence for the user; `None` if it is not.
    fn place(&self) -> Option<String>;

    /// The name of the game that is being played, if it has been saved.
    fn played(&self) -> Option<String>;

    /// Saves the next game apart from the current one.
    fn next_game(&mut self);

    /// True if the last attempt to save the current game has failed.
    fn is_failing(&self) -> bool;

    /// All games that have been saved; `None` if games are not saved.
    fn games(&self) -> Option<Box<dyn SavedGames>>;

    /// The scores of puzzles that have been kept; none if there are none.
    fn scores(&self) -> Scores;

    /// Keeps the scores of puzzles, as long as games are saved.
    fn keep_scores(&mut self, scores: &Scores);
}
