//! Development tools: the benchmark, move-path counts, self-play data for fitting, and the
//! trainers of networks and policies.

pub mod bench;
pub mod datagen;
pub mod dataset;
pub mod perft;
#[cfg(feature = "train")]
pub mod policy;
mod random;
#[cfg(feature = "train")]
pub mod train;
