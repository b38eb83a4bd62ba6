//! The script for zsh.

use std::fmt::Write as _;

use super::first_sentence;
use crate::cli::args::table::{Flag, Operands, Spec, Takes};

/// The script.
pub fn script(commands: &[&Spec]) -> String {
    let mut text = "#compdef pbrain-goshawk\n\n_pbrain_goshawk() {\n    local -a commands\n    \
                    commands=(\n"
        .to_string();
    for spec in commands {
        let about = quoted(&spec.summary.replace(':', "\\:"));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "        '{}:{about}'", spec.name);
    }
    text.push_str(
        "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        \
         return\n    fi\n    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    \
         case $command in\n",
    );
    for spec in commands {
        let _ = writeln!(text, "        {})\n            _arguments \\", spec.name);
        for flag in spec.flags {
            let _ = writeln!(text, "                '{}' \\", option(flag));
        }
        let operands = match spec.operands {
            Operands::None | Operands::Text => "",
            Operands::Files => " '*:file:_files'",
            Operands::OneOf(words) => &format!(" '*:name:({})'", words.join(" ")),
        };
        let help = "'(-h --help)'{-h,--help}'[print the help]'";
        let _ = writeln!(text, "                {help}{operands}\n            ;;");
    }
    text.push_str("    esac\n}\n\n_pbrain_goshawk \"$@\"\n");
    text
}

/// An option as `_arguments` describes it.
fn option(flag: &Flag) -> String {
    let help = first_sentence(flag.help);
    let help = quoted(
        &help
            .replace('[', "\\[")
            .replace(']', "\\]")
            .replace(':', "\\:"),
    );
    let name = flag.name;
    match flag.takes {
        Takes::Nothing => format!("{name}[{help}]"),
        Takes::Text(value) => {
            let value = value.replace(['[', ']'], "");
            format!("*{name}=[{help}]:{value}: ")
        }
        Takes::OneOf(value, words) => format!("*{name}=[{help}]:{value}:({})", words.join(" ")),
        Takes::File(value) => format!("*{name}=[{help}]:{value}:_files"),
        Takes::Folder(value) => format!("*{name}=[{help}]:{value}:_files -/"),
    }
}

/// Text inside single quotes.
fn quoted(text: &str) -> String {
    text.replace('\'', "'\\''")
}
