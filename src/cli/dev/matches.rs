//! `match`: a match between two settings of this build.

use std::io::{self, Write};

use clap::Args;

use crate::cli::args::parser::{Kind, number, text};
use crate::cli::dev::conditions::{RunArgs, pairs, setting};
use crate::cli::error::CliError;
use crate::report::text::counted;
use crate::tools::tuning::matches::{Match, Progress, games_file};
use crate::tools::tuning::openings::size_name;
use crate::tools::tuning::statistics::{Estimate, Sequence, Sprt, Verdict};

/// Pairs between two lines of progress.
const PROGRESS_INTERVAL: u64 = 100;

/// The text before the options.
const DESCRIPTION: &str = "\
A setting is a list of NAME=VALUE, separated by spaces or commas:
  lmr_pv=150      the value of a parameter
  null_move=off   a step of the search that is left out
  network=FILE    a network for the evaluation, made by `train`
  policy=FILE     the policy made for that network; without it there is none
`pbrain-goshawk tune` lists the parameters and steps. All else is as in an
ordinary build.

Every opening is played twice with colours swapped, in an order that the seed
determines, and in one pair only: at fixed nodes the same opening gives the same
games. A game ends when a search proves who wins. The transposition table of a
player has 256 bytes for each node of the limit, from 4 MiB to 256 MiB.

Several processes with the same command share the match: start one per core. A
process may be killed at any time; the same command continues the match, and the
result does not depend on that. STATE is refused if the match, its openings or
the program differ; only --pairs may. STATE.games holds the games, one JSON line
each; STATE.lock is a lock file.
";

/// The text after the options.
const NOTES: &str = "\
The last line of the output is a row for the table of experiments.
";

/// Play a match between two settings of the search at a fixed number of nodes, and print the
/// difference in Elo with its 95 % interval
#[derive(Args, Clone, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct MatchArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Node limit per move
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX), default_value = "10000")]
    nodes: u64,
    /// Pairs of games
    #[arg(long, value_name = "N", value_parser = pairs(), default_value = "1000")]
    pairs: u64,
    /// The setting that is measured. Default: an ordinary build
    #[arg(long, value_name = "SETTING", default_value = "", value_parser = text())]
    new: String,
    /// The setting that it plays against. Default: an ordinary build
    #[arg(long, value_name = "SETTING", default_value = "", value_parser = text())]
    old: String,
    /// End the match as soon as a sequential test decides between a difference of LOW and one of
    /// HIGH Elo
    // The lower bound may be negative.
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt(), allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

/// The bounds of a sequential test.
fn sprt() -> Kind<fn(&str) -> Option<Sprt>> {
    Kind::new("two numbers such as 0,5, the lower one first", bounds)
}

/// The bounds of a sequential test: `0,5`.
fn bounds(text: &str) -> Option<Sprt> {
    let (low, high) = text.split_once(',')?;
    Sprt::new(low.trim().parse().ok()?, high.trim().parse().ok()?)
}

/// Plays the match.
///
/// # Errors
/// If a setting or a file is wrong or cannot be read or written, or if the output cannot be
/// written.
pub fn run(args: &MatchArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let (new, old) = (setting("--new", &args.new)?, setting("--old", &args.old)?);
    let (conditions, openings) = args.run.load(args.nodes)?;
    let played = Match {
        new,
        old,
        conditions,
        openings,
        pairs: args.pairs,
        seed: args.run.seed,
        sprt: args.sprt,
    };
    played.check().map_err(|error| args.run.unplayable(error))?;
    let mut is_begun = false;
    let mut failed = None;
    let mut report = |progress: &Progress| {
        let sequence = &progress.sequence;
        if sequence.counts().total().is_multiple_of(PROGRESS_INTERVAL) {
            failed = print_progress(&played, is_begun, sequence, out).err();
            is_begun = true;
        }
        failed.is_none()
    };
    let end = played.run(&args.run.state, &mut report);
    if let Some(error) = failed {
        return Err(CliError::Write(error));
    }
    let end = end.map_err(|error| CliError::of_file(&args.run.state, error))?;
    print(args, &played, &end, out).map_err(CliError::Write)
}

/// Prints the results so far on one line, after a line that says what is played.
fn print_progress(
    played: &Match,
    is_begun: bool,
    sequence: &Sequence,
    out: &mut dyn Write,
) -> io::Result<()> {
    if !is_begun {
        writeln!(out, "{}", title(played))?;
    }
    writeln!(out, "{}", progress_line(sequence))?;
    out.flush()
}

fn title(played: &Match) -> String {
    let openings = counted(played.openings.list.len(), "opening", "openings");
    let repeated = match played.openings.repeated {
        0 => String::new(),
        number => format!(", {number} more repeat one of them"),
    };
    format!(
        "new: {}; old: {}; {openings}{repeated}",
        played.new.describe(),
        played.old.describe()
    )
}

