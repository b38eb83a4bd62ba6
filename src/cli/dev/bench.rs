//! `bench`: searches fixed positions and prints the signature and the speed.

use std::io::{self, Write};

#[cfg(feature = "cli")]
use crate::cli::args::parser::{Kind, threads};
#[cfg(feature = "cli")]
use crate::cli::args::values::positive;
use crate::cli::error::CliError;
use crate::tools::bench;
use crate::types::score;

/// The number of times each candidate move is made and undone to measure the cost.
const MAKE_UNDO_ROUNDS: u32 = 500;

/// The text before the options.
#[cfg(feature = "cli")]
const DESCRIPTION: &str = "\
The last line of the output is the number of nodes, which is the signature of
the search, and the nodes per second.";

/// Search a fixed set of positions
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", command(before_help = DESCRIPTION))]
pub struct BenchArgs {
    /// Depth limit in plies
    #[cfg_attr(feature = "cli", arg(value_parser = depth(), default_value_t = bench::DEPTH))]
    pub depth: u32,
    /// Search threads; if there are several, the node count varies
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = threads()))]
    #[cfg_attr(feature = "cli", arg(default_value = "1"))]
    pub threads: usize,
}

impl Default for BenchArgs {
    fn default() -> BenchArgs {
        BenchArgs {
            depth: bench::DEPTH,
            threads: 1,
        }
    }
}

/// A depth.
#[cfg(feature = "cli")]
fn depth() -> Kind<fn(&str) -> Option<u32>> {
    Kind::new("a depth in plies from 1", positive)
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
