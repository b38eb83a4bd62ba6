//! A game between players: people, and the engine at its levels. The only input and output are the
//! files of games, and today's date.
//!
//! - `game`: the state machine of a game, [`Match`].
//! - `turn`: what the engine is asked when it has to act, and what it answers.
//! - `resumed`: games to continue.
//! - `seats`: the players of both sides; `clocks`: their time.
//! - `finish`: how a game has ended.
//! - `opening`: the steps of an opening in words.
//! - `record`: a game as a record and as a picture.
//! - `saved`: the games that are saved automatically; `folder`: those in files; `autosave`: the file
//!   to which a game is saved after every move.
//! - `scores`: what became of puzzles.
//! - `calendar`: the dates of games.

#[cfg(feature = "cli")]
pub mod autosave;
pub mod calendar;
pub mod clocks;
pub mod finish;
#[cfg(feature = "cli")]
pub mod folder;
pub mod game;
pub mod opening;
pub mod record;
pub mod resumed;
pub mod saved;
pub mod scores;
pub mod seats;
pub mod turn;

pub use game::Match;
