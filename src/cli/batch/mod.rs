//! What commands that work through many games share.
//!
//! - `games`: the games of files and folders.
//! - `run`: works through them on all processors, with a bar.
//! - `results`: a file of results that grows while the command runs, and from which it can go on.

pub mod games;
pub mod results;
pub mod run;
