//! The commands that the bare engine lacks.

use std::io::Write;

use crate::cli::args::table::Spec;
use crate::cli::command::table::{self, Command, HELP, prepared};
use crate::cli::dev;
use crate::cli::error::CliError;
use crate::cli::{
    analysis, analyze, board, completions, convert, fouls, games, play, puzzles, review, solve,
};

/// The commands for users, in the order of the help.
pub const USER: &[Command] = &[
    Command {
        spec: &play::help::SPEC,
        searches: true,
        parse: |args| Ok(prepared(play::args::parse(args)?, play::run)),
    },
    Command {
        spec: &board::SPEC,
        // The searches have a thread of their own.
        searches: false,
        parse: |args| Ok(prepared(board::parse(args)?, board::run)),
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
        spec: &puzzles::args::SPEC,
        // The searches have threads of their own.
        searches: false,
        parse: |args| Ok(prepared(puzzles::args::parse(args)?, puzzles::run)),
    },
    Command {
        spec: &fouls::SPEC,
        searches: false,
        parse: |args| Ok(prepared(fouls::parse(args)?, fouls::run)),
    },
    Command {
        spec: &convert::args::SPEC,
        searches: false,
        parse: |args| Ok(prepared(convert::args::parse(args)?, convert::run)),
    },
    Command {
        spec: &games::args::SPEC,
        searches: false,
        parse: |args| Ok(prepared(games::args::parse(args)?, games::run)),
    },
    Command {
        spec: &analysis::SPEC,
        // The searches have threads of their own.
        searches: false,
        parse: |args| Ok(prepared(analysis::parse(args)?, analysis::run)),
    },
    Command {
        spec: &completions::SPEC,
        searches: false,
        parse: |args| Ok(prepared(completions::parse(args)?, print_completions)),
    },
];

/// The commands for developers.
pub const DEVELOPER: &[Command] = &[
    Command {
        spec: &dev::generate::SPEC,
        searches: false,
        parse: |args| Ok(prepared(dev::generate::parse(args)?, dev::generate::run)),
    },
    Command {
        spec: &dev::openings::SPEC,
        searches: true,
        parse: |args| Ok(prepared(dev::openings::parse(args)?, dev::openings::run)),
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
    #[cfg(feature = "tune")]
    Command {
        spec: &dev::tune::SPEC,
        searches: false,
        parse: |args| Ok(prepared(dev::tune::parse(args)?, dev::tune::run)),
    },
    #[cfg(feature = "tune")]
    Command {
        spec: &dev::even_openings::SPEC,
        searches: false,
        parse: |args| {
            let args = dev::even_openings::parse(args)?;
            Ok(prepared(args, dev::even_openings::run))
        },
    },
    #[cfg(feature = "tune")]
    Command {
        spec: &dev::matches::SPEC,
        searches: true,
        parse: |args| Ok(prepared(dev::matches::parse(args)?, dev::matches::run)),
    },
    #[cfg(feature = "tune")]
    Command {
        spec: &dev::spsa::SPEC,
        searches: true,
        parse: |args| Ok(prepared(dev::spsa::parse(args)?, dev::spsa::run)),
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
];

/// Prints the script of completions for a shell.
fn print_completions(shell: &completions::Shell, out: &mut dyn Write) -> Result<(), CliError> {
    let specs = USER.iter().chain(table::USER).map(|command| command.spec);
    let commands: Vec<&Spec> = specs.chain([&HELP]).collect();
    let script = completions::script(*shell, &commands);
    out.write_all(script.as_bytes()).map_err(CliError::Write)
}
