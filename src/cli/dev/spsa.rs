//! `spsa`: tunes parameters of the search.

use std::io::{self, Write};

use clap::Args;

use crate::cli::args::parser::{number, text};
use crate::cli::dev::conditions::{RunArgs, pairs, setting};
use crate::cli::error::CliError;
use crate::report::text::counted;
use crate::search::params::TUNABLES;
use crate::tools::tuning::spsa::{Results, Spsa, Tuned};

/// Pairs between two lines of progress.
const PROGRESS_INTERVAL: u64 = 500;
/// The text before the options.
const DESCRIPTION: &str = "\
Each pair of games is played between two settings. In one, every parameter named
is moved up or down by its STEP at random; in the other, by the same steps in
the opposite direction. The parameters then move towards the setting that scored
more. A STEP should change the strength by a few Elo. It is up to 2.7 times as
large at the beginning. Fractions are rounded up or down at random.

The result is the mean of the values in the last third of the run. Confirm it
with `match` on other openings, then with `scripts/sprt` at equal time, because
it was tuned at fixed nodes.

Several processes with the same command share the run: start one per core. A
process may be killed at any time; the same command continues the run. STATE is
refused if anything about the run, its openings or the program differs.
";

/// The text after the options.
const NOTES: &str = "\
The table at the end gives each parameter's initial and current values, the
mean, and how many steps the mean is from the initial value. The last line is
the result as a setting.
";

/// Tune parameters of the search by playing the engine against itself at a fixed number of nodes
/// (SPSA)
#[derive(Args, Clone, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct SpsaArgs {
    /// The parameters, each with the step by which it is varied
    #[arg(value_name = "NAME=STEP", required = true, value_parser = text())]
    tuned: Vec<String>,
    #[command(flatten)]
    run: RunArgs,
    /// Node limit per move
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX), default_value = "8000")]
    nodes: u64,
    /// Pairs of games
    #[arg(long, value_name = "N", value_parser = pairs(), default_value = "20000")]
    pairs: u64,
    /// The setting to start from, as for `match`; what is not tuned stays as it is there. Default:
    /// an ordinary build
    #[arg(long, value_name = "SETTING", default_value = "", value_parser = text())]
    start: String,
    /// How many steps a parameter moves, at the end of the run, when one setting wins both games of
    /// a pair; up to 4.2 times as many before
    #[arg(long, value_name = "X", value_parser = number(f64::MIN_POSITIVE, 10.0))]
    #[arg(default_value = "0.004")]
    rate: f64,
}

/// Tunes the parameters.
///
/// # Errors
/// If a setting, a parameter or a file is wrong or cannot be read or written, or if the output
/// cannot be written.
pub fn run(args: &SpsaArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let start = setting("--start", &args.start)?;
    let wrong = |error| CliError::Input {
        from: "spsa".to_string(),
        error,
    };
    let tuned = args.tuned.iter().map(|word| Tuned::parse(word));
    let tuned = tuned
        .collect::<Result<Vec<Tuned>, String>>()
        .map_err(wrong)?;
    let (conditions, openings) = args.run.load(args.nodes)?;
    let spsa = Spsa {
        tuned,
        start,
        conditions,
        openings,
        pairs: args.pairs,
        rate: args.rate,
        seed: args.run.seed,
    };
    spsa.check().map_err(wrong)?;
    let mut failed = None;
    let end = spsa.run(&args.run.state, &mut |results| {
        if results.finished.is_multiple_of(PROGRESS_INTERVAL) {
            failed = writeln!(out, "pair {}: {}", results.finished, now(&spsa, results))
                .and_then(|()| out.flush())
                .err();
        }
        failed.is_none()
    });
    if let Some(error) = failed {
        return Err(CliError::Write(error));
    }
    let (results, playing) = end.map_err(|error| CliError::of_file(&args.run.state, error))?;
    print(&spsa, &results, playing, out).map_err(CliError::Write)
}

/// The values on one line.
fn now(spsa: &Spsa, results: &Results) -> String {
    let words = spsa.tuned.iter().map(|one| {
        let name = TUNABLES[one.index].name;
        let now = results.values.get(name).map_or(0.0, |values| values.now);
        format!("{name}={now:.2}")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Prints the result, or what there is of it.
fn print(spsa: &Spsa, results: &Results, playing: usize, out: &mut dyn Write) -> io::Result<()> {
    if playing > 0 {
        let pairs = counted(playing, "pair", "pairs");
        writeln!(
            out,
            "other processes are still playing {pairs}; the result is not final"
        )?;
    }
    writeln!(
        out,
        "{} pairs; a parameter that does not matter moves by about {:.2} steps",
        results.finished,
        spsa.chance(results)
    )?;
    writeln!(
        out,
        "{:<24}{:>8}{:>12}{:>12}{:>8}",
        "parameter", "start", "now", "mean", "steps"
    )?;
    let mut changed = Vec::new();
    for one in &spsa.tuned {
        let (name, start) = (TUNABLES[one.index].name, spsa.start.value(one.index));
        let now = results.values.get(name).map_or(0.0, |values| values.now);
        let mean = results.mean(name);
        let steps = (mean - f64::from(start)) / one.step;
        writeln!(
            out,
            "{name:<24}{start:>8}{now:>12.2}{mean:>12.2}{steps:>+8.2}"
        )?;
        changed.push((one.index, mean.round() as i32));
    }
    writeln!(out, "{}", spsa.start.with_values(changed).describe())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    #[test]
    fn options_and_parameters_are_read() {
        let line = "--openings a --state b lmr_pv=20 --rate 0.01 razor_base=1.5 --start lmr_pv=1";
        let args = parsed::<SpsaArgs>(line).unwrap();
        assert_eq!(args.tuned, ["lmr_pv=20", "razor_base=1.5"]);
        assert_eq!((args.rate, args.start.as_str()), (0.01, "lmr_pv=1"));
        assert_eq!(args.pairs, 20_000);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |line: &str| parsed::<SpsaArgs>(line).unwrap_err().to_string();
        assert_eq!(error("--openings a lmr_pv=1"), "`--state` is required");
        assert!(error("--openings a --state b").contains("NAME=STEP"));
        for rate in ["0", "-1", "nan", "inf", "11"] {
            let text = error(&format!("--openings a --state b lmr_pv=1 --rate {rate}"));
            assert!(text.contains("--rate"), "{text}");
        }
    }
}
