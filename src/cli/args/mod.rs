//! Arguments: options in general, and the values that several commands read.

pub mod options;
pub mod values;
