//! Errors of commands. Each is printed as one line, after the result if there is one.

use std::fmt;
use std::io;
use std::path::Path;

/// Exit code for wrong arguments and wrong input.
const BAD_INPUT: u8 = 2;
/// Exit code for everything else.
const FAILURE: u8 = 1;

/// Wrong arguments.
#[derive(Debug, PartialEq, Eq)]
pub enum UsageError {
    /// The option does not exist.
    UnknownOption {
        /// The option.
        option: String,
        /// The option that was probably meant.
        nearest: Option<&'static str>,
    },
    /// The command takes no such argument.
    UnexpectedArgument(String),
    /// The position cannot come from standard input, which the moves are read from.
    StandardInput,
    /// The option needs a value but has none.
    MissingValue(&'static str),
    /// The option needs a value but another option follows.
    OptionAsValue(&'static str, String),
    /// The option must be given.
    Required(&'static str),
    /// This file has none of the endings, and no option names the format.
    Ending(String, &'static [&'static str]),
    /// The option has a value but takes none.
    UnexpectedValue(&'static str),
    /// The value of the option cannot be read.
    BadValue {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// What was expected.
        expected: String,
    },
    /// These two options, or an option and something else, cannot be used together.
    Exclusive(&'static str, &'static str),
    /// The first option has no meaning without the second.
    Without(&'static str, &'static str),
    /// The game cannot begin with the opening, for this reason.
    Opening(String),
    /// `--side` is given although the number of people who play is not one.
    SideOfPlayers,
    /// A second position is given; this is its file name or option.
    SecondPosition(String),
    /// A second folder or file with games is given, or this option in its place.
    SecondFolder(String),
    /// The operands of the command are missing or wrong; this is what it expects.
    Arguments(&'static str),
    /// There is no help on this topic.
    UnknownTopic {
        /// The word that was given.
        topic: String,
        /// The topic that was probably meant.
        nearest: Option<&'static str>,
    },
    /// There is no such command.
    UnknownCommand {
        /// The word that was given.
        name: String,
        /// The command that was probably meant.
        nearest: Option<&'static str>,
    },
    /// Only builds with this feature have the command.
    Feature(&'static str),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::UnknownOption { option, nearest } => {
                write!(f, "unknown option `{option}`{}", Meant(*nearest))
            }
            UsageError::UnexpectedArgument(text) => write!(f, "unexpected argument `{text}`"),
            UsageError::StandardInput => {
                write!(f, "`-`: the moves are read from standard input")
            }
            UsageError::MissingValue(option) => write!(f, "`{option}` needs a value"),
            UsageError::OptionAsValue(option, value) => write!(
                f,
                "`{option}` needs a value; if that is `{value}`, write `{option}={value}`"
            ),
            UsageError::Required(option) => write!(f, "`{option}` is required"),
            UsageError::Ending(file, endings) => write!(
                f,
                "`{file}` has none of the endings that can be written: {}; `--to` names the format \
                 of any file",
                endings.join(", ")
            ),
            UsageError::UnexpectedValue(option) => write!(f, "`{option}` takes no value"),
            UsageError::BadValue {
                option,
                value,
                expected,
            } => write!(f, "{option}: `{value}` is not {expected}"),
            UsageError::Exclusive(one, other) => {
                write!(
                    f,
                    "{} and {} cannot be used together",
                    quoted(one),
                    quoted(other)
                )
            }
            UsageError::Without(one, other) => {
                write!(f, "`{one}` has no meaning without `{other}`")
            }
            UsageError::Opening(misfit) => write!(f, "--opening: {misfit}"),
            UsageError::SideOfPlayers => write!(f, "`--side` can only be used with one player"),
            UsageError::SecondPosition(second) => {
                write!(f, "only one position can be given; `{second}` is a second")
            }
            UsageError::SecondFolder(second) => {
                write!(
                    f,
                    "only one folder or file can be given; `{second}` is a second"
                )
            }
            UsageError::Arguments(expected) => write!(f, "expected `{expected}`"),
            UsageError::UnknownTopic { topic, nearest } => {
                write!(f, "there is no help on `{topic}`{}", Meant(*nearest))
            }
            UsageError::UnknownCommand { name, nearest } => {
                write!(f, "there is no command `{name}`{}", Meant(*nearest))
            }
            UsageError::Feature(name) => write!(
                f,
                "this build lacks the command; build it with `cargo build --release --features \
                 {name}`"
            ),
        }
    }
}

/// The question whether another name was meant, if there is one.
struct Meant(Option<&'static str>);

impl fmt::Display for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

/// An error, and the beginning of the sentence that names the help.
fn see(error: &UsageError) -> String {
    let text = error.to_string();
    match text.ends_with(['?', '.']) {
        true => format!("{text} See "),
        false => format!("{text}; see "),
    }
}

/// An option in backquotes; other text as it is.
fn quoted(text: &str) -> String {
    match text.starts_with('-') {
        true => format!("`{text}`"),
        false => text.to_string(),
    }
}

/// Why a command failed.
#[derive(Debug)]
pub enum CliError {
    /// The arguments are wrong; those of this command, if they name one.
    Usage(UsageError, Option<&'static str>),
    /// The input cannot be read.
    Read {
        /// Name of the input.
        from: String,
        /// The system's error.
        error: io::Error,
    },
    /// Moves were given in place of the name of a file.
    MovesAsFile(String),
    /// The input is not a valid position or game.
    Input {
        /// Name of the input.
        from: String,
        /// What is wrong with it.
        error: String,
    },
    /// Standard output cannot be written.
    Write(io::Error),
    /// The system cannot start a thread, or has too little memory for a search.
    Thread(io::Error),
    /// The server of the board cannot be started.
    #[cfg(feature = "cli")]
    Listen(io::Error),
    /// There is no proof to print; this is why.
    NoProof(String),
    /// A file of training data or weights cannot be read or written.
    #[cfg(feature = "train")]
    Training(io::Error),
    /// A file cannot be written.
    File {
        /// Name of the file.
        to: String,
        /// The system's error.
        error: io::Error,
    },
}

impl CliError {
    /// The exit code of the program.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::Write(_)
            | CliError::Thread(_)
            | CliError::NoProof(_)
            | CliError::File { .. } => FAILURE,
            #[cfg(feature = "train")]
            CliError::Training(error) if error.kind() == io::ErrorKind::InvalidData => BAD_INPUT,
            #[cfg(feature = "train")]
            CliError::Training(_) => FAILURE,
            #[cfg(feature = "cli")]
            CliError::Listen(_) => FAILURE,
            CliError::Usage(..)
            | CliError::MovesAsFile(_)
            | CliError::Read { .. }
            | CliError::Input { .. } => BAD_INPUT,
        }
    }

    /// The error for a file that is read and written: its content is wrong, or it cannot be
    /// written.
    pub fn of_file(path: &Path, error: io::Error) -> CliError {
        let name = path.display().to_string();
        match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                CliError::Read { from: name, error }
            }
            _ => CliError::File { to: name, error },
        }
    }

