//! What the fit scripts of the evaluation and of the move order read.
//!
//! - [`features`]: the input of the fits, extracted from [training data](super::dataset).
//! - [`schema`]: the vocabulary of the files that the scripts read and write.

pub mod features;
pub mod schema;
