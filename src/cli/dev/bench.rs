//! `bench`: searches fixed positions and prints the signature and the speed.

use std::ffi::OsString;
use std::io::{self, Write};

use crate::cli::args::reader::{Arg, positive, read};
use crate::cli::args::table::{Flag, Operands, Spec};
use crate::cli::args::values::{EXPECTED_THREADS, parse_threads};
use crate::cli::error::{CliError, UsageError};
use crate::tools::bench;
use crate::types::score;

/// The number of times each candidate move is made and undone to measure the cost.
const MAKE_UNDO_ROUNDS: u32 = 500;

/// The command.
pub const SPEC: Spec = Spec {
    name: "bench",
    aliases: &[],
    summary: "search a fixed set of positions; the last line is the node count and the speed",
    about: "Search a fixed set of positions. The last line of the output is the number of nodes, \
            which is the signature of the search, and the nodes per second.",
    usage: &["bench [DEPTH] [OPTIONS]"],
    description: "DEPTH is the depth limit in plies.\n",
    flags: &[Flag::text(
        "--threads",
        "N",
        "search threads; if there are several, the node count varies. Default: 1",
    )],
    operands: Operands::Text,
    notes: "",
};

/// The arguments of `bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchArgs {
    /// Search depth in plies.
    pub depth: u32,
    /// Number of search threads.
    pub threads: usize,
}

/// Reads `[DEPTH] [--threads N]`; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<BenchArgs>, UsageError> {
    let Some(given) = read(&SPEC, args)? else {
        return Ok(None);
    };
    let mut depth = None;
    let mut threads = 1;
    for arg in given {
        match arg {
            Arg::Option(option) => match option.name() {
                "--threads" => threads = option.value(EXPECTED_THREADS, parse_threads)?,
                _ => return Err(option.unread()),
            },
            Arg::Operand(text) if depth.is_none() => {
                let text = text.to_string_lossy().into_owned();
                depth = Some(positive(&text).ok_or(UsageError::BadValue {
                    option: "bench".to_string(),
                    value: text,
                    expected: "a depth in plies from 1".to_string(),
                })?);
            }
            Arg::Operand(_) => return Err(UsageError::Arguments("bench [DEPTH] [--threads N]")),
        }
    }
    let depth = depth.unwrap_or(bench::DEPTH);
    Ok(Some(BenchArgs { depth, threads }))
}

/// Prints a line for each position, the cost of a make and undo, the total time, a
/// hash of all results, and last `N nodes M nps`.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), CliError> {
    print(args, out).map_err(CliError::Write)
}

/// Searches and prints.
fn print(args: &BenchArgs, out: &mut dyn Write) -> io::Result<()> {
    let summary = bench::run(args.depth, args.threads);
    for (number, result) in summary.results.iter().enumerate() {
        let best = result
            .best
            .map_or("none".to_string(), |p| format!("{},{}", p.x, p.y));
        writeln!(
            out,
            "position {:2}  nodes {:9}  time {:6} ms  score {:>6}  best {best}",
            number + 1,
            result.nodes,
            result.elapsed.as_millis(),
            score::display(result.score),
        )?;
    }
    let cost = bench::make_undo_cost(MAKE_UNDO_ROUNDS);
    writeln!(out, "make and undo {} ns", cost.as_nanos())?;
    writeln!(out, "time {} ms", summary.elapsed().as_millis())?;
    writeln!(out, "hash {:016x}", summary.hash)?;
    writeln!(out, "{} nodes {} nps", summary.nodes(), summary.nps())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::useful_threads;

    fn parsed(line: &str) -> Result<Option<BenchArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn depth_and_threads_come_in_any_order() {
        let default = BenchArgs {
            depth: bench::DEPTH,
            threads: 1,
        };
        assert_eq!(parsed(""), Ok(Some(default)));
        let args = BenchArgs {
            depth: 5,
            threads: useful_threads().min(2),
        };
        for line in ["5 --threads 2", "--threads=2 5"] {
            assert_eq!(parsed(line), Ok(Some(args)), "{line}");
        }
        assert_eq!(parsed("-h"), Ok(None));
    }

    #[test]
    fn errors_name_the_argument() {
        let error = |line: &str| parsed(line).unwrap_err().to_string();
        assert!(error("x").contains("`x`") && error("0").contains("`0`"));
        assert!(error("5 6").contains("`bench [DEPTH] [--threads N]`"));
        assert_eq!(error("--fast"), "unknown option `--fast`");
        assert_eq!(error("--threads"), "`--threads` needs a value");
        assert!(error("--threads=0").contains("is not a number of threads"));
    }
}
