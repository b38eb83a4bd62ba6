//! The options of the commands that read a position or a game: the position, the rule
//! and the time. Not every command takes all of them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cli::args::options::{Arg, ArgReader};
use crate::cli::args::values::{
    EXPECTED_RULE, EXPECTED_SIDE, EXPECTED_SIZE, EXPECTED_TIME, parse_size, parse_time,
};
use crate::cli::error::UsageError;
use crate::engine::Limits;
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
    /// Limits of the search.
    pub limits: Limits,
}

impl InputArgs {
    /// The next option; `None` at the end. Operands before it are read as the file with the
    /// position.
    ///
    /// # Errors
    /// If there is a second position, or if the previous option has a value that was not
    /// read.
    pub fn next_option(&mut self, args: &mut ArgReader<'_>) -> Result<Option<String>, UsageError> {
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Operand(file) => self.set_file(file)?,
                Arg::Option(option) => return Ok(Some(option)),
            }
        }
        Ok(None)
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

    /// Sets a shared option to the value that `args` reads next.
    ///
    /// # Errors
    /// If it is not a shared option or its value is wrong.
    pub fn set(&mut self, option: &str, args: &mut ArgReader<'_>) -> Result<(), UsageError> {
        match option {
            "--rule" => {
                let rule = |name: &str| Rule::from_name(&name.to_lowercase());
                self.rule = Some(args.value(EXPECTED_RULE, rule)?);
            }
            "--side" => self.side = Some(args.value(EXPECTED_SIDE, Color::from_name)?),
            "--size" => self.size = Some(args.value(EXPECTED_SIZE, parse_size)?),
            "--time" => {
                let turn = Some(args.value(EXPECTED_TIME, parse_time)?);
                self.limits.time = TimeControl {
                    turn,
                    ..TimeControl::default()
                };
            }
            "--moves" => {
                if self.has_position() {
                    return Err(UsageError::SecondPosition(option.to_string()));
                }
                self.moves = Some(args.raw_value()?.to_string_lossy().into_owned());
            }
            _ => return Err(UsageError::UnknownOption(option.to_string())),
        }
        Ok(())
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

    /// True if the position is read from standard input.
    pub fn reads_standard_input(&self) -> bool {
        self.moves.is_none() && self.file_to_read().is_none()
    }
}
