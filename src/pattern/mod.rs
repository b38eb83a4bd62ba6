//! Layers 2 and 3: what playing on an empty point would make.
//!
//! - [`shape`]: the vocabulary. A [`Shape`] is what one stone makes along one
//!   line, a [`Class`] what it makes in all four directions together.
//! - [`line`](mod@line): the stones of a line as bits, and what a point sees of them.
//! - [`table`]: from there to the shape, computed once from the definitions.
//! - [`merge`]: four shapes to one [`Combo`](merge::Combo) and its class.
//! - [`point`]: all of that for one point, in one word.
//! - [`layers`]: both layers of the whole board, kept incrementally.

pub mod layers;
pub mod line;
pub mod merge;
pub mod point;
pub mod shape;
pub mod table;

pub use layers::Layers;
pub use point::PointPatterns;
pub use shape::{Class, Shape};
