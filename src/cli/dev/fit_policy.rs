//! `fit-policy`: fits the policy to the cutoffs of searches.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::cli::args::options::{number, options, read};
use crate::cli::error::{CliError, UsageError};
use crate::tools::policy::{Event, Settings, fit};
use crate::types::Rule;

/// The help text.
pub const HELP: &str = "\
Fit the policy, which orders moves, and write its file.

Usage:
  pbrain-goshawk fit-policy --data FILE --held-out FILE --out FILE [OPTIONS]

The data files are those of `datagen`. One position of each game is searched,
and the moves that cause cutoffs are collected with the other moves of their
nodes. The policy belongs to the network that the program has for the rule. The
same data and settings give the same policy.

Options:
  --data FILE         games to search positions of
  --held-out FILE     games to measure with
  --out FILE          the policy
  --rule NAME         freestyle (default), standard, renju, caro, caro-exact
  --choices N         moves to fit to. Default: 200000
  --nodes N           nodes of a search. Default: 20000
  --epochs N          passes over the moves. Default: 3
  --threads N         threads that search. Default: 1
  -h, --help          this text

The loss is the cross entropy of the move that caused the cutoff. After it come
the shares of moves that are ordered first, and among the first four.
";

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<Settings>, UsageError> {
    let Some(options) = options(args)? else {
        return Ok(None);
    };
    let mut settings = Settings {
        rule: Rule::Freestyle,
        data: PathBuf::new(),
        held_out: PathBuf::new(),
        out: PathBuf::new(),
        choices: 200_000,
        nodes: 20_000,
        epochs: 3,
        threads: 1,
    };
    for option in &options {
        let path = || PathBuf::from(&option.value);
        match option.name.as_str() {
            "--data" => settings.data = path(),
            "--held-out" => settings.held_out = path(),
            "--out" => settings.out = path(),
            "--rule" => settings.rule = read(option, "a rule", Rule::from_name)?,
            "--choices" => settings.choices = number(option, 1, u32::MAX as usize)?,
            "--nodes" => settings.nodes = number(option, 100, u64::MAX)?,
            "--epochs" => settings.epochs = number(option, 1, 1000)?,
            "--threads" => settings.threads = number(option, 1, 64)?,
            _ => return Err(UsageError::UnknownOption(option.name.clone())),
        }
    }
    let needed = [
        ("--data", &settings.data),
        ("--held-out", &settings.held_out),
        ("--out", &settings.out),
    ];
    let missing = needed.iter().find(|(_, path)| path.as_os_str().is_empty());
    if let Some((name, _)) = missing {
        return Err(UsageError::Required(name));
    }
    Ok(Some(settings))
}

/// Fits the policy and prints the progress to `out`.
///
/// # Errors
/// If a file cannot be read or written, or the output cannot be written.
pub fn run(settings: &Settings, out: &mut dyn Write) -> Result<(), CliError> {
    let mut printed = Ok(());
    fit(settings, &mut |event| {
        if printed.is_ok() {
            printed = print(event, out).and_then(|()| out.flush());
        }
    })
    .map_err(CliError::Training)
    .and(printed.map_err(CliError::Write))
}

/// Prints an event.
fn print(event: &Event, out: &mut dyn Write) -> io::Result<()> {
    match event {
        Event::Searched(choices, held_out, quality) => writeln!(
            out,
            "{choices} choices, {held_out} held out; without the policy {quality}"
        ),
        Event::Epoch(epoch, quality) => writeln!(out, "epoch {epoch}: held out {quality}"),
        Event::Done(quality) => writeln!(out, "integer policy: held out {quality}"),
    }
}
