//! The developer's commands: the benchmark, training data, trainers, parameters.

pub mod bench;
#[cfg(feature = "train")]
pub mod fit_policy;
#[cfg(feature = "cli")]
pub mod fitting;
#[cfg(feature = "cli")]
pub mod generate;
#[cfg(feature = "train")]
pub mod train;
#[cfg(feature = "tune")]
pub mod tune;
