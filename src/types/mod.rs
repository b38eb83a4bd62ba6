//! Vocabulary types: colours, points, squares and board sizes, rules, scores.
//!
//! These types use no other module, and every other module may use them.

pub mod color;
mod opening_rule;
pub mod rule;
mod rule_names;
pub mod score;
pub mod square;

pub use color::Color;
pub use opening_rule::OpeningRule;
pub use rule::{FiveRule, Rule};
pub use score::Score;
pub use square::{BoardSize, Point, Square};
