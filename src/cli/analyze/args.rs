//! The arguments of `analyze`.

use std::ffi::OsString;

use crate::cli::args::reader::{exclusive, positive};
use crate::cli::args::table::{
    Flag, GAME, JSON, LIST, MOVES, NO_STONE_LIMIT, OFFSETS, OVERWRITE, Operands, SIZE, Spec,
};
use crate::cli::args::values::{EXPECTED_MEMORY, EXPECTED_THREADS, parse_memory, parse_threads};
use crate::cli::error::UsageError;
use crate::cli::input::args::{DEFAULT_TIME, InputArgs};
use crate::engine::{DEFAULT_MEMORY, Limits};
use crate::report::destination::Destination;

/// The largest value of `--multipv`.
const MAX_MULTIPV: usize = 99;

/// The command.
pub const SPEC: Spec = Spec {
    name: "analyze",
    aliases: &["analyse"],
    summary: "find the best move in a position",
    about: "Search one position and print the best move.",
    usage: &[
        "analyze [OPTIONS] [FILE]",
        "analyze [OPTIONS] --moves \"h8 i9 j10\"",
    ],
    description: "\
A terminal shows the progress. Enter, or `q` and Enter, stops the search and
prints the result; Ctrl-C ends the program. On other outputs, each iteration is
printed as a line that begins with `#`, before the result.

The position is read from FILE. If FILE is missing or `-`, it is read from
standard input. The format is recognised by the content:
  board      one line per row: `. - _ + *` or `┼` empty, `x X B 1 ●` black,
             `o O W 0 2 ○` white, `%` blocked. If no other mark for empty points
             occurs, `0` is empty. Separators between points, frames, row
             numbers, column letters and comments after `#` are allowed, and
             so are arrays as in JSON, Python or C, string literals that end
             with `\\n`, a square board in one line, and discs and squares of
             other colours (a note names their sides). Sides from 5 to 31.
  moves      h8 i9 j10, h8i9j10, 1. h8 2. i9, or 7,7 8,6. Columns are a, b, ...
             from the left, including i; rows count from 1 at the bottom. Pairs
             of numbers count column and row from 0 at the top left. Black
             plays first. A side before several moves (`Black: h8, j10`) holds
             for all of them: stones without an order.
  game       a .psq file of Piskvork, or the main line, which is the first
             branch everywhere, of an SGF file or a .lib library of RenLib; a
             library does not state the rule
  protocol   BOARD, lines such as 7,7,1, and DONE, after START and INFO rule if
             they are given; or the lines alone. Commands of GTP
A first line such as `x`, `2` or `black to move` names the side to move of a
board. Comments `# rule: renju` and `# size: 20x15` apply to boards and moves.
Size, rule and side come from the record if it states them; options take
precedence.
",
    flags: &[
        Flag::rule(
            "freestyle, standard, renju, caro, caro-exact. Default: that of the record, or \
             freestyle",
        ),
        Flag::side(
            "side to move: black, white, x or o. Default: that of the record; else black, or \
             white if there are more black stones",
        ),
        Flag::text(
            "--time",
            "T",
            "time limit: 5 (seconds), 0.5 or 500ms. Default: 2 seconds, or none if --depth or \
             --nodes is given",
        ),
        Flag::text("--depth", "N", "depth limit in plies"),
        Flag::text("--nodes", "N", "node limit, exceeded slightly"),
        Flag::text(
            "--threads",
            "N",
            "search threads, at most the number of processors. Default: 1",
        ),
        Flag::text(
            "--memory",
            "MB",
            "memory for the process; long searches benefit from more. Default: 350",
        ),
        SIZE,
        MOVES,
        GAME,
        LIST,
        OFFSETS,
        NO_STONE_LIMIT,
        Flag::text(
            "--multipv",
            "N",
            "print the N best moves, at most 99, with their variations. They are sorted by \
             their values; a move that the last depth has not reached has the value and the \
             depth of the one before. Default: 1. \
             The value of a single move is known to within 4, which leaves time for a \
             deeper search",
        ),
        Flag::switch(
            "--explain",
            "say in words what each side threatens, what the best move makes and stops, and why \
             it is best",
        ),
        JSON,
        Flag::file(
            "--svg",
            "draw the position to FILE, with move numbers and the principal variation in lighter \
             stones; `-` prints the picture in place of the text",
        ),
        OVERWRITE,
    ],
    operands: Operands::Files,
    notes: "\
In renju the points forbidden to black are marked when black is to move, by `+`
on the board and by crosses in the picture.

If the game is over, the result is printed, with the winning row or the foul. Of
fouls, only overlines can be seen on a board; a list of moves shows all. A board
with two results, such as fives of both sides, is an error. Other positions that
cannot arise, such as those with a wrong number of stones, are noted.

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
",
};

/// The arguments of `analyze`.
#[derive(Debug)]
pub struct AnalyzeArgs {
    /// The position and the limits.
    pub input: InputArgs,
    /// Number of search threads.
    pub threads: usize,
    /// The memory limit of the process in bytes.
    pub memory: u64,
    /// Number of variations.
    pub multipv: usize,
    /// Explain the position and the best move in words.
    pub explain: bool,
    /// Print JSON instead of text.
    pub json: bool,
    /// Where a picture is written.
    pub svg: Destination,
}

