//! The help texts. The help on commands is made from the table of commands.

mod page;
mod reflow;

use crate::cli::args::table::Spec;

/// The width of the texts in columns, unless the terminal is narrower.
const WIDTH: usize = 80;

/// A topic of the help.
#[derive(Clone, Copy, Debug)]
pub enum Topic {
    /// The whole program.
    Program,
    /// The developer's commands.
    Developer,
    /// The documents of `--json`.
    #[cfg(feature = "cli")]
    Json,
    /// The format of proofs.
    #[cfg(feature = "cli")]
    Proof,
    /// The protocol of the engine.
    Protocol,
    /// A command.
    Command(&'static Spec),
}

/// The names of the topics that are not commands.
pub const TOPICS: [&str; 5] = ["help", "dev", "json", "proof", "protocol"];

impl Topic {
    /// The topic of `help NAME`, unless it is a command.
    pub fn from_name(name: &str) -> Option<Topic> {
        Some(match name {
            "help" => Topic::Program,
            "dev" => Topic::Developer,
            #[cfg(feature = "cli")]
            "json" => Topic::Json,
            #[cfg(feature = "cli")]
            "proof" => Topic::Proof,
            "protocol" => Topic::Protocol,
            _ => return None,
        })
    }
}

/// The help on a topic, for an output of `width` columns. `user` and `developer` are the commands
/// in the lists.
pub fn text(topic: Topic, user: &[&Spec], developer: &[&Spec], width: usize) -> String {
    let text = match topic {
        Topic::Program => program(user),
        Topic::Developer => developers(developer),
        #[cfg(feature = "cli")]
        Topic::Json => JSON.to_string(),
        #[cfg(feature = "cli")]
        Topic::Proof => PROOF.to_string(),
        Topic::Protocol => include_str!("protocol.txt").to_string(),
        Topic::Command(spec) => page::command(spec),
    };
    match width < WIDTH {
        true => reflow::narrow(&text, width),
        false => text,
    }
}

/// `help`.
fn program(commands: &[&Spec]) -> String {
    let mut text = "\
Goshawk, a gomoku and renju engine.

Usage:
"
    .to_string();
    let engine = (
        "pbrain-goshawk".to_string(),
        "run as an engine: speak the Gomocup (Piskvork) protocol",
    );
    text.push_str(&page::commands(engine, commands));
    #[cfg(feature = "cli")]
    text.push_str(&page::commands(
        (
            "pbrain-goshawk help json|proof".to_string(),
            "describe the output of --json, or of solve --proof",
        ),
        &[],
    ));
    text.push_str(PROGRAM);
    text
}

/// `help dev`.
fn developers(commands: &[&Spec]) -> String {
    let mut text = "\
Commands for the development of Goshawk.

Usage:
"
    .to_string();
    let help = (
        "pbrain-goshawk help dev".to_string(),
        "print this text; `help COMMAND` is the help on a command",
    );
    text.push_str(&page::commands(help, commands));
    text
}

/// The end of `help`.
const PROGRAM: &str = "
The developer's commands are listed by `pbrain-goshawk help dev`.

As an engine, Goshawk reads commands from standard input and writes answers to
standard output. Unknown options are ignored, because managers add their own,
unless standard input is a terminal. `--threads N` sets the number of search
threads until `INFO thread_num` changes it; the default is 1. `--level N` plays
at level N of `play`, 1 to 10, until `INFO strength` changes it; the default is
10, full strength.
";

/// Shown when the program runs as an engine at a terminal.
pub const ENGINE_HINT: &str = "\
Goshawk reads commands of the Gomocup protocol, such as `START 15` and `BEGIN`;
`END` quits. `pbrain-goshawk help protocol` lists them. To play at the terminal,
run `pbrain-goshawk play`; all commands are listed by `pbrain-goshawk help`.
";

/// `help json`: prose, then the schema.
#[cfg(feature = "cli")]
const JSON: &str = concat!(
    include_str!("json.txt"),
    include_str!("../../report/schema.json")
);

/// `help proof`.
#[cfg(feature = "cli")]
const PROOF: &str = include_str!("../solve/proof_help.txt");
