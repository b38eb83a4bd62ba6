//! The command line of the bare engine, which has no parser but this one: `bench`, `Black` and
//! `White` with their options, and the help.

use std::ffi::OsString;
use std::io::Write;

use crate::cli::args::values::{
    EXPECTED_THREADS, EXPECTED_TIME, parse_threads, parse_time, positive,
};
use crate::cli::contest::{self, ContestArgs};
use crate::cli::dev::bench::{self, BenchArgs};
use crate::cli::error::{CliError, UsageError};
use crate::types::Color;

/// The help.
const HELP: &str = "\
Goshawk, a gomoku and renju engine. This build has only the engine.

Usage:
  pbrain-goshawk [--threads N] [--level N]
  pbrain-goshawk bench [DEPTH] [--threads N]
  pbrain-goshawk Black|White [--time T] < board.txt
  pbrain-goshawk help [protocol]
  pbrain-goshawk --version

Without a command, it speaks the Gomocup (Piskvork) protocol on standard input
and output. `bench` searches a fixed set of positions; the last line is the
number of nodes and the speed. `Black` and `White` answer a board of 19 lines of
19 characters, the top row first: `.` is an empty point, `1` a black stone,
`0` a white stone.
";

/// Shown when the program runs as an engine at a terminal.
pub const ENGINE_HINT: &str = "\
Goshawk reads commands of the Gomocup protocol, such as `START 15` and `BEGIN`;
`END` quits. `pbrain-goshawk help protocol` lists them.
";

/// What the arguments ask for.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// Run a command.
    Run(Command),
    /// Print the version.
    Version,
}

/// A command with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Print a text.
    Print(&'static str),
    /// Search fixed positions.
    Bench(BenchArgs),
    /// Answer a board of a contest.
    Contest(Color, ContestArgs),
}

impl Command {
    /// True if it searches on the thread that runs it.
    pub fn searches(&self) -> bool {
        !matches!(self, Command::Print(_))
    }

    /// Runs the command. It writes its result to `out`.
    ///
    /// # Errors
    /// If it fails.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        match self {
            Command::Print(text) => out.write_all(text.as_bytes()).map_err(CliError::Write),
            Command::Bench(args) => bench::run(args, out),
            Command::Contest(side, args) => contest::run(*side, args, out),
        }
    }
}

/// Reads the arguments of the program; `None` if it has to run as an engine: there are none, or the
/// first is a manager's option.
pub fn parse(args: &[OsString]) -> Option<Result<Request, CliError>> {
    let words = args.iter().map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (first, rest) = words.split_first().filter(|(first, _)| !first.is_empty())?;
    let asks_for_help = rest.iter().any(|word| matches!(*word, "--help" | "-h"));
    let command = match *first {
        "--version" | "-V" if !asks_for_help => return Some(Ok(Request::Version)),
        "help" if rest == ["protocol"] => Ok(Command::Print(include_str!("help/protocol.txt"))),
        "help" | "--help" | "-h" | "--version" | "-V" => Ok(Command::Print(HELP)),
        "bench" | "Black" | "White" if asks_for_help => Ok(Command::Print(HELP)),
        "bench" => bench_args(rest).map(Command::Bench),
        "Black" => contest_args(rest).map(|args| Command::Contest(Color::Black, args)),
        "White" => contest_args(rest).map(|args| Command::Contest(Color::White, args)),
        option if option.starts_with('-') && option != "-" => return None,
        word => Err(unknown_command(word)),
    };
    let usage = |error| CliError::Usage(error, None);
    Some(command.map(Request::Run).map_err(usage))
}

/// The error for a word that is not a command.
pub fn unknown_command(word: &str) -> UsageError {
    UsageError::unknown("there is no command", word, None)
}

/// The arguments of `bench`.
fn bench_args(words: &[&str]) -> Result<BenchArgs, UsageError> {
    let mut args = BenchArgs::default();
    for (name, value) in options(words) {
        let wrong = |expected| UsageError::bad_value(name, value, expected);
        match name {
            "--threads" => {
                args.threads = parse_threads(value).ok_or_else(|| wrong(EXPECTED_THREADS))?;
            }
            "" => args.depth = positive(value).ok_or_else(|| wrong("a depth in plies from 1"))?,
            _ => return Err(UsageError::unknown("unknown option", name, None)),
        }
    }
    Ok(args)
}

/// The arguments of `Black` and `White`.
fn contest_args(words: &[&str]) -> Result<ContestArgs, UsageError> {
    let mut args = ContestArgs::default();
    for (name, value) in options(words) {
        let wrong = || UsageError::bad_value(name, value, EXPECTED_TIME);
        match name {
            "--time" => args.time = Some(parse_time(value).ok_or_else(wrong)?),
            "" => return Err(UsageError::new(format!("unexpected argument `{value}`"))),
            _ => return Err(UsageError::unknown("unknown option", name, None)),
        }
    }
    Ok(args)
}

/// The options with their values, attached by `=` or in the next word. Other words have no name.
fn options<'a>(words: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut words = words.iter();
    let mut options = Vec::new();
    while let Some(word) = words.next() {
        options.push(match word.split_once('=') {
            Some(option) if word.starts_with('-') => option,
            _ if word.starts_with('-') => (*word, words.next().copied().unwrap_or_default()),
            _ => ("", *word),
        });
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// The command that a line asks for, or the error; `None` if the engine runs.
    fn parsed(line: &str) -> Option<Result<Request, String>> {
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        Some(parse(&args)?.map_err(|error| error.to_string()))
    }

    #[test]
    fn commands_are_read() {
        let bench = |depth, threads| Ok(Request::Run(Command::Bench(BenchArgs { depth, threads })));
        assert_eq!(parsed("bench 5 --threads 1"), Some(bench(5, 1)));
        assert_eq!(parsed("bench --threads=1 5"), Some(bench(5, 1)));
        let time = Some(Duration::from_secs(3));
        let contest = Command::Contest(Color::White, ContestArgs { time });
        assert_eq!(parsed("White --time 3"), Some(Ok(Request::Run(contest))));
        assert_eq!(parsed("-V"), Some(Ok(Request::Version)));
        for line in ["help", "-h", "bench --help", "--version -h"] {
            let help = Request::Run(Command::Print(HELP));
            assert_eq!(parsed(line), Some(Ok(help)), "{line}");
        }
        for line in ["", "--force-utf8", "-x --help", "--threads 2 bench"] {
            assert_eq!(parsed(line), None, "{line}");
        }
    }

    #[test]
    fn errors_name_the_argument() {
        for (line, name) in [
            ("bench x", "`x`"),
            ("bench --threads 0", "--threads: `0`"),
            ("bench --threads", "--threads: ``"),
            ("bench --fast", "`--fast`"),
            ("Black --time soon", "--time: `soon`"),
            ("Black board.txt", "`board.txt`"),
            ("analyze", "there is no command `analyze`"),
        ] {
            let error = parsed(line).expect("not the engine").unwrap_err();
            assert!(error.contains(name), "{line}: {error}");
        }
    }
}
