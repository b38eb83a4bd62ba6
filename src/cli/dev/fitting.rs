//! `selfplay` and `features`: data for the fit scripts.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::args::parser::{Kind, new_file, number};
use crate::cli::error::CliError;
use crate::cli::output::unwritten;
use crate::eval::weight_file::Model;
use crate::files::NewFile;
use crate::report::destination::Destination;
use crate::report::text::counted;
use crate::tools::datagen::features::extract;
use crate::tools::datagen::{self, Plan, WriteError, schema};
use crate::types::{BoardSize, Rule};

/// Generate games for the fit scripts, and a sample of the searched positions with their scores
#[derive(Args, Debug)]
#[command(before_help = "\
The same arguments give the same files. If a disk fills up, the games so far are
kept under another name.")]
pub struct SelfPlayArgs {
    /// The rule
    rule: Rule,
    /// Board size
    size: BoardSize,
    /// The number of games
    #[arg(value_parser = number(0, u64::MAX))]
    games: u64,
    /// Nodes for each move
    #[arg(value_parser = number(0, u64::MAX))]
    nodes: u64,
    /// Seed
    #[arg(value_parser = number(0, u64::MAX))]
    seed: u64,
    /// The file for the games
    #[arg(value_parser = new_file())]
    file: Destination,
    /// The file for a sample of the searched positions
    #[arg(value_parser = new_file())]
    sample: Option<Destination>,
    /// Replace files that exist
    #[arg(long)]
    overwrite: bool,
}

impl SelfPlayArgs {
    /// The games to play.
    fn plan(&self) -> Plan {
        Plan {
            rule: self.rule,
            size: self.size,
            games: self.games,
            nodes: self.nodes,
            seed: self.seed,
        }
    }
}

/// Convert the games or samples of `selfplay` to input for the fit scripts
#[derive(Args, Debug)]
#[command(override_usage = "\
pbrain-goshawk features [OPTIONS] <MODEL> <GAMES> <FILE>
  pbrain-goshawk features --schema")]
pub struct FeatureArgs {
    /// What the features are for
    #[arg(value_parser = model(), required_unless_present = "schema")]
    model: Option<Model>,
    /// The file with the games
    #[arg(required_unless_present = "schema", value_hint = ValueHint::FilePath)]
    games: Option<PathBuf>,
    /// The file for the features
    #[arg(required_unless_present = "schema", value_parser = new_file())]
    file: Option<Destination>,
    /// Print the vocabulary of these files and of weight files as JSON
    #[arg(long, exclusive = true)]
    schema: bool,
    /// Replace files that exist
    #[arg(long)]
    overwrite: bool,
}

/// What features can be for.
fn model() -> Kind<fn(&str) -> Option<Model>> {
    Kind::of_words(&["evaluation", "order"], Model::from_name)
}

/// Plays the games and writes them and the sample to their files.
///
/// # Errors
/// If a file cannot be written.
pub fn self_play(args: &SelfPlayArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let positions = record_games(args)?;
    let games = counted(args.games as usize, "game", "games");
    let positions = counted(positions as usize, "position", "positions");
    writeln!(out, "{games}, {positions}").map_err(CliError::Write)
}

/// Plays and writes the games. Returns the number of positions.
fn record_games(args: &SelfPlayArgs) -> Result<u64, CliError> {
    let begin = |to: &Destination| {
        let file = to.begin(&[], args.overwrite);
        file.map_err(|error| unwritten(to, error))
    };
    let to_sample = args.sample.clone().unwrap_or_default();
    let differs = to_sample.check_differs(&[&args.file]);
    differs.map_err(|error| unwritten(&to_sample, error))?;
    let mut file = begin(&args.file)?;
    let mut sample = args.sample.as_ref().map(begin).transpose()?;
    let writer = sample.as_mut().map(|file| file as &mut dyn Write);
    let positions = datagen::run(&args.plan(), &mut file, writer);
    let positions = match positions {
        Ok(positions) => positions,
        Err(WriteError { in_sample, error }) => {
            let to = if in_sample { &to_sample } else { &args.file };
            let kept = [Some(file), sample].into_iter().flatten();
            let kept = kept.filter_map(NewFile::keep).collect();
            return Err(unwritten(to, with_kept(error, kept)));
        }
    };
    let finish = |file: NewFile, to: &Destination| {
        let finished = file.finish(args.overwrite);
        finished.map_err(|error| unwritten(to, error))
    };
    finish(file, &args.file)?;
    sample.map_or(Ok(()), |file| finish(file, &to_sample))?;
    Ok(positions)
}

