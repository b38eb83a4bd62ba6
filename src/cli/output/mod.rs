//! Prints notes and writes files for commands.

pub mod finished;

use std::io::{self, Write};

use crate::cli::error::CliError;
use crate::cli::input::args::InputArgs;
use crate::report::destination::Destination;
use crate::report::text::printable;

/// Checks before the search that the files can be written, and that none of them is the input or
/// named twice.
///
/// # Errors
/// If one cannot be written, or exists and `--overwrite` is not given.
pub fn check(all: &[&Destination], input: &InputArgs) -> Result<(), CliError> {
    for (at, to) in all.iter().enumerate() {
        to.check(input.file_to_read(), input.overwrite)
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

/// Prints the notes on what was assumed when a record was read to standard error, one a line.
pub fn print_notes(notes: &[String]) {
    for note in notes {
        // A closed standard error does not stop the command.
        let _ = writeln!(io::stderr(), "note: {}", printable(note));
    }
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
