//! The terminal's width, through the program `stty`. Where it is missing, as on Windows, the
//! width is unknown.

use std::process::{Command, Stdio};

/// The number of columns of the terminal of standard input, if it is known.
pub fn columns() -> Option<usize> {
    let size = stty(&["size"])?;
    let columns = size.split_whitespace().nth(1)?.parse().ok()?;
    (columns > 0).then_some(columns)
}

/// Runs `stty` on the terminal of standard input. Returns its output; `None` if it fails.
fn stty(args: &[&str]) -> Option<String> {
    let output = Command::new("stty")
        .args(args)
        .stdin(Stdio::inherit())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}
