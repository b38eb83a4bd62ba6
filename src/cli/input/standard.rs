//! Standard input as a whole.

use std::io::{self, IsTerminal, Read, Write};

/// The name of standard input in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// Reads standard input to its end. At a terminal, `expected` tells the user what to type.
///
/// # Errors
/// If it cannot be read.
pub fn read(expected: &str) -> io::Result<Vec<u8>> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        // Without this line the command would seem to hang. A closed standard error is no obstacle.
        let _ = writeln!(io::stderr(), "Reading {expected} until end of input.");
    }
    let mut bytes = Vec::new();
    stdin.lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}
