//! `tune`: lists the tunable parameters, which `GOSHAWK_TUNE` sets, and the steps of the search.

use std::io::Write;

use clap::Args;

use crate::cli::error::CliError;
use crate::search::Step;
use crate::search::params::TUNABLES;
use crate::search::tune::set;

/// The variable that sets parameters, such as `rfp_margin=60,lmr_base=40`.
pub const VARIABLE: &str = "GOSHAWK_TUNE";

/// The text before the options.
const DESCRIPTION: &str = "\
Every run of this build reads parameter values from the environment variable
GOSHAWK_TUNE, such as rfp_margin=60,lmr_base=40.
";

/// Print the name, default, minimum and maximum of each tunable parameter of the search, and the
/// steps that `match` can switch off
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION)]
pub struct TuneArgs {}

/// Prints the parameters to `out`.
///
/// # Errors
/// If the output cannot be written.
pub fn run(_: &TuneArgs, out: &mut dyn Write) -> Result<(), CliError> {
    for tunable in &TUNABLES {
        let (name, default) = (tunable.name, tunable.default);
        let (min, max) = (tunable.min, tunable.max);
        writeln!(out, "{name} {default} {min} {max}").map_err(CliError::Write)?;
    }
    for step in Step::ALL {
        writeln!(out, "{} on off", step.name()).map_err(CliError::Write)?;
    }
    Ok(())
}

/// Sets the parameters named by the environment variable.
///
/// # Errors
/// If a value is malformed or out of range; the error is a message.
pub fn from_environment() -> Result<(), String> {
    let text = std::env::var(VARIABLE).unwrap_or_default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let is_set = pair.split_once('=').is_some_and(|(name, value)| {
            let value = value.parse().ok();
            value.is_some_and(|value| set(name, value))
        });
        if !is_set {
            return Err(format!(
                "{VARIABLE}: {pair:?} is not NAME=VALUE with a value in range"
            ));
        }
    }
    Ok(())
}
