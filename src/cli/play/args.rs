//! The arguments of `play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::args::parser::{Kind, threads, time};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::cli::play::help::{DESCRIPTION, NOTES};
use crate::opening::rules::OpeningRule;
use crate::play::autosave::SaveTo;
use crate::play::seats::Levels;
use crate::types::Color;

/// The names of one or two people in one value; `clap` takes a [`Vec`] for several values.
type Names = Vec<String>;

/// Play a game at the terminal: against Goshawk, between two people, or Goshawk against itself
// `None` stands for the value in the record, or else the default.
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
#[command(mut_arg("file", |arg| arg.help("A game or position to continue from")))]
#[command(mut_arg("moves", |arg| arg.help("Continue after these moves, such as \"h8 i9 j10\"")))]
#[command(mut_arg("overwrite", |arg| arg.help("Let --save replace FILE if it exists")))]
pub struct PlayArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The same as FILE alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "moves"])]
    load: Option<PathBuf>,
    /// Your side: black, white, x or o. Default: that in FILE, or the side to move
    #[arg(long, hide_possible_values = true)]
    side: Option<Color>,
    /// Number of people: with 1 you play against Goshawk, with 2 two people share the board, with 0
    /// Goshawk plays itself. Default: as in FILE, or 1
    #[arg(long = "players", value_name = "N", value_parser = people(), hide_possible_values = true)]
    pub people: Option<usize>,
    /// Playing level, 1 (weakest) to 10 (full strength); two numbers are for black and white.
    /// Default: that in FILE, or 5
    #[arg(long = "level", value_name = "N[,M]", hide_possible_values = true)]
    pub levels: Option<Levels>,
    /// Time limit for Goshawk's moves and hints: 5 (seconds), 0.5 or 500ms. Default: that in
    /// FILE, or 2 seconds; levels below 10 mostly need far less
    #[arg(long, value_name = "T", value_parser = time())]
    pub time: Option<Duration>,
    /// Begin with an opening rule: swap or swap2 for gomoku; rif, yamaguchi, soosyrv-8 or
    /// taraguchi-10 for renju, which is then the default rule. The program says what to do at each
    /// step
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    pub opening: Option<OpeningRule>,
    /// The same as --opening swap2
    #[arg(long, conflicts_with = "opening")]
    swap2: bool,
    /// Search threads for level 10, hints and evaluations
    #[arg(long, value_name = "N", value_parser = threads(), default_value = "1")]
    pub threads: usize,
    /// Your name in saved games; with --players 2, the names of black and white, such as Anna,Ben
    #[arg(long = "name", value_name = "NAME", value_parser = names())]
    names: Option<Names>,
    /// Save the game to FILE after every move. FILE must not exist unless --overwrite is given, and
    /// must be in a writable folder. Default: a new file goshawk/game-N.sgf in the data folder,
    /// which is ~/.local/share unless XDG_DATA_HOME is set
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Do not save the game after every move
    #[arg(long, conflicts_with = "save")]
    no_save: bool,
    /// Seed that makes levels below 10 repeatable
    #[arg(long, value_name = "N", value_parser = seed())]
    pub seed: Option<u64>,
}

impl PlayArgs {
    /// Checks the options that exclude or need each other, and fits the rule to the opening.
    ///
    /// # Errors
    /// If options do not fit together.
    pub fn checked(mut self) -> Result<PlayArgs, UsageError> {
        self.input.side = self.side;
        self.input.file = self.input.file.or(self.load.take());
        // The player's moves come from standard input.
        if self.input.has_position() && self.input.reads_standard_input() {
            let error = "`-`: the moves are read from standard input";
            return Err(UsageError::new(error));
        }
        if self.side.is_some() && self.people.is_some_and(|people| people != 1) {
            let error = "`--side` can only be used with one player";
            return Err(UsageError::new(error));
        }
        if self.swap2 {
            self.opening = Some(OpeningRule::Swap2);
        }
        if let Some(opening) = self.opening {
            self.input.fit_opening(opening)?;
        }
        if self.input.overwrite && self.save.is_none() {
            Err(UsageError::without("--overwrite", "--save"))
        } else {
            Ok(self)
        }
    }

    /// Where the game is saved.
    pub fn save(&self) -> SaveTo {
        match &self.save {
            Some(path) => SaveTo::File {
                path: path.clone(),
                overwrite: self.input.overwrite,
            },
            None if self.no_save => SaveTo::Nothing,
            None => SaveTo::NewFile,
        }
    }

    /// The names of the people, at most two.
    pub fn names(&self) -> &[String] {
        self.names.as_deref().unwrap_or_default()
    }
}

/// A number of people.
fn people() -> Kind<fn(&str) -> Option<usize>> {
    Kind::new(
        "a number of people, 0, 1 or 2",
        parse_people as fn(&str) -> _,
    )
    .offering(&["0", "1", "2"])
}

/// The names of one or two people.
fn names() -> Kind<fn(&str) -> Option<Names>> {
    Kind::new("a name, or two such as Anna,Ben", parse_names)
}

fn seed() -> Kind<fn(&str) -> Option<u64>> {
    Kind::new("a whole number", |text| text.parse().ok())
}

/// Reads a number of people, 0 to 2.
pub fn parse_people(text: &str) -> Option<usize> {
    text.parse().ok().filter(|people| *people <= 2)
}

/// Reads one name, or two separated by a comma.
fn parse_names(text: &str) -> Option<Names> {
    let names: Vec<String> = text
        .split(',')
        .map(|name| name.trim().to_string())
        .collect();
    (names.len() <= 2 && names.iter().all(|name| !name.is_empty())).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;
    use crate::types::Rule;

    fn read(line: &str) -> Result<PlayArgs, UsageError> {
        parsed::<PlayArgs>(line).and_then(PlayArgs::checked)
    }

    #[test]
    fn options_are_read() {
        let line = "--rule renju --side white --level 3 --time=500ms --seed 7 --name Anna \
                    --threads 1 --load game.txt";
        let args = read(line).unwrap();
        assert_eq!(args.levels, Levels::parse("3"));
        assert_eq!((args.seed, args.threads), (Some(7), 1));
        assert_eq!(args.names(), ["Anna"]);
        let input = &args.input;
        assert_eq!(
            (input.rule, input.side),
            (Some(Rule::Renju), Some(Color::White))
        );
        assert_eq!(args.time, Some(Duration::from_millis(500)));
        assert!(input.file.is_some());
        let args = read("").unwrap();
        assert_eq!((args.levels, args.people), (None, None));
        let args = read("--opening Taraguchi-10").unwrap();
        assert_eq!(args.opening, Some(OpeningRule::Taraguchi10));
        assert_eq!(args.input.rule, Some(Rule::Renju));
        let args = read("--swap2").unwrap();
        assert_eq!(
            (args.opening, args.input.rule),
            (Some(OpeningRule::Swap2), None)
        );
    }

    #[test]
    fn a_file_for_the_game_can_be_given() {
        let save = |line| read(line).unwrap().save();
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
        let error = |line| read(line).unwrap_err().to_string();
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
        assert!(error("--load a b").contains("`--load` and FILE cannot be used together"));
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
