//! What all commands have in common: how their options behave.

use clap::builder::ValueHint;
use clap::{Arg, ArgAction, Command};

/// The name of the program.
pub const PROGRAM: &str = "pbrain-goshawk";

/// A position can be given once only, so that these options do not replace themselves.
const POSITIONS: [&str; 2] = ["moves", "load"];

/// The definition of a command, completed with what all of them have in common.
pub fn configured(command: Command) -> Command {
    command.mut_args(configured_arg)
}

/// An argument, completed in the same way.
fn configured_arg(arg: Arg) -> Arg {
    let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    // Optional texts and files have an empty default, which says nothing.
    let is_empty = arg.get_default_values().iter().any(|text| text.is_empty());
    let arg = arg.hide_default_value(is_empty);
    let arg = match (takes_value, arg.get_value_hint()) {
        (true, ValueHint::Unknown) => {
            let hint = match arg.get_value_names() {
                Some([name]) if name == "FILE" => ValueHint::FilePath,
                _ => ValueHint::Other,
            };
            arg.value_hint(hint)
        }
        _ => arg,
    };
    if arg.is_positional() {
        return arg;
    }
    // A negative number is a wrong value, not an unknown option.
    let arg = arg.allow_negative_numbers(takes_value);
    let id = arg.get_id().clone();
    match arg.get_action() {
        // The last of several values counts.
        ArgAction::Set | ArgAction::SetTrue if !POSITIONS.contains(&id.as_str()) => {
            arg.overrides_with(id)
        }
        _ => arg,
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::cli::args::refusal::refusal;
    use crate::cli::error::UsageError;
    use clap::Args;
    use std::ffi::OsString;

    /// The arguments of a command in a line without its name.
    pub fn parsed<T: Args>(line: &str) -> Result<T, UsageError> {
        let command = configured(T::augment_args(Command::new("test"))).no_binary_name(true);
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let matches = command.clone().try_get_matches_from(&args);
        matches
            .and_then(|matches| T::from_arg_matches(&matches))
            .map_err(|error| refusal(&error, &command, &args))
    }

    #[derive(Args, Debug)]
    struct Example {
        #[arg(long)]
        depth: Option<u32>,
        #[arg(long)]
        moves: Option<String>,
        #[arg(long)]
        flag: bool,
    }

    #[test]
    fn the_last_value_counts_unless_it_is_a_position() {
        let example = parsed::<Example>("--depth 3 --flag --depth=4 --flag").unwrap();
        assert_eq!(
            (example.depth, example.flag, example.moves),
            (Some(4), true, None)
        );
        let error = parsed::<Example>("--moves a --moves b").unwrap_err();
        assert_eq!(error.to_string(), "`--moves` is given twice");
    }

    #[test]
    fn negative_numbers_are_values() {
        let error = parsed::<Example>("--depth -4").unwrap_err().to_string();
        assert!(error.starts_with("--depth: `-4` is not "), "{error}");
    }
}
