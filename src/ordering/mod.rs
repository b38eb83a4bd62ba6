//! Move order: which moves of a position are likely to be the best.
//!
//! - [`fitted`]: scores by pattern and by distance, fitted to games. They depend on the
//!   position alone.
//! - [`history`]: what cutoffs have shown in the searches of a thread.
//!
//! The search adds the scores of both, those of the [policy](crate::eval::network::policy), and
//! those of killers, which it keeps by ply.

pub mod fitted;
pub mod history;
