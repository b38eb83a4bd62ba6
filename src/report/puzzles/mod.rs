//! Puzzles as documents, for people and for programs.
//!
//! - `entry`: a puzzle with its position and where it comes from.
//! - `fields`: the fields of the document of `puzzles --json`.
//! - `document`: writes it; `read`: reads it.
//! - `game`: the puzzles of a game.
//! - `words`, `sgf`, `sheet`: puzzles in words, as SGF, and as a page with pictures.

pub mod document;
pub mod entry;
pub mod fields;
pub mod game;
pub mod read;
pub mod sgf;
pub mod sheet;
mod words;
