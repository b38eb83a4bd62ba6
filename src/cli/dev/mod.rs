//! The developer's commands: the benchmark, training data, trainers, parameters, openings.

pub mod bench;
#[cfg(feature = "train")]
pub mod fit_policy;
#[cfg(feature = "cli")]
pub mod fitting;
#[cfg(feature = "cli")]
pub mod generate;
#[cfg(feature = "cli")]
pub mod openings;
#[cfg(feature = "train")]
pub mod train;
#[cfg(feature = "tune")]
pub mod tune;
