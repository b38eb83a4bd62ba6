//! Move order: which moves of a position are likely to be the best.
//!
//! - [`fitted`]: scores by pattern and by distance, fitted to games. They depend on the
//!   position alone.
//! - [`policy`]: what a trained model adds to them, by the cells around a move and by the
//!   whole board.
//! - [`history`]: what cutoffs have shown in the searches of a thread.
//!
//! The search adds the points of all three, and of killers, which it keeps by ply.

pub mod fitted;
pub mod history;
pub mod policy;
