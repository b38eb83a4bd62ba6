//! Errors of commands. Each is printed as one line, after the result if there is one.

use std::fmt;
use std::io;
use std::path::Path;

/// Exit code for wrong arguments and wrong input.
const BAD_INPUT: u8 = 2;
/// Exit code for everything else.
const FAILURE: u8 = 1;

/// Wrong arguments: a line that says what is wrong.
#[derive(Debug, PartialEq, Eq)]
pub struct UsageError(String);

impl UsageError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> UsageError {
        UsageError(message.into())
    }

    /// There is no option or command with this name. `nearest` is the one that was probably
    /// meant.
    pub fn unknown(what: &str, name: &str, nearest: Option<&str>) -> UsageError {
        UsageError(match nearest {
            None => format!("{what} `{name}`"),
            Some(nearest) => format!("{what} `{name}`; did you mean `{nearest}`?"),
        })
    }

    /// The value of the option is not what is expected.
    pub fn bad_value(option: &str, value: &str, expected: &str) -> UsageError {
        UsageError(format!("{option}: `{value}` is not {expected}"))
    }

    /// These two options, or an option and something else, cannot be used together.
    pub fn exclusive(one: &str, other: &str) -> UsageError {
        UsageError(format!("{one} and {other} cannot be used together"))
    }

    /// The first option has no meaning without the second.
    pub fn without(one: &str, other: &str) -> UsageError {
        UsageError(format!("`{one}` has no meaning without `{other}`"))
    }

    /// Only builds with this feature have the command.
    pub fn feature(name: &str) -> UsageError {
        UsageError(format!(
            "this build lacks the command; build it with `cargo build --release --features {name}`"
        ))
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An error, and the beginning of the sentence that names the help.
fn see(error: &UsageError) -> String {
    let text = error.to_string();
    if text.ends_with(['?', '.']) {
        format!("{text} See ")
    } else {
        format!("{text}; see ")
    }
}

/// Why a command failed.
#[derive(Debug)]
pub enum CliError {
    /// The arguments are wrong; those of this command, if they name one.
    Usage(UsageError, Option<String>),
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
