//! The command line, read by hand.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use super::analyze_args::{self, AnalyzeArgs, size};
use super::bench_args::{self, BenchArgs};
use super::generate::{self, GenerateArgs};
use super::play::args::{self as play_args, PlayArgs};
use super::solve_args::{self, SolveArgs};
use crate::eval::weight_file::Model;
use crate::tools::datagen::Plan;
use crate::types::Rule;

/// What the program is asked to do.
#[derive(Debug)]
pub enum Command {
    /// Think about one position.
    Analyze(AnalyzeArgs),
    /// Search fixed positions.
    Bench(BenchArgs),
    /// Play games against itself and write them to a file.
    Datagen(Plan, PathBuf, Option<PathBuf>),
    /// Generate training data.
    Generate(GenerateArgs),
    /// Write what the fits read of the games in the first file to the second.
    Features(Model, PathBuf, PathBuf),
    /// Print the vocabulary of weight files and feature files.
    FeatureSchema,
    /// Play against a person.
    Play(PlayArgs),
    /// Look for a forced win.
    Solve(SolveArgs),
    /// Tell how the program is used.
    Help(Topic),
    /// Tell the version.
    Version,
}

/// What help is wanted about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The whole program.
    Program,
    /// The command `analyze`.
    Analyze,
    /// The command `datagen`.
    Datagen,
    /// The command `play`.
    Play,
    /// The command `solve`.
    Solve,
}

/// Why the arguments make no sense.
#[derive(Debug, PartialEq, Eq)]
pub enum UsageError {
    /// No such option.
    UnknownOption(String),
    /// An option stands without its value.
    MissingValue(String),
    /// The value of an option cannot be read.
    BadValue {
        /// The option.
        option: String,
        /// What was given.
        value: String,
        /// What could have been.
        expected: &'static str,
    },
    /// More than one position is given.
    TwoInputs(String),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::UnknownOption(option) => write!(f, "unknown option `{option}`"),
            UsageError::MissingValue(option) => write!(f, "`{option}` needs a value"),
            UsageError::BadValue {
                option,
                value,
                expected,
            } => write!(f, "{option}: `{value}` is not {expected}"),
            UsageError::TwoInputs(second) => {
                write!(f, "one position at a time; `{second}` is one too many")
            }
        }
    }
}

/// The command that the first argument names, with its arguments; `None` if
/// it names none. Only exact names count: everything else may be meant for
/// the protocol by a manager.
pub fn parse(args: &[OsString]) -> Option<Result<Command, UsageError>> {
    let (name, rest) = args.split_first()?;
    match name.to_str()? {
        "analyze" => Some(analyze_args::parse(rest)),
        "bench" => Some(bench_args::parse(rest)),
        // Options name the plan of training data; the fits still use bare arguments.
        "datagen" => Some(match rest.first() {
            Some(first) if first.to_string_lossy().starts_with('-') => generate::parse(rest),
            _ => datagen(rest),
        }),
        "features" => Some(features(rest)),
        "play" => Some(play_args::parse(rest)),
        "solve" => Some(solve_args::parse(rest)),
        "help" | "--help" | "-h" => {
            let topic = match rest.first().and_then(|topic| topic.to_str()) {
                Some("analyze") => Topic::Analyze,
                Some("datagen") => Topic::Datagen,
                Some("play") => Topic::Play,
                Some("solve") => Topic::Solve,
                _ => Topic::Program,
            };
            Some(Ok(Command::Help(topic)))
        }
        "--version" | "-V" => Some(Ok(Command::Version)),
        _ => None,
    }
}

/// `datagen RULE SIZE GAMES NODES SEED FILE [SAMPLE]`.
fn datagen(args: &[OsString]) -> Result<Command, UsageError> {
    let text: Vec<String> = args
        .iter()
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let (fixed, sample) = match text.as_slice() {
        [fixed @ .., sample] if fixed.len() == 6 => (fixed, Some(PathBuf::from(sample))),
        fixed => (fixed, None),
    };
    let [rule, board, games, nodes, seed, file] = fixed else {
        return Err(UsageError::MissingValue("datagen".to_string()));
    };
    let fault = |value: &String, expected| UsageError::BadValue {
        option: "datagen".to_string(),
        value: value.clone(),
        expected,
    };
    let number = |value: &String| value.parse().map_err(|_| fault(value, "a number"));
    let plan = Plan {
        rule: Rule::from_name(rule).ok_or_else(|| fault(rule, "a rule"))?,
        size: size(board).ok_or_else(|| fault(board, "a size"))?,
        games: number(games)?,
        nodes: number(nodes)?,
        seed: number(seed)?,
    };
    Ok(Command::Datagen(plan, PathBuf::from(file), sample))
}

/// `features evaluation|order GAMES FILE` or `features --schema`.
fn features(args: &[OsString]) -> Result<Command, UsageError> {
    if args.len() == 1 && args[0] == "--schema" {
        return Ok(Command::FeatureSchema);
    }
    let [model, games, file] = args else {
        return Err(UsageError::MissingValue("features".to_string()));
    };
    let name = model.to_string_lossy();
    let Some(model) = Model::from_name(&name) else {
        return Err(UsageError::BadValue {
            option: "features".to_string(),
            value: name.into_owned(),
            expected: "evaluation or order",
        });
    };
    Ok(Command::Features(model, games.into(), file.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<Result<Command, UsageError>> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn only_commands_keep_the_protocol_from_running() {
        for line in [
            "",
            "--force-utf8",
            "ANALYZE",
            "-x --help",
            "foo analyze",
            "-v",
        ] {
            assert!(parsed(line).is_none(), "{line}");
        }
        for line in [
            "analyze",
            "bench",
            "bench 5",
            "play",
            "help",
            "--help",
            "-h",
            "--version",
            "-V",
        ] {
            assert!(parsed(line).is_some(), "{line}");
        }
    }

    #[test]
    fn help_knows_its_topics() {
        for (line, topic) in [
            ("help", Topic::Program),
            ("--help", Topic::Program),
            ("help chess", Topic::Program),
            ("help analyze", Topic::Analyze),
            ("help play", Topic::Play),
            ("help solve", Topic::Solve),
        ] {
            assert!(
                matches!(parsed(line), Some(Ok(Command::Help(found))) if found == topic),
                "{line}"
            );
        }
    }

    #[test]
    fn faults_of_the_bench_are_named() {
        let fault = |line: &str| parsed(line).unwrap().unwrap_err().to_string();
        assert!(fault("bench x").contains("`x`") && fault("bench 0").contains("`0`"));
    }
}
