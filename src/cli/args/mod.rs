//! Arguments: the table of commands and options, how arguments are read by it, and the values that
//! several commands read.

pub mod names;
pub mod reader;
pub mod table;
pub mod values;
