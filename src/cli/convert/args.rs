//! The arguments of `convert`.

use std::path::{Path, PathBuf, is_separator};

use clap::{Args, ValueHint};

use crate::cli::args::parser::{Kind, game};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::record::Format;
use crate::report::destination::Destination;
use crate::types::{BoardSize, Rule};

/// The file extensions of the formats that can be written.
const ENDINGS: [&str; 7] = ["sgf", "lib", "psq", "txt", "pos", "sav", "board"];

/// The text before the options.
const DESCRIPTION: &str = "\
The format of FROM is recognised by its content, that of TO by its ending. A `-`
stands for standard input or output. If TO is a folder, each game is written to
a file of its own there, and --to names the format.
  format         ending  read                   written
  SGF            .sgf    all games, variations  all games, variations
  RenLib         .lib    all variations         all variations, of several games
                                                as one tree, on 15x15
  Piskvork       .psq    one game               the main line of one game
  moves          .txt    one, or one per line   the main line of each game
  Yixin-Board    .sav    one game               the main line of one game
  bytes          .pos    one game               the main line of one, on 15x15
  board          .board  stones, also numbered  the last position of one game
  PGN            .pgn    all games              no
  RenjuNet       .rif    all games              no
  JSON           .json   all games              no
  protocol, GTP          all games of a log     no
A game that cannot be read is named in a note, and the others are written.
Branches are left out only with --main-line. Anything else that the format
cannot hold, such as comments, is named in a note.
";

/// The text after the options.
const NOTES: &str = "\
Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
";

/// Write the games of the file FROM in the format of the file TO
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct ConvertArgs {
    /// The file with the games
    #[arg(value_name = "FROM", value_hint = ValueHint::FilePath)]
    from: PathBuf,
    /// The file to write, or a folder
    #[arg(value_name = "TO", value_hint = ValueHint::AnyPath)]
    pub to: Destination,
    /// The format of TO, given by its ending, whatever the name of TO
    #[arg(long = "to", id = "format", value_name = "FORMAT")]
    #[arg(value_parser = Kind::of_words(&ENDINGS, known_ending))]
    ending: Option<&'static str>,
    /// Write only this game of FROM. Default: all games
    #[arg(long, value_name = "N", value_parser = game())]
    pub game: Option<usize>,
    /// Leave out what is outside the main line if TO cannot hold it
    #[arg(long)]
    pub main_line: bool,
    /// The rule of the games. Default: that of FROM
    #[arg(long, value_name = "NAME")]
    pub rule: Option<Rule>,
    /// Board size, sides from 5 to 31. Default: that of FROM, or 15
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<BoardSize>,
    /// Read the numbers of a list as offsets from the centre, as in opening files; a list with
    /// negative numbers is always read that way
    #[arg(long)]
    offsets: bool,
    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
}

impl ConvertArgs {
    /// Checks that the format is known.
    ///
    /// # Errors
    /// If neither the option nor the ending names one that can be written.
    pub fn checked(mut self) -> Result<ConvertArgs, UsageError> {
        let of_name = |to: &Path| known_ending(&to.extension()?.to_string_lossy());
        self.ending = self.ending.or_else(|| of_name(self.to.file()?));
        match self.ending {
            Some(_) => Ok(self),
            None => Err(UsageError::new(format!(
                "`{}` has none of the endings that can be written: {}; `--to` names the format of \
                 any file",
                self.to.file().unwrap_or(Path::new("-")).display(),
                ENDINGS.join(", ")
            ))),
        }
    }

    /// The input, and what the options state about it.
    pub fn input(&self) -> InputArgs {
        InputArgs {
            file: Some(self.from.clone()),
            rule: self.rule,
            size: self.size,
            game: self.game,
            overwrite: self.overwrite,
            offsets: self.offsets,
            ..InputArgs::default()
        }
    }

    /// The file extension of the format that is written.
    pub fn ending(&self) -> &'static str {
        self.ending.unwrap_or_default()
    }

    /// The format that is written.
    pub fn format(&self) -> Format {
        Format::of_ending(self.ending()).unwrap_or(Format::Diagram)
    }

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
