//! What `match` and `spsa` share: the options for what is played, and how their files are read.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::TypedValueParser;

use crate::cli::args::parser::{file_name, number};
use crate::cli::dev::tune::VARIABLE;
use crate::cli::error::CliError;
use crate::tools::tuning::openings::Openings;
use crate::tools::tuning::pair::Conditions;
use crate::tools::tuning::setting::Setting;
use crate::types::{BoardSize, Rule};

/// The largest number of pairs.
const MAX_PAIRS: u64 = 1_000_000;

/// The options that both commands have.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// The openings: lines such as 7,7 8,8, and the comment `# size 15`
    #[arg(long, value_name = "FILE", value_parser = file_name())]
    openings: PathBuf,
    /// The state of the run, to begin or to continue
    #[arg(long, value_name = "STATE", value_parser = file_name())]
    pub state: PathBuf,
    /// The rule
    #[arg(long, value_name = "NAME", default_value = "freestyle")]
    rule: Rule,
    /// Board size. Default: that of the file of openings
    #[arg(long, value_name = "N|WxH")]
    size: Option<BoardSize>,
    /// Seed for everything random
    #[arg(long, value_name = "N", value_parser = number(0, u64::MAX), default_value = "1")]
    pub seed: u64,
}

/// A number of pairs of games.
pub fn pairs() -> impl TypedValueParser<Value = u64> {
    number(1, MAX_PAIRS)
}

impl RunArgs {
    /// Reads the openings, for games with this many nodes per move. The size of the board is theirs.
    ///
    /// # Errors
    /// If the file cannot be read, or has no openings for the rule and the size.
    pub fn load(&self, nodes: u64) -> Result<(Conditions, Openings), CliError> {
        let text = fs::read_to_string(&self.openings).map_err(|error| CliError::Read {
            from: self.openings.display().to_string(),
            error,
        })?;
        let openings = Openings::read(&text, self.rule, self.size);
        let openings = openings.map_err(|error| input(&self.openings, error))?;
        let conditions = Conditions {
            rule: self.rule,
            size: openings.size,
            nodes,
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
