//! The table of commands: what each is and how it is run.

use std::ffi::OsString;
use std::io::Write;

use crate::cli::args::table::{Operands, Spec};
use crate::cli::contest;
use crate::cli::dev;
use crate::cli::error::{CliError, UsageError};
use crate::cli::help::TOPICS;
use crate::types::Color;

/// A command with its arguments, ready to run. It writes its result to the output.
pub type Run = Box<dyn FnOnce(&mut dyn Write) -> Result<(), CliError> + Send>;

/// A command.
pub struct Command {
    /// Its name and options.
    pub spec: &'static Spec,
    /// It searches on the thread that runs it.
    pub searches: bool,
    /// Reads its arguments; `None` if they ask for help.
    pub parse: fn(&[OsString]) -> Result<Option<Run>, UsageError>,
}

/// The commands for users that the bare engine has as well.
pub const USER: &[Command] = &[
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
];

/// The commands for developers that the bare engine has as well.
pub const DEVELOPER: &[Command] = &[Command {
    spec: &dev::bench::SPEC,
    searches: true,
    parse: |args| Ok(prepared(dev::bench::parse(args)?, dev::bench::run)),
}];

/// The command `help`, which needs the table.
pub const HELP: Spec = Spec {
    name: "help",
    aliases: &["--help", "-h"],
    summary: "print this text, or the help on a command, as COMMAND --help does",
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
pub fn prepared<T: Send + 'static>(
    args: Option<T>,
    run: fn(&T, &mut dyn Write) -> Result<(), CliError>,
) -> Option<Run> {
    args.map(|args| -> Run { Box::new(move |out| run(&args, out)) })
}
