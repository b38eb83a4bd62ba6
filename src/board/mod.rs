//! Layer 1: the mailbox board, its geometry and symmetries, sets of squares,
//! notation and diagrams.

pub mod diagram;
pub mod geometry;
pub mod mailbox;
pub mod notation;
pub mod pointset;
pub mod symmetry;
pub mod zobrist;

pub use geometry::{Direction, Geometry};
pub use mailbox::{Board, Cell};
pub use pointset::PointSet;
pub use symmetry::Symmetry;
