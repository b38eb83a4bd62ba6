//! The program under test: the one that cargo has built, or the file named by `GOSHAWK_BINARY`. If
//! `GOSHAWK_RUNNER` is set, that program starts it, such as Wine for a Windows program.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A program that runs longer is killed, and its test fails.
const PATIENCE: Duration = Duration::from_secs(900);

/// The file of the program.
pub fn file() -> String {
    let built = env!("CARGO_BIN_EXE_pbrain-goshawk");
    std::env::var("GOSHAWK_BINARY").unwrap_or_else(|_| built.to_string())
}

/// A command that starts the program.
pub fn command() -> Command {
    match runner() {
        Some(runner) => {
            let mut command = Command::new(runner);
            command.arg(file());
            command
        }
        None => Command::new(file()),
    }
}

/// Runs the program with these arguments and this input.
pub fn run(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut command = command();
    command.args(args);
    run_command(command, input)
}

/// Runs a command with this input.
pub fn run_command(command: Command, input: impl AsRef<[u8]>) -> Output {
    let mut command = assert_cmd::Command::from_std(command);
    let output = command
        .write_stdin(input.as_ref())
        .timeout(PATIENCE)
        .output();
    output.expect("the program starts")
}

/// Standard output of a run that must succeed and print no error.
#[track_caller]
pub fn printed(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let mut command = command();
    command.args(args);
    printed_by(command, input)
}

/// Standard output of a command that must succeed and print no error. Notes are not errors.
#[track_caller]
pub fn printed_by(command: Command, input: impl AsRef<[u8]>) -> String {
    let line = format!("{command:?}");
    let output = run_command(command, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    let has_errors = errors.lines().any(|line| !line.starts_with("note: "));
    assert!(output.status.success() && !has_errors, "{line}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Standard error of a run that must refuse its arguments or its input: exit status 2,
/// a single line, and nothing on standard output.
#[track_caller]
pub fn refused(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = run(args, input);
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
    assert!(output.stdout.is_empty(), "{args:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    errors
}

/// Standard error of a run that cannot write its file and prints nothing.
#[track_caller]
pub fn unwritten(args: &[&str]) -> String {
    let output = run(args, "");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{args:?}: {errors}");
    assert!(output.stdout.is_empty(), "{args:?}");
    errors
}

/// A command that runs the program in a shell that sets a limit first. `limit` has the arguments
/// of `ulimit`, `arguments` those of the program.
pub fn within_limit(limit: &str, arguments: &str) -> Command {
    shell(&format!("ulimit {limit} && exec '{}' {arguments}", file()))
}

/// A command that runs a line of a shell.
pub fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]);
    command
}

/// A command that runs a shell command line at a terminal, which `script` of util-linux
/// provides. The input is typed at the terminal, which echoes it. Ctrl-C works there even if
/// the tests were started in the background, where shells let programs ignore it.
pub fn at_terminal(line: &str) -> Command {
    let mut command = Command::new("env");
    command.args([
        "--default-signal=INT",
        "script",
        "-q",
        "-e",
        "-c",
        line,
        "/dev/null",
    ]);
    command
}

/// Runs a command made by [`at_terminal`] to its end, and types `keys` as soon as the terminal
/// shows `words`. Returns all that the terminal shows.
pub fn type_when_shown(command: &mut Command, words: &str, keys: &[u8]) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`script` of util-linux starts");
    let mut stdin = child.stdin.take().expect("a piped input");
    let mut stdout = child.stdout.take().expect("a piped output");
    let mut text = String::new();
    let mut buffer = [0; 256];
    let mut is_typed = false;
    loop {
        let read = stdout.read(&mut buffer).expect("a readable output");
        if read == 0 {
            break;
        }
        text.push_str(&String::from_utf8_lossy(&buffer[..read]));
        if !is_typed && text.contains(words) {
            stdin.write_all(keys).expect("the program runs");
            is_typed = true;
        }
    }
    drop(stdin);
    child.wait().expect("`script` ends");
    text
}

/// True if a runner starts the program.
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

/// The runner, which starts the program under test.
fn runner() -> Option<OsString> {
    std::env::var_os("GOSHAWK_RUNNER")
}
