//! `completions`: shell scripts that complete commands, options and their values. `clap_complete`
//! makes them from the definitions of the commands.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::args::common::PROGRAM;

/// The text before the options.
const DESCRIPTION: &str = "\
To use the completions in every session:
  bash    write the script to
          ~/.local/share/bash-completion/completions/pbrain-goshawk
  zsh     write it to a file named _pbrain-goshawk in a folder of $fpath
  fish    write it to ~/.config/fish/completions/pbrain-goshawk.fish
";

/// Print a script that completes commands and options in a shell
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

impl CompletionsArgs {
    /// The script that completes the commands of this line.
    pub fn script(&self, mut line: Command) -> String {
        let for_bash = self.shell == Shell::Bash;
        // The script for bash finds no commands of a program with a dash in its name.
        // CITE: https://github.com/clap-rs/clap/issues/6421.
        let name = if for_bash {
            PROGRAM.replace('-', "_")
        } else {
            PROGRAM.to_string()
        };
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut line, name.as_str(), &mut script);
        let script = String::from_utf8_lossy(&script).into_owned();
        if for_bash {
            for_program(&script, &name)
        } else {
            script
        }
    }
}

/// The script for bash, which completes a program of this name, for the program itself.
/// `--option=value` is three words in bash, so that the option is two words before the value.
fn for_program(script: &str, name: &str) -> String {
    let before_value = "    prev=\"$3\"\n";
    let found = format!(
        "{before_value}    [ \"${{prev}}\" != \"=\" ] || prev=\"${{COMP_WORDS[COMP_CWORD-2]}}\"\n"
    );
    script
        .replace(&format!(" {name}\n"), &format!(" {PROGRAM}\n"))
        .replace(before_value, &found)
}
