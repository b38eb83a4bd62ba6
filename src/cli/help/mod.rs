//! The help texts. `clap` makes the help on a command from its definition; the other topics are
//! written here.

mod reflow;

use clap::Command;
use clap::builder::StyledStr;

use crate::cli::args::common::PROGRAM;
use reflow::narrow;

/// The width of the texts in columns, unless the terminal is narrower.
const WIDTH: usize = 80;

/// The topics that are not commands.
pub const TOPICS: [&str; 4] = ["dev", "json", "proof", "protocol"];

/// The form of the help on a command, without its usage.
const COMMAND: &str = "\
{about-with-newline}
USAGE
{before-help}{all-args}{after-help}";

/// The form of the lists of commands.
const LIST: &str = "\
{about-with-newline}
USAGE
Commands:
{subcommands}{after-help}";

/// The usage of the program.
const USAGE: &str = "\
pbrain-goshawk [--threads N] [--level N]
  pbrain-goshawk COMMAND";

/// The end of `help`.
const END: &str = "\
`pbrain-goshawk help json` and `pbrain-goshawk help proof` describe the output
of --json and of solve --proof, `pbrain-goshawk help protocol` the commands of
the engine. Commands for developers are listed by `pbrain-goshawk help dev`.

Without a command, Goshawk is an engine: it speaks the Gomocup (Piskvork)
protocol on standard input and output. Unknown options are ignored, because
managers add their own, unless standard input is a terminal. `--threads N` sets
the number of search threads until `INFO thread_num` changes it; the default is
1. `--level N` plays at level N of `play`, 1 to 10, until `INFO strength`
changes it; the default is 10, full strength. `pbrain-goshawk --version` prints
the version.";

/// Shown when the program runs as an engine at a terminal.
pub const ENGINE_HINT: &str = "\
Goshawk reads commands of the Gomocup protocol, such as `START 15` and `BEGIN`;
`END` quits. `pbrain-goshawk help protocol` lists them. To play at the terminal,
run `pbrain-goshawk play`; all commands are listed by `pbrain-goshawk help`.
";

/// `help json`: prose, then the schema.
const JSON: &str = concat!(
    include_str!("json.txt"),
    include_str!("../../report/schema.json")
);

const PROOF: &str = include_str!("../solve/proof_help.txt");

/// `help protocol`.
const PROTOCOL: &str = include_str!("protocol.txt");

/// True for a topic that is not a command, and for `help` itself.
pub fn is_topic(name: &str) -> bool {
    name == "help" || TOPICS.contains(&name)
}

/// The help on a topic that is not a command, and on the program for other names.
pub fn of_topic(name: &str, user: Command, developer: Command, width: usize) -> String {
    match name {
        "json" => fitted(JSON, width),
        "proof" => fitted(PROOF, width),
        "protocol" => fitted(PROTOCOL, width),
        "dev" => {
            let list = developer.about("Commands for the development of Goshawk");
            let list = list.override_usage("pbrain-goshawk COMMAND");
            rendered(list, LIST, width)
        }
        _ => {
            let list = user.about("Goshawk, a gomoku and renju engine");
            let list = list.override_usage(USAGE).after_help(END);
            rendered(list, LIST, width)
        }
    }
}

/// The help on a command, for an output of `width` columns.
pub fn of_command(command: Command, width: usize) -> String {
    let name = format!("{PROGRAM} {}", command.get_name());
    rendered(command.bin_name(name), COMMAND, width)
}

/// The help on a command in this form. `clap` breaks the texts of the options. The usage and the
/// texts around the options, which have lists, are broken here.
fn rendered(mut command: Command, form: &str, width: usize) -> String {
    let width = width.min(WIDTH);
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let usage = narrow(&format!("Usage:\n  {usage}\n"), width);
    let text = |text: Option<&StyledStr>| {
        let text = fitted(&text?.to_string(), width);
        Some(text.trim_end().to_string())
    };
    if let Some(before) = text(command.get_before_help()) {
        command = command.before_help(before);
    }
    if let Some(after) = text(command.get_after_help()) {
        command = command.after_help(after);
    }
    let form = form.replace("USAGE", &usage);
    let mut command = command.term_width(width).help_template(form);
    let help = command.render_help().to_string();
    format!("{}\n", help.trim_end())
}

/// A text of 80 columns, for an output of `width` columns.
fn fitted(text: &str, width: usize) -> String {
    if width < WIDTH {
        narrow(text, width)
    } else {
        text.to_string()
    }
}
