//! The table of commands. `clap` derives the parser, the help and the completions from it.

use std::io::Write;

use clap::{Args, Subcommand};

use crate::cli::analysis::{self, AnalysisArgs};
use crate::cli::analyze::{self, args::AnalyzeArgs};
use crate::cli::args::common::{PROGRAM, configured};
use crate::cli::args::parser::{Kind, text};
use crate::cli::board::{self, BoardArgs};
use crate::cli::command::words;
use crate::cli::completions::CompletionsArgs;
use crate::cli::contest::{self, ContestArgs};
use crate::cli::convert::{self, args::ConvertArgs};
use crate::cli::dev;
use crate::cli::error::{CliError, UsageError};
use crate::cli::fouls::{self, FoulsArgs};
use crate::cli::games::{self, args::GamesArgs};
use crate::cli::help::{self, TOPICS};
use crate::cli::play::{self, args::PlayArgs};
use crate::cli::puzzles::{self, args::PuzzlesArgs};
use crate::cli::review::{self, args::ReviewArgs};
use crate::cli::solve::{self, args::SolveArgs};
use crate::cli::term::Terminal;
use crate::types::Color;

/// A command with its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    #[command(flatten)]
    User(UserCommand),
    #[command(flatten)]
    Developer(DeveloperCommand),
}

/// The commands for users, in the order of the help.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    Play(PlayArgs),
    Board(BoardArgs),
    #[command(alias = "analyse")]
    Analyze(AnalyzeArgs),
    Solve(SolveArgs),
    Review(ReviewArgs),
    Puzzles(PuzzlesArgs),
    Fouls(FoulsArgs),
    Convert(ConvertArgs),
    Games(GamesArgs),
    Analysis(AnalysisArgs),
    Completions(CompletionsArgs),
    /// Answer a 19x19 board of a contest with black's move
    #[command(name = "Black")]
    Black(ContestArgs),
    /// Answer a 19x19 board of a contest with white's move
    #[command(name = "White")]
    White(ContestArgs),
    Help(HelpArgs),
}

/// The commands for developers, in the order of `help dev`.
#[derive(Debug, Subcommand)]
pub enum DeveloperCommand {
    Bench(dev::bench::BenchArgs),
    Datagen(dev::generate::GenerateArgs),
    Openings(dev::openings::OpeningsArgs),
    Features(dev::fitting::FeatureArgs),
    #[cfg(feature = "tune")]
    Tune(dev::tune::TuneArgs),
    #[cfg(feature = "tune")]
    EvenOpenings(dev::even_openings::EvenOpeningsArgs),
    #[cfg(feature = "tune")]
    Match(dev::matches::MatchArgs),
    #[cfg(feature = "tune")]
    Spsa(dev::spsa::SpsaArgs),
    #[cfg(feature = "train")]
    Train(dev::train::TrainArgs),
    #[cfg(feature = "train")]
    FitPolicy(dev::fit_policy::PolicyArgs),
}

/// Print the list of commands, or the help on one, like COMMAND --help
#[derive(Args, Debug)]
pub struct HelpArgs {
    /// A command, or another topic
    #[arg(value_parser = topic())]
    pub topic: Option<String>,
}

/// The topics that are not commands are offered.
fn topic() -> Kind<fn(&str) -> Option<String>> {
    text().offering(&TOPICS)
}

/// The definition of the command line with all commands.
pub fn line() -> clap::Command {
    with(Command::augment_subcommands)
}

/// The definition with the commands for users alone.
pub fn user_line() -> clap::Command {
    with(UserCommand::augment_subcommands)
}

/// The definition with the commands for developers alone.
fn developer_line() -> clap::Command {
    with(DeveloperCommand::augment_subcommands)
}

/// The definition with these commands.
fn with(commands: impl Fn(clap::Command) -> clap::Command) -> clap::Command {
    let line = clap::Command::new(PROGRAM).disable_help_subcommand(true);
    commands(line).mut_subcommands(configured)
}

impl Command {
    /// True if it searches on the thread that runs it.
    pub fn searches(&self) -> bool {
        match self {
            // Other searches have threads of their own.
            Command::User(command) => matches!(
                command,
                UserCommand::Play(_)
                    | UserCommand::Solve(_)
                    | UserCommand::Review(_)
                    | UserCommand::Black(_)
                    | UserCommand::White(_)
            ),
            Command::Developer(command) => match command {
                DeveloperCommand::Bench(_) | DeveloperCommand::Openings(_) => true,
                #[cfg(feature = "tune")]
                DeveloperCommand::Match(_) | DeveloperCommand::Spsa(_) => true,
                _ => false,
            },
        }
    }

