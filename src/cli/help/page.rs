//! The help on a command, from its table.

use std::fmt::Write as _;

use super::WIDTH;
use crate::cli::args::table::Spec;
use crate::cli::term::layout::wrapped;

/// The name of the program.
const PROGRAM: &str = "pbrain-goshawk";
/// The indentation of a list's entries, in columns.
const INDENT: usize = 2;
/// The columns between the name of an entry and its text.
const GAP: usize = 2;
/// The column of the texts in a list of commands.
const COMMAND_TEXT: usize = 36;

/// The help on a command.
pub fn command(spec: &Spec) -> String {
    let mut text = String::new();
    for line in wrapped(spec.about, WIDTH) {
        let _ = writeln!(text, "{line}");
    }
    text.push_str("\nUsage:\n");
    for usage in spec.usage {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:INDENT$}{PROGRAM} {usage}", "");
    }
    if !spec.description.is_empty() {
        let _ = write!(text, "\n{}", spec.description);
    }
    text.push_str("\nOptions:\n");
    text.push_str(&options(spec));
    if !spec.notes.is_empty() {
        let _ = write!(text, "\n{}", spec.notes);
    }
    text
}

/// The list of the options of a command.
fn options(spec: &Spec) -> String {
    let flags = spec.flags.iter().map(|flag| (flag.usage(), flag.help));
    let help = ("-h, --help".to_string(), "print this text");
    let entries: Vec<_> = flags.chain([help]).collect();
    let longest = entries.iter().map(|(name, _)| name.len()).max();
    let column = INDENT + longest.unwrap_or_default() + GAP;
    entries
        .iter()
        .map(|(name, text)| entry(name, text, column))
        .collect()
}

/// A list of commands with their first usage and what they do, after the entry `first`.
pub fn commands(first: (String, &'static str), commands: &[&Spec]) -> String {
    let of_command = |spec: &&Spec| {
        let usage = spec.usage.first().copied().unwrap_or(spec.name);
        let usage = usage.replace("[OPTIONS] ", "");
        (format!("{PROGRAM} {usage}"), spec.summary)
    };
    let entries = std::iter::once(first).chain(commands.iter().map(of_command));
    entries
        .map(|(name, text)| entry(&name, text, COMMAND_TEXT))
        .collect()
}

/// An entry of a list: a name, and a text that starts at `column`. A name that reaches the column
/// has its own line.
fn entry(name: &str, text: &str, column: usize) -> String {
    let mut lead = format!("{:INDENT$}{name}", "");
    let mut shown = String::new();
    if lead.len() + GAP > column {
        shown = format!("{lead}\n");
        lead.clear();
    }
    for line in wrapped(text, WIDTH - column) {
        // Writing to a string cannot fail.
        let _ = writeln!(shown, "{lead:<column$}{line}");
        lead.clear();
    }
    shown
}
