//! Development tools: the benchmark, move-path counts, self-play data for fitting, the trainers of
//! networks and policies, and matches that measure and tune the search.

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
#[cfg(feature = "tune")]
pub mod tuning;
