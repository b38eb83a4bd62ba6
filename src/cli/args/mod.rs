//! Arguments: values that several commands read. Under the feature `cli`, also their parsers for
//! `clap`, and the errors of `clap` in this program's wording.

#[cfg(feature = "cli")]
pub mod common;
#[cfg(feature = "cli")]
pub mod names;
#[cfg(feature = "cli")]
pub mod parser;
#[cfg(feature = "cli")]
pub mod refusal;
pub mod values;
