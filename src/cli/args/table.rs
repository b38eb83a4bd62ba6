//! The table of commands and their options. The parser, the help and the shell completions are all
//! made from it.

/// A command.
#[derive(Debug)]
pub struct Spec {
    /// The name.
    pub name: &'static str,
    /// Other spellings that are accepted.
    pub aliases: &'static [&'static str],
    /// What it does, in a few words for the list of commands.
    pub summary: &'static str,
    /// What it does, as the first paragraph of its help.
    pub about: &'static str,
    /// Its usage without the name of the program, one entry for each form.
    pub usage: &'static [&'static str],
    /// The text between the usage and the options; may be empty. Lines of at most 80 columns.
    pub description: &'static str,
    /// The options, except `--help`.
    pub flags: &'static [Flag],
    /// The arguments that are not options.
    pub operands: Operands,
    /// The text after the options; may be empty. Lines of at most 80 columns.
    pub notes: &'static str,
}

impl Spec {
    /// The option with this name.
    pub fn flag(&self, name: &str) -> Option<&'static Flag> {
        self.flags.iter().find(|flag| flag.name == name)
    }
}

/// The arguments of a command that are not options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// There are none.
    None,
    /// Names of files.
    Files,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Anything else, such as numbers.
    Text,
}

/// An option.
#[derive(Debug, PartialEq, Eq)]
pub struct Flag {
    /// The name with its dashes.
    pub name: &'static str,
    /// Its value.
    pub takes: Takes,
    /// What it does. The help breaks the lines.
    pub help: &'static str,
}

/// The value of an option, with its name in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// None.
    Nothing,
    /// A number, a time or other text.
    Text(&'static str),
    /// One of these words.
    OneOf(&'static str, &'static [&'static str]),
    /// The name of a file.
    File(&'static str),
    /// The name of a folder.
    Folder(&'static str),
}

impl Flag {
    /// An option with a value.
    pub const fn new(name: &'static str, takes: Takes, help: &'static str) -> Flag {
        Flag { name, takes, help }
    }

    /// An option without a value.
    pub const fn switch(name: &'static str, help: &'static str) -> Flag {
        Flag::new(name, Takes::Nothing, help)
    }

    /// An option whose value is a number, a time or other text.
    pub const fn text(name: &'static str, value: &'static str, help: &'static str) -> Flag {
        Flag::new(name, Takes::Text(value), help)
    }

    /// An option whose value is the name of a file.
    pub const fn file(name: &'static str, help: &'static str) -> Flag {
        Flag::new(name, Takes::File("FILE"), help)
    }

    /// `--rule`.
    pub const fn rule(help: &'static str) -> Flag {
        Flag::new("--rule", Takes::OneOf("NAME", &RULES), help)
    }

    /// `--side`.
    pub const fn side(help: &'static str) -> Flag {
        Flag::new("--side", Takes::OneOf("SIDE", &["black", "white"]), help)
    }

    /// The name of the option and of its value, as the help shows them.
    pub fn usage(&self) -> String {
        match self.takes {
            Takes::Nothing => self.name.to_string(),
            Takes::Text(value)
            | Takes::OneOf(value, _)
            | Takes::File(value)
            | Takes::Folder(value) => {
                format!("{} {value}", self.name)
            }
        }
    }
}

/// The names of the rules.
const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro", "caro-exact"];

/// `--size` of commands that read a position.
pub const SIZE: Flag = Flag::text(
    "--size",
    "N|WxH",
    "board size. Default: that of the record, or 15",
);
/// `--game` of commands that read a file.
pub const GAME: Flag = Flag::text("--game", "N", "the game of a file with several. Default: 1");
/// `--list` of commands that read a file.
pub const LIST: Flag = Flag::switch("--list", "list the games of the file, and do nothing else");
/// `--offsets` of commands that read a position.
pub const OFFSETS: Flag = Flag::switch(
    "--offsets",
    "the numbers of a list are offsets from the centre, as in files of openings; with a negative \
     number they always are",
);
/// `--overwrite` of commands that write files.
pub const OVERWRITE: Flag = Flag::switch("--overwrite", "replace files that exist");
/// `--moves` of commands that read a position.
pub const MOVES: Flag = Flag::text("--moves", "LIST", "the position after these moves");
/// `--no-stone-limit`.
pub const NO_STONE_LIMIT: Flag = Flag::switch(
    "--no-stone-limit",
    "in renju on 15x15: look for wins beyond 200 stones, where tournaments end the game as a \
     draw",
);
/// `--json`.
pub const JSON: Flag = Flag::switch(
    "--json",
    "print one JSON document, see `pbrain-goshawk help json`",
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rule;

    #[test]
    fn every_rule_is_completed() {
        assert_eq!(Rule::ALL.map(Rule::name), RULES);
    }
}
