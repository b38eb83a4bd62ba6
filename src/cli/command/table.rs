//! The table of commands: what each is, and how it is run.

use std::ffi::OsString;
use std::io::Write;

use crate::cli::args::table::{Operands, Spec};
use crate::cli::contest;
use crate::cli::dev;
use crate::cli::error::{CliError, UsageError};
use crate::cli::help::TOPICS;
use crate::cli::{analyze, completions, fouls, play, review, solve};
use crate::types::Color;

/// A command with its arguments, ready to run. It writes its result to the output.
pub type Run = Box<dyn FnOnce(&mut dyn Write) -> Result<(), CliError> + Send>;

/// A command.
pub struct Command {
    /// What it is called, and its options.
    pub spec: &'static Spec,
    /// It searches on the thread that runs it.
    pub searches: bool,
    /// Reads its arguments; `None` if they ask for help.
    pub parse: fn(&[OsString]) -> Result<Option<Run>, UsageError>,
}

/// The commands of users, in the order of the help.
pub const USER: &[Command] = &[
    Command {
        spec: &play::help::SPEC,
        searches: true,
        parse: |args| Ok(prepared(play::args::parse(args)?, play::run)),
    },
    Command {
        spec: &analyze::args::SPEC,
        // The search has a thread of its own.
        searches: false,
        parse: |args| Ok(prepared(analyze::args::parse(args)?, analyze::run)),
    },
    Command {
        spec: &solve::args::SPEC,
        searches: true,
        parse: |args| Ok(prepared(solve::args::parse(args)?, solve::run)),
    },
    Command {
        spec: &review::args::SPEC,
        searches: true,
        parse: |args| Ok(prepared(review::args::parse(args)?, review::run)),
    },
    Command {
        spec: &fouls::SPEC,
        searches: false,
        parse: |args| Ok(prepared(fouls::parse(args)?, fouls::run)),
    },
    Command {
        spec: &contest::BLACK,
        searches: true,
        parse: |args| Ok(prepared(contest::parse(Color::Black, args)?, contest::run)),
    },
    Command {
        spec: &contest::WHITE,
        searches: true,
        parse: |args| Ok(prepared(contest::parse(Color::White, args)?, contest::run)),
    },
    Command {
        spec: &completions::SPEC,
        searches: false,
        parse: |args| Ok(prepared(completions::parse(args)?, print_completions)),
    },
];

/// The commands of developers.
pub const DEVELOPER: &[Command] = &[
    Command {
        spec: &dev::bench::SPEC,
        searches: true,
        parse: |args| Ok(prepared(dev::bench::parse(args)?, dev::bench::run)),
    },
    Command {
        spec: &dev::generate::SPEC,
        searches: false,
        parse: |args| Ok(prepared(dev::generate::parse(args)?, dev::generate::run)),
    },
    Command {
        spec: &dev::fitting::SELFPLAY,
        searches: false,
        parse: |args| {
            let args = dev::fitting::parse_self_play(args)?;
            Ok(prepared(args, dev::fitting::self_play))
        },
    },
    Command {
        spec: &dev::fitting::FEATURES,
        searches: false,
        parse: |args| {
            let args = dev::fitting::parse_features(args)?;
            Ok(prepared(args, dev::fitting::features))
        },
    },
    #[cfg(feature = "train")]
    Command {
        spec: &dev::train::SPEC,
        searches: false,
        parse: |args| Ok(prepared(dev::train::parse(args)?, dev::train::run)),
    },
    #[cfg(feature = "train")]
    Command {
        spec: &dev::fit_policy::SPEC,
        searches: false,
        parse: |args| {
            Ok(prepared(
                dev::fit_policy::parse(args)?,
                dev::fit_policy::run,
            ))
        },
    },
    #[cfg(feature = "tune")]
    Command {
        spec: &dev::tune::SPEC,
        searches: false,
        parse: |args| Ok(prepared(dev::tune::parse(args)?, dev::tune::run)),
    },
];

/// The command `help`, which needs the table.
pub const HELP: Spec = Spec {
    name: "help",
    aliases: &["--help", "-h"],
    summary: "print this text, or the help on a command, as COMMAND --help does; `help json` and \
              `help proof` describe the output of --json and of solve --proof",
    about: "",
    usage: &["help [COMMAND]"],
    description: "",
    flags: &[],
    operands: Operands::OneOf(&TOPICS),
    notes: "",
};

/// The option that prints the version, for the list of commands.
pub const VERSION: Spec = Spec {
    name: "--version",
    aliases: &["-V"],
    summary: "print the version",
    about: "",
    usage: &["--version"],
    description: "",
    flags: &[],
    operands: Operands::None,
    notes: "",
};

/// A command with its arguments, unless they ask for help.
fn prepared<T: Send + 'static>(
    args: Option<T>,
    run: fn(&T, &mut dyn Write) -> Result<(), CliError>,
) -> Option<Run> {
    args.map(|args| -> Run { Box::new(move |out| run(&args, out)) })
}

/// Prints the script of completions for a shell.
fn print_completions(shell: &completions::Shell, out: &mut dyn Write) -> Result<(), CliError> {
    let commands: Vec<&Spec> = USER
        .iter()
        .map(|command| command.spec)
        .chain([&HELP])
        .collect();
    let script = completions::script(*shell, &commands);
    out.write_all(script.as_bytes()).map_err(CliError::Write)
}
