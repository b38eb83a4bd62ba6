//! The commands, which `command::table` lists. Without a command the program is an engine, see
//! [`crate::protocol`].
//!
//! In the order of dependencies: `error`; `args` reads values of options; `term` controls the
//! terminal; `input` reads a position; `output` prints and writes; then a folder for each command,
//! with the definition of its options, and `dev` for the developers' commands; `help` has the help
//! texts, and `command` the table of commands. In the bare engine, `bare` takes the place of both.

#![cfg_attr(
    not(feature = "cli"),
    allow(
        dead_code,
        reason = "the few commands of the bare engine do not use all of it"
    )
)]

#[cfg(feature = "cli")]
mod analysis;
#[cfg(feature = "cli")]
mod analyze;
mod args;
#[cfg(not(feature = "cli"))]
mod bare;
#[cfg(feature = "cli")]
mod batch;
#[cfg(feature = "cli")]
mod board;
#[cfg(feature = "cli")]
mod command;
#[cfg(feature = "cli")]
mod completions;
mod contest;
#[cfg(feature = "cli")]
mod convert;
mod dev;
mod error;
#[cfg(feature = "cli")]
mod fouls;
#[cfg(feature = "cli")]
mod games;
#[cfg(feature = "cli")]
mod help;
mod input;
#[cfg(feature = "cli")]
mod output;
#[cfg(feature = "cli")]
mod play;
#[cfg(feature = "cli")]
mod puzzles;
#[cfg(feature = "cli")]
mod review;
#[cfg(feature = "cli")]
mod solve;
#[cfg(feature = "cli")]
mod term;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use crate::engine::{can_search, on_search_stack};
use crate::report::text::printable;
#[cfg(not(feature = "cli"))]
use bare::{self as command, ENGINE_HINT, Request};
#[cfg(feature = "cli")]
use command::Request;
#[cfg(feature = "tune")]
pub use dev::tune::from_environment as tune_from_environment;
use error::CliError;
#[cfg(feature = "cli")]
use help::ENGINE_HINT;

/// Runs the command that the arguments name; `args` does not include the
/// program's name.
///
/// Returns `None` if the program has to run as an engine: there are no arguments, or the first is a
/// manager's option. If standard input is a terminal there is no manager, and such an option is an
/// error.
pub fn run(args: &[OsString]) -> Option<ExitCode> {
    let Some(request) = command::parse(args) else {
        return io::stdin()
            .is_terminal()
            .then(|| at_terminal(args))
            .flatten();
    };
    // Most commands search.
    let done = on_search_stack(|| {
        let mut out = io::stdout().lock();
        request
            .and_then(|request| execute(&request, &mut out))
            .and_then(|()| out.flush().map_err(CliError::Write))
    });
    Some(exit_code(
        done.unwrap_or_else(|error| Err(CliError::Thread(error))),
    ))
}

/// Starts the engine at a terminal: explains what it expects and returns `None` so that it runs, or
/// returns the exit code if the arguments are not the engine's.
fn at_terminal(args: &[OsString]) -> Option<ExitCode> {
    if let Some(name) = unknown_argument(args) {
        let error = command::unknown_command(&name);
        return Some(exit_code(Err(CliError::Usage(error, None))));
    }
    // If standard error is closed, the engine can still run.
    let _ = io::stderr().write_all(ENGINE_HINT.as_bytes());
    None
}

/// The first argument that is not one of the engine's, which are `--threads N` and
/// `--level N`, also with `=`.
fn unknown_argument(args: &[OsString]) -> Option<String> {
    let mut rest = args.iter().map(|arg| arg.to_string_lossy());
    while let Some(arg) = rest.next() {
        match arg.as_ref() {
            "--threads" | "--level" => drop(rest.next()),
            attached if attached.starts_with("--threads=") => {}
            attached if attached.starts_with("--level=") => {}
            unknown => return Some(unknown.to_string()),
        }
    }
    None
}

/// The exit code of a command; prints the error if there is one.
fn exit_code(done: Result<(), CliError>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the exit code remains.
            let message = printable(&error.to_string());
            let _ = writeln!(io::stderr(), "pbrain-goshawk: {message}");
            ExitCode::from(error.exit_code())
        }
    }
}

/// Does what the arguments ask for.
fn execute(request: &Request, out: &mut dyn Write) -> Result<(), CliError> {
    match request {
        Request::Run(command) if command.searches() && !can_search() => {
            Err(CliError::Thread(io::ErrorKind::OutOfMemory.into()))
        }
        Request::Run(command) => command.run(out),
        Request::Version => {
            writeln!(out, "Goshawk {}", env!("CARGO_PKG_VERSION")).map_err(CliError::Write)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_other_than_those_of_the_engine_are_found() {
        let unknown = |line: &str| {
            let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            unknown_argument(&args)
        };
        for line in [
            "",
            "--threads",
            "--threads 2",
            "--threads=2 --threads 3",
            "--level 3 --threads 2",
            "--level=3",
        ] {
            assert_eq!(unknown(line), None, "{line}");
        }
        for line in ["foo", "--threads 2 foo x", "--threads=2 foo"] {
            assert_eq!(unknown(line).as_deref(), Some("foo"));
        }
    }
}
