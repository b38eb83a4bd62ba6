//! Inputs: standard input, and records with their positions.

#[cfg(feature = "cli")]
pub mod args;
#[cfg(feature = "cli")]
pub mod error;
#[cfg(feature = "cli")]
pub mod folder;
#[cfg(feature = "cli")]
mod source;
pub mod standard;

#[cfg(feature = "cli")]
pub use source::Source;
