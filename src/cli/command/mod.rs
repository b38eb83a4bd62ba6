//! The command line: the table of commands, and the choice of a command by the first argument.

#[cfg(feature = "cli")]
mod people;
mod table;

use std::ffi::OsString;

use crate::cli::args::names::nearest;
use crate::cli::args::reader::{asks_for_help, is_option};
use crate::cli::args::table::Spec;
use crate::cli::error::{CliError, UsageError};
use crate::cli::help::{TOPICS, Topic};
pub use table::Run;
use table::{Command, HELP, VERSION};

/// What the arguments ask for.
pub enum Request {
    /// Run a command.
    Run {
        /// The command with its arguments.
        run: Run,
        /// The command searches on the thread that runs it.
        searches: bool,
    },
    /// Print the help on a topic.
    Help(Topic),
    /// Print the version.
    Version,
}

/// The commands for users, in the order of the help, and those for developers.
#[cfg(feature = "cli")]
const COMMANDS: [[&[Command]; 2]; 2] = [
    [people::USER, table::USER],
    [table::DEVELOPER, people::DEVELOPER],
];

/// The commands of the bare engine: those for users, and those for developers.
#[cfg(not(feature = "cli"))]
const COMMANDS: [[&[Command]; 2]; 2] = [[table::USER, &[]], [table::DEVELOPER, &[]]];

/// All commands.
fn commands() -> impl Iterator<Item = &'static Command> {
    COMMANDS.into_iter().flatten().flatten()
}

/// The commands for users, in the order of the help.
pub fn user_commands() -> Vec<&'static Spec> {
    let commands = COMMANDS[0].into_iter().flatten();
    let specs = commands.map(|command| command.spec);
    specs.chain([&HELP, &VERSION]).collect()
}

/// The commands for developers.
pub fn developer_commands() -> Vec<&'static Spec> {
    let commands = COMMANDS[1].into_iter().flatten();
    commands.map(|command| command.spec).collect()
}

/// Reads the arguments of the program.
///
/// Returns `None` if there are none, or if the first is an option that the program does not have:
/// managers pass their own options, and the program then runs as an engine. A word that is not a
/// command is an error, because managers pass no words.
pub fn parse(args: &[OsString]) -> Option<Result<Request, CliError>> {
    let (first, rest) = args.split_first().filter(|(first, _)| !first.is_empty())?;
    let name = first.to_string_lossy();
    let request = match name.as_ref() {
        "help" | "--help" | "-h" => help_topic(rest).map(Request::Help),
        "--version" | "-V" if asks_for_help(rest) => Ok(Request::Help(Topic::Program)),
        "--version" | "-V" => Ok(Request::Version),
        name => match command(name) {
            Some(command) => {
                let topic = command.spec.name;
                return Some(
                    run(command, rest).map_err(|error| CliError::Usage(error, Some(topic))),
                );
            }
            None if is_option(first) => return None,
            None => Err(missing_feature(name).unwrap_or_else(|| unknown_command(name))),
        },
    };
    Some(request.map_err(|error| CliError::Usage(error, None)))
}

/// A command with its arguments, or the help on it.
fn run(command: &Command, args: &[OsString]) -> Result<Request, UsageError> {
    let run = (command.parse)(args)?;
    let searches = command.searches;
    Ok(match run {
        Some(run) => Request::Run { run, searches },
        None => Request::Help(Topic::Command(command.spec)),
    })
}

/// The command with this name.
fn command(name: &str) -> Option<&'static Command> {
    commands().find(|command| command.spec.name == name || command.spec.aliases.contains(&name))
}

/// The error for a word that is not a command.
pub fn unknown_command(name: &str) -> UsageError {
    let names = commands()
        .map(|command| command.spec.name)
        .chain([HELP.name]);
    UsageError::UnknownCommand {
        nearest: nearest(name, names),
        name: name.to_string(),
    }
}