impl AnalyzeArgs {
    /// True if the picture is written to standard output, in place of the text.
    pub fn prints_picture(&self) -> bool {
        self.svg == Destination::StandardOutput
    }
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<AnalyzeArgs>, UsageError> {
    let Some((input, options)) = InputArgs::read(&SPEC, args)? else {
        return Ok(None);
    };
    let mut parsed = AnalyzeArgs {
        input,
        threads: 1,
        memory: DEFAULT_MEMORY,
        multipv: 1,
        explain: false,
        json: false,
        svg: Destination::Nothing,
    };
    for option in options {
        match option.name() {
            "--explain" => parsed.explain = true,
            "--json" => parsed.json = true,
            "--svg" => parsed.svg = Destination::of(option.path()),
            "--threads" => parsed.threads = option.value(EXPECTED_THREADS, parse_threads)?,
            "--memory" => parsed.memory = option.value(EXPECTED_MEMORY, parse_memory)?,
            "--multipv" => {
                let count = |text: &str| positive(text).filter(|count| *count <= MAX_MULTIPV);
                parsed.multipv = option.value("a number of moves from 1 to 99", count)?;
            }
            _ => return Err(option.unread()),
        }
    }
    // Each of these takes the place of the text, except the explanation, which is part of it.
    exclusive(&[
        ("--json", parsed.json),
        ("--svg -", parsed.prints_picture()),
        ("--explain", parsed.explain),
    ])?;
    if parsed.input.limits == Limits::default() {
        parsed.input.limits.time.turn = Some(DEFAULT_TIME);
    }
    Ok(Some(parsed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Color, Rule};
    use std::path::PathBuf;
    use std::time::Duration;

    fn parsed(line: &str) -> Result<Option<AnalyzeArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    fn args(line: &str) -> AnalyzeArgs {
        parsed(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        parsed(line).unwrap_err().to_string()
    }

    #[test]
    fn options_are_read() {
        let first = args("--rule Renju --side o --time 500ms --size 20x15 board.txt");
        let input = &first.input;
        assert_eq!(
            (input.rule, input.side),
            (Some(Rule::Renju), Some(Color::White))
        );
        assert_eq!(input.limits.time.turn, Some(Duration::from_millis(500)));
        assert_eq!(input.size, BoardSize::new(20, 15));
        assert_eq!(input.file, Some(PathBuf::from("board.txt")));
        let second = args("--depth=4 --nodes 1000 --moves=h8i9 --threads 1");
        let limits = &second.input.limits;
        assert_eq!((limits.depth, limits.nodes), (Some(4), Some(1000)));
        assert_eq!(limits.time.turn, None, "no default time with other limits");
        assert_eq!(second.input.moves.as_deref(), Some("h8i9"));
        assert_eq!(second.threads, 1);
        assert_eq!(second.memory, DEFAULT_MEMORY);
        assert_eq!(args("--memory 4096").memory, 4 << 30);
        let third = args("--multipv 3 --svg=a.svg h8.txt");
        assert_eq!(
            (third.multipv, third.svg),
            (3, Destination::of("a.svg".into()))
        );
        assert!(!args("--svg=a.svg").prints_picture() && args("--svg -").prints_picture());
        assert_eq!(args("").input.limits.time.turn, Some(DEFAULT_TIME));
        assert!(args("").input.reads_standard_input());
        assert!(args("-").input.reads_standard_input());
        assert!(!args("--moves=").input.reads_standard_input());
        assert!(parsed("--depth 3 --help").unwrap().is_none());
    }

    #[test]
    fn errors_name_the_option() {
        assert_eq!(error("--quickly"), "unknown option `--quickly`");
        assert_eq!(error("--time"), "`--time` needs a value");
        assert_eq!(error("--svg"), "`--svg` needs a value");
        assert_eq!(error("--multipv"), "`--multipv` needs a value");
        assert_eq!(error("--contest"), "unknown option `--contest`");
        let exclusive = "`--json` and `--svg -` cannot be used together";
        assert_eq!(error("--svg - --json"), exclusive);
        assert!(error("--explain --json").contains("`--explain`"));
        for (line, option) in [
            ("--time never", "--time"),
            ("--rule chess", "--rule"),
            ("--side red", "--side"),
            ("--size 4", "--size"),
            ("--depth 0", "--depth"),
            ("--multipv 0", "--multipv"),
            ("--multipv 100", "--multipv"),
            ("--nodes many", "--nodes"),
            ("--threads 0", "--threads"),
            ("--memory 0", "--memory"),
        ] {
            assert!(error(line).starts_with(option), "{line}: {}", error(line));
        }
        assert!(error("a b").contains("`b` is a second"));
        assert!(error("--moves h8 b").contains("`b` is a second"));
        assert!(error("b --moves h8").contains("`--moves` is a second"));
    }
}
