//! A game between players, people and the engine at its levels. No input, no output but the
//! file of the game.
//!
//! - `seats`: who plays each side.
//! - `swap2`: the steps of an opening.
//! - `finish`: how a game has ended.
//! - `record`: a game as a record and as a picture.
//! - `autosave`: the file to which a game is saved after every move.

pub mod autosave;
pub mod finish;
pub mod record;
pub mod seats;
pub mod swap2;