/// The topic that the arguments of `help` name.
fn help_topic(args: &[OsString]) -> Result<Topic, UsageError> {
    let Some(name) = args.first().filter(|_| !asks_for_help(args)) else {
        return Ok(Topic::Program);
    };
    let name = name.to_string_lossy();
    let topic = Topic::from_name(&name).or(command(&name).map(|found| Topic::Command(found.spec)));
    let error = || {
        let names = commands().map(|command| command.spec.name).chain(TOPICS);
        UsageError::UnknownTopic {
            nearest: nearest(&name, names),
            topic: name.to_string(),
        }
    };
    topic.ok_or_else(|| missing_feature(&name).unwrap_or_else(error))
}

/// The error for a command that only a build with another feature has; `None` if it is none.
fn missing_feature(name: &str) -> Option<UsageError> {
    let feature = match name {
        "train" | "fit-policy" if cfg!(not(feature = "train")) => "train",
        "tune" | "match" | "spsa" | "even-openings" if cfg!(not(feature = "tune")) => "tune",
        _ => return None,
    };
    Some(UsageError::Feature(feature))
}

/// The first argument that is not one of the engine's, which are `--threads N` and
/// `--level N`, also with `=`.
pub fn unknown_argument(args: &[OsString]) -> Option<String> {
    let mut rest = args.iter().map(|arg| arg.to_string_lossy());
    while let Some(arg) = rest.next() {
        match arg.as_ref() {
            "--threads" | "--level" => drop(rest.next()),
            attached if attached.starts_with("--threads=") => {}
            attached if attached.starts_with("--level=") => {}
            unknown => return Some(unknown.to_string()),
        }
    }
    None
}

