//! A game between players: people, and the engine at its levels. The only input or output is the
//! file of the game.
//!
//! - `seats`: the players of both sides.
//! - `finish`: how a game has ended.
//! - `moves`: stones that are placed and taken back, with their times.
//! - `opening`: the steps of an opening in words.
//! - `record`: a game as a record and as a picture.
//! - `autosave`: the file to which a game is saved after every move.

pub mod autosave;
pub mod finish;
pub mod moves;
pub mod opening;
pub mod record;
pub mod seats;
