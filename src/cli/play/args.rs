//! The arguments of `play`.

use std::ffi::OsString;

use crate::cli::errors::UsageError;
use crate::cli::input_args::{DEFAULT_TIME, InputArgs};
use crate::cli::options::{ArgReader, is_help};
use crate::strength::Level;

/// The default playing level.
const DEFAULT_LEVEL: u8 = 5;

/// The arguments of `play`.
#[derive(Debug)]
pub struct PlayArgs {
    /// The rule, the size, the player's side, the time for a move, and the moves
    /// to continue from.
    pub input: InputArgs,
    /// The playing level.
    pub level: Level,
    /// Seed of the random choices of weaker levels; `None` for a different one in
    /// every game.
    pub seed: Option<u64>,
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<PlayArgs>, UsageError> {
    let mut parsed = PlayArgs {
        input: InputArgs::default(),
        level: Level::new(DEFAULT_LEVEL).unwrap_or(Level::STRONGEST),
        seed: None,
    };
    let mut args = ArgReader::new(args);
    while let Some(option) = parsed.input.next_option(&mut args)? {
        match option.as_str() {
            help if is_help(help) => return Ok(None),
            "--level" => parsed.level = args.value("a level from 1 to 10", parse_level)?,
            "--seed" => {
                let seed = |text: &str| text.parse().ok();
                parsed.seed = Some(args.value("a whole number", seed)?);
            }
            shared => parsed.input.set(shared, &mut args)?,
        }
    }
    // Standard input is the player's.
    if parsed.input.has_position() && parsed.input.reads_standard_input() {
        return Err(UsageError::UnknownOption("-".to_string()));
    }
    let time = &mut parsed.input.limits.time;
    time.turn = time.turn.or(Some(DEFAULT_TIME));
    Ok(Some(parsed))
}

/// Reads a playing level by its number.
pub fn parse_level(text: &str) -> Option<Level> {
    Level::new(text.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Color, Rule};
    use std::time::Duration;

    fn parsed(line: &str) -> Result<Option<PlayArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn options_are_read() {
        let line = "--rule renju --side white --level 3 --time=500ms --seed 7 game.txt";
        let args = parsed(line).unwrap().unwrap();
        assert_eq!((args.level.number(), args.seed), (3, Some(7)));
        let input = &args.input;
        assert_eq!(
            (input.rule, input.side),
            (Some(Rule::Renju), Some(Color::White))
        );
        assert_eq!(input.limits.time.turn, Some(Duration::from_millis(500)));
        assert!(input.file.is_some());
        let args = parsed("").unwrap().unwrap();
        assert_eq!(args.level.number(), DEFAULT_LEVEL);
        assert_eq!(args.input.limits.time.turn, Some(DEFAULT_TIME));
        assert!(parsed("-h").unwrap().is_none());
    }

    #[test]
    fn errors_name_the_option() {
        let error = |line| parsed(line).unwrap_err().to_string();
        assert_eq!(error("--level"), "`--level` needs a value");
        let level = "--level: `11` is not a level from 1 to 10";
        assert_eq!(error("--level 11"), level);
        assert_eq!(error("--depth 3"), "unknown option `--depth`");
        assert_eq!(error("-"), "unknown option `-`");
        assert!(error("--seed x").starts_with("--seed"));
        assert!(error("--size 99").starts_with("--size"));
    }
}
