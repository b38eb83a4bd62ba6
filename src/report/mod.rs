//! Reports on positions and games, for every front end: JSON documents, pictures and
//! graphs, grades and win chances, and reasons in words. No input, no output but files.
//!
//! - `position`: the position that a report is about; `boards`: drawn boards as games.
//! - `input`: the position that a record leads to.
//! - `judgement`: whether the game is over, and positions that no game leads to.
//! - `chance`, `text`, `words`: scores, numbers, and what moves make and threaten, in words.
//! - `variations`: the variations of a search.
//! - `explain`: why the best move is best.
//! - `picture`: positions as SVG.
//! - `json`, `document`: the documents of `--json`, which `schema.json` describes; `analysis` and
//!   `solve`: those of `analyze` and `solve`.
//! - `games`: what was played in collections of games.
//! - `puzzles`: puzzles with their solutions.
//! - `review`: a whole game, move by move.
//! - `destination`: where results are written.

#[cfg(feature = "reports")]
pub mod analysis;
#[cfg(feature = "reports")]
pub mod boards;
pub mod chance;
#[cfg(feature = "cli")]
pub mod destination;
#[cfg(feature = "reports")]
pub mod document;
#[cfg(feature = "reports")]
pub mod explain;
#[cfg(feature = "app")]
pub mod games;
#[cfg(feature = "reports")]
pub mod input;
#[cfg(feature = "reports")]
pub mod json;
#[cfg(feature = "reports")]
pub mod judgement;
#[cfg(feature = "reports")]
pub mod picture;
#[cfg(feature = "reports")]
pub mod position;
#[cfg(feature = "app")]
pub mod puzzles;
#[cfg(feature = "reports")]
pub mod review;
#[cfg(feature = "reports")]
pub mod solve;
pub mod text;
pub mod variations;
#[cfg(feature = "reports")]
pub mod words;
