//! `analysis`: answers requests of other programs, see [`crate::stream`].

use std::io::{self, Write};

use clap::Args;

use crate::cli::args::parser::{memory, threads};
use crate::cli::error::CliError;
use crate::cli::input::standard::STANDARD_INPUT;
use crate::engine::{DEFAULT_MEMORY, useful_threads};
use crate::requests::answer::Service;
use crate::stream::{StreamError, is_possible, run as answer_requests};

/// Answer requests from other programs, as lines of JSON on standard input and output
#[derive(Args, Debug)]
#[command(before_help = include_str!("description.txt"), after_help = include_str!("notes.txt"))]
pub struct AnalysisArgs {
    /// Number of concurrent searches, each with one thread; at most the number of processors, which
    /// is the default
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<usize>,
    /// Memory for the process, divided equally among the threads. Default: 350 for each
    #[arg(long, value_name = "MB", value_parser = memory())]
    memory: Option<u64>,
}

impl AnalysisArgs {
    /// How requests are answered.
    fn service(&self) -> Service {
        let threads = self.threads.unwrap_or_else(useful_threads);
        // In whole megabytes, so that `analyze --memory` can have as much.
        let share = |all: u64| ((all / threads as u64) >> 20).max(1) << 20;
        Service {
            threads,
            memory: self.memory.map_or(DEFAULT_MEMORY, share),
        }
    }
}

/// Answers requests until the end of standard input.
///
/// # Errors
/// If standard input or output fails, or the system has no memory or thread for a search.
pub fn run(args: &AnalysisArgs, out: &mut dyn Write) -> Result<(), CliError> {
    if !is_possible() {
        return Err(CliError::Thread(io::ErrorKind::OutOfMemory.into()));
    }
    answer_requests(&args.service(), io::stdin(), out).map_err(|error| match error {
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
    use crate::cli::args::common::tests::parsed;

    #[test]
    fn the_memory_is_divided_among_the_threads() {
        let options = |line| parsed::<AnalysisArgs>(line).map(|args| args.service());
        let default = options("").unwrap();
        assert_eq!(default.threads, useful_threads());
        assert_eq!(default.memory, DEFAULT_MEMORY);
        assert_eq!(options("--threads 1 --memory 64").unwrap().memory, 64 << 20);
        let all = options("--memory 101").unwrap();
        assert_eq!(all.memory, (101 / all.threads as u64).max(1) << 20);
        for bad in ["--threads 0", "--memory 0", "file", "--nodes 3"] {
            assert!(options(bad).is_err(), "{bad}");
        }
    }
}
