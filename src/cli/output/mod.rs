//! Prints notes and writes files for commands.

pub mod finished;

use std::io::{self, Write};
use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::input::args::InputArgs;
use crate::cli::term::Terminal;
use crate::report::destination::Destination;
use crate::report::text::printable;

/// The beginning of a note.
const NOTE: &str = "note: ";

/// Checks before the search that the files can be written, and that none of them is the input or
/// named twice.
///
/// # Errors
/// If one cannot be written, or exists and `--overwrite` is not given.
pub fn check(all: &[&Destination], input: &InputArgs) -> Result<(), CliError> {
    check_beside(all, input.file_to_read().as_slice(), input.overwrite)
}

/// The same for a command that reads the files `inputs`.
///
/// # Errors
/// If a file cannot be written, or exists and must not be replaced.
pub fn check_beside(
    all: &[&Destination],
    inputs: &[&Path],
    may_replace: bool,
) -> Result<(), CliError> {
    for (at, to) in all.iter().enumerate() {
        to.check(inputs, may_replace)
            .and_then(|()| to.check_differs(&all[..at]))
            .map_err(|error| unwritten(to, error))?;
    }
    Ok(())
}

/// The error for a result that cannot be written.
pub fn unwritten(to: &Destination, error: io::Error) -> CliError {
    CliError::File {
        to: to.name(),
        error,
    }
}

/// Prints the notes on what was assumed when a record was read to standard error, one per line. On a
/// terminal, long ones are continued below.
pub fn print_notes(notes: &[String]) {
    if notes.is_empty() {
        return;
    }
    let lines = notes
        .iter()
        .map(|note| format!("{NOTE}{}", printable(note)));
    let text = Terminal::of_stderr().hanging(&lines.collect::<Vec<_>>(), NOTE.len());
    // A closed standard error does not stop the command.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// The error if none of the files that were named can be read, each with the reason. It names the
/// first; notes name the others.
pub fn unreadable(unread: Vec<(String, String)>) -> CliError {
    let mut unread = unread.into_iter();
    let (from, error) = unread.next().unwrap_or_default();
    let others: Vec<String> = unread
        .map(|(name, error)| format!("{name}: {error}"))
        .collect();
    print_notes(&others);
    CliError::Input { from, error }
}

/// Writes a file after the result has been printed to `out`, which is flushed first: if
/// the file cannot be written, the result is not lost. For other destinations `text` is not
/// called.
///
/// # Errors
/// If `out` or the file cannot be written.
pub fn write_after_result(
    to: &Destination,
    input: &InputArgs,
    out: &mut dyn Write,
    text: impl FnOnce() -> String,
) -> Result<(), CliError> {
    if to.file().is_none() {
        return Ok(());
    }
    out.flush().map_err(CliError::Write)?;
    let written = to.write(text().as_bytes(), input.overwrite);
    written.map_err(|error| unwritten(to, error))
}
