//! Development tools: the benchmark, move-path counts, and self-play data for fitting.

pub mod bench;
pub mod datagen;
pub mod dataset;
pub mod perft;
#[cfg(feature = "train")]
pub mod policy;
#[cfg(feature = "train")]
pub mod train;
