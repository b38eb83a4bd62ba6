//! Development tools: the benchmark, move-path counts, self-play data, the input of fits, the trainers of
//! networks and policies, and matches that measure and tune the search.

pub mod bench;
#[cfg(feature = "cli")]
pub mod dataset;
#[cfg(feature = "cli")]
pub mod fitting;
pub mod perft;
#[cfg(feature = "train")]
pub mod policy;
#[cfg(feature = "train")]
pub mod train;
#[cfg(feature = "tune")]
pub mod tuning;
