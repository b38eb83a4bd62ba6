//! The script for fish.

use std::fmt::Write as _;

use super::first_sentence;
use crate::cli::args::table::{Operands, Spec, Takes};

/// The script.
pub fn script(commands: &[&Spec]) -> String {
    let mut text = "complete -c pbrain-goshawk -f\n".to_string();
    for spec in commands {
        let (name, about) = (spec.name, quoted(spec.summary));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "complete -c pbrain-goshawk -n __fish_use_subcommand -a {name} -d '{about}'"
        );
    }
    for spec in commands {
        let name = spec.name;
        let start = format!("complete -c pbrain-goshawk -n '__fish_seen_subcommand_from {name}'");
        let operands = match spec.operands {
            Operands::None | Operands::Text => None,
            Operands::Files => Some("-F".to_string()),
            Operands::OneOf(words) => Some(format!("-a '{}'", words.join(" "))),
        };
        if let Some(operands) = operands {
            let _ = writeln!(text, "{start} {operands}");
        }
        for flag in spec.flags {
            let option = flag.name.trim_start_matches('-');
            let value = match flag.takes {
                Takes::Nothing => String::new(),
                Takes::Text(_) => " -x".to_string(),
                Takes::OneOf(_, words) => format!(" -x -a '{}'", words.join(" ")),
                Takes::File(_) => " -r -F".to_string(),
                Takes::Folder(_) => " -x -a '(__fish_complete_directories)'".to_string(),
            };
            let help = quoted(first_sentence(flag.help));
            let _ = writeln!(text, "{start} -l {option}{value} -d '{help}'");
        }
        let _ = writeln!(text, "{start} -s h -l help -d 'print the help'");
    }
    text
}

/// Text inside single quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\'', "\\'")
}
