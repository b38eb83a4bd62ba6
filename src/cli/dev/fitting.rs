//! `selfplay` and `features`: data for the fit scripts.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;

use crate::cli::args::reader::{Arg, read};
use crate::cli::args::table::{Flag, OVERWRITE, Operands, Spec};
use crate::cli::args::values::parse_size;
use crate::cli::error::{CliError, UsageError};
use crate::cli::output::unwritten;
use crate::eval::weight_file::Model;
use crate::files::NewFile;
use crate::report::destination::Destination;
use crate::report::text::counted;
use crate::tools::datagen::features::extract;
use crate::tools::datagen::{self, Plan, WriteError, schema};
use crate::types::Rule;

/// The arguments of `selfplay`.
const SELFPLAY_USAGE: &str = "selfplay RULE SIZE GAMES NODES SEED FILE [SAMPLE]";
/// The arguments of `features`.
const FEATURES_USAGE: &str = "features evaluation|order GAMES FILE";

/// The command `selfplay`.
pub const SELFPLAY: Spec = Spec {
    name: "selfplay",
    aliases: &[],
    summary: "generate games for the fit scripts",
    about: "Generate data for the fit scripts: play games with NODES nodes per move and write them \
            to FILE, and a sample of the searched positions with their scores to SAMPLE.",
    usage: &[SELFPLAY_USAGE],
    description: "\
The same arguments give the same files. If a disk fills up, the games so far are
kept under another name.
",
    flags: &[OVERWRITE],
    operands: Operands::Text,
    notes: "",
};

/// The command `features`.
pub const FEATURES: Spec = Spec {
    name: "features",
    aliases: &[],
    summary: "convert such games to the input of the fit scripts",
    about: "Convert the games or samples of `selfplay` to input for the fit scripts.",
    usage: &[FEATURES_USAGE, "features --schema"],
    description: "\
The first form reads GAMES and writes FILE. The second prints the vocabulary of
these files and of weight files as JSON.
",
    flags: &[Flag::switch("--schema", "print the vocabulary"), OVERWRITE],
    operands: Operands::OneOf(&["evaluation", "order"]),
    notes: "",
};

/// The arguments of `selfplay`.
#[derive(Debug)]
pub struct SelfPlayArgs {
    /// The games to play.
    pub plan: Plan,
    /// The file for the games.
    pub file: Destination,
    /// The file for a sample of the searched positions.
    pub sample: Destination,
    /// Replace existing files.
    pub overwrite: bool,
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
        file: Destination,
        /// Replace an existing file.
        overwrite: bool,
    },
}

/// Reads the arguments of `selfplay`; `None` if help is asked for.
///
/// # Errors
/// If an argument is missing or wrong.
pub fn parse_self_play(args: &[OsString]) -> Result<Option<SelfPlayArgs>, UsageError> {
    let Some((operands, overwrite)) = operands(&SELFPLAY, args)? else {
        return Ok(None);
    };
    let file = |name: &OsString| Destination::File(name.into());
    let (fixed, sample) = match operands.as_slice() {
        [fixed @ .., sample] if fixed.len() == 6 => (fixed, file(sample)),
        fixed => (fixed, Destination::Nothing),
    };
    let [rule, size, games, nodes, seed, name] = fixed else {
        return Err(UsageError::Arguments(SELFPLAY_USAGE));
    };
    let number = |text: &str| text.parse().ok();
    let plan = Plan {
        rule: value("selfplay", rule, "a rule", Rule::from_any_name)?,
        size: value("selfplay", size, "a size", parse_size)?,
        games: value("selfplay", games, "a number", number)?,
        nodes: value("selfplay", nodes, "a number", number)?,
        seed: value("selfplay", seed, "a number", number)?,
    };
    Ok(Some(SelfPlayArgs {
        plan,
        file: file(name),
        sample,
        overwrite,
    }))
}

/// Reads the arguments of `features`; `None` if help is asked for.
///
/// # Errors
/// If an argument is missing or wrong.
pub fn parse_features(args: &[OsString]) -> Result<Option<FeatureArgs>, UsageError> {
    if args.len() == 1 && args[0] == "--schema" {
        return Ok(Some(FeatureArgs::Schema));
    }
    let Some((operands, overwrite)) = operands(&FEATURES, args)? else {
        return Ok(None);
    };
    let [model, games, file] = operands.as_slice() else {
        return Err(UsageError::Arguments(FEATURES_USAGE));
    };
    let model = value("features", model, "evaluation or order", Model::from_name)?;
    Ok(Some(FeatureArgs::Extract {
        model,
        games: games.into(),
        file: Destination::File(file.into()),
        overwrite,
    }))
}

