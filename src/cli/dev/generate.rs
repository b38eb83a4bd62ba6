//! `datagen`: generates training data.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::cli::args::reader::read_options;
use crate::cli::args::table::{Flag, Operands, Spec};
use crate::cli::args::values::parse_size;
use crate::cli::error::{CliError, UsageError};
use crate::tools::dataset::plan::default_sizes;
use crate::tools::dataset::{self, Header, Plan, SizeWeight};
use crate::types::Rule;

/// Default node limit of a move.
const DEFAULT_GAME_NODES: u32 = 5000;
/// Default node limit of the search that labels a sample.
const DEFAULT_LABEL_NODES: u32 = 2000;
/// Default number of samples from inside the searches of a game. More samples would be too
/// similar.
const DEFAULT_SAMPLES: usize = 40;
/// The largest value of `--samples`. The samples of a game must fit into one block.
const MAX_SAMPLES: usize = 10_000;
/// Largest number of threads.
const MAX_THREADS: usize = 256;
/// The time between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(30);

/// The command.
pub const SPEC: Spec = Spec {
    name: "datagen",
    aliases: &[],
    summary: "generate training data for a network",
    about: "Generate training data: play varied games and write positions of the games and of \
            their searches, each with the score of a separate search.",
    usage: &["datagen --out FILE [OPTIONS]"],
    description: "\
An existing FILE is continued if it was made with the same rule, node limits,
seed and engine. The process may be killed at any time: an incomplete last game
is dropped. The same options give the same file, whatever the number of threads.
No two samples of a file are the same up to symmetry. Use another seed for
validation data.
",
    flags: &[
        Flag::file("--out", "the file to write or to continue"),
        Flag::rule("freestyle (default), standard, renju, caro, caro-exact"),
        Flag::text(
            "--sizes",
            "LIST",
            "board sizes with their weights, such as 15=7,20=3,12x10. Default: the usual sizes \
             for the rule",
        ),
        Flag::text(
            "--games",
            "N",
            "stop when the file has N games. Default: never",
        ),
        Flag::text("--nodes", "N", "node limit of a move. Default: 5000"),
        Flag::text(
            "--label-nodes",
            "N",
            "node limit of a sample's search. Default: 2000",
        ),
        Flag::text(
            "--samples",
            "N",
            "largest number of samples from inside the searches of a game, at most 10000, besides \
             all positions of the game. Default: 40",
        ),
        Flag::text("--seed", "N", "seed of the random openings. Default: 1"),
        Flag::text(
            "--threads",
            "N",
            "games played at the same time. Default: 1",
        ),
        Flag::text(
            "--engine",
            "NAME",
            "name of the engine in the file's header, such as a commit. Default: the version",
        ),
    ],
    operands: Operands::None,
    notes: "",
};

/// The arguments of `datagen`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateArgs {
    /// What to generate.
    pub plan: Plan,
    /// The file to write or continue.
    pub file: PathBuf,
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<GenerateArgs>, UsageError> {
    let Some(options) = read_options(&SPEC, args)? else {
        return Ok(None);
    };
    let mut header = Header {
        rule: Rule::Freestyle,
        game_nodes: DEFAULT_GAME_NODES,
        label_nodes: DEFAULT_LABEL_NODES,
        seed: 1,
        engine: env!("CARGO_PKG_VERSION").to_string(),
    };
    let (mut file, mut sizes) = (None, None);
    let (mut games, mut samples, mut threads) = (u64::MAX, DEFAULT_SAMPLES, 1);
    for option in &options {
        match option.name() {
            "--out" => file = Some(option.path()),
            "--rule" => header.rule = option.value("a rule", Rule::from_any_name)?,
            "--sizes" => sizes = Some(option.value("a list such as 15=7,20=3", weighted)?),
            "--games" => games = option.number(1, u64::MAX)?,
            "--nodes" => header.game_nodes = option.number(1, u32::MAX)?,
            "--label-nodes" => header.label_nodes = option.number(1, u32::MAX)?,
            "--samples" => samples = option.number(1, MAX_SAMPLES)?,
            "--seed" => header.seed = option.number(0, u64::MAX)?,
            "--threads" => threads = option.number(1, MAX_THREADS)?,
            "--engine" => {
                let short = |text: &str| {
                    let fits = text.len() <= dataset::record::ENGINE_LEN;
                    let plain = text.bytes().all(|byte| byte.is_ascii_graphic());
                    (fits && plain).then(|| text.to_string())
                };
                header.engine = option.value("a name of at most 32 ASCII characters", short)?;
            }
            _ => return Err(option.unread()),
        }
    }
    let plan = Plan {
        sizes: sizes.unwrap_or_else(|| default_sizes(header.rule)),
        header,
        games,
        samples,
        threads,
    };
    let file = file.ok_or(UsageError::Required("--out"))?;
    Ok(Some(GenerateArgs { plan, file }))
}

/// A list of sizes with optional weights: `15=7,20=3,12x10`.
fn weighted(text: &str) -> Option<Vec<SizeWeight>> {
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
    let end = dataset::run(&args.plan, &args.file, &mut |progress| {
        if printed.elapsed() >= PROGRESS_INTERVAL {
            printed = Instant::now();
            failed = line(progress, out).and_then(|()| out.flush()).err();
        }
        failed.is_none()
    });
    let end = end.map_err(|error| CliError::of_file(&args.file, error))?;
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

    fn parsed(line: &str) -> Result<Option<GenerateArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn every_option_is_read() {
        let line = "--rule renju --sizes 15=7,12x10 --games 9 --nodes 300 --label-nodes=400 \
                    --samples 20 --seed 5 --threads 2 --engine abc --out file";
        let Ok(Some(args)) = parsed(line) else {
            panic!("valid options");
        };
        let header = &args.plan.header;
        assert_eq!(args.file, PathBuf::from("file"));
        assert_eq!(header.rule, Rule::Renju);
        assert_eq!(
            (header.game_nodes, header.label_nodes, header.seed),
            (300, 400, 5)
        );
        assert_eq!(header.engine, "abc");
        assert_eq!(
            (args.plan.games, args.plan.samples, args.plan.threads),
            (9, 20, 2)
        );
        let sizes: Vec<_> = args.plan.sizes.iter().map(|s| (s.size, s.weight)).collect();
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
        let error = |line: &str| parsed(line).unwrap_err().to_string();
        assert_eq!(error("--rule renju"), "`--out` is required");
        assert_eq!(error("--out f --fast 1"), "unknown option `--fast`");
        assert!(error("--out f --sizes 15=0").contains("--sizes: `15=0`"));
        assert!(error("--out f --samples 10001").contains("a number from 1 to 10000"));
        assert!(error("--out f --games 0").contains("--games: `0` is not a number from 1 to"));
        assert!(error("--out f --rule chess").contains("--rule: `chess`"));
    }
}
