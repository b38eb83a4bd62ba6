//! The commands at a terminal: `analyze`, `solve`, `review`, `fouls`, `play`, the interface
//! of a contest and the development tools. Without a command the program is an engine, see
//! [`crate::protocol`].
//!
//! In the order of dependencies: `error`; `args` reads arguments; `term` knows the terminal;
//! `input` reads a position; `output` prints and writes; then a folder for each command, and
//! `dev` for those of developers; `help` has the help texts, and
//! `command` chooses the command.

mod analyze;
mod args;
mod command;
mod contest;
mod dev;
mod error;
mod fouls;
mod help;
mod input;
mod output;
mod play;
mod review;
mod solve;
mod term;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use crate::engine::{can_search, on_search_stack};
use crate::report::text::printable;
use command::Command;
use error::{CliError, UsageError};

/// Runs the command that the arguments name; `args` does not include the
/// program's name.
///
/// Returns `None` if the first argument is not a command: managers pass
/// arguments of their own, and the program then runs as an engine. If standard
/// input is a terminal there is no manager, and such an argument is an error.
pub fn run(args: &[OsString]) -> Option<ExitCode> {
    let Some(command) = command::parse(args) else {
        return io::stdin()
            .is_terminal()
            .then(|| at_terminal(args))
            .flatten();
    };
    // Most commands search.
    let done = on_search_stack(|| {
        let mut out = io::stdout().lock();
        command
            .map_err(CliError::Usage)
            .and_then(|command| execute(command, &mut out))
            .and_then(|()| out.flush().map_err(CliError::Write))
    });
    Some(exit_code(
        done.unwrap_or_else(|error| Err(CliError::Thread(error))),
    ))
}

/// Without a command at a terminal: explains what the engine expects, and returns
/// `None` so that it runs, or the exit code if the arguments are not the engine's.
fn at_terminal(args: &[OsString]) -> Option<ExitCode> {
    if let Some(name) = command::unknown_argument(args) {
        return Some(exit_code(Err(CliError::Usage(UsageError::UnknownCommand(
            name,
        )))));
    }
    // If standard error is closed, the engine can still run.
    let _ = io::stderr().write_all(help::ENGINE_HINT.as_bytes());
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

/// True for a command that searches on the thread that runs it.
fn searches(command: &Command) -> bool {
    matches!(
        command,
        Command::Contest(_)
            | Command::Bench(_)
            | Command::Play(_)
            | Command::Review(_)
            | Command::Solve(_)
    )
}

/// Runs a command.
fn execute(command: Command, out: &mut dyn Write) -> Result<(), CliError> {
    if searches(&command) && !can_search() {
        return Err(CliError::Thread(io::ErrorKind::OutOfMemory.into()));
    }
    match command {
        Command::Analyze(args) => analyze::run(&args, out),
        Command::Contest(args) => contest::run(args, out),
        Command::Bench(args) => dev::bench::run(args, out).map_err(CliError::Write),
        Command::Generate(args) => dev::generate::run(&args, out),
        Command::SelfPlay(args) => dev::fitting::self_play(&args, out),
        Command::Features(args) => dev::fitting::features(&args, out),
        Command::Fouls(args) => fouls::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Review(args) => review::run(&args, out),
        Command::Solve(args) => solve::run(&args, out),
        #[cfg(feature = "train")]
        Command::FitPolicy(settings) => dev::fit_policy::run(&settings, out),
        #[cfg(feature = "train")]
        Command::Train(args) => dev::train::run(&args, out),
        Command::Help(topic) => out
            .write_all(help::text(topic).as_bytes())
            .map_err(CliError::Write),
        Command::Version => {
            writeln!(out, "Goshawk {}", env!("CARGO_PKG_VERSION")).map_err(CliError::Write)
        }
    }
}
