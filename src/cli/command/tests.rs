//! Tests of all commands and options: they are read from the definitions, so that a new one is
//! tested without another line.

use clap::builder::ValueHint;
use clap::{Arg, ArgAction};

use super::table::user_line;
use super::*;
use crate::cli::help;

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

fn parsed(line: &str) -> Option<Result<Request, CliError>> {
    parse(&words(line))
}

/// The help topic that a line asks for.
fn asked(line: &str) -> Option<String> {
    let Some(Ok(Request::Run(command))) = parsed(line) else {
        panic!("an error for `{line}`");
    };
    match *command {
        Command::User(UserCommand::Help(args)) => args.topic,
        other => panic!("no help for `{line}`: {other:?}"),
    }
}

fn error(line: &str) -> String {
    error_of(&words(line))
}

fn error_of(args: &[OsString]) -> String {
    match parse(args) {
        Some(Err(error)) => error.to_string(),
        other => panic!("no error for {args:?}: {other:?}"),
    }
}

fn commands() -> Vec<clap::Command> {
    let mut line = line();
    line.build();
    line.get_subcommands().cloned().collect()
}

/// The options of a command, except `--help`.
fn options(command: &clap::Command) -> Vec<&Arg> {
    let options = command.get_arguments().filter(|arg| !arg.is_positional());
    let mut options: Vec<&Arg> = options.collect();
    options.retain(|arg| arg.get_id() != "help");
    options
}

/// The name of an option.
fn name(arg: &Arg) -> String {
    format!("--{}", arg.get_long().expect("options have long names"))
}

#[test]
fn definitions_are_consistent() {
    line().debug_assert();
    user_line().debug_assert();
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
    for line in ["help", "--help", "help --help", "--version --help"] {
        assert_eq!(asked(line), None, "{line}");
    }
    for (line, expected) in [
        ("help help", "help"),
        ("help json", "json"),
        ("--help proof", "proof"),
        ("help protocol", "protocol"),
        ("help dev", "dev"),
        ("Black --help", "Black"),
        ("datagen --rule renju --help", "datagen"),
        ("analyze --depth 3 -h", "analyze"),
        ("analyse --fast -h", "analyze"),
    ] {
        assert_eq!(asked(line).as_deref(), Some(expected), "{line}");
    }
    assert_eq!(
        error("help chess"),
        "there is no help on `chess`; see `pbrain-goshawk help`"
    );
    assert!(error("help anlyze").contains("did you mean `analyze`?"));
}

#[test]
fn help_names_each_option_and_fits_a_terminal() {
    let names = commands()
        .into_iter()
        .map(|command| command.get_name().to_string());
    for topic in names.chain(help::TOPICS.map(String::from)) {
        for width in [80, 40] {
            let args = HelpArgs {
                topic: Some(topic.clone()),
            };
            let text = args.text(width);
            // Lines of JSON and file names are not broken.
            let is_text = |line: &&str| !line.trim_start().starts_with(['"', '{', '}', '[', ']']);
            for line in text.lines().filter(is_text) {
                let fits = line.chars().count() <= width || !line.trim().contains(' ');
                assert!(fits, "{topic}, {width}: {line}");
            }
            if let Some(command) = line().find_subcommand(&topic).filter(|_| topic != "help") {
                for option in options(command) {
                    let help = option.get_help().map(ToString::to_string);
                    let help = help.unwrap_or_default();
                    assert!(
                        !help.is_empty() && !help.ends_with('.'),
                        "{topic}: {option}"
                    );
                    let row = text
                        .lines()
                        .find(|line| line.trim_start().starts_with(&name(option)));
                    assert!(row.is_some(), "{topic}: {option}");
                }
            }
        }
    }
    let hint = help::ENGINE_HINT;
    assert!(hint.lines().all(|line| line.chars().count() <= 80));
}

/// A value that an argument accepts.
fn value(arg: &Arg) -> String {
    if let Some(value) = arg.get_possible_values().first() {
        return value.get_name().to_string();
    }
    let names = arg.get_value_names().unwrap_or_default();
    let value = match (arg.get_id().as_str(), names.first().map_or("", |name| name)) {
        ("moves", _) => "h8",
        ("sizes", _) => "15=7,20",
        ("nodes", _) => "100",
        (_, "X") => "0.5",
        (_, "LOW,HIGH") => "0,5",
        (_, "NAME=STEP") => "name=1",
        (_, "N|WxH" | "SIZE") => "9",
        (_, "N" | "T" | "MB" | "DEPTH" | "GAMES" | "NODES" | "SEED") => "2",
        _ => "name.sgf",
    };
    value.to_string()
}

