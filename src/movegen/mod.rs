//! The moves that matter in a position with threats: fours, stops of a five,
//! answers to an open four, and the situation that the patterns decide.
//!
//! The candidates of quiet positions come from
//! [`Position::candidates`](crate::position::Position::candidates).

mod defence;
mod fours;
mod situation;

pub use crate::rules::is_legal;
pub use defence::{answers, has_stop, refutations, replies, stops};
pub use fours::{fours, makes_four};
pub use situation::{Situation, situation};
