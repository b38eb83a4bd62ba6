//! Arguments: the table of commands and options, the reader that follows it, and values that
//! several commands read.

pub mod names;
pub mod reader;
pub mod table;
pub mod values;
