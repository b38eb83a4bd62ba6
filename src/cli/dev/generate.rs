//! `datagen`: generates training data.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::cli::args::parser::{Kind, number};
use crate::cli::args::values::parse_size;
use crate::cli::error::CliError;
use crate::tools::dataset::plan::default_sizes;
use crate::tools::dataset::{self, Header, Plan, SizeWeight};
use crate::types::Rule;

/// The largest value of `--samples`. The samples of a game must fit into one block.
const MAX_SAMPLES: usize = 10_000;
/// Largest number of threads.
const MAX_THREADS: usize = 256;
/// The time between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(30);

/// The text before the options.
const DESCRIPTION: &str = "\
An existing FILE is continued if it was made with the same rule, node limits,
seed and engine. The process may be killed at any time: an incomplete last game
is dropped. The same options give the same file, whatever the number of threads.
No two samples of a file are equal up to symmetry. Use another seed for
validation data.
";

/// The sizes in one value; `clap` takes a [`Vec`] for several values.
type Sizes = Vec<SizeWeight>;

/// Generate training data: play varied games and write positions of the games and of their
/// searches, each with the score of a separate search
#[derive(Args, Clone, Debug)]
#[command(before_help = DESCRIPTION)]
pub struct GenerateArgs {
    /// The file to write or to continue
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The rule
    #[arg(long, value_name = "NAME", default_value = "freestyle")]
    rule: Rule,
    /// Board sizes with their weights, such as 15=7,20=3,12x10. Default: the usual sizes for the
    /// rule
    #[arg(long, value_name = "LIST", value_parser = sizes())]
    sizes: Option<Sizes>,
    /// Stop when the file has N games. Default: never
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX))]
    games: Option<u64>,
    /// Node limit per move
    #[arg(long, value_name = "N", value_parser = number(1, u32::MAX), default_value = "5000")]
    nodes: u32,
    /// Node limit of a sample's search
    #[arg(long, value_name = "N", value_parser = number(1, u32::MAX), default_value = "2000")]
    label_nodes: u32,
    /// Maximum number of samples from inside the searches of a game, up to 10000, in addition to
    /// all positions of the game
    // More samples by default would be too similar.
    #[arg(long, value_name = "N", value_parser = number(1, MAX_SAMPLES), default_value = "40")]
    samples: usize,
    /// Seed for the random openings
    #[arg(long, value_name = "N", value_parser = number(0, u64::MAX), default_value = "1")]
    seed: u64,
    /// Games played at the same time
    #[arg(long, value_name = "N", value_parser = number(1, MAX_THREADS), default_value = "1")]
    threads: usize,
    /// Name of the engine in the file's header, such as a commit. Default: the version
    #[arg(long, value_name = "NAME", value_parser = engine())]
    engine: Option<String>,
}

impl GenerateArgs {
    /// What to generate.
    fn plan(&self) -> Plan {
        let version = || env!("CARGO_PKG_VERSION").to_string();
        Plan {
            sizes: self
                .sizes
                .clone()
                .unwrap_or_else(|| default_sizes(self.rule)),
            header: Header {
                rule: self.rule,
                game_nodes: self.nodes,
                label_nodes: self.label_nodes,
                seed: self.seed,
                engine: self.engine.clone().unwrap_or_else(version),
            },
            games: self.games.unwrap_or(u64::MAX),
            samples: self.samples,
            threads: self.threads,
        }
    }
}

/// Sizes with weights.
fn sizes() -> Kind<fn(&str) -> Option<Sizes>> {
    Kind::new("a list such as 15=7,20=3", weighted)
}

/// The name of an engine that fits into a header.
fn engine() -> Kind<fn(&str) -> Option<String>> {
    Kind::new("a name of at most 32 ASCII characters", |text| {
        let fits = text.len() <= dataset::record::ENGINE_LEN;
        let plain = text.bytes().all(|byte| byte.is_ascii_graphic());
        (fits && plain).then(|| text.to_string())
    })
}

/// A list of sizes with optional weights: `15=7,20=3,12x10`.
fn weighted(text: &str) -> Option<Sizes> {
    let entries = text.split(',').map(|entry| {
        let (board, weight) = entry.split_once('=').unwrap_or((entry, "1"));
        let weight = weight.parse().ok().filter(|weight| *weight > 0)?;
        let size = parse_size(board)?;
        Some(SizeWeight { size, weight })
    });
    entries.collect()
}

/// Generates the data and prints the progress.
///
/// # Errors
/// If the file cannot be read or written, or the output cannot be written.
pub fn run(args: &GenerateArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let mut printed = Instant::now();
    let mut failed = None;
    let end = dataset::run(&args.plan(), &args.out, &mut |progress| {
        if printed.elapsed() >= PROGRESS_INTERVAL {
            printed = Instant::now();
            failed = line(progress, out).and_then(|()| out.flush()).err();
        }
        failed.is_none()
    });
    let end = end.map_err(|error| CliError::of_file(&args.out, error))?;
    match failed {
        Some(error) => Err(error),
        None => line(&end, out),
    }
    .map_err(CliError::Write)
}

/// Prints the progress.
fn line(progress: &dataset::Progress, out: &mut dyn Write) -> io::Result<()> {
    let seconds = progress.elapsed.as_secs_f64().max(1e-3);
    writeln!(
        out,
        "games {} samples {} time {seconds:.0} s, {:.0} new samples/s",
        progress.games,
        progress.samples,
        progress.new_samples as f64 / seconds,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    #[test]
    fn every_option_is_read() {
        let line = "--rule renju --sizes 15=7,12x10 --games 9 --nodes 300 --label-nodes=400 \
                    --samples 20 --seed 5 --threads 2 --engine abc --out file";
        let args = parsed::<GenerateArgs>(line).expect("valid options");
        let plan = args.plan();
        let header = &plan.header;
        assert_eq!(args.out, PathBuf::from("file"));
        assert_eq!(header.rule, Rule::Renju);
        assert_eq!(
            (header.game_nodes, header.label_nodes, header.seed),
            (300, 400, 5)
        );
        assert_eq!(header.engine, "abc");
        assert_eq!((plan.games, plan.samples, plan.threads), (9, 20, 2));
        let sizes: Vec<_> = plan.sizes.iter().map(|s| (s.size, s.weight)).collect();
        assert_eq!(
            sizes,
            [
                (parse_size("15").unwrap(), 7),
                (parse_size("12x10").unwrap(), 1)
            ]
        );
    }

    #[test]
    fn errors_name_the_option() {
        let error = |line: &str| parsed::<GenerateArgs>(line).unwrap_err().to_string();
        assert_eq!(error("--rule renju"), "`--out` is required");
        assert_eq!(error("--out f --fast 1"), "unknown option `--fast`");
        assert!(error("--out f --sizes 15=0").contains("--sizes: `15=0`"));
        assert!(error("--out f --samples 10001").contains("a number from 1 to 10000"));
        assert!(error("--out f --games 0").contains("--games: `0` is not a number from 1 to"));
        assert!(error("--out f --rule chess").contains("--rule: `chess`"));
    }
}
