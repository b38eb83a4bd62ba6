//! The arguments of `analyze`.

use std::time::Duration;

use clap::Args;

use crate::cli::args::parser::{Kind, memory, nodes, threads, time};
use crate::cli::args::refusal::exclusive;
use crate::cli::args::values::positive;
use crate::cli::error::UsageError;
use crate::cli::input::args::{DEFAULT_TIME, InputArgs, limits};
use crate::engine::Limits;
use crate::report::destination::Destination;
use crate::types::Color;

/// The maximum of `--multipv`.
const MAX_MULTIPV: usize = 99;

/// The text before the options.
const DESCRIPTION: &str = "\
A terminal shows progress. Enter, or `q` and Enter, stops the search and prints
the result; Ctrl-C ends the program. Any other output gets a line that begins
with `#` for each iteration, before the result.

The position is read from FILE. If FILE is missing or `-`, it is read from
standard input. The format is recognised by its content:
  board      one line per row: `. - _ + *` or `┼` empty, `x X B 1 ●` black,
             `o O W 0 2 ○` white, `%` blocked. If no other mark for empty points
             occurs, `0` is empty. Separators between points, frames, row
             numbers, column letters and comments after `#` are allowed, and
             so are arrays as in JSON, Python or C, string literals that end
             with `\\n`, a square board on one line, and discs and squares of
             other colours (a note names their sides). Sides from 5 to 31.
  moves      h8 i9 j10, h8i9j10, 1. h8 2. i9, or 7,7 8,6. Columns are a, b, ...
             from the left, including i; rows count from 1 at the bottom. Pairs
             of numbers count column and row from 0 at the top left. Black
             plays first. A side before several moves (`Black: h8, j10`) applies
             to all of them; these stones have no order.
  game       a Piskvork .psq file, or the main line (the first branch at every
             move) of an SGF file or a RenLib .lib library; a library does not
             state the rule
  protocol   BOARD, lines such as 7,7,1, and DONE, preceded by START and INFO
             rule if given; or those lines alone. GTP commands
A board may have a first line such as `x`, `2` or `black to move` for the side
to move. Comments `# rule: renju` and `# size: 20x15` apply to boards and moves.
Size, rule and side come from the record if it states them; options take
precedence.
";

/// The text after the options.
const NOTES: &str = "\
In renju, when black is to move, forbidden points are marked by `+` on the board
and by crosses in the picture.

If the game is over, the result is printed, with the winning row or the foul. A
board shows no fouls but overlines; a list of moves shows all. A board with two
results, such as fives of both sides, is an error. Other positions that cannot
arise, such as those with a wrong number of stones, are noted.

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
";

/// Find the best move in a position
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Side to move: black, white, x or o. Default: that of the record; else black, or white if
    /// there are more black stones
    #[arg(long, hide_possible_values = true)]
    pub side: Option<Color>,
    /// Time limit: 5 (seconds), 0.5 or 500ms. Default: 2 seconds, or none if --depth or --nodes is
    /// given
    #[arg(long, value_name = "T", value_parser = time())]
    pub time: Option<Duration>,
    /// Depth limit in plies
    #[arg(long, value_name = "N", value_parser = Kind::new("a number of plies from 1", positive::<u32>))]
    pub depth: Option<u32>,
    /// Node limit; may be exceeded slightly
    #[arg(long, value_name = "N", value_parser = nodes())]
    pub nodes: Option<u64>,
    /// Search threads, at most the number of processors
    #[arg(long, value_name = "N", value_parser = threads(), default_value = "1")]
    pub threads: usize,
    /// Memory for the process; long searches benefit from more
    #[arg(long, value_name = "MB", value_parser = memory(), default_value = "350")]
    pub memory: u64,
    /// Read the numbers of a list as offsets from the centre, as in opening files; a list with
    /// negative numbers is always read that way
    #[arg(long)]
    pub offsets: bool,
    /// In renju on 15x15: look for wins beyond 200 stones, where tournaments declare a draw
    #[arg(long)]
    pub no_stone_limit: bool,
    /// Print the N best moves, at most 99, with their variations. They are sorted by value; a
    /// move that the last iteration has not reached has the value and depth of the one before. The
    /// value of a single move is found to within 4, which leaves time for a deeper search
    #[arg(long, value_name = "N", value_parser = multipv(), default_value = "1")]
    pub multipv: usize,
    /// Say in words what each side threatens, what the best move makes and stops, and why it is
    /// best
    #[arg(long)]
    pub explain: bool,
    /// Print one JSON document, see `pbrain-goshawk help json`
    #[arg(long, conflicts_with = "explain")]
    pub json: bool,
    /// Draw the position to FILE, with move numbers and the principal variation in lighter stones;
    /// `-` prints the picture in place of the text
    #[arg(long, value_name = "FILE", default_value = "")]
    pub svg: Destination,
}