    /// True if the reader of standard output has closed the pipe, as `head`
    /// does. This is not a failure.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, CliError::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Usage(error, None) => write!(f, "{}`pbrain-goshawk help`", see(error)),
            CliError::Usage(error, Some(command)) => {
                write!(f, "{}`pbrain-goshawk help {command}`", see(error))
            }
            CliError::Read { from, error } => write!(f, "{from}: {error}"),
            CliError::MovesAsFile(moves) => write!(
                f,
                "there is no file `{moves}`; to give moves, write --moves \"{moves}\""
            ),
            CliError::Input { from, error } => write!(f, "{from}: {error}"),
            CliError::Write(error) => write!(f, "cannot write: {error}"),
            CliError::Thread(error) if error.kind() == io::ErrorKind::OutOfMemory => {
                write!(f, "there is too little memory for a search")
            }
            CliError::Thread(error) => write!(f, "cannot start a thread: {error}"),
            #[cfg(feature = "cli")]
            CliError::Listen(error) => write!(f, "cannot start the board: {error}"),
            CliError::NoProof(reason) => write!(f, "no proof: {reason}"),
            #[cfg(feature = "train")]
            CliError::Training(error) => write!(f, "{error}"),
            CliError::File { to, error } => write!(f, "{to}: cannot write: {error}"),
        }
    }
}
