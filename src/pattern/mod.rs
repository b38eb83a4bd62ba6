//! Layers 2 and 3: what a stone would make on each empty point.
//!
//! Layer 2 holds, by colour and direction, the [`Shape`] that a stone would make
//! there; layer 3 merges the four directions into one [`Class`]. Patterns have no
//! values; [`eval`](crate::eval) gives them values.
//!
//! - [`shape`]: shapes and classes, the vocabulary.
//! - [`line`](mod@line): the stones of a line as bits.
//! - [`half`]: what a point sees in one direction along a line.
//! - [`table`]: the look-up tables from there to the shapes.
//! - [`merge`]: from four shapes to a [`Combo`](merge::Combo) and its class.
//! - [`point`]: the patterns of one point, packed into one word.
//! - [`layers`]: both layers of the whole board, updated incrementally.

pub mod half;
pub mod layers;
pub mod line;
pub mod merge;
pub mod point;
pub mod shape;
pub mod table;

pub use layers::Layers;
pub use point::PointPatterns;
pub use shape::{Class, Shape};
