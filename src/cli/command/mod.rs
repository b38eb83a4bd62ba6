//! The command line: the command that the first argument names.

use std::ffi::OsString;

use crate::cli::analyze::{self, args::AnalyzeArgs};
use crate::cli::args::options::is_help;
use crate::cli::contest::{self, ContestArgs};
use crate::cli::dev::bench::{self, BenchArgs};
#[cfg(feature = "train")]
use crate::cli::dev::fit_policy;
use crate::cli::dev::fitting::{self, FeatureArgs, SelfPlayArgs};
use crate::cli::dev::generate::{self, GenerateArgs};
#[cfg(feature = "train")]
use crate::cli::dev::train::{self, TrainArgs};
use crate::cli::error::UsageError;
use crate::cli::fouls::{self, FoulsArgs};
use crate::cli::help::Topic;
use crate::cli::play::args::{self as play_args, PlayArgs};
use crate::cli::review::args::{self as review_args, ReviewArgs};
use crate::cli::solve::args::{self as solve_args, SolveArgs};
#[cfg(feature = "train")]
use crate::tools::policy::Settings;
use crate::types::Color;

/// A command.
#[derive(Debug)]
pub enum Command {
    /// Search one position.
    Analyze(AnalyzeArgs),
    /// Search a fixed set of positions.
    Bench(BenchArgs),
    /// Answer a board of a contest.
    Contest(ContestArgs),
    /// List the forbidden points of a position.
    Fouls(FoulsArgs),
    /// Generate training data.
    Generate(GenerateArgs),
    /// Play games and record them for the fit scripts.
    SelfPlay(SelfPlayArgs),
    /// Convert recorded games to the input of the fit scripts.
    Features(FeatureArgs),
    /// Play a game at the terminal.
    Play(PlayArgs),
    /// Review a game.
    Review(ReviewArgs),
    /// Find a forced win.
    Solve(SolveArgs),
    /// Fit a policy.
    #[cfg(feature = "train")]
    FitPolicy(Settings),
    /// Train a network.
    #[cfg(feature = "train")]
    Train(TrainArgs),
    /// Print help.
    Help(Topic),
    /// Print the version.
    Version,
}

/// The command that the first argument names, with its arguments. Returns
/// `None` if the first argument is not a command, because managers pass
/// arguments of their own.
pub fn parse(args: &[OsString]) -> Option<Result<Command, UsageError>> {
    let (name, rest) = args.split_first()?;
    Some(match name.to_str()? {
        "analyze" => or_help(analyze::args::parse(rest), Command::Analyze, Topic::Analyze),
        "Black" => contest(Color::Black, rest),
        "White" => contest(Color::White, rest),
        "bench" => or_help(bench::parse(rest), Command::Bench, Topic::Bench),
        // Options select training data for networks, positional arguments the
        // data for the fit scripts.
        "datagen" if has_option(rest) => {
            or_help(generate::parse(rest), Command::Generate, Topic::Datagen)
        }
        "datagen" if asks_for_help(rest) => Ok(Command::Help(Topic::Datagen)),
        "datagen" => fitting::parse_self_play(rest).map(Command::SelfPlay),
        "features" if asks_for_help(rest) => Ok(Command::Help(Topic::Features)),
        "features" => fitting::parse_features(rest).map(Command::Features),
        "fouls" => or_help(fouls::parse(rest), Command::Fouls, Topic::Fouls),
        "play" => or_help(play_args::parse(rest), Command::Play, Topic::Play),
        "review" => or_help(review_args::parse(rest), Command::Review, Topic::Review),
        "solve" => or_help(solve_args::parse(rest), Command::Solve, Topic::Solve),
        #[cfg(feature = "train")]
        "fit-policy" => or_help(
            fit_policy::parse(rest),
            Command::FitPolicy,
            Topic::FitPolicy,
        ),
        #[cfg(feature = "train")]
        "train" => or_help(train::parse(rest), Command::Train, Topic::Train),
        #[cfg(not(feature = "train"))]
        "train" | "fit-policy" => Err(UsageError::NoTrainer),
        "help" | "--help" | "-h" => help_topic(rest).map(Command::Help),
        "--version" | "-V" if asks_for_help(rest) => Ok(Command::Help(Topic::Program)),
        "--version" | "-V" => Ok(Command::Version),
        _ => return None,
    })
}

/// The command with its arguments, or help on it if the arguments ask for help.
fn or_help<T>(
    args: Result<Option<T>, UsageError>,
    command: fn(T) -> Command,
    topic: Topic,
) -> Result<Command, UsageError> {
    args.map(|args| args.map_or(Command::Help(topic), command))
}

/// The contest interface for a side.
fn contest(side: Color, args: &[OsString]) -> Result<Command, UsageError> {
    or_help(contest::parse(side, args), Command::Contest, Topic::Contest)
}

