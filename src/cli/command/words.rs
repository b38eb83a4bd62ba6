//! Words that are neither commands nor topics of the help.

use clap::Command;

use crate::cli::args::names::nearest;
use crate::cli::error::UsageError;

/// The error for a word that is not a command.
pub fn unknown_command(line: &Command, word: &str) -> UsageError {
    unknown(line, "there is no command", word)
}

/// The error for a word that is not a topic of the help.
pub fn unknown_topic(line: &Command, word: &str) -> UsageError {
    unknown(line, "there is no help on", word)
}

/// The error for an unknown word, with the command that was probably meant.
fn unknown(line: &Command, what: &str, word: &str) -> UsageError {
    let names = line.get_subcommands().map(Command::get_name);
    match missing_feature(word) {
        Some(feature) => UsageError::feature(feature),
        None => UsageError::unknown(what, word, nearest(word, names)),
    }
}

/// The feature without which a build lacks this command; `None` if there is no such command.
pub fn missing_feature(word: &str) -> Option<&'static str> {
    match word {
        "train" | "fit-policy" if cfg!(not(feature = "train")) => Some("train"),
        "tune" | "match" | "spsa" | "even-openings" if cfg!(not(feature = "tune")) => Some("tune"),
        _ => None,
    }
}
