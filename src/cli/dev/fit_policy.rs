//! `fit-policy`: fits the policy to the cutoffs of searches.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::cli::args::reader::read_options;
use crate::cli::args::table::{Flag, OVERWRITE, Operands, Spec, Takes};
use crate::cli::error::{CliError, UsageError};
use crate::cli::output::unwritten;
use crate::report::destination::Destination;
use crate::tools::policy::{Event, Settings, fit};
use crate::types::Rule;

/// The command.
pub const SPEC: Spec = Spec {
    name: "fit-policy",
    aliases: &[],
    summary: "fit the policy, which orders moves",
    about: "Fit the policy, which orders moves, and write its file.",
    usage: &["fit-policy --data FILE --held-out FILE --out FILE [OPTIONS]"],
    description: "\
The data files are those of `datagen`. One position of each game is searched,
and the moves that cause cutoffs are collected with the other moves of their
nodes. The same data and settings give the same policy.
",
    flags: &[
        Flag::file("--data", "games whose positions are searched"),
        Flag::file("--held-out", "games to measure the policy with"),
        Flag::file("--out", "the policy"),
        Flag::rule("freestyle (default), standard, renju, caro, caro-exact"),
        Flag::new(
            "--network",
            Takes::File("NET"),
            "the network that the policy is for. Default: that in the program",
        ),
        Flag::new(
            "--policy",
            Takes::File("POLICY"),
            "with --network: an earlier policy of that network, for the searches",
        ),
        Flag::text("--choices", "N", "moves to fit to. Default: 200000"),
        Flag::text("--nodes", "N", "nodes of a search. Default: 20000"),
        Flag::text("--epochs", "N", "passes over the moves. Default: 3"),
        Flag::text("--threads", "N", "threads that search. Default: 1"),
        OVERWRITE,
    ],
    operands: Operands::None,
    notes: "\
The loss is the cross entropy of the move that caused the cutoff. After it come
the shares of moves that are ordered first, and among the first four.
",
};

/// The arguments of `fit-policy`.
#[derive(Debug)]
pub struct PolicyArgs {
    /// What to fit.
    settings: Settings,
    /// Replace an existing policy.
    overwrite: bool,
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<PolicyArgs>, UsageError> {
    let Some(options) = read_options(&SPEC, args)? else {
        return Ok(None);
    };
    let mut settings = Settings {
        rule: Rule::Freestyle,
        data: PathBuf::new(),
        held_out: PathBuf::new(),
        out: PathBuf::new(),
        network: None,
        policy: None,
        choices: 200_000,
        nodes: 20_000,
        epochs: 3,
        threads: 1,
    };
    let mut overwrite = false;
    for option in &options {
        let path = || option.path();
        match option.name() {
            "--data" => settings.data = path(),
            "--held-out" => settings.held_out = path(),
            "--out" => settings.out = path(),
            "--network" => settings.network = Some(path()),
            "--policy" => settings.policy = Some(path()),
            "--rule" => settings.rule = option.value("a rule", Rule::from_any_name)?,
            "--choices" => settings.choices = option.number(1, u32::MAX as usize)?,
            "--nodes" => settings.nodes = option.number(100, u64::MAX)?,
            "--epochs" => settings.epochs = option.number(1, 1000)?,
            "--overwrite" => overwrite = true,
            "--threads" => settings.threads = option.number(1, 64)?,
            _ => return Err(option.unread()),
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
    Ok(Some(PolicyArgs {
        settings,
        overwrite,
    }))
}

/// Fits the policy and prints the progress to `out`.
///
/// # Errors
/// If a file cannot be read or written, or the output cannot be written.
pub fn run(args: &PolicyArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let settings = &args.settings;
    let to = Destination::File(settings.out.clone());
    for input in [&settings.data, &settings.held_out] {
        let checked = to.check(&[input], args.overwrite);
        checked.map_err(|error| unwritten(&to, error))?;
    }
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
        Event::Searched {
            choices,
            held_out,
            without,
            with,
        } => {
            writeln!(
                out,
                "{choices} choices, {held_out} held out; without a policy {without}"
            )?;
            match with {
                Some(quality) => writeln!(out, "with the policy of the searches {quality}"),
                None => Ok(()),
            }
        }
        Event::Epoch(epoch, quality) => writeln!(out, "epoch {epoch}: held out {quality}"),
        Event::Done(quality) => writeln!(out, "integer policy: held out {quality}"),
    }
}
