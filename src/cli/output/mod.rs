//! What commands print and write.

pub mod finished;

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::cli::error::CliError;

/// Writes a file after the result has been printed to `out`, which is flushed first: if
/// the file cannot be written, the result is not lost.
///
/// # Errors
/// If `out` or the file cannot be written.
pub fn write_after_result(path: &Path, text: &str, out: &mut dyn Write) -> Result<(), CliError> {
    out.flush().map_err(CliError::Write)?;
    fs::write(path, text).map_err(|error| CliError::File {
        to: path.display().to_string(),
        error,
    })
}
