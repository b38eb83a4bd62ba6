//! The arguments of `play`: those of `analyze` that tell the position, and its own.

use std::ffi::OsString;

use crate::cli::analyze_args::{AnalyzeArgs, DEFAULT_TIME};
use crate::cli::args::{Command, Topic, UsageError};
use crate::strength::Level;

/// The level if no option says so.
const DEFAULT_LEVEL: u8 = 5;

/// The arguments of `play`.
#[derive(Debug)]
pub struct PlayArgs {
    /// The rule, the size, the person's side, the time a move, moves to begin with.
    pub input: AnalyzeArgs,
    /// How strong to play.
    pub level: Level,
    /// Start of the random numbers of weaker levels; another one in every game
    /// if `None`.
    pub seed: Option<u64>,
}

/// Reads the arguments.
pub fn parse(args: &[OsString]) -> Result<Command, UsageError> {
    let mut parsed = PlayArgs {
        input: AnalyzeArgs::default(),
        level: Level::new(DEFAULT_LEVEL).unwrap_or(Level::STRONGEST),
        seed: None,
    };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let text = arg.to_string_lossy();
        if !text.starts_with('-') {
            parsed.input.set_file(arg)?;
            continue;
        }
        let (option, attached) = match text.split_once('=') {
            Some((option, value)) => (option, Some(value.to_string())),
            None => (text.as_ref(), None),
        };
        let is_bare = attached.is_none();
        let value = || attached.or_else(|| rest.next().map(|v| v.to_string_lossy().into_owned()));
        match option {
            "--help" | "-h" if is_bare => return Ok(Command::Help(Topic::Play)),
            "--level" => parsed.level = read(option, value(), "a level from 1 to 10", level)?,
            "--seed" => {
                let number = |text: &str| text.parse().ok();
                parsed.seed = Some(read(option, value(), "a whole number", number)?);
            }
            "--rule" | "--side" | "--time" | "--size" | "--moves" => {
                parsed.input.set(option, value)?;
            }
            _ => return Err(UsageError::UnknownOption(option.to_string())),
        }
    }
    let time = &mut parsed.input.limits.time;
    time.turn = time.turn.or(Some(DEFAULT_TIME));
    Ok(Command::Play(parsed))
}

/// A level by its number.
pub fn level(text: &str) -> Option<Level> {
    Level::new(text.parse().ok()?)
}

/// The value of an option, understood by `meaning`.
fn read<T>(
    option: &str,
    value: Option<String>,
    expected: &'static str,
    meaning: impl Fn(&str) -> Option<T>,
) -> Result<T, UsageError> {
    let value = value.ok_or_else(|| UsageError::MissingValue(option.to_string()))?;
    meaning(&value).ok_or(UsageError::BadValue {
        option: option.to_string(),
        value,
        expected,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Color, Rule};
    use std::time::Duration;

    fn parsed(line: &str) -> Result<Command, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    fn played(line: &str) -> PlayArgs {
        match parsed(line) {
            Ok(Command::Play(args)) => args,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn options_are_read() {
        let args = played("--rule renju --side white --level 3 --time=500ms --seed 7 game.txt");
        assert_eq!((args.level.number(), args.seed), (3, Some(7)));
        assert_eq!(
            (args.input.rule, args.input.side),
            (Rule::Renju, Some(Color::White))
        );
        assert_eq!(
            args.input.limits.time.turn,
            Some(Duration::from_millis(500))
        );
        assert!(args.input.file.is_some());
        let args = played("");
        assert_eq!(args.level.number(), DEFAULT_LEVEL);
        assert_eq!(args.input.limits.time.turn, Some(DEFAULT_TIME));
    }

    #[test]
    fn faults_are_named() {
        let fault = |line| parsed(line).unwrap_err().to_string();
        assert_eq!(fault("--level"), "`--level` needs a value");
        assert_eq!(
            fault("--level 11"),
            "--level: `11` is not a level from 1 to 10"
        );
        assert_eq!(fault("--depth 3"), "unknown option `--depth`");
        assert!(fault("--seed x").starts_with("--seed"));
        assert!(fault("--size 99").starts_with("--size"));
        assert!(matches!(parsed("-h"), Ok(Command::Help(Topic::Play))));
    }
}
