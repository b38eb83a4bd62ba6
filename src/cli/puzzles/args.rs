//! The arguments of `puzzles`.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::cli::args::reader::{self, Arg, exclusive, positive};
use crate::cli::args::table::{Flag, JSON, OVERWRITE, Operands, Spec, Takes};
use crate::cli::args::values::{EXPECTED_THREADS, parse_threads};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::engine::useful_threads;
use crate::puzzle::Wanted;
use crate::report::destination::Destination;

/// How the command is called.
const USAGE: &str = "puzzles [OPTIONS] FILE";
/// The winner's moves in the shortest win that counts by default.
const MIN_MOVES: usize = 3;
/// The greatest value of `--min-moves`.
const MOST_MOVES: usize = 500;
/// The node limit of the search for a win by default.
const NODES: u64 = 200_000;
/// The values of `--kind`.
const KINDS: [&str; 3] = ["vcf", "vct", "all"];

/// The command.
pub const SPEC: Spec = Spec {
    name: "puzzles",
    aliases: &[],
    summary: "find puzzles in your games: only one move, or only one four, wins",
    about: "Find the positions of games in which exactly one first move wins by force, or for a \
            VCF exactly one four, as puzzles to solve.",
    usage: &[USAGE],
    description: "\
FILE is a file of games in any format that `pbrain-goshawk help convert` lists,
or a folder of them with its subfolders; there may be several. The main line of
each game is searched. Puzzles that are rotations or reflections of each other
are found once.

A VCF puzzle is won by continuous fours: its first move is the only four after
which that succeeds, and every other four was refuted by a complete search. A
move that is not a four may win too; unless a search has excluded that, the
solution says that only one four wins. A VCT puzzle has no VCF and is won by
continuous threats: every other move on the board was tried, and the search for
a VCT that begins with it found none. After the first move this search tries
fours, open threes, and quiet moves that make a three or an open two; it is
complete in that sense, but not a proof. A position in which a search ends
without an answer is undecided and is not a puzzle. Nothing is said of moves
that win slowly, without threats.

No puzzle has a five to make or to stop, and in each of them another four, or
for a VCT an open three, can be tried in vain. Once the winning move was played
in the game, the rest of the win makes no more puzzles.
",
    flags: &[
        Flag::new(
            "--kind",
            Takes::OneOf("KIND", &KINDS),
            "vcf, vct or all. Default: all",
        ),
        Flag::text(
            "--min-moves",
            "N",
            "leave out wins in fewer moves of the winner, the five included. Default: 3",
        ),
        Flag::text(
            "--max",
            "N",
            "stop after the game in which puzzle N is found",
        ),
        Flag::text(
            "--nodes",
            "N",
            "node limit of the search for a win in a position; the search for other winning moves \
             gets ten times as many. Default: 200000",
        ),
        Flag::text(
            "--threads",
            "N",
            "search N games at the same time. Default: the number of processors",
        ),
        Flag::rule(
            "freestyle, standard, renju, caro, caro-exact. Default: that of each record, or \
             freestyle",
        ),
        Flag::text(
            "--size",
            "N|WxH",
            "board size. Default: that of each record, or 15",
        ),
        JSON,
        Flag::file(
            "--sgf",
            "write the puzzles to FILE, a game each, with the solution as variations",
        ),
        Flag::file(
            "--sheet",
            "write the puzzles to FILE as a page to print, with the solutions at the end",
        ),
        Flag::file(
            "--results",
            "add what is found in each game to FILE as soon as it is searched. If FILE exists, go \
             on from it",
        ),
        OVERWRITE,
    ],
    operands: Operands::Files,
    notes: "\
Each puzzle has
  length       the winner's moves to the five against the longest defence
  choices      the moves that look like it at the start: fours, for a VCT also
               open threes; and their mean number over all turns of the winner
  quiet moves  the moves of the main line that are neither fours nor open threes
  level        the lowest level of `play` that finds the first move three times
               in a row
They are printed easiest first: by level, then by length. JSON counts the plies
of both sides.

A terminal shows a bar. Enter, or `q` and Enter, ends the search and prints
what was found. Ctrl-C ends the program; with --results, what was found is
kept, and the same command goes on from there. FILE has a first line with the
settings and a line of JSON for each game; a command with other settings
refuses it. Names and dates that were corrected in the games since are read
again; games with other moves are searched again.

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
",
};

