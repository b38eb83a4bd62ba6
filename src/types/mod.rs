//! The vocabulary every other room speaks: points, squares, colours, rules, scores.

pub mod color;
pub mod rule;
pub mod score;
pub mod square;

pub use color::Color;
pub use rule::{FiveRule, Rule};
pub use score::Score;
pub use square::{BoardSize, Point, Square};