/// The operands of a command, and whether `--overwrite` is among its options; `None` if help is
/// asked for.
///
/// # Errors
/// If there is another option.
fn operands(spec: &Spec, args: &[OsString]) -> Result<Option<(Vec<OsString>, bool)>, UsageError> {
    let Some(given) = read(spec, args)? else {
        return Ok(None);
    };
    let (mut operands, mut overwrite) = (Vec::new(), false);
    for arg in given {
        match arg {
            Arg::Operand(text) => operands.push(text),
            Arg::Option(option) if option.name() == "--overwrite" => overwrite = true,
            // This option can only be used alone.
            Arg::Option(_) => return Err(UsageError::Arguments("features --schema")),
        }
    }
    Ok(Some((operands, overwrite)))
}

/// An operand of a command, parsed.
///
/// # Errors
/// If `parse` returns `None`; the error shows `expected`.
fn value<T>(
    command: &str,
    operand: &OsStr,
    expected: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, UsageError> {
    let value = operand.to_string_lossy().into_owned();
    parse(&value).ok_or_else(|| UsageError::BadValue {
        option: command.to_string(),
        value,
        expected: expected.to_string(),
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
    let begin = |to: &Destination| {
        let file = to.begin(&[], args.overwrite);
        file.map_err(|error| unwritten(to, error))
    };
    let differs = args.sample.check_differs(&[&args.file]);
    differs.map_err(|error| unwritten(&args.sample, error))?;
    let mut file = begin(&args.file)?;
    let mut sample = match args.sample {
        Destination::Nothing => None,
        _ => Some(begin(&args.sample)?),
    };
    let writer = sample.as_mut().map(|file| file as &mut dyn Write);
    let positions = datagen::run(&args.plan, &mut file, writer);
    let positions = match positions {
        Ok(positions) => positions,
        Err(WriteError { in_sample, error }) => {
            let to = if in_sample { &args.sample } else { &args.file };
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
    sample.map_or(Ok(()), |file| finish(file, &args.sample))?;
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
    let FeatureArgs::Extract {
        model,
        games,
        file,
        overwrite,
    } = args
    else {
        return schema::write(out).map_err(CliError::Write);
    };
    let unread = |error| CliError::Read {
        from: games.display().to_string(),
        error,
    };
    let to = file.begin(&[games], *overwrite);
    let mut writer = to.map_err(|error| unwritten(file, error))?;
    let input = File::open(games).map_err(unread)?;
    let mut reader = BufReader::new(Watched {
        input,
        has_failed: false,
    });
    let extracted = extract(*model, &mut reader, &mut writer);
    let written = extracted.and_then(|positions| writer.finish(*overwrite).map(|()| positions));
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

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn arguments_are_read() {
        let self_play = |line: &str| parse_self_play(&words(line)).unwrap().unwrap();
        let args = self_play("renju 15 3 1000 7 games.bin");
        assert_eq!((args.plan.rule, args.plan.games), (Rule::Renju, 3));
        assert_eq!((args.plan.nodes, args.plan.seed), (1000, 7));
        assert_eq!(args.sample, Destination::Nothing);
        let args = self_play("caro 9x8 3 1000 7 a b");
        assert_eq!(args.sample, Destination::File("b".into()));
        assert!(!args.overwrite && self_play("caro 9 3 1000 7 a --overwrite").overwrite);
        let args = parse_features(&words("order a b"));
        assert!(matches!(args, Ok(Some(FeatureArgs::Extract { .. }))));
        let args = parse_features(&words("--schema"));
        assert!(matches!(args, Ok(Some(FeatureArgs::Schema))));
        assert!(matches!(parse_features(&words("order -h")), Ok(None)));
    }

    #[test]
    fn errors_show_what_is_expected() {
        let error = |line: &str| parse_self_play(&words(line)).unwrap_err().to_string();
        assert!(error("renju 15").contains(SELFPLAY_USAGE));
        assert!(error("chess 15 3 1000 7 a").contains("`chess` is not a rule"));
        assert!(error("renju 4 3 1000 7 a").contains("`4` is not a size"));
        assert!(error("renju 15 x 1000 7 a").contains("`x` is not a number"));
        let error = |line: &str| parse_features(&words(line)).unwrap_err().to_string();
        assert!(error("order a").contains(FEATURES_USAGE));
        assert!(error("order a b --schema").contains("`features --schema`"));
        assert!(error("policy a b").contains("`policy` is not evaluation or order"));
    }
}
