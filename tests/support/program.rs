//! The program under test: the one that cargo has built, or the file named by
//! `GOSHAWK_BINARY`. If `GOSHAWK_RUNNER` is set, that program starts it, such as
//! Wine for a Windows program.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// The program that cargo has built.
pub const FILE: &str = env!("CARGO_BIN_EXE_pbrain-goshawk");

/// A command that starts the program.
pub fn command() -> Command {
    let file = std::env::var_os("GOSHAWK_BINARY").unwrap_or_else(|| FILE.into());
    match runner() {
        Some(runner) => {
            let mut command = Command::new(runner);
            command.arg(file);
            command
        }
        None => Command::new(file),
    }
}

/// Runs the program that cargo has built with these arguments and this input.
pub fn run(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(FILE);
    command.args(args);
    run_command(&mut command, input)
}

/// Runs a command with this input.
pub fn run_command(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a piped input");
    // The program may exit without reading its input.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// A command that runs the program that cargo has built in a shell that sets a limit first.
/// `limit` holds the arguments of `ulimit`, `arguments` those of the program.
pub fn within_limit(limit: &str, arguments: &str) -> Command {
    let mut command = Command::new("sh");
    command.args([
        "-c",
        &format!("ulimit {limit} && exec '{FILE}' {arguments}"),
    ]);
    command
}

/// A command that runs a shell command line at a terminal, which `script` of util-linux
/// provides. The input is typed at the terminal, which echoes it.
pub fn at_terminal(line: &str) -> Command {
    let mut command = Command::new("script");
    command.args(["-q", "-e", "-c", line, "/dev/null"]);
    command
}

/// Standard output of this command with this input, which must succeed without errors.
pub fn output(command: &mut Command, input: &[u8]) -> String {
    let output = run_command(command, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// True if another program starts the program.
pub fn has_runner() -> bool {
    runner().is_some()
}

/// The time that the runner may take to exit after the program.
pub fn runner_exit_time() -> Duration {
    if has_runner() {
        Duration::from_millis(400)
    } else {
        Duration::ZERO
    }
}

/// The program that starts the program under test.
fn runner() -> Option<OsString> {
    std::env::var_os("GOSHAWK_RUNNER")
}
