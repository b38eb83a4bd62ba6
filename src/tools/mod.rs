//! Development tools: the benchmark, move-path counts, self-play data for fitting, and the
//! trainers of networks and policies.

pub mod bench;
#[cfg(feature = "cli")]
pub mod datagen;
#[cfg(feature = "cli")]
pub mod dataset;
pub mod perft;
#[cfg(feature = "train")]
pub mod policy;
#[cfg(feature = "train")]
pub mod train;
