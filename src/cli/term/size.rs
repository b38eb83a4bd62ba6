//! The width of a terminal, from the system's programs for it: `stty`, or `mode` on Windows. If
//! they are missing, the width is unknown.

use super::Stream;

/// The number of columns of the terminal that a stream writes to, if it is known.
#[cfg(unix)]
pub fn columns(stream: Stream) -> Option<usize> {
    use std::io::{stderr, stdout};
    use std::os::fd::AsFd;
    use std::process::{Command, Stdio};

    // `stty` describes the terminal on its standard input.
    let terminal = match stream {
        Stream::Output => stdout().as_fd().try_clone_to_owned(),
        Stream::Error => stderr().as_fd().try_clone_to_owned(),
    };
    let output = Command::new("stty")
        .arg("size")
        .stdin(Stdio::from(terminal.ok()?))
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let columns = text.split_whitespace().nth(1)?.parse().ok()?;
    (columns > 0).then_some(columns)
}

/// The number of columns of the console, if it is known.
#[cfg(windows)]
pub fn columns(_: Stream) -> Option<usize> {
    use std::process::Command;

    let output = Command::new("cmd")
        .args(["/c", "mode", "con"])
        .output()
        .ok()?;
    in_mode(&String::from_utf8_lossy(&output.stdout))
}

/// The number of columns of a terminal.
#[cfg(not(any(unix, windows)))]
pub fn columns(_: Stream) -> Option<usize> {
    None
}

/// The number of columns in the output of `mode con`: the second number, since the words depend on
/// the language.
#[cfg(any(windows, test))]
fn in_mode(text: &str) -> Option<usize> {
    let numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
    numbers.into_iter().nth(1).filter(|columns| *columns > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_a_console_are_the_second_number() {
        let text = "\r\nStatus for device CON:\r\n----\r\n    Lines:          9001\r\n    \
                    Columns:        120\r\n    Keyboard rate:  31\r\n";
        assert_eq!(in_mode(text), Some(120));
        assert_eq!(in_mode("Invalid parameter"), None);
    }
}
