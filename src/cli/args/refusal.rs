//! Errors of `clap` in the words of this program: one line that names the option and says what is
//! expected.

use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::cli::args::names::nearest;
use crate::cli::args::values::{joined, one_of};
use crate::cli::error::UsageError;

/// The error in the arguments `args` of a command.
pub fn refusal(error: &clap::Error, command: &Command, args: &[OsString]) -> UsageError {
    let argument = first(error, ContextKind::InvalidArg);
    let name = name(&argument);
    let value = first(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            let options = command.get_arguments().filter_map(Arg::get_long);
            let options: Vec<String> = options.map(|option| format!("--{option}")).collect();
            let nearest = nearest(&argument, options.iter().map(String::as_str));
            UsageError::unknown("unknown option", &argument, nearest)
        }
        ErrorKind::UnknownArgument => unexpected(command, &argument),
        ErrorKind::InvalidValue if value.is_empty() => missing_value(name, args),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let valid = all(error, ContextKind::ValidValue);
            let valid: Vec<&str> = valid.iter().map(String::as_str).collect();
            let expected = if valid.is_empty() {
                expected(error)
            } else {
                one_of(&valid)
            };
            UsageError::bad_value(name, &value, &expected)
        }
        ErrorKind::TooManyValues => UsageError::new(format!("`{name}` takes no value")),
        ErrorKind::MissingRequiredArgument => {
            let missing = all(error, ContextKind::InvalidArg);
            let missing: Vec<String> = missing.iter().map(|arg| quoted(arg)).collect();
            let missing: Vec<&str> = missing.iter().map(String::as_str).collect();
            let verb = if missing.len() == 1 { "is" } else { "are" };
            UsageError::new(format!("{} {verb} required", joined(&missing, "and")))
        }
        ErrorKind::ArgumentConflict => {
            let argument = quoted(&argument);
            match quoted(&first(error, ContextKind::PriorArg)) {
                prior if prior.is_empty() => {
                    UsageError::new(format!("{argument} can only be used alone"))
                }
                prior if prior == argument => UsageError::new(format!("{argument} is given twice")),
                prior => UsageError::exclusive(&argument, &prior),
            }
        }
        // What is left keeps the words of `clap`.
        _ => {
            let text = error.render().to_string();
            let line = text.lines().next().unwrap_or_default();
            UsageError::new(line.trim_start_matches("error: ").to_string())
        }
    }
}

/// The error for an argument too many.
fn unexpected(command: &Command, text: &str) -> UsageError {
    let operands: Vec<String> = command.get_positionals().map(ToString::to_string).collect();
    UsageError::new(match operands.as_slice() {
        [one] => format!("only one {} can be given; `{text}` is a second", name(one)),
        _ => format!("unexpected argument `{text}`"),
    })
}

/// The error for an option without its value. An option that follows is not taken for it.
fn missing_value(option: &str, args: &[OsString]) -> UsageError {
    let at = args.iter().position(|arg| arg == option);
    let next = at.and_then(|at| args.get(at + 1));
    let next = next.map(|next| next.to_string_lossy());
    UsageError::new(match next {
        Some(next) if next.starts_with('-') => {
            format!("`{option}` needs a value; if that is `{next}`, write `{option}={next}`")
        }
        _ => format!("`{option}` needs a value"),
    })
}

/// Checks that at most one of these options is given.
///
/// # Errors
/// If two are.
pub fn exclusive(options: &[(&str, bool)]) -> Result<(), UsageError> {
    let mut given = options.iter().filter(|(_, given)| *given);
    match (given.next(), given.next()) {
        (Some((one, _)), Some((other, _))) => Err(UsageError::exclusive(
            &format!("`{one}`"),
            &format!("`{other}`"),
        )),
        _ => Ok(()),
    }
}

/// What the parser of the value says that it expects.
fn expected(error: &clap::Error) -> String {
    let source = error.source().map(ToString::to_string);
    source.unwrap_or_else(|| first(error, ContextKind::Custom))
}

/// The texts of an error that are of this kind.
fn all(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// The first text of an error that is of this kind; empty if there is none.
fn first(error: &clap::Error, kind: ContextKind) -> String {
    all(error, kind).into_iter().next().unwrap_or_default()
}

/// The name of an option, or of another argument, without its value and brackets.
fn name(argument: &str) -> &str {
    let word = argument.split(' ').next().unwrap_or_default();
    word.trim_matches(['<', '>', '[', ']', '.'])
}

/// The name of an option in backquotes; that of another argument as it is.
fn quoted(argument: &str) -> String {
    let name = name(argument);
    if name.starts_with('-') {
        format!("`{name}`")
    } else {
        name.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, FromArgMatches};

    #[derive(Args, Debug)]
    struct Example {
        file: Option<String>,
        #[arg(long)]
        flag: bool,
        #[arg(long, conflicts_with = "flag")]
        depth: Option<u32>,
    }

    fn error(line: &str) -> String {
        let command = Example::augment_args(Command::new("example")).no_binary_name(true);
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let matches = command.clone().try_get_matches_from(&args);
        let read = matches.and_then(|matches| Example::from_arg_matches(&matches));
        refusal(&read.expect_err("an error"), &command, &args).to_string()
    }

    #[test]
    fn errors_name_the_argument() {
        for (line, text) in [
            ("--fast", "unknown option `--fast`"),
            (
                "--dept=3",
                "unknown option `--dept`; did you mean `--depth`?",
            ),
            ("-d", "unknown option `-d`"),
            ("--depth", "`--depth` needs a value"),
            (
                "--depth --flag",
                "`--depth` needs a value; if that is `--flag`, write `--depth=--flag`",
            ),
            ("--flag=x", "`--flag` takes no value"),
            (
                "--flag --depth 3",
                "`--flag` and `--depth` cannot be used together",
            ),
            ("--depth 3 --depth 4", "`--depth` is given twice"),
            ("a b", "only one FILE can be given; `b` is a second"),
        ] {
            assert_eq!(error(line), text, "{line}");
        }
    }
}
