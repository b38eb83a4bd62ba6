//! The terminal's width and its Ctrl-C key, through the program `stty`. Where it is missing,
//! as on Windows, the width is unknown and Ctrl-C ends the program.

use std::process::{Command, Stdio};

/// The character that Ctrl-C types while [`CtrlCLine`] exists.
pub const CTRL_C: u8 = 3;
/// The settings with which Ctrl-C ends a line, like Enter, instead of the program.
const CTRL_C_ENDS_LINE: [&str; 4] = ["intr", "undef", "eol", "^C"];

/// While it exists, Ctrl-C at the terminal of standard input ends a line of input, with
/// [`CTRL_C`] as its last character. Dropping it restores the terminal.
#[derive(Debug)]
pub struct CtrlCLine {
    /// The settings before, in the form that `stty` reads.
    before: String,
}

impl CtrlCLine {
    /// Changes the terminal; `None` if that is not possible.
    pub fn new() -> Option<CtrlCLine> {
        let before = stty(&["-g"])?.trim().to_string();
        let line = CtrlCLine { before };
        stty(&CTRL_C_ENDS_LINE).map(|_| line)
    }
}

impl Drop for CtrlCLine {
    fn drop(&mut self) {
        // If the terminal is gone, there is nothing to restore.
        let _ = stty(&[&self.before]);
    }
}

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