// The bare engine has few of the commands that these tests name.
#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use crate::cli::args::table::{Flag, Takes};
    use crate::cli::help;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    fn parsed(line: &str) -> Option<Result<Request, CliError>> {
        parse(&words(line))
    }

    /// The help topic that a line asks for.
    fn topic(line: &str) -> &'static str {
        match parsed(line) {
            Some(Ok(Request::Help(topic))) => match topic {
                Topic::Program => "help",
                Topic::Developer => "dev",
                #[cfg(feature = "cli")]
                Topic::Json => "json",
                #[cfg(feature = "cli")]
                Topic::Proof => "proof",
                Topic::Protocol => "protocol",
                Topic::Command(spec) => spec.name,
            },
            _ => panic!("no help for `{line}`"),
        }
    }

    fn error(line: &str) -> String {
        match parsed(line) {
            Some(Err(error)) => error.to_string(),
            _ => panic!("no error for `{line}`"),
        }
    }

    #[test]
    fn options_of_managers_start_the_engine_and_other_words_are_errors() {
        for line in ["", "--force-utf8", "-x --help", "-v", "--threads 2 analyze"] {
            assert!(parsed(line).is_none(), "{line}");
        }
        assert!(parse(&[OsString::new()]).is_none());
        for line in [
            "analyze",
            "analyse",
            "bench",
            "bench 5",
            "Black",
            "White --time 2",
            "completions zsh",
            "datagen --out file",
            "features --schema",
            "play",
            "solve",
            "selfplay renju 15 1 1 1 file",
            "help",
            "--help",
            "-h",
            "--version",
            "-V",
        ] {
            assert!(matches!(parsed(line), Some(Ok(_))), "{line}");
        }
        for (line, meant) in [
            ("ANALYZE", "analyze"),
            ("black", "Black"),
            ("slove x", "solve"),
            ("halp", "help"),
            ("data-gen", "datagen"),
        ] {
            assert!(
                error(line).contains(&format!("did you mean `{meant}`?")),
                "{line}"
            );
        }
        assert_eq!(
            error("foo analyze"),
            "there is no command `foo`; see `pbrain-goshawk help`"
        );
    }

    #[test]
    fn help_is_found_for_each_topic() {
        for (line, expected) in [
            ("help", "help"),
            ("--help", "help"),
            ("help help", "help"),
            ("help --help", "help"),
            ("--version --help", "help"),
            ("help json", "json"),
            ("help proof", "proof"),
            ("help protocol", "protocol"),
            ("help dev", "dev"),
            ("Black --help", "Black"),
            ("selfplay renju 15 --help", "selfplay"),
            ("analyze --depth 3 -h", "analyze"),
        ] {
            assert_eq!(topic(line), expected, "{line}");
        }
        for spec in commands().map(|command| command.spec) {
            for line in [format!("help {}", spec.name), format!("{} -h", spec.name)] {
                assert_eq!(topic(&line), spec.name, "{line}");
            }
        }
        assert_eq!(
            error("help chess"),
            "there is no help on `chess`; see `pbrain-goshawk help`"
        );
    }

    /// A value that an option accepts.
    fn value(flag: &Flag) -> &'static str {
        match flag.takes {
            Takes::Nothing => "",
            Takes::OneOf(_, words) => words[0],
            Takes::Text("LIST") if flag.name == "--moves" => "h8",
            Takes::Text("LIST") => "15=7,20",
            Takes::Text("X") => "0.5",
            Takes::Text("LOW,HIGH") => "0,5",
            Takes::Text("N|WxH") => "9",
            Takes::File(_) if flag.name == "--tree" => "name.sgf",
            Takes::Text("NAME") | Takes::File(_) | Takes::Folder(_) => "name",
            Takes::Text(_) if flag.name == "--channels" => "8",
            Takes::Text(_) if flag.name == "--nodes" => "100",
            Takes::Text(_) => "2",
        }
    }

    #[test]
    fn every_option_of_the_table_is_read_and_has_one_row() {
        for command in commands() {
            let spec = command.spec;
            for (at, flag) in spec.flags.iter().enumerate() {
                assert!(
                    flag.name.starts_with("--") && !flag.help.ends_with('.'),
                    "{flag:?}"
                );
                assert!(spec.flags[..at].iter().all(|other| other.name != flag.name));
                let args = match flag.takes {
                    Takes::Nothing => vec![OsString::from(flag.name)],
                    _ => vec![OsString::from(format!("{}={}", flag.name, value(flag)))],
                };
                // Other required options are missing.
                if let Err(error) = (command.parse)(&args) {
                    let known = matches!(
                        error,
                        UsageError::Required(_)
                            | UsageError::Ending(..)
                            | UsageError::Without(..)
                            | UsageError::Arguments(_)
                    );
                    assert!(known, "{} {}: {error}", spec.name, flag.name);
                }
            }
        }
    }

    #[test]
    fn help_texts_fit_a_terminal() {
        let (user, developer) = (user_commands(), developer_commands());
        let specs = commands().map(|command| Topic::Command(command.spec));
        let topics = TOPICS.iter().filter_map(|name| Topic::from_name(name));
        for topic in topics.chain(specs) {
            for width in [80, 40] {
                let text = help::text(topic, &user, &developer, width);
                // Lines of JSON and file names are not broken.
                let is_text =
                    |line: &&str| !line.trim_start().starts_with(['"', '{', '}', '[', ']']);
                for line in text.lines().filter(is_text) {
                    let fits = line.chars().count() <= width || !line.trim().contains(' ');
                    assert!(fits, "{width}: {line}");
                }
            }
        }
        let hint = help::ENGINE_HINT;
        assert!(hint.lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn a_command_of_another_build_names_its_feature() {
        for (feature, commands) in [
            ("train", &["train", "fit-policy"][..]),
            ("tune", &["tune", "match", "spsa", "even-openings"]),
        ] {
            for command in commands {
                if super::command(command).is_some() {
                    assert!(missing_feature(command).is_none(), "{command}");
                    continue;
                }
                for line in [
                    command.to_string(),
                    format!("{command} --help"),
                    format!("help {command}"),
                ] {
                    let error = error(&line);
                    assert!(error.contains(&format!("--features {feature}`")), "{error}");
                }
            }
        }
    }

    #[test]
    fn arguments_other_than_those_of_the_engine_are_found() {
        for line in [
            "",
            "--threads",
            "--threads 2",
            "--threads=2 --threads 3",
            "--level 3 --threads 2",
            "--level=3",
        ] {
            assert_eq!(unknown_argument(&words(line)), None, "{line}");
        }
        for line in ["foo", "--threads 2 foo x", "--threads=2 foo"] {
            assert_eq!(unknown_argument(&words(line)).as_deref(), Some("foo"));
        }
    }
}
