//! Which program is under test: the one cargo has just built, or the file named
//! by `GOSHAWK_BINARY`, started by the program `GOSHAWK_RUNNER` if that is set.
//! Packages are checked this way, Windows ones by way of Wine.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Starts the program.
pub fn command() -> Command {
    let file = std::env::var_os("GOSHAWK_BINARY")
        .unwrap_or_else(|| env!("CARGO_BIN_EXE_pbrain-goshawk").into());
    match runner() {
        Some(runner) => {
            let mut command = Command::new(runner);
            command.arg(file);
            command
        }
        None => Command::new(file),
    }
}

/// Runs a command of the program that cargo has just built, with this input.
pub fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-goshawk"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a piped input");
    // The program may end without reading: no fault of the test's.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Is the program started by another?
pub fn is_run() -> bool {
    runner().is_some()
}

/// What a runner may take to end itself after the program.
pub fn takedown() -> Duration {
    if is_run() {
        Duration::from_millis(400)
    } else {
        Duration::ZERO
    }
}

fn runner() -> Option<OsString> {
    std::env::var_os("GOSHAWK_RUNNER")
}