/// The arguments of `puzzles`.
#[derive(Debug)]
pub struct PuzzlesArgs {
    /// The files and folders.
    pub files: Vec<PathBuf>,
    /// The size and the rule.
    pub input: InputArgs,
    /// What is looked for.
    pub wanted: Wanted,
    /// The number of puzzles at which the search ends.
    pub max: Option<usize>,
    /// The number of games that are searched at the same time.
    pub threads: usize,
    /// Print JSON instead of text.
    pub json: bool,
    /// Where the puzzles are written as SGF.
    pub sgf: Destination,
    /// Where the page is written.
    pub sheet: Destination,
    /// Where the results of each game are kept.
    pub results: Option<PathBuf>,
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong or there is no file.
pub fn parse(args: &[OsString]) -> Result<Option<PuzzlesArgs>, UsageError> {
    let Some(given) = reader::read(&SPEC, args)? else {
        return Ok(None);
    };
    let mut parsed = PuzzlesArgs {
        files: Vec::new(),
        input: InputArgs::default(),
        wanted: Wanted {
            vcf: true,
            vct: true,
            min_plies: plies(MIN_MOVES),
            nodes: NODES,
        },
        max: None,
        threads: useful_threads(),
        json: false,
        sgf: Destination::Nothing,
        sheet: Destination::Nothing,
        results: None,
    };
    for arg in given {
        let option = match arg {
            Arg::Operand(name) => {
                parsed.files.push(PathBuf::from(name));
                continue;
            }
            Arg::Option(option) => option,
        };
        match option.name() {
            "--kind" => {
                let known = |text: &str| KINDS.contains(&text).then(|| text.to_string());
                let kind = option.value("vcf, vct or all", known)?;
                parsed.wanted.vcf = kind != "vct";
                parsed.wanted.vct = kind != "vcf";
            }
            "--min-moves" => parsed.wanted.min_plies = plies(option.number(1, MOST_MOVES)?),
            "--max" => parsed.max = Some(option.value("a number of puzzles from 1", positive)?),
            "--nodes" => {
                parsed.wanted.nodes = option.value("a number of nodes from 1", positive)?
            }
            "--threads" => parsed.threads = option.value(EXPECTED_THREADS, parse_threads)?,
            "--json" => parsed.json = true,
            "--sgf" => parsed.sgf = Destination::of(option.path()),
            "--sheet" => parsed.sheet = Destination::of(option.path()),
            "--results" => parsed.results = Some(option.path_of_file()?),
            _ if parsed.input.set(&option)? => {}
            _ => return Err(option.unread()),
        }
    }
    exclusive(&[
        ("--json", parsed.json),
        ("--sgf -", parsed.sgf == Destination::StandardOutput),
        ("--sheet -", parsed.sheet == Destination::StandardOutput),
    ])?;
    match parsed.files.is_empty() {
        true => Err(UsageError::Arguments(USAGE)),
        false => Ok(Some(parsed)),
    }
}

/// The plies of a win in this number of the winner's moves.
fn plies(moves: usize) -> usize {
    2 * moves - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<PuzzlesArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn options_are_read() {
        let args = parsed("a.sgf b --kind vct --min-moves 5 --max 3 --rule renju --sgf -");
        let args = args.unwrap().unwrap();
        assert_eq!(args.files, [PathBuf::from("a.sgf"), PathBuf::from("b")]);
        assert!(args.wanted.vct && !args.wanted.vcf);
        assert_eq!((args.wanted.min_plies, args.max), (9, Some(3)));
        let args = parsed("a.sgf").unwrap().unwrap();
        assert!(args.wanted.vct && args.wanted.vcf);
        assert!(parsed("-h").unwrap().is_none());
    }

    #[test]
    fn errors_name_the_option() {
        for (line, text) in [
            ("", "FILE"),
            ("a --kind four", "vcf, vct or all"),
            ("a --max 0", "--max"),
            ("a --nodes x", "--nodes"),
            ("a --json --sgf -", "`--sgf -`"),
            ("a --depth 3", "--depth"),
            ("a --results -", "--results: `-` is not the name of a file"),
        ] {
            let error = parsed(line).unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
    }
}
