//! `analysis`: answers requests of other programs, see [`crate::stream`].

use std::ffi::OsString;
use std::io::{self, Write};

use crate::cli::args::reader::read_options;
use crate::cli::args::table::{Flag, Operands, Spec};
use crate::cli::args::values::{EXPECTED_MEMORY, EXPECTED_THREADS, parse_memory, parse_threads};
use crate::cli::error::{CliError, UsageError};
use crate::cli::input::standard::STANDARD_INPUT;
use crate::engine::{DEFAULT_MEMORY, useful_threads};
use crate::stream::{Options, StreamError, is_possible, run as answer_requests};

/// The command.
pub const SPEC: Spec = Spec {
    name: "analysis",
    aliases: &[],
    summary: "answer requests of other programs, as lines of JSON",
    about: "Answer requests of other programs: one JSON object a line on standard input, answers \
            on standard output.",
    usage: &["analysis [OPTIONS]"],
    description: include_str!("description.txt"),
    flags: &[
        Flag::text(
            "--threads",
            "N",
            "searches at the same time, each with one thread; at most the number of processors, \
             which is the default",
        ),
        Flag::text(
            "--memory",
            "MB",
            "memory for the process, divided equally among the threads. Default: 350 for each",
        ),
    ],
    operands: Operands::None,
    notes: include_str!("notes.txt"),
};

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<Options>, UsageError> {
    let Some(options) = read_options(&SPEC, args)? else {
        return Ok(None);
    };
    let (mut threads, mut memory) = (useful_threads(), None);
    for option in options {
        match option.name() {
            "--threads" => threads = option.value(EXPECTED_THREADS, parse_threads)?,
            "--memory" => memory = Some(option.value(EXPECTED_MEMORY, parse_memory)?),
            _ => return Err(option.unread()),
        }
    }
    // In whole megabytes, so that `analyze --memory` can have as much.
    let share = |all: u64| ((all / threads as u64) >> 20).max(1) << 20;
    Ok(Some(Options {
        threads,
        memory: memory.map_or(DEFAULT_MEMORY, share),
    }))
}

/// Answers requests until the end of standard input.
///
/// # Errors
/// If standard input or output fails, or the system has no memory or thread for a search.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), CliError> {
    if !is_possible() {
        return Err(CliError::Thread(io::ErrorKind::OutOfMemory.into()));
    }
    answer_requests(options, io::stdin(), out).map_err(|error| match error {
        StreamError::Thread(error) => CliError::Thread(error),
        StreamError::Write(error) => CliError::Write(error),
        StreamError::Read(error) => CliError::Read {
            from: STANDARD_INPUT.to_string(),
            error,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_divided_among_the_threads() {
        let parsed = |line: &str| {
            let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
            parse(&args).map(|options| options.expect("no help"))
        };
        let options = parsed("").unwrap();
        assert_eq!(options.threads, useful_threads());
        assert_eq!(options.memory, DEFAULT_MEMORY);
        assert_eq!(parsed("--threads 1 --memory 64").unwrap().memory, 64 << 20);
        let all = parsed("--memory 101").unwrap();
        assert_eq!(all.memory, (101 / all.threads as u64).max(1) << 20);
        for bad in ["--threads 0", "--memory 0", "file", "--nodes 3"] {
            assert!(parsed(bad).is_err(), "{bad}");
        }
    }
}
