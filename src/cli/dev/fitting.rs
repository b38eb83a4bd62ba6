//! `datagen` with positional arguments, and `features`: data for the fit scripts.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::cli::args::values::parse_size;
use crate::cli::error::{CliError, UsageError};
use crate::eval::weight_file::Model;
use crate::report::text::counted;
use crate::tools::datagen::features::extract;
use crate::tools::datagen::{self, Plan, WriteError, schema};
use crate::types::Rule;

/// The arguments of `datagen`.
const DATAGEN: &str = "datagen RULE SIZE GAMES NODES SEED FILE [SAMPLE]";
/// The arguments of `features`.
const FEATURES: &str = "features evaluation|order GAMES FILE";

/// The arguments of `datagen`.
#[derive(Debug)]
pub struct SelfPlayArgs {
    /// The games to play.
    pub plan: Plan,
    /// The file for the games.
    pub file: PathBuf,
    /// The file for a sample of the searched positions.
    pub sample: Option<PathBuf>,
}

/// The arguments of `features`.
#[derive(Debug)]
pub enum FeatureArgs {
    /// Print the vocabulary.
    Schema,
    /// Extract features from recorded games.
    Extract {
        /// What the features are for.
        model: Model,
        /// The file with the games.
        games: PathBuf,
        /// The file for the features.
        file: PathBuf,
    },
}

/// Reads the arguments of `datagen`.
///
/// # Errors
/// If an argument is missing or wrong.
pub fn parse_self_play(args: &[OsString]) -> Result<SelfPlayArgs, UsageError> {
    let text: Vec<String> = args
        .iter()
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let (fixed, sample) = match text.as_slice() {
        [fixed @ .., sample] if fixed.len() == 6 => (fixed, Some(PathBuf::from(sample))),
        fixed => (fixed, None),
    };
    let [rule, size, games, nodes, seed, file] = fixed else {
        return Err(UsageError::Arguments(DATAGEN));
    };
    let error = |value: &String, expected: &str| UsageError::BadValue {
        option: "datagen".to_string(),
        value: value.clone(),
        expected: expected.to_string(),
    };
    let number = |value: &String| value.parse().map_err(|_| error(value, "a number"));
    let plan = Plan {
        rule: Rule::from_name(rule).ok_or_else(|| error(rule, "a rule"))?,
        size: parse_size(size).ok_or_else(|| error(size, "a size"))?,
        games: number(games)?,
        nodes: number(nodes)?,
        seed: number(seed)?,
    };
    Ok(SelfPlayArgs {
        plan,
        file: PathBuf::from(file),
        sample,
    })
}

/// Reads the arguments of `features`.
///
/// # Errors
/// If an argument is missing or wrong.
pub fn parse_features(args: &[OsString]) -> Result<FeatureArgs, UsageError> {
    if args.len() == 1 && args[0] == "--schema" {
        return Ok(FeatureArgs::Schema);
    }
    let [model, games, file] = args else {
        return Err(UsageError::Arguments(FEATURES));
    };
    let name = model.to_string_lossy();
    let model = Model::from_name(&name).ok_or_else(|| UsageError::BadValue {
        option: "features".to_string(),
        value: name.to_string(),
        expected: "evaluation or order".to_string(),
    })?;
    Ok(FeatureArgs::Extract {
        model,
        games: games.into(),
        file: file.into(),
    })
}

/// Plays the games and writes them and the sample to their files.
///
/// # Errors
/// If a file cannot be written.
pub fn self_play(args: &SelfPlayArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let positions = record_games(args)?;
    let games = counted(args.plan.games as usize, "game", "games");
    let positions = counted(positions as usize, "position", "positions");
    writeln!(out, "{games}, {positions}").map_err(CliError::Write)
}

/// Plays and writes the games. Returns the number of positions.
fn record_games(args: &SelfPlayArgs) -> Result<u64, CliError> {
    let create = |path: &PathBuf| {
        let file = File::create(path).map_err(|error| CliError::of_file(path, error))?;
        Ok(BufWriter::new(file))
    };
    let mut file = create(&args.file)?;
    let mut sample = args.sample.as_ref().map(create).transpose()?;
    let writer = sample.as_mut().map(|file| file as &mut dyn Write);
    datagen::run(&args.plan, &mut file, writer).map_err(|WriteError { in_sample, error }| {
        let sample = args.sample.as_ref().filter(|_| in_sample);
        CliError::of_file(sample.unwrap_or(&args.file), error)
    })
}

/// Prints the vocabulary, or extracts features from games to a file.
///
/// # Errors
/// If the games cannot be read, or the features cannot be written or would replace the games.
pub fn features(args: &FeatureArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let FeatureArgs::Extract { model, games, file } = args else {
        return schema::write(out).map_err(CliError::Write);
    };
    let unread = |error| CliError::Read {
        from: games.display().to_string(),
        error,
    };
    if is_same(games, file) {
        return Err(unread(io::Error::other(
            "the features cannot be written to the games",
        )));
    }
    let input = File::open(games).map_err(unread)?;
    let mut reader = BufReader::new(Watched {
        input,
        has_failed: false,
    });
    let mut write = || {
        let mut writer = BufWriter::new(File::create(file)?);
        let positions = extract(*model, &mut reader, &mut writer)?;
        writer.flush().map(|()| positions)
    };
    let positions = write().map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => unread(error),
        _ if reader.get_ref().has_failed => unread(error),
        _ => CliError::of_file(file, error),
    })?;
    writeln!(out, "{positions} positions").map_err(CliError::Write)
}

/// An input that remembers whether it could not be read.
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

/// True if both names are those of one existing file.
fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn arguments_are_read() {
        let args = parse_self_play(&words("renju 15 3 1000 7 games.bin")).unwrap();
        assert_eq!((args.plan.rule, args.plan.games), (Rule::Renju, 3));
        assert_eq!((args.plan.nodes, args.plan.seed), (1000, 7));
        assert_eq!(args.sample, None);
        let args = parse_self_play(&words("caro 9x8 3 1000 7 a b")).unwrap();
        assert_eq!(args.sample, Some(PathBuf::from("b")));
        let args = parse_features(&words("order a b"));
        assert!(matches!(args, Ok(FeatureArgs::Extract { .. })));
        let args = parse_features(&words("--schema"));
        assert!(matches!(args, Ok(FeatureArgs::Schema)));
    }

    #[test]
    fn errors_show_what_is_expected() {
        let error = |line: &str| parse_self_play(&words(line)).unwrap_err().to_string();
        assert!(error("renju 15").contains(DATAGEN));
        assert!(error("chess 15 3 1000 7 a").contains("`chess` is not a rule"));
        assert!(error("renju 4 3 1000 7 a").contains("`4` is not a size"));
        assert!(error("renju 15 x 1000 7 a").contains("`x` is not a number"));
        let error = |line: &str| parse_features(&words(line)).unwrap_err().to_string();
        assert!(error("order a").contains(FEATURES));
        assert!(error("policy a b").contains("`policy` is not evaluation or order"));
    }
}