/// A write error that names the files with the games so far, which may be the work of hours.
fn with_kept(error: io::Error, kept: Vec<PathBuf>) -> io::Error {
    let names: Vec<_> = kept.iter().map(|file| file.display().to_string()).collect();
    match names.is_empty() {
        true => error,
        false => io::Error::new(
            error.kind(),
            format!("{error}; the games so far are in {}", names.join(" and ")),
        ),
    }
}

/// Prints the vocabulary, or extracts features from games to a file.
///
/// # Errors
/// If the games cannot be read, or the features cannot be written or would replace the games.
pub fn features(args: &FeatureArgs, out: &mut dyn Write) -> Result<(), CliError> {
    // `clap` makes sure that they are there, unless the schema is asked for.
    let (Some(model), Some(games), Some(file)) = (&args.model, &args.games, &args.file) else {
        return schema::write(out).map_err(CliError::Write);
    };
    let unread = |error| CliError::Read {
        from: games.display().to_string(),
        error,
    };
    let to = file.begin(&[games], args.overwrite);
    let mut writer = to.map_err(|error| unwritten(file, error))?;
    let input = File::open(games).map_err(unread)?;
    let mut reader = BufReader::new(Watched {
        input,
        has_failed: false,
    });
    let extracted = extract(*model, &mut reader, &mut writer);
    let written = extracted.and_then(|positions| writer.finish(args.overwrite).map(|()| positions));
    let positions = written.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => unread(error),
        _ if reader.get_ref().has_failed => unread(error),
        _ => unwritten(file, error),
    })?;
    writeln!(out, "{positions} positions").map_err(CliError::Write)
}

/// An input that records a read error.
struct Watched<R> {
    input: R,
    has_failed: bool,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input
            .read(buffer)
            .inspect_err(|_| self.has_failed = true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    #[test]
    fn arguments_are_read() {
        let self_play = |line: &str| parsed::<SelfPlayArgs>(line).unwrap();
        let args = self_play("renju 15 3 1000 7 games.bin");
        let plan = args.plan();
        assert_eq!((plan.rule, plan.games), (Rule::Renju, 3));
        assert_eq!((plan.nodes, plan.seed), (1000, 7));
        assert_eq!(args.sample, None);
        let args = self_play("caro 9x8 3 1000 7 a b");
        assert_eq!(args.sample, Some(Destination::File("b".into())));
        assert!(!args.overwrite && self_play("caro 9 3 1000 7 a --overwrite").overwrite);
        let args = parsed::<FeatureArgs>("order a b").unwrap();
        assert!(args.model == Some(Model::Order) && !args.schema);
        let args = parsed::<FeatureArgs>("--schema").unwrap();
        assert!(args.model.is_none() && args.schema);
    }

    #[test]
    fn errors_show_what_is_expected() {
        let error = |line: &str| parsed::<SelfPlayArgs>(line).unwrap_err().to_string();
        assert_eq!(
            error("renju 15"),
            "GAMES, NODES, SEED and FILE are required"
        );
        assert!(error("chess 15 3 1000 7 a").contains("RULE: `chess` is not freestyle"));
        assert!(error("renju 4 3 1000 7 a").contains("SIZE: `4` is not a size"));
        assert!(error("renju 15 x 1000 7 a").contains("GAMES: `x` is not a number"));
        assert!(error("renju 15 3 1000 7 -").contains("FILE: `-` is not the name of a file"));
        let error = |line: &str| parsed::<FeatureArgs>(line).unwrap_err().to_string();
        assert_eq!(error("order a"), "FILE is required");
        assert!(error("order a b --schema").contains("`--schema`"));
        assert!(error("policy a b").contains("`policy` is not evaluation or order"));
    }
}
