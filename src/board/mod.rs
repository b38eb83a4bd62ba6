//! Layer 1: the mailbox board, its geometry and sets of its points.

pub mod geometry;
pub mod mailbox;
pub mod pointset;
pub mod zobrist;

pub use geometry::{Direction, Geometry};
pub use mailbox::{Board, Cell};
pub use pointset::PointSet;