/// A number of variations.
fn multipv() -> Kind<fn(&str) -> Option<usize>> {
    Kind::new("a number of moves from 1 to 99", |text| {
        positive(text).filter(|count| *count <= MAX_MULTIPV)
    })
}

impl AnalyzeArgs {
    /// Checks the options that exclude each other, and passes on what they say of the position.
    ///
    /// # Errors
    /// If two options cannot be used together.
    pub fn checked(mut self) -> Result<AnalyzeArgs, UsageError> {
        // Each of these takes the place of the text, except the explanation, which is part of it.
        exclusive(&[
            ("--json", self.json),
            ("--svg -", self.prints_picture()),
            ("--explain", self.explain),
        ])?;
        (self.input.side, self.input.offsets) = (self.side, self.offsets);
        Ok(self)
    }

    /// The limits of the search.
    pub fn limits(&self) -> Limits {
        let is_limited = self.nodes.is_some() || self.depth.is_some();
        let default = (!is_limited).then_some(DEFAULT_TIME);
        limits(self.time.or(default), self.nodes, self.depth)
    }

    /// True if the picture is written to standard output, in place of the text.
    pub fn prints_picture(&self) -> bool {
        self.svg == Destination::StandardOutput
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;
    use crate::engine::DEFAULT_MEMORY;
    use crate::types::{BoardSize, Rule};
    use std::path::PathBuf;

    fn args(line: &str) -> AnalyzeArgs {
        parsed::<AnalyzeArgs>(line).unwrap().checked().unwrap()
    }

    fn error(line: &str) -> String {
        let args = parsed::<AnalyzeArgs>(line).and_then(AnalyzeArgs::checked);
        args.unwrap_err().to_string()
    }

    #[test]
    fn options_are_read() {
        let first = args("--rule Renju --side o --time 500ms --size 20x15 board.txt");
        let input = &first.input;
        assert_eq!(
            (input.rule, input.side),
            (Some(Rule::Renju), Some(Color::White))
        );
        assert_eq!(first.limits().time.turn, Some(Duration::from_millis(500)));
        assert_eq!(input.size, BoardSize::new(20, 15));
        assert_eq!(input.file, Some(PathBuf::from("board.txt")));
        let second = args("--depth=4 --nodes 1000 --moves=h8i9 --threads 1");
        let limits = second.limits();
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
        assert_eq!(args("").limits().time.turn, Some(DEFAULT_TIME));
        assert!(args("").input.reads_standard_input());
        assert!(args("-").input.reads_standard_input());
        assert!(!args("--moves=").input.reads_standard_input());
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
        assert_eq!(error("a b"), "only one FILE can be given; `b` is a second");
        assert!(error("--moves h8 b").contains("`--moves` and FILE cannot be used together"));
        assert!(error("b --moves h8").contains("FILE and `--moves` cannot be used together"));
        let moves = "`--game` and `--moves` cannot be used together";
        assert_eq!(error("--game 2 --moves h8"), moves);
        assert_eq!(error("--moves h8 --moves i9"), "`--moves` is given twice");
    }
}