/// The topic that the arguments of `help` name.
fn help_topic(args: &[OsString]) -> Result<Topic, UsageError> {
    let Some(name) = args.first().filter(|_| !asks_for_help(args)) else {
        return Ok(Topic::Program);
    };
    match name.to_string_lossy().as_ref() {
        #[cfg(not(feature = "train"))]
        "train" | "fit-policy" => Err(UsageError::NoTrainer),
        name => Topic::from_name(name).ok_or_else(|| UsageError::UnknownTopic(name.to_string())),
    }
}

/// True if an argument asks for help.
fn asks_for_help(args: &[OsString]) -> bool {
    args.iter().any(|arg| is_help(&arg.to_string_lossy()))
}

/// True if the first argument is an option.
fn has_option(args: &[OsString]) -> bool {
    let first = args.first();
    first.is_some_and(|first| first.to_string_lossy().starts_with('-'))
}

/// The first argument that is not one of the engine's, which are `--threads N` and
/// `--level N`, also with `=`.
pub fn unknown_argument(args: &[OsString]) -> Option<String> {
    let mut rest = args.iter().map(|arg| arg.to_string_lossy());
    while let Some(arg) = rest.next() {
        match arg.as_ref() {
            "--threads" | "--level" => drop(rest.next()),
            attached if attached.starts_with("--threads=") => {}
            attached if attached.starts_with("--level=") => {}
            unknown => return Some(unknown.to_string()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    fn parsed(line: &str) -> Option<Result<Command, UsageError>> {
        parse(&words(line))
    }

    #[test]
    fn only_exact_names_are_commands() {
        for line in [
            "",
            "--force-utf8",
            "ANALYZE",
            "-x --help",
            "foo analyze",
            "-v",
            "black",
        ] {
            assert!(parsed(line).is_none(), "{line}");
        }
        for line in [
            "analyze",
            "bench",
            "bench 5",
            "Black",
            "White --time 2",
            "datagen --out file",
            "features --schema",
            "play",
            "solve",
            "help",
            "--help",
            "-h",
            "--version",
            "-V",
        ] {
            assert!(matches!(parsed(line), Some(Ok(_))), "{line}");
        }
    }

    #[test]
    fn help_is_found_for_each_topic() {
        for (line, topic) in [
            ("help", Topic::Program),
            ("--help", Topic::Program),
            ("help help", Topic::Program),
            ("help --help", Topic::Program),
            ("--version --help", Topic::Program),
            ("bench --help", Topic::Bench),
            ("help bench", Topic::Bench),
            ("Black --help", Topic::Contest),
            ("help White", Topic::Contest),
            ("features --help", Topic::Features),
            ("help features", Topic::Features),
            ("datagen renju 15 --help", Topic::Datagen),
            ("help analyze", Topic::Analyze),
            ("analyze -h", Topic::Analyze),
            ("help datagen", Topic::Datagen),
            ("datagen --help", Topic::Datagen),
            ("help play", Topic::Play),
            ("play --help", Topic::Play),
            ("help fouls", Topic::Fouls),
            ("fouls -h", Topic::Fouls),
            ("help review", Topic::Review),
            ("review --help", Topic::Review),
            ("help solve", Topic::Solve),
            ("solve -h", Topic::Solve),
            ("help json", Topic::Json),
            ("help proof", Topic::Proof),
        ] {
            assert!(
                matches!(parsed(line), Some(Ok(Command::Help(found))) if found == topic),
                "{line}"
            );
        }
        let error = parsed("help chess").expect("a command").unwrap_err();
        assert_eq!(error.to_string(), "there is no help on `chess`");
    }

    #[cfg(feature = "train")]
    #[test]
    fn a_build_with_the_trainer_has_help_on_it() {
        for (line, topic) in [
            ("help train", Topic::Train),
            ("train --help", Topic::Train),
            ("help fit-policy", Topic::FitPolicy),
            ("fit-policy -h", Topic::FitPolicy),
        ] {
            assert!(
                matches!(parsed(line), Some(Ok(Command::Help(found))) if found == topic),
                "{line}"
            );
        }
    }

    #[cfg(not(feature = "train"))]
    #[test]
    fn a_build_without_the_trainer_says_so() {
        let lines = [
            "train",
            "train --help",
            "help train",
            "fit-policy",
            "help fit-policy",
        ];
        for line in lines {
            let error = parsed(line).expect("a command").unwrap_err().to_string();
            assert!(error.contains("--features train"), "{error}");
        }
    }

    #[test]
    fn arguments_other_than_those_of_the_engine_are_found() {
        for line in [
            "",
            "--threads",
            "--threads 2",
            "--threads=2 --threads 3",
            "--level 3 --threads 2",
            "--level=3",
        ] {
            assert_eq!(unknown_argument(&words(line)), None, "{line}");
        }
        for line in ["foo", "--threads 2 foo x", "--threads=2 foo"] {
            assert_eq!(unknown_argument(&words(line)).as_deref(), Some("foo"));
        }
    }
}
