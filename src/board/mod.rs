//! Layer 1: the mailbox board.
//!
//! - [`geometry`]: cells, stride and directions; the choice between the two board sizes.
//! - [`mailbox`]: the content of every cell.
//! - [`pointset`]: sets of squares.
//! - [`symmetry`]: rotations and reflections.
//! - [`zobrist`]: position keys.
//! - [`notation`]: names of points and lists of moves.
//! - [`diagram`]: boards drawn as text.
//! - `work`: counts what readers look at, for tests.

pub mod diagram;
pub mod geometry;
pub mod mailbox;
pub mod notation;
pub mod pointset;
pub mod symmetry;
pub(crate) mod work;
pub mod zobrist;

pub use geometry::{Direction, Geometry};
pub use mailbox::{Board, Cell};
pub use pointset::PointSet;
pub use symmetry::Symmetry;
