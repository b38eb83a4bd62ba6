//! What is said about positions and games, for every front end: JSON documents, pictures and
//! graphs, grades and win chances, and reasons in words. No input, no output but files.
//!
//! - `position`: the position that a report is about; `boards`: drawn boards as games.
//! - `judgement`: whether the game is over, and positions that no game leads to.
//! - `chance`, `text`, `words`: scores, numbers, and what moves make and threaten, in words.
//! - `explain`: why the best move is best.
//! - `picture`: positions as SVG.
//! - `json`, `document`: the documents of `--json`, which `schema.json` describes.
//! - `review`: a whole game, move by move.
//! - `files`: files that are written.

pub mod boards;
pub mod chance;
pub mod document;
pub mod explain;
pub mod files;
pub mod json;
pub mod judgement;
pub mod picture;
pub mod position;
pub mod review;
pub mod text;
pub mod words;
