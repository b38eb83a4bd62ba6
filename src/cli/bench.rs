//! `bench`: the signature and the speed of the search, printed.

use std::io::{self, Write};

use super::bench_args::BenchArgs;
use crate::tools::bench;
use crate::types::score;

/// How often each candidate move is made and taken back.
const ROUNDS: u32 = 500;

/// Runs the benchmark and prints a line for each position, a hash of all results, and
/// last `N nodes M nps`.
pub fn run(args: BenchArgs, out: &mut dyn Write) -> io::Result<()> {
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
    let cost = bench::make_undo_cost(ROUNDS);
    writeln!(out, "make and undo {} ns", cost.as_nanos())?;
    writeln!(out, "time {} ms", summary.elapsed().as_millis())?;
    writeln!(out, "hash {:016x}", summary.hash)?;
    writeln!(out, "{} nodes {} nps", summary.nodes(), summary.nps())
}
