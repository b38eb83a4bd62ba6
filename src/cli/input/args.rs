//! The options of the commands that read a position or a game: the position, the rule
//! and the time. Not every command takes all of them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cli::args::reader::{self, Arg, GivenFlag, positive};
use crate::cli::args::table::Spec;
use crate::cli::args::values::{
    EXPECTED_RULE, EXPECTED_SIDE, EXPECTED_SIZE, EXPECTED_TIME, parse_size, parse_time,
};
use crate::cli::error::UsageError;
use crate::engine::Limits;
use crate::opening::rules::OpeningRule;
use crate::play::opening::misfit;
use crate::record::default_size;
use crate::time::TimeControl;
use crate::types::{BoardSize, Color, Rule};

/// Time for a move if no limit option is given.
pub const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// The file name that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The shared options.
#[derive(Debug, Default)]
pub struct InputArgs {
    /// The file with the position; `-` is standard input.
    pub file: Option<PathBuf>,
    /// The moves given on the command line.
    pub moves: Option<String>,
    /// The rule given.
    pub rule: Option<Rule>,
    /// The side given.
    pub side: Option<Color>,
    /// The size given.
    pub size: Option<BoardSize>,
    /// The number of the game, if the file has several.
    pub game: Option<usize>,
    /// List the games of the file.
    pub list: bool,
    /// The numbers in a list of moves are offsets from the centre.
    pub offsets: bool,
    /// Replace existing files.
    pub overwrite: bool,
    /// The limits of the search.
    pub limits: Limits,
    /// Ignore the number of stones at which the rule draws the game.
    pub ignores_stone_limit: bool,
}

impl InputArgs {
    /// Reads the arguments of a command. Returns the position with the shared options, and the
    /// other options in order; `None` if help is asked for.
    ///
    /// # Errors
    /// If an argument is wrong, or there is a second position.
    pub fn read(
        spec: &Spec,
        args: &[OsString],
    ) -> Result<Option<(InputArgs, Vec<GivenFlag>)>, UsageError> {
        let Some(given) = reader::read(spec, args)? else {
            return Ok(None);
        };
        let mut input = InputArgs::default();
        let mut others = Vec::new();
        for arg in given {
            match arg {
                Arg::Operand(file) => input.set_file(file)?,
                Arg::Option(option) if input.set(&option)? => {}
                Arg::Option(option) => others.push(option),
            }
        }
        Ok(Some((input, others)))
    }

    /// Sets the file with the position.
    ///
    /// # Errors
    /// If there is a position already.
    pub fn set_file(&mut self, name: OsString) -> Result<(), UsageError> {
        if self.has_position() {
            let name = name.to_string_lossy().into_owned();
            return Err(UsageError::SecondPosition(name));
        }
        self.file = Some(PathBuf::from(name));
        Ok(())
    }

    /// Sets an option if it is a shared one. Returns whether it is.
    ///
    /// # Errors
    /// If its value is wrong, or there is a second position.
    pub fn set(&mut self, option: &GivenFlag) -> Result<bool, UsageError> {
        match option.name() {
            "--rule" => {
                self.rule = Some(option.value(EXPECTED_RULE, Rule::from_any_name)?);
            }
            "--side" => self.side = Some(option.value(EXPECTED_SIDE, Color::from_name)?),
            "--size" => self.size = Some(option.value(EXPECTED_SIZE, parse_size)?),
            "--time" => {
                let turn = Some(option.value(EXPECTED_TIME, parse_time)?);
                self.limits.time = TimeControl {
                    turn,
                    ..TimeControl::default()
                };
            }
            "--nodes" => {
                self.limits.nodes = Some(option.value("a number of nodes from 1", positive)?)
            }
            "--depth" => {
                self.limits.depth = Some(option.value("a number of plies from 1", positive)?)
            }
            "--game" => self.game = Some(option.value("the number of a game, from 1", positive)?),
            "--list" => self.list = true,
            "--offsets" => self.offsets = true,
            "--overwrite" => self.overwrite = true,
            "--no-stone-limit" => self.ignores_stone_limit = true,
            "--moves" => {
                if self.has_position() {
                    return Err(UsageError::SecondPosition(option.name().to_string()));
                }
                self.moves = Some(option.text());
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Makes sure that a new game can begin with this opening. Without a rule, an opening of renju
    /// is played under renju.
    ///
    /// # Errors
    /// If there is a game to continue, or the opening does not fit the rule or the size.
    pub fn fit_opening(&mut self, opening: OpeningRule) -> Result<(), UsageError> {
        if self.has_position() {
            return Err(UsageError::Exclusive("an opening", "a game to continue"));
        }
        if self.rule.is_none() && opening.is_of_renju() {
            self.rule = Some(Rule::Renju);
        }
        let size = self.size.unwrap_or_else(default_size);
        match misfit(opening, self.rule.unwrap_or_default(), size) {
            Some(misfit) => Err(UsageError::Opening(misfit)),
            None => Ok(()),
        }
    }

    /// True if a position is given on the command line or by a file.
    pub fn has_position(&self) -> bool {
        self.file.is_some() || self.moves.is_some()
    }

    /// The file to read, unless that is standard input.
    pub fn file_to_read(&self) -> Option<&Path> {
        let file = self.file.as_deref();
        file.filter(|file| *file != Path::new(STANDARD_INPUT))
    }

    /// The option that only makes sense for a file of games, if one is given.
    pub fn option_of_files(&self) -> Option<&'static str> {
        match self.game {
            Some(_) => Some("--game"),
            None => self.list.then_some("--list"),
        }
    }

    /// True if the position is read from standard input.
    pub fn reads_standard_input(&self) -> bool {
        self.moves.is_none() && self.file_to_read().is_none()
    }
}
