//! The command line: the table of commands, and the choice of a command by the first argument.

mod table;
#[cfg(test)]
mod tests;
mod words;

use std::ffi::{OsStr, OsString};

use clap::FromArgMatches as _;

use crate::cli::args::refusal::refusal;
use crate::cli::error::{CliError, UsageError};
pub use table::Command;
use table::{HelpArgs, UserCommand, line};

/// What the arguments ask for.
#[derive(Debug)]
pub enum Request {
    /// Run a command.
    Run(Box<Command>),
    /// Print the version.
    Version,
}

/// Reads the arguments of the program.
///
/// Returns `None` if there are none, or if the first is an option that the program does not have:
/// managers pass their own options, and the program then runs as an engine. A word that is not a
/// command is an error, because managers pass no words.
pub fn parse(args: &[OsString]) -> Option<Result<Request, CliError>> {
    let (first, rest) = args.split_first().filter(|(first, _)| !first.is_empty())?;
    let name = first.to_string_lossy();
    Some(match name.as_ref() {
        "--version" | "-V" if asks_for_help(rest) => help(None),
        "--version" | "-V" => Ok(Request::Version),
        "help" | "--help" | "-h" if asks_for_help(rest) => help(None),
        "--help" | "-h" => help(rest.first()),
        _ if is_option(first) => return None,
        _ => match line().find_subcommand(first) {
            Some(command) => {
                let name = Some(command.get_name()).filter(|name| *name != "help");
                of_command(command.clone(), rest)
                    .map_err(|error| CliError::Usage(error, name.map(String::from)))
            }
            None => Err(CliError::Usage(unknown_command(&name), None)),
        },
    })
}

/// The error for a word that is not a command.
pub fn unknown_command(word: &str) -> UsageError {
    words::unknown_command(&line(), word)
}

/// The command with its arguments, or the help on it.
fn of_command(command: clap::Command, args: &[OsString]) -> Result<Request, UsageError> {
    let name = OsString::from(command.get_name());
    // Help is given even if something else is wrong.
    if asks_for_help(args) {
        return topic(Some(&name));
    }
    let line = line().no_binary_name(true);
    let matches = line.try_get_matches_from([&[name], args].concat());
    matches
        .and_then(|matches| Command::from_arg_matches(&matches))
        .map_err(|error| refusal(&error, &command, args))?
        .checked()
        .map(run)
}

fn run(command: Command) -> Request {
    Request::Run(Box::new(command))
}

/// The request for the help on a topic, or on the program.
fn topic(topic: Option<&OsString>) -> Result<Request, UsageError> {
    let topic = topic.map(|topic| topic.to_string_lossy().into_owned());
    let command = UserCommand::Help(HelpArgs { topic });
    Command::User(command).checked().map(run)
}

/// The same, whose error is not about one command.
fn help(name: Option<&OsString>) -> Result<Request, CliError> {
    topic(name).map_err(|error| CliError::Usage(error, None))
}

/// True if an argument before `--` asks for help.
fn asks_for_help(args: &[OsString]) -> bool {
    let mut options = args.iter().take_while(|arg| *arg != "--");
    options.any(|arg| arg == "--help" || arg == "-h")
}

/// True for an option. A lone `-` stands for standard input or output.
fn is_option(arg: &OsStr) -> bool {
    arg != "-" && arg.as_encoded_bytes().starts_with(b"-")
}
