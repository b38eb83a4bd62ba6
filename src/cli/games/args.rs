//! The arguments of `games`.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::cli::args::reader::{self, Arg};
use crate::cli::args::table::{Flag, JSON, MOVES, OVERWRITE, Operands, Spec};
use crate::cli::args::values::{EXPECTED_THREADS, parse_threads};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::engine::useful_threads;
use crate::record::Format;
use crate::report::destination::Destination;

/// How the command is called.
const USAGE: &str = "games [OPTIONS] FOLDER";

/// The command.
pub const SPEC: Spec = Spec {
    name: "games",
    aliases: &[],
    summary: "show what was played in a position in your games",
    about: "Read all games of FOLDER and the folders in it, and show what was played in a position \
            and how the games ended.",
    usage: &[USAGE, "games --moves \"h8 i9\" FOLDER"],
    description: "\
Files in all formats that `pbrain-goshawk help convert` lists are read, by their
endings. FOLDER may be a file as well. Positions that arise by another order of
moves, and rotated or reflected ones, are the same. Each game counts once for a
position; a position outside the main line counts as a game without a result.
Only games on boards of one size are counted, 15x15 unless --size says another.
The last column is the share of the side to move, a draw counted as a half.

A position takes 29 to 67 bytes of memory in each thread that meets it; the
first line of the result has their sum. A thread also holds the games of one
file, which take several times the size of the file.
",
    flags: &[
        MOVES,
        Flag::text("--size", "N|WxH", "board size. Default: 15"),
        Flag::rule(
            "only games that state this rule: freestyle, standard, renju, caro, caro-exact. \
             Default: all games",
        ),
        Flag::file(
            "--tree",
            "write all games to FILE as one tree, with the results of positions that arose in \
             several games as comments: .sgf, or .lib on 15x15. Games that begin with other \
             stones on the board are left out",
        ),
        Flag::text(
            "--threads",
            "N",
            "read with N threads. Default: the number of processors",
        ),
        JSON,
        OVERWRITE,
    ],
    operands: Operands::Files,
    notes: "\
Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
",
};

/// The arguments of `games`.
#[derive(Debug)]
pub struct GamesArgs {
    /// The folder, or a file.
    pub folder: PathBuf,
    /// The moves that lead to the position, the size and the rule.
    pub input: InputArgs,
    /// Where the games are written as one tree.
    pub tree: Destination,
    /// The format of the tree; `None` if it is not written.
    pub format: Option<Format>,
    /// The number of threads that read files.
    pub threads: usize,
    /// Print JSON instead of text.
    pub json: bool,
}

/// The format of a file that can hold a tree, by its extension.
fn format_of_tree(name: &str) -> Option<Format> {
    let (_, ending) = name.rsplit_once('.')?;
    let is_tree = |format: &Format| matches!(format, Format::Sgf | Format::RenLib);
    Format::of_ending(ending).filter(is_tree)
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong or there is no folder.
pub fn parse(args: &[OsString]) -> Result<Option<GamesArgs>, UsageError> {
    let Some(given) = reader::read(&SPEC, args)? else {
        return Ok(None);
    };
    let mut folder = None;
    let mut parsed = GamesArgs {
        folder: PathBuf::new(),
        input: InputArgs::default(),
        tree: Destination::Nothing,
        format: None,
        threads: useful_threads(),
        json: false,
    };
    for arg in given {
        let option = match arg {
            Arg::Operand(name) if folder.is_none() => {
                folder = Some(PathBuf::from(name));
                continue;
            }
            Arg::Operand(_) => return Err(UsageError::Arguments(USAGE)),
            Arg::Option(option) => option,
        };
        match option.name() {
            "--tree" => {
                let expected = "a file that ends with .sgf or .lib";
                parsed.format = Some(option.value(expected, format_of_tree)?);
                parsed.tree = Destination::of(option.path());
            }
            "--threads" => parsed.threads = option.value(EXPECTED_THREADS, parse_threads)?,
            "--json" => parsed.json = true,
            _ if parsed.input.set(&option)? => {}
            _ => return Err(option.unread()),
        }
    }
    parsed.folder = folder.ok_or(UsageError::Arguments(USAGE))?;
    Ok(Some(parsed))
}