#[test]
fn each_option_is_read_as_the_type_of_its_field() {
    let mut count = 0;
    for command in commands() {
        let given = |arg: &Arg| match arg.get_action() {
            ArgAction::SetTrue => OsString::from(name(arg)),
            _ if arg.is_positional() => value(arg).into(),
            _ => format!("{}={}", name(arg), value(arg)).into(),
        };
        let arguments = command.get_arguments();
        let required = arguments.filter(|arg| arg.is_required_set());
        let required: Vec<OsString> = required.map(given).collect();
        for option in options(&command) {
            let args = [
                &[command.get_name().into()],
                &required[..],
                &[given(option)],
            ]
            .concat();
            // Another type than that of the field is a panic. Other options may be missing.
            let Some(read) = parse(&args) else {
                panic!("no command: {args:?}");
            };
            match read {
                Ok(_) => count += 1,
                Err(error) => {
                    let error = error.to_string();
                    let known = [" without `", " endings ", "MODEL", "FOLDER"];
                    assert!(
                        known.iter().any(|text| error.contains(text)),
                        "{args:?}: {error}"
                    );
                }
            }
        }
    }
    assert!(count > 80, "{count}");
}

/// A value that an option does not accept; `None` if it accepts every text.
fn wrong_value(arg: &Arg) -> Option<&'static str> {
    match arg.get_value_hint() {
        ValueHint::Other if ["moves", "new", "old", "start"].contains(&arg.get_id().as_str()) => {
            None
        }
        ValueHint::Other => Some("? ä,"),
        _ => Some(""),
    }
}

#[test]
fn wrong_values_of_each_option_are_errors_that_name_it() {
    let mut count = 0;
    for command in commands() {
        for option in options(&command) {
            let name = name(option);
            let value = match option.get_action() {
                ArgAction::SetTrue => Some("x"),
                _ => wrong_value(option),
            };
            if let Some(value) = value {
                let arg = OsString::from(format!("{name}={value}"));
                let error = error_of(&[command.get_name().into(), arg]);
                assert!(
                    error.contains(&name),
                    "{} {name}: {error}",
                    command.get_name()
                );
                let help = format!("see `pbrain-goshawk help {}`", command.get_name());
                assert!(error.ends_with(&help), "{error}");
                count += 1;
            }
            if option.get_action().takes_values() {
                let error = error_of(&[command.get_name().into(), OsString::from(&name)]);
                assert!(
                    error.contains(&format!("`{name}` needs a value")),
                    "{error}"
                );
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn misspelt_commands_and_options_get_a_suggestion() {
    for command in commands() {
        let known = command.get_name();
        let wrong = &known[..known.len() - 1];
        let error = error(wrong);
        assert!(
            error.contains(&format!("did you mean `{known}`?")),
            "{error}"
        );
        // In shorter names, too much is wrong.
        let long = |arg: &&Arg| name(arg).len() > "--to".len();
        for option in options(&command).into_iter().filter(long) {
            let name = name(option);
            let wrong = format!("{}q", &name[..name.len() - 1]);
            let error = error_of(&[known.into(), wrong.into()]);
            assert!(
                error.contains("; did you mean `--"),
                "{known} {name}: {error}"
            );
        }
    }
}

#[test]
fn completions_have_each_option_with_its_values() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let Some(Ok(Request::Run(command))) = parsed(&format!("completions {shell}")) else {
            panic!("no completions for {shell}");
        };
        let mut script = Vec::new();
        command.run(&mut script).expect("written");
        let script = String::from_utf8(script).expect("UTF-8");
        for command in user_line().get_subcommands() {
            assert!(script.contains(command.get_name()), "{shell}");
            for option in options(command) {
                let long = option.get_long().expect("a long name");
                assert!(script.contains(long), "{shell}: {long}");
                let values = option.get_possible_values();
                // Scripts of the others have no values.
                let has_values = ["bash", "zsh", "fish"].contains(&shell);
                let takes_value = option.get_action().takes_values();
                for value in values.iter().filter(|_| has_values && takes_value) {
                    let value = value.get_name();
                    assert!(script.contains(value), "{shell}: {long} {value}");
                }
            }
        }
        assert!(!script.contains("datagen"), "it is the developer's");
    }
}

#[test]
fn a_command_of_another_build_names_its_feature() {
    for (feature, commands) in [
        ("train", &["train", "fit-policy"][..]),
        ("tune", &["tune", "match", "spsa", "even-openings"]),
    ] {
        for command in commands {
            if line().find_subcommand(command).is_some() {
                assert!(words::missing_feature(command).is_none(), "{command}");
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
