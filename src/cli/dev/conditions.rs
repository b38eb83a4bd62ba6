//! What `match` and `spsa` share: the options for what is played, and how their files are read.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::args::reader::GivenFlag;
use crate::cli::args::table::{Flag, Takes};
use crate::cli::args::values::{EXPECTED_RULE, EXPECTED_SIZE, parse_size};
use crate::cli::dev::tune::VARIABLE;
use crate::cli::error::{CliError, UsageError};
use crate::tools::tuning::openings::Openings;
use crate::tools::tuning::pair::Conditions;
use crate::tools::tuning::setting::Setting;
use crate::types::{BoardSize, Rule};

/// The largest number of pairs.
const MAX_PAIRS: u64 = 1_000_000;

/// `--openings`.
pub const OPENINGS: Flag = Flag::file(
    "--openings",
    "the openings: lines such as 7,7 8,8, and the comment `# size 15`",
);
/// `--state`.
pub const STATE: Flag = Flag::new(
    "--state",
    Takes::File("STATE"),
    "the state of the run, to begin or to continue",
);
/// `--rule`.
pub const RULE: Flag = Flag::rule("freestyle (default), standard, renju, caro, caro-exact");
/// `--size`.
pub const SIZE: Flag = Flag::text(
    "--size",
    "N|WxH",
    "board size. Default: that of the file of openings",
);
/// `--seed`.
pub const SEED: Flag = Flag::text("--seed", "N", "seed of all that is random. Default: 1");

/// The options that both commands have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunArgs {
    /// The file of openings.
    openings: PathBuf,
    /// The state.
    pub state: PathBuf,
    rule: Rule,
    size: Option<BoardSize>,
    nodes: u64,
    /// The number of pairs.
    pub pairs: u64,
    /// The seed.
    pub seed: u64,
}

impl RunArgs {
    /// The options before any is read.
    pub fn new(nodes: u64, pairs: u64) -> RunArgs {
        RunArgs {
            openings: PathBuf::new(),
            state: PathBuf::new(),
            rule: Rule::Freestyle,
            size: None,
            nodes,
            pairs,
            seed: 1,
        }
    }

    /// Reads an option; false if it is another one.
    ///
    /// # Errors
    /// If its value is wrong.
    pub fn read(&mut self, option: &GivenFlag) -> Result<bool, UsageError> {
        match option.name() {
            "--openings" => self.openings = option.path_of_file()?,
            "--state" => self.state = option.path_of_file()?,
            "--rule" => self.rule = option.value(EXPECTED_RULE, Rule::from_any_name)?,
            "--size" => self.size = Some(option.value(EXPECTED_SIZE, parse_size)?),
            "--nodes" => self.nodes = option.number(1, u64::MAX)?,
            "--pairs" => self.pairs = option.number(1, MAX_PAIRS)?,
            "--seed" => self.seed = option.number(0, u64::MAX)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Checks that the options that have no default are given.
    ///
    /// # Errors
    /// If one is not.
    pub fn check(&self) -> Result<(), UsageError> {
        let files = [("--openings", &self.openings), ("--state", &self.state)];
        match files
            .into_iter()
            .find(|(_, file)| file.as_os_str().is_empty())
        {
            Some((name, _)) => Err(UsageError::Required(name)),
            None => Ok(()),
        }
    }

    /// Reads the openings. The size of the board is theirs.
    ///
    /// # Errors
    /// If the file cannot be read, or has no openings for the rule and the size.
    pub fn load(&self) -> Result<(Conditions, Openings), CliError> {
        let text = fs::read_to_string(&self.openings).map_err(|error| CliError::Read {
            from: self.openings.display().to_string(),
            error,
        })?;
        let openings = Openings::read(&text, self.rule, self.size);
        let openings = openings.map_err(|error| input(&self.openings, error))?;
        let conditions = Conditions {
            rule: self.rule,
            size: openings.size,
            nodes: self.nodes,
        };
        Ok((conditions, openings))
    }

    /// The error for a run that cannot be played from these openings.
    pub fn unplayable(&self, error: String) -> CliError {
        input(&self.openings, error)
    }
}

/// The setting that an option describes.
///
/// # Errors
/// If it is not one, or if `GOSHAWK_TUNE` is set, which would be without effect.
pub fn setting(option: &str, text: &str) -> Result<Setting, CliError> {
    let wrong = |from: &str, error: String| CliError::Input {
        from: from.to_string(),
        error,
    };
    if std::env::var_os(VARIABLE).is_some_and(|text| !text.is_empty()) {
        let error = format!("it has no effect here; use `{option}`");
        return Err(wrong(VARIABLE, error));
    }
    Setting::parse(text).map_err(|error| wrong(option, error))
}

/// The error for a file whose content is wrong.
fn input(path: &Path, error: String) -> CliError {
    CliError::Input {
        from: path.display().to_string(),
        error,
    }
}
