//! Which program is under test: the one cargo has just built, or the file named
//! by `GOSHAWK_BINARY`, started by the program `GOSHAWK_RUNNER` if that is set.
//! Packages are checked this way, Windows ones by way of Wine.

use std::ffi::OsString;
use std::process::Command;
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
