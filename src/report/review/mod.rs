//! The review of a game: every move evaluated, the mistakes named and explained.
//!
//! - `game`: plays through the moves of a record.
//! - `grade`: grades and accuracy.
//! - `moved`: the value of a position, and a move with its evaluation.
//! - `reason`: what is wrong with a move, in words.
//! - `evaluate`: searches the positions, from the last to the first.
//! - `whole`: the result as a whole.
//! - `row`: a reviewed game as a row; `table`: many of them in CSV and JSON, and by player.
//! - `words`, `document`, `graph`, `pictures`, `comments`: the result in words, as JSON, as
//!   pictures, and as comments of the game.

pub mod comments;
pub mod document;
pub mod evaluate;
pub mod game;
pub mod grade;
pub mod graph;
pub mod moved;
pub mod pictures;
pub mod reason;
pub mod row;
pub mod table;
pub mod whole;
pub mod words;
