//! The arguments of `convert`.

use std::ffi::OsString;
use std::path::{Path, PathBuf, is_separator};

use crate::cli::args::reader::{self, Arg};
use crate::cli::args::table::{Flag, OFFSETS, OVERWRITE, Operands, SIZE, Spec, Takes};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::record::Format;
use crate::report::destination::Destination;

/// The file extensions of the formats that can be written.
const ENDINGS: [&str; 7] = ["sgf", "lib", "psq", "txt", "pos", "sav", "board"];
/// How the command is called.
const USAGE: &str = "convert [OPTIONS] FROM TO";

/// The command.
pub const SPEC: Spec = Spec {
    name: "convert",
    aliases: &[],
    summary: "write games in another format",
    about: "Write the games of the file FROM in the format of the file TO.",
    usage: &[USAGE],
    description: "\
The format of FROM is recognised by its content, that of TO by its ending. A `-`
stands for standard input or output. If TO is a folder, each game is written to
a file of its own there, and --to names the format.
  format         ending  read                   written
  SGF            .sgf    all games, variations  all games, variations
  RenLib         .lib    all variations         all variations, of several games
                                                as one tree, on 15x15
  Piskvork       .psq    one game               the main line of one game
  moves          .txt    a game, or one a line  the main line of each game
  Yixin-Board    .sav    one game               the main line of one game
  bytes          .pos    one game               the main line of one, on 15x15
  board          .board  stones, also numbered  the last position of one game
  PGN            .pgn    all games              no
  RenjuNet       .rif    all games              no
  JSON           .json   all games              no
  protocol, GTP          all games of a log     no
A game that cannot be read is named in a note, and the others are written.
Branches are left out only if --main-line allows it. What else the format has no
place for, such as comments, is named in a note.
",
    flags: &[
        Flag::new(
            "--to",
            Takes::OneOf("FORMAT", &ENDINGS),
            "the format of TO by its ending, whatever the name of TO: sgf, lib, psq, txt, pos, \
             sav, board",
        ),
        Flag::text(
            "--game",
            "N",
            "write only this game of FROM. Default: all games",
        ),
        Flag::switch(
            "--main-line",
            "leave out what is outside the main line if TO cannot hold it",
        ),
        Flag::rule(
            "the rule of the games: freestyle, standard, renju, caro, caro-exact. Default: that \
             of FROM",
        ),
        SIZE,
        OFFSETS,
        OVERWRITE,
    ],
    operands: Operands::Files,
    notes: "\
Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
",
};

/// The arguments of `convert`.
#[derive(Debug)]
pub struct ConvertArgs {
    /// The input, and what the options state about it.
    pub input: InputArgs,
    /// Where they are written.
    pub to: Destination,
    /// The format in which they are written.
    pub format: Format,
    /// The file extension of this format.
    pub ending: &'static str,
    /// Branches may be left out.
    pub may_lose_branches: bool,
}

impl ConvertArgs {
    /// The folder, if each game is written to a file of its own.
    pub fn folder(&self) -> Option<&Path> {
        let folder = self.to.file()?;
        let name = folder.as_os_str().to_string_lossy();
        (folder.is_dir() || name.ends_with(is_separator)).then_some(folder)
    }
}

/// The extension of a format that can be written, in upper or lower case.
fn known_ending(ending: &str) -> Option<&'static str> {
    let ending = ending.to_lowercase();
    ENDINGS.into_iter().find(|known| *known == ending)
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong, or the format is not known.
pub fn parse(args: &[OsString]) -> Result<Option<ConvertArgs>, UsageError> {
    let Some(given) = reader::read(&SPEC, args)? else {
        return Ok(None);
    };
    let mut input = InputArgs::default();
    let mut to: Option<PathBuf> = None;
    let mut ending = None;
    let mut may_lose_branches = false;
    for arg in given {
        let option = match arg {
            Arg::Operand(file) if input.file.is_none() => {
                input.set_file(file)?;
                continue;
            }
            Arg::Operand(file) if to.is_none() => {
                to = Some(PathBuf::from(file));
                continue;
            }
            Arg::Operand(_) => return Err(UsageError::Arguments(USAGE)),
            Arg::Option(option) => option,
        };
        match option.name() {
            "--to" => {
                let expected = "sgf, lib, psq, txt, pos, sav or board";
                ending = Some(option.value(expected, known_ending)?);
            }
            "--main-line" => may_lose_branches = true,
            _ if input.set(&option)? => {}
            _ => return Err(option.unread()),
        }
    }
    let to = to.ok_or(UsageError::Arguments(USAGE))?;
    let of_name = || known_ending(&to.extension()?.to_string_lossy());
    let ending = ending.or_else(of_name);
    let unknown = || UsageError::Ending(to.display().to_string(), &ENDINGS);
    let ending = ending.ok_or_else(unknown)?;
    Ok(Some(ConvertArgs {
        input,
        format: Format::of_ending(ending).unwrap_or(Format::Diagram),
        ending,
        to: Destination::of(to),
        may_lose_branches,
    }))
}