/// The results so far on one line.
fn progress_line(sequence: &Sequence) -> String {
    let [lost, drawn, won] = sequence.counts().games;
    let mut line = format!(
        "pairs {}: W-D-L {won}-{drawn}-{lost}",
        sequence.counts().total()
    );
    if let Some(estimate) = sequence.counts().estimate() {
        line += &format!(", Elo {}", elo(&estimate, 1));
    }
    if sequence.sprt().is_some() {
        line += &format!(", LLR {:.2}", sequence.ratio());
    }
    line
}

/// The difference in Elo with its interval.
fn elo(estimate: &Estimate, digits: usize) -> String {
    let Estimate { elo, low, high, .. } = estimate;
    format!("{elo:+.digits$} [{low:+.digits$}, {high:+.digits$}]")
}

/// Prints the result, or what there is of it.
fn print(args: &MatchArgs, played: &Match, end: &Progress, out: &mut dyn Write) -> io::Result<()> {
    let sequence = &end.sequence;
    let counts = sequence.counts();
    let Some(estimate) = counts.estimate() else {
        return writeln!(
            out,
            "no pair is finished; other processes are playing {}",
            end.playing
        );
    };
    if end.playing > 0 && sequence.verdict().is_none() {
        let pairs = counted(end.playing, "pair", "pairs");
        writeln!(
            out,
            "other processes are still playing {pairs}; the result is not final"
        )?;
    }
    writeln!(out, "{}", title(played))?;
    let [lost, drawn, won] = counts.games;
    let [zero, half, one, more, two] = counts.pairs;
    writeln!(out, "games      {}", games_file(&args.run.state).display())?;
    writeln!(
        out,
        "W-D-L      {won}-{drawn}-{lost}  score {:.2} %",
        100.0 * estimate.score
    )?;
    writeln!(out, "Elo        {}", elo(&estimate, 1))?;
    writeln!(
        out,
        "pairs      {}; by points 0: {zero}, 1/2: {half}, 1: {one}, 3/2: {more}, 2: {two}",
        counts.total()
    )?;
    writeln!(
        out,
        "by pair    won {}, split {}, lost {}, both games drawn {}",
        more + two,
        counts.split,
        zero + half,
        one - counts.split
    )?;
    if let Some(sprt) = sequence.sprt() {
        let [low, high] = sprt.bounds();
        let verdict = match sequence.verdict() {
            Some(Verdict::High) => format!("{high} Elo rather than {low}"),
            Some(Verdict::Low) => format!("{low} Elo rather than {high}"),
            None => "undecided".to_string(),
        };
        let (ratio, limit) = (sequence.ratio(), Sprt::limit());
        writeln!(
            out,
            "SPRT       [{low}, {high}] LLR {ratio:.2} (±{limit:.2}): {verdict}"
        )?;
    }
    writeln!(out, "{}", row(played, counts.games, &estimate))
}

/// The row for the table of experiments.
fn row(played: &Match, games: [u64; 3], estimate: &Estimate) -> String {
    let [lost, drawn, won] = games;
    let old = match played.old.describe() {
        defaults if defaults == "defaults" => String::new(),
        old => format!(" against `{old}`"),
    };
    format!(
        "| `{}`{old} | {} {} | {} | {} | {won}-{drawn}-{lost} | {} | |",
        played.new.describe(),
        played.conditions.rule.name(),
        size_name(played.conditions.size),
        grouped(played.conditions.nodes),
        grouped(games.iter().sum()),
        elo(estimate, 0),
    )
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    #[test]
    fn errors_name_the_option() {
        let error = |line: &str| parsed::<MatchArgs>(line).unwrap_err().to_string();
        assert_eq!(error("--openings a"), "`--state` is required");
        assert_eq!(error("--state a"), "`--openings` is required");
        let error = |line: &str| error(&format!("--openings a --state b {line}"));
        for wrong in ["5", "5,0", "0,0", "0,x", "0,401", "nan,5", "0,inf"] {
            let text = error(&format!("--sprt {wrong}"));
            assert!(text.contains("the lower one first"), "{text}");
        }
        assert!(error("--nodes 0").contains("--nodes: `0`"));
        assert!(error("--pairs 0").contains("a number from 1 to 1000000"));
        assert!(error("--rule chess").contains("--rule: `chess`"));
        assert!(error("--openings -").contains("the name of a file"));
        assert_eq!(error("--time 1"), "unknown option `--time`");
    }

    #[test]
    fn a_result_is_printed_with_its_sign() {
        let estimate = Estimate {
            score: 0.5,
            elo: 0.0,
            low: -12.34,
            high: f64::INFINITY,
        };
        assert_eq!(elo(&estimate, 1), "+0.0 [-12.3, +inf]");
        assert_eq!(
            [7, 1000, 20_034_567].map(grouped),
            ["7", "1,000", "20,034,567"]
        );
        assert_eq!(bounds("-5, 0"), Sprt::new(-5.0, 0.0));
    }
}
