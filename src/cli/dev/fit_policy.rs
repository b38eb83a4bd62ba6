//! `fit-policy`: fits the policy to the cutoffs of searches.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::args::parser::number;
use crate::cli::error::{CliError, UsageError};
use crate::cli::output::unwritten;
use crate::report::destination::Destination;
use crate::tools::policy::{Event, Settings, fit};
use crate::types::Rule;

/// The text before the options.
const DESCRIPTION: &str = "\
The data files are those of `datagen`. One position of each game is searched,
and the moves that cause cutoffs are collected with the other moves of their
nodes. The same data and settings give the same policy.
";

/// The text after the options.
const NOTES: &str = "\
The loss is the cross-entropy of the move that caused the cutoff. It is followed
by how often that move is ordered first, and among the first four.
";

/// Fit the policy, which orders moves, and write its file
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct PolicyArgs {
    /// Games whose positions are searched
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// Games to measure the policy with
    #[arg(long, value_name = "FILE")]
    held_out: PathBuf,
    /// The policy
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The rule
    #[arg(long, value_name = "NAME", default_value = "freestyle")]
    rule: Rule,
    /// The network that the policy is for. Default: the one in the program
    #[arg(long, value_name = "NET")]
    network: Option<PathBuf>,
    /// An earlier policy of that network, for the searches
    #[arg(long, value_name = "POLICY")]
    policy: Option<PathBuf>,
    /// Moves to fit to
    #[arg(long, value_name = "N", value_parser = number(1, u32::MAX as usize))]
    #[arg(default_value = "200000")]
    choices: usize,
    /// Nodes of a search
    #[arg(long, value_name = "N", value_parser = number(100, u64::MAX), default_value = "20000")]
    nodes: u64,
    /// Passes over the moves
    #[arg(long, value_name = "N", value_parser = number(1_usize, 1000), default_value = "3")]
    epochs: usize,
    /// Threads that search
    #[arg(long, value_name = "N", value_parser = number(1_usize, 64), default_value = "1")]
    threads: usize,
    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
}

impl PolicyArgs {
    /// Checks that an earlier policy comes with its network.
    ///
    /// # Errors
    /// If it does not.
    pub fn checked(self) -> Result<PolicyArgs, UsageError> {
        if self.policy.is_some() && self.network.is_none() {
            Err(UsageError::without("--policy", "--network"))
        } else {
            Ok(self)
        }
    }

    /// What to fit.
    fn settings(&self) -> Settings {
        Settings {
            rule: self.rule,
            data: self.data.clone(),
            held_out: self.held_out.clone(),
            out: self.out.clone(),
            network: self.network.clone(),
            policy: self.policy.clone(),
            choices: self.choices,
            nodes: self.nodes,
            epochs: self.epochs,
            threads: self.threads,
        }
    }
}

/// Fits the policy and prints the progress to `out`.
///
/// # Errors
/// If a file cannot be read or written, or the output cannot be written.
pub fn run(args: &PolicyArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let settings = &args.settings();
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
