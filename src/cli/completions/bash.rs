//! The script for bash.

use std::fmt::Write as _;

use crate::cli::args::table::{Operands, Spec, Takes};

/// Completes words of a list, files or folders. `=` separates words in bash, so `--option=` is two
/// words.
const START: &str = r#"_pbrain_goshawk() {
    local IFS=$'\n' cur prev words=""
    cur=${COMP_WORDS[COMP_CWORD]}
    prev=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    if [ "$cur" = "=" ]; then
        cur=""
    elif [ "$prev" = "=" ] && [ "$COMP_CWORD" -gt 1 ]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    if [ "$COMP_CWORD" -eq 1 ]; then
"#;

/// The end of the function.
const END: &str = r#"    case $words in
        "<files>") compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
        "<folders>") compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
        *) COMPREPLY=($(compgen -W "${words// /$'\n'}" -- "$cur")) ;;
    esac
}
complete -F _pbrain_goshawk pbrain-goshawk
"#;

/// The placeholder for file names.
const FILES: &str = "<files>";
/// The placeholder for folder names.
const FOLDERS: &str = "<folders>";

/// The script.
pub fn script(commands: &[&Spec]) -> String {
    let mut text = START.to_string();
    let names: Vec<&str> = commands.iter().map(|spec| spec.name).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "        words=\"{}\"", names.join(" "));
    text.push_str("    else\n        case ${COMP_WORDS[1]}:$prev:$cur in\n");
    for spec in commands {
        for flag in spec.flags {
            let words = match flag.takes {
                Takes::Nothing => continue,
                Takes::Text(_) => String::new(),
                Takes::OneOf(_, words) => words.join(" "),
                Takes::File(_) => FILES.to_string(),
                Takes::Folder(_) => FOLDERS.to_string(),
            };
            let pattern = format!("{}:{}:*", spec.name, flag.name);
            let _ = writeln!(text, "            {pattern}) words=\"{words}\" ;;");
        }
        let flags: Vec<&str> = spec.flags.iter().map(|flag| flag.name).collect();
        let flags = [&flags[..], &["--help"]].concat().join(" ");
        let _ = writeln!(text, "            {}:*:-*) words=\"{flags}\" ;;", spec.name);
        let operands = match spec.operands {
            Operands::None | Operands::Text => String::new(),
            Operands::Files => FILES.to_string(),
            Operands::OneOf(words) => words.join(" "),
        };
        let _ = writeln!(text, "            {}:*) words=\"{operands}\" ;;", spec.name);
    }
    text.push_str("        esac\n    fi\n");
    text.push_str(END);
    text
}
