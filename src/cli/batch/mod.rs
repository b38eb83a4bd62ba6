//! What commands that work through many games share.
//!
//! - `games`: the games of files and folders.
//! - `run`: works through them on all processors, with a progress bar.
//! - `results`: a results file that grows while the command runs, and from which it can continue.

pub mod games;
pub mod results;
pub mod run;

use crate::report::text::counted;

/// The most files or games of a kind that are named in notes.
const NAMED: usize = 5;

/// The first of these notes, and how many more files or games there are. `one` and `many` are the
/// words for them, and `what` says what happened to them.
pub fn first_notes(mut notes: Vec<String>, [one, many]: [&str; 2], what: &str) -> Vec<String> {
    if notes.len() > NAMED {
        let rest = counted(notes.len() - NAMED, one, many);
        notes.truncate(NAMED);
        notes.push(format!("{rest} {what}"));
    }
    notes
}
