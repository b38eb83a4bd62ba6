//! `completions`: shell scripts that complete commands and options. They are made from the table of
//! commands.

mod bash;
mod fish;
mod zsh;

use std::ffi::OsString;

use crate::cli::args::reader::{Arg, read};
use crate::cli::args::table::{Operands, Spec};
use crate::cli::error::UsageError;

/// The shells.
const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

/// The command.
pub const SPEC: Spec = Spec {
    name: "completions",
    aliases: &[],
    summary: "print a script that completes commands and options in bash, zsh or fish",
    about: "Print a script that completes commands and options in a shell.",
    usage: &["completions SHELL"],
    description: "\
SHELL is bash, zsh or fish. To use the completions in every session:
  bash    write the script to
          ~/.local/share/bash-completion/completions/pbrain-goshawk
  zsh     write it to a file named _pbrain-goshawk in a folder of $fpath
  fish    write it to ~/.config/fish/completions/pbrain-goshawk.fish
",
    flags: &[],
    operands: Operands::OneOf(&SHELLS),
    notes: "",
};

/// A shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// GNU Bash.
    Bash,
    /// The Z shell.
    Zsh,
    /// Fish.
    Fish,
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<Shell>, UsageError> {
    let Some(given) = read(&SPEC, args)? else {
        return Ok(None);
    };
    let [Arg::Operand(name)] = given.as_slice() else {
        return Err(UsageError::Arguments("completions SHELL"));
    };
    match name.to_string_lossy().as_ref() {
        "bash" => Ok(Some(Shell::Bash)),
        "zsh" => Ok(Some(Shell::Zsh)),
        "fish" => Ok(Some(Shell::Fish)),
        other => Err(UsageError::BadValue {
            option: SPEC.name.to_string(),
            value: other.to_string(),
            expected: "bash, zsh or fish".to_string(),
        }),
    }
}

/// The script for a shell that completes these commands.
pub fn script(shell: Shell, commands: &[&Spec]) -> String {
    match shell {
        Shell::Bash => bash::script(commands),
        Shell::Zsh => zsh::script(commands),
        Shell::Fish => fish::script(commands),
    }
}

/// The first sentence of the help on an option.
fn first_sentence(help: &str) -> &str {
    let end = help.find(". ").or(help.find("; ")).unwrap_or(help.len());
    help[..end].trim_end_matches('.')
}
