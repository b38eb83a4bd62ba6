//! The arguments of `games`.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueHint};

use crate::cli::args::parser::{moves, threads};
use crate::engine::useful_threads;
use crate::record::Format;
use crate::report::destination::Destination;
use crate::types::{BoardSize, Rule};

/// The text before the options.
const DESCRIPTION: &str = "\
Files in all formats that `pbrain-goshawk help convert` lists are read, chosen
by their endings. FOLDER may also be a file. Positions reached by another order
of moves, and rotated or reflected ones, count as the same. Each game counts
once for a position; a position outside the main line counts as a game without a
result. Only games on boards of one size are counted, 15x15 unless --size says
otherwise. The last column is the score of the side to move in percent, with
draws counted as halves.

A position takes 29 to 67 bytes of memory in each thread that meets it; the
first line of the result has the total. A thread also holds the games of one
file, which take several times the size of the file.
";

/// The text after the options.
const NOTES: &str = "\
Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
";

/// Show which moves your games played in a position, and how those games ended
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct GamesArgs {
    /// The folder with the games, or a file
    #[arg(value_hint = ValueHint::AnyPath)]
    pub folder: PathBuf,
    /// The position after these moves, such as "h8 i9"
    #[arg(long, value_name = "LIST", value_parser = moves(), allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Board size
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    pub size: BoardSize,
    /// Only games that state this rule. Default: all games
    #[arg(long, value_name = "NAME")]
    pub rule: Option<Rule>,
    /// Write all games to FILE as one tree, with the results of positions that arose in several
    /// games as comments: .sgf, or .lib on 15x15. Games that begin with other stones on the board
    /// are left out
    #[arg(long, value_name = "FILE", value_parser = tree_file())]
    tree: Option<PathBuf>,
    /// Read with N threads. Default: the number of processors
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<usize>,
    /// Print one JSON document, see `pbrain-goshawk help json`
    #[arg(long)]
    pub json: bool,
    /// Replace existing files
    #[arg(long)]
    pub overwrite: bool,
}

impl GamesArgs {
    /// Where the games are written as one tree.
    pub fn tree(&self) -> Destination {
        let tree = self.tree.clone();
        tree.map_or(Destination::Nothing, Destination::File)
    }

    /// The format of the tree; `None` if it is not written.
    pub fn format(&self) -> Option<Format> {
        format_of_tree(self.tree.as_deref()?)
    }

    /// The number of threads that read files.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(useful_threads)
    }
}

/// A file that can hold a tree.
fn tree_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match format_of_tree(&path) {
        Some(_) => Ok(path),
        None => Err("a file that ends with .sgf or .lib"),
    })
}

/// The format of a file that can hold a tree, by its extension.
fn format_of_tree(path: &Path) -> Option<Format> {
    let ending = path.extension()?.to_string_lossy().into_owned();
    let is_tree = |format: &Format| matches!(format, Format::Sgf | Format::RenLib);
    Format::of_ending(&ending).filter(is_tree)
}
