//! The commands for people at a terminal. Without one of them the program is
//! an engine for managers, see `protocol`.

mod analyze;
mod analyze_args;
mod args;
mod bench;
mod bench_args;
mod generate;
mod help;
mod input;
mod live;
mod options;
mod play;
mod proof_json;
mod solve;
mod solve_args;
mod svg;
mod terminal;
#[cfg(feature = "train")]
mod train;

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::engine::on_search_stack;
use crate::eval::weight_file::Model;
use crate::tools::datagen::features::extract;
use crate::tools::datagen::{Plan, schema};
use args::{Command, UsageError};
pub use bench_args::for_protocol as threads;
use input::InputError;

/// Exit code for wrong arguments and wrong input.
const BAD_INPUT: u8 = 2;
/// Exit code for everything else.
const FAILURE: u8 = 1;

/// Carries out the command that the arguments name (the program's own name
/// not among them). `None` if the first one is no command: managers pass
/// arguments of their own, and then the protocol must run.
pub fn run(args: &[OsString]) -> Option<ExitCode> {
    #[cfg(feature = "train")]
    if let Some((name, rest)) = args.split_first()
        && name == "train"
    {
        return Some(exit_code(train::run(rest, &mut io::stdout().lock())));
    }
    let command = args::parse(args)?;
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

/// Reports an error, if there is one.
fn exit_code(done: Result<(), CliError>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.reader_is_gone() => ExitCode::SUCCESS,
        Err(error) => {
            // A closed stderr leaves nobody to tell.
            let _ = writeln!(io::stderr(), "pbrain-goshawk: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

fn execute(command: Command, out: &mut dyn Write) -> Result<(), CliError> {
    match command {
        Command::Analyze(args) => analyze::run(&args, out),
        Command::Bench(args) => bench::run(args, out).map_err(CliError::Write),
        Command::Datagen(plan, path, sample) => {
            datagen(&plan, &path, sample.as_deref(), out).map_err(CliError::Write)
        }
        Command::Generate(args) => match generate::run(&args, out) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(CliError::Write(error)),
            Err(error) => Err(CliError::File {
                to: args.file.display().to_string(),
                error,
            }),
        },
        Command::Features(model, games, path) => {
            features(model, &games, &path, out).map_err(CliError::Write)
        }
        Command::FeatureSchema => schema::write(out).map_err(CliError::Write),
        Command::Play(args) => play::run(&args, out),
        Command::Solve(args) => solve::run(&args, out),
        Command::Help(topic) => out
            .write_all(help::text(topic).as_bytes())
            .map_err(CliError::Write),
        Command::Version => {
            writeln!(out, "Goshawk {}", env!("CARGO_PKG_VERSION")).map_err(CliError::Write)
        }
    }
}

/// Writes the features of recorded games to a file.
fn features(model: Model, games: &Path, path: &Path, out: &mut dyn Write) -> io::Result<()> {
    let mut games = io::BufReader::new(File::open(games)?);
    let mut file = io::BufWriter::new(File::create(path)?);
    let positions = extract(model, &mut games, &mut file)?;
    file.flush()?;
    writeln!(out, "{positions} positions")
}

/// Plays the games of a plan and writes them to a file, a sample of what the
/// searches saw to another.
fn datagen(plan: &Plan, path: &Path, sample: Option<&Path>, out: &mut dyn Write) -> io::Result<()> {
    let mut file = io::BufWriter::new(File::create(path)?);
    let sample = sample.map(File::create).transpose()?;
    let mut sample = sample.map(io::BufWriter::new);
    let writer = sample.as_mut().map(|file| file as &mut dyn Write);
    let positions = crate::tools::datagen::run(plan, &mut file, writer)?;
    file.flush()?;
    sample.as_mut().map_or(Ok(()), Write::flush)?;
    writeln!(out, "{} games, {positions} positions", plan.games)
}

/// Why a command failed; shown as one line.
#[derive(Debug)]
enum CliError {
    /// Wrong arguments.
    Usage(UsageError),
    /// The input cannot be read.
    Read {
        /// Name of the input.
        from: String,
        /// What the system says.
        error: io::Error,
    },
    /// The input makes no sense.
    Input {
        /// Name of the input.
        from: String,
        /// What is wrong with it.
        error: InputError,
    },
    /// The output cannot be written.
    Write(io::Error),
    /// The system cannot start a thread.
    Thread(io::Error),
    /// A file cannot be written.
    File {
        /// Its name.
        to: String,
        /// What the system says.
        error: io::Error,
    },
}

impl CliError {
    fn exit_code(&self) -> u8 {
        match self {
            CliError::Write(_) | CliError::Thread(_) | CliError::File { .. } => FAILURE,
            _ => BAD_INPUT,
        }
    }

    /// Did the reader of a pipe stop reading, as `head` does? No failure of ours.
    fn reader_is_gone(&self) -> bool {
        matches!(self, CliError::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Usage(error) => write!(f, "{error}; see `pbrain-goshawk help`"),
            CliError::Read { from, error } => write!(f, "{from}: {error}"),
            CliError::Input { from, error } => write!(f, "{from}: {error}"),
            CliError::Write(error) => write!(f, "cannot write: {error}"),
            CliError::Thread(error) => write!(f, "cannot start a thread: {error}"),
            CliError::File { to, error } => write!(f, "{to}: cannot write: {error}"),
        }
    }
}