    /// Checks that the options of the command fit together.
    ///
    /// # Errors
    /// If they do not.
    pub fn checked(self) -> Result<Command, UsageError> {
        match self {
            Command::User(command) => Ok(Command::User(command.checked()?)),
            #[cfg(feature = "train")]
            Command::Developer(DeveloperCommand::FitPolicy(args)) => Ok(Command::Developer(
                DeveloperCommand::FitPolicy(args.checked()?),
            )),
            command => Ok(command),
        }
    }

    /// Runs the command. It writes its result to `out`.
    ///
    /// # Errors
    /// If it fails.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        match self {
            Command::User(command) => command.run(out),
            Command::Developer(command) => command.run(out),
        }
    }
}

impl UserCommand {
    fn checked(self) -> Result<UserCommand, UsageError> {
        Ok(match self {
            UserCommand::Play(args) => UserCommand::Play(args.checked()?),
            UserCommand::Board(args) => UserCommand::Board(args.checked()?),
            UserCommand::Analyze(args) => UserCommand::Analyze(args.checked()?),
            UserCommand::Solve(args) => UserCommand::Solve(args.checked()?),
            UserCommand::Review(args) => UserCommand::Review(args.checked()?),
            UserCommand::Puzzles(args) => UserCommand::Puzzles(args.checked()?),
            UserCommand::Convert(args) => UserCommand::Convert(args.checked()?),
            UserCommand::Help(args) => UserCommand::Help(args.checked()?),
            command => command,
        })
    }

    fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        match self {
            UserCommand::Play(args) => play::run(args, out),
            UserCommand::Board(args) => board::run(args, out),
            UserCommand::Analyze(args) => analyze::run(args, out),
            UserCommand::Solve(args) => solve::run(args, out),
            UserCommand::Review(args) => review::run(args, out),
            UserCommand::Puzzles(args) => puzzles::run(args, out),
            UserCommand::Fouls(args) => fouls::run(args, out),
            UserCommand::Convert(args) => convert::run(args, out),
            UserCommand::Games(args) => games::run(args, out),
            UserCommand::Analysis(args) => analysis::run(args, out),
            UserCommand::Completions(args) => {
                let script = args.script(user_line());
                out.write_all(script.as_bytes()).map_err(CliError::Write)
            }
            UserCommand::Black(args) => contest::run(Color::Black, args, out),
            UserCommand::White(args) => contest::run(Color::White, args, out),
            UserCommand::Help(args) => {
                let text = args.text(Terminal::of_stdout().width());
                out.write_all(text.as_bytes()).map_err(CliError::Write)
            }
        }
    }
}

impl DeveloperCommand {
    fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        match self {
            DeveloperCommand::Bench(args) => dev::bench::run(args, out),
            DeveloperCommand::Datagen(args) => dev::generate::run(args, out),
            DeveloperCommand::Openings(args) => dev::openings::run(args, out),
            DeveloperCommand::Features(args) => dev::fitting::features(args, out),
            #[cfg(feature = "tune")]
            DeveloperCommand::Tune(args) => dev::tune::run(args, out),
            #[cfg(feature = "tune")]
            DeveloperCommand::EvenOpenings(args) => dev::even_openings::run(args, out),
            #[cfg(feature = "tune")]
            DeveloperCommand::Match(args) => dev::matches::run(args, out),
            #[cfg(feature = "tune")]
            DeveloperCommand::Spsa(args) => dev::spsa::run(args, out),
            #[cfg(feature = "train")]
            DeveloperCommand::Train(args) => dev::train::run(args, out),
            #[cfg(feature = "train")]
            DeveloperCommand::FitPolicy(args) => dev::fit_policy::run(args, out),
        }
    }
}

impl HelpArgs {
    /// Checks that there is such a topic.
    fn checked(self) -> Result<HelpArgs, UsageError> {
        let Some(name) = &self.topic else {
            return Ok(self);
        };
        let line = line();
        if help::is_topic(name) || line.find_subcommand(name).is_some() {
            Ok(self)
        } else {
            Err(words::unknown_topic(&line, name))
        }
    }

    /// The help for an output of `width` columns.
    pub fn text(&self, width: usize) -> String {
        let name = self.topic.as_deref().unwrap_or_default();
        match line().find_subcommand(name) {
            Some(command) if !help::is_topic(name) => help::of_command(command.clone(), width),
            _ => help::of_topic(name, user_line(), developer_line(), width),
        }
    }
}
