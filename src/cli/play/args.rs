//! The arguments of `play`.

use std::ffi::OsString;

use crate::cli::args::values::{EXPECTED_OPENING, EXPECTED_THREADS, parse_threads};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::cli::play::help::SPEC;
use crate::opening::rules::OpeningRule;
use crate::play::autosave::SaveTo;
use crate::play::seats::Levels;

/// What `--level` expects.
const EXPECTED_LEVELS: &str = "a level from 1 to 10, or two such as 3,7";
/// What `--players` expects.
const EXPECTED_PLAYERS: &str = "a number of people, 0, 1 or 2";
/// What `--name` expects.
const EXPECTED_NAMES: &str = "a name, or two such as Anna,Ben";

/// The arguments of `play`. `None` stands for the value in the record, or else the default.
#[derive(Debug)]
pub struct PlayArgs {
    /// The rule, the size, the player's side, the time for a move, and the moves
    /// to continue from.
    pub input: InputArgs,
    /// The playing levels.
    pub levels: Option<Levels>,
    /// The number of people, 0 to 2.
    pub people: Option<usize>,
    /// The names of the people, at most two.
    pub names: Vec<String>,
    /// The number of search threads.
    pub threads: usize,
    /// The rule of the opening; `None` for a game without one.
    pub opening: Option<OpeningRule>,
    /// Where the game is saved.
    pub save: SaveTo,
    /// Seed of the random choices of weaker levels; `None` for a different one in
    /// every game.
    pub seed: Option<u64>,
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<PlayArgs>, UsageError> {
    let Some((input, options)) = InputArgs::read(&SPEC, args)? else {
        return Ok(None);
    };
    let mut parsed = PlayArgs {
        input,
        levels: None,
        people: None,
        names: Vec::new(),
        threads: 1,
        opening: None,
        save: SaveTo::default(),
        seed: None,
    };
    let (mut file, mut no_save) = (None, false);
    for option in options {
        match option.name() {
            "--level" => parsed.levels = Some(option.value(EXPECTED_LEVELS, Levels::parse)?),
            "--players" => parsed.people = Some(option.value(EXPECTED_PLAYERS, parse_people)?),
            "--name" => parsed.names = option.value(EXPECTED_NAMES, parse_names)?,
            "--threads" => parsed.threads = option.value(EXPECTED_THREADS, parse_threads)?,
            "--load" => parsed.input.set_file(option.path().into_os_string())?,
            "--save" => file = Some(option.path()),
            "--opening" => {
                let rule = option.value(EXPECTED_OPENING, OpeningRule::from_name)?;
                parsed.opening = Some(rule);
            }
            "--swap2" => parsed.opening = Some(OpeningRule::Swap2),
            "--no-save" => no_save = true,
            "--seed" => {
                let seed = |text: &str| text.parse().ok();
                parsed.seed = Some(option.value("a whole number", seed)?);
            }
            _ => return Err(option.unread()),
        }
    }
    // The player's moves come from standard input.
    if parsed.input.has_position() && parsed.input.reads_standard_input() {
        return Err(UsageError::StandardInput);
    }
    if parsed.input.side.is_some() && parsed.people.is_some_and(|people| people != 1) {
        return Err(UsageError::SideOfPlayers);
    }
    if let Some(opening) = parsed.opening {
        parsed.input.fit_opening(opening)?;
    }
    let overwrite = parsed.input.overwrite;
    parsed.save = match file {
        Some(_) if no_save => return Err(UsageError::Exclusive("--save", "--no-save")),
        Some(path) => SaveTo::File { path, overwrite },
        None if overwrite => return Err(UsageError::Without("--overwrite", "--save")),
        None if no_save => SaveTo::Nothing,
        None => SaveTo::NewFile,
    };
    Ok(Some(parsed))
}

/// Reads a number of people, 0 to 2.
pub fn parse_people(text: &str) -> Option<usize> {
    text.parse().ok().filter(|people| *people <= 2)
}

/// Reads one name, or two separated by a comma.
fn parse_names(text: &str) -> Option<Vec<String>> {
    let names: Vec<String> = text
        .split(',')
        .map(|name| name.trim().to_string())
        .collect();
    (names.len() <= 2 && names.iter().all(|name| !name.is_empty())).then_some(names)
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
        let line = "--rule renju --side white --level 3 --time=500ms --seed 7 --name Anna \
                    --threads 1 --load game.txt";
        let args = parsed(line).unwrap().unwrap();
        assert_eq!(args.levels, Levels::parse("3"));
        assert_eq!((args.seed, args.threads), (Some(7), 1));
        assert_eq!(args.names, ["Anna"]);
        let input = &args.input;
        assert_eq!(
            (input.rule, input.side),
            (Some(Rule::Renju), Some(Color::White))
        );
        assert_eq!(input.limits.time.turn, Some(Duration::from_millis(500)));
        assert!(input.file.is_some());
        let args = parsed("").unwrap().unwrap();
        assert_eq!((args.levels, args.people), (None, None));
        assert!(parsed("-h").unwrap().is_none());
        let args = parsed("--opening Taraguchi-10").unwrap().unwrap();
        assert_eq!(args.opening, Some(OpeningRule::Taraguchi10));
        assert_eq!(args.input.rule, Some(Rule::Renju));
        let args = parsed("--swap2").unwrap().unwrap();
        assert_eq!(
            (args.opening, args.input.rule),
            (Some(OpeningRule::Swap2), None)
        );
    }

    #[test]
    fn a_file_for_the_game_can_be_given() {
        let save = |line| parsed(line).unwrap().unwrap().save;
        let file = |overwrite| SaveTo::File {
            path: "a.psq".into(),
            overwrite,
        };
        assert_eq!(save(""), SaveTo::NewFile);
        assert_eq!(save("--no-save"), SaveTo::Nothing);
        assert_eq!(save("--save a.psq"), file(false));
        assert_eq!(save("--overwrite --save a.psq"), file(true));
    }

    #[test]
    fn errors_name_the_option() {
        let error = |line| parsed(line).unwrap_err().to_string();
        assert_eq!(error("--level"), "`--level` needs a value");
        let level = "--level: `11` is not a level from 1 to 10, or two such as 3,7";
        assert_eq!(error("--level 11"), level);
        assert_eq!(error("--depth 3"), "unknown option `--depth`");
        assert!(error("-").contains("read from standard input"));
        assert!(error("--seed x").starts_with("--seed"));
        assert!(error("--size 99").starts_with("--size"));
        assert!(error("--players 3").starts_with("--players"));
        assert!(error("--name Anna,").starts_with("--name"));
        assert!(error("--threads 0").starts_with("--threads"));
        assert!(error("--load a b").contains("second"));
        assert_eq!(
            error("--save a --no-save"),
            "`--save` and `--no-save` cannot be used together"
        );
        assert!(error("--swap2 game.txt").contains("cannot be used"));
        assert!(error("--swap2 --rule renju").contains("fouls"));
        assert!(error("--opening rif --rule freestyle").contains("renju"));
        assert!(error("--opening rif --size 20").contains("centre"));
        assert!(error("--opening pro").starts_with("--opening: `pro` is not swap, swap2"));
        assert!(error("--players 2 --side black").contains("one player"));
        assert!(error("--overwrite").contains("without `--save`"));
    }
}
