//! The developer's commands: the benchmark, training data, trainers, parameters and their tuning,
//! openings.

pub mod bench;
#[cfg(feature = "tune")]
mod conditions;
#[cfg(feature = "tune")]
pub mod even_openings;
#[cfg(feature = "train")]
pub mod fit_policy;
#[cfg(feature = "cli")]
pub mod fitting;
#[cfg(feature = "cli")]
pub mod generate;
#[cfg(feature = "tune")]
pub mod matches;
#[cfg(feature = "cli")]
pub mod openings;
#[cfg(feature = "tune")]
pub mod spsa;
#[cfg(feature = "train")]
pub mod train;
#[cfg(feature = "tune")]
pub mod tune;
