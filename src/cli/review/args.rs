//! The arguments of `review`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::cli::args::reader::exclusive;
use crate::cli::args::table::{Flag, GAME, JSON, LIST, OVERWRITE, Operands, SIZE, Spec, Takes};
use crate::cli::args::values::{EXPECTED_THREADS, parse_threads};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::engine::Limits;
use crate::report::destination::Destination;

/// The time for a position if no limit option is given.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// How the command is called for many games.
const BATCH_USAGE: &str = "review --batch [OPTIONS] FOLDER|FILE";

/// The command.
pub const SPEC: Spec = Spec {
    name: "review",
    aliases: &[],
    summary: "find the mistakes in a game",
    about: "Review a game: evaluate every move, name the mistakes, and say what was better and why.",
    usage: &[
        "review [OPTIONS] [FILE]",
        "review [OPTIONS] --moves \"h8 i9 j10\"",
        BATCH_USAGE,
    ],
    description: "\
FILE is a game in any format that `pbrain-goshawk help analyze` lists, except a
drawn board; without FILE, or if it is `-`, it is read from standard input.
With --batch, all games in FOLDER and its subfolders, or in a file, are
reviewed.
",
    flags: &[
        Flag::text(
            "--time",
            "T",
            "time for each position: 5 (seconds), 0.5 or 500ms. Default: 0.5 seconds, or none if \
             --nodes is given",
        ),
        Flag::text(
            "--nodes",
            "N",
            "node limit for each position. With one thread and no --time, the same options give \
             the same review",
        ),
        Flag::text(
            "--threads",
            "N",
            "search threads. Default: 1. With --batch, N games are reviewed at the same time, with \
             one thread each; with --nodes and no --time, each takes 32 MB for its table. Default: \
             the number of processors",
        ),
        Flag::text(
            "--opening",
            "N",
            "the first N moves belong to the opening, as in swap2, and are not graded. Default: \
             the moves at the beginning that took no time, if the record has the times of all \
             others; else 0",
        ),
        JSON,
        Flag::file(
            "--svg",
            "draw the win chance of black by move; `-` prints the picture in place of the text",
        ),
        Flag::new(
            "--pictures",
            Takes::Folder("DIR"),
            "draw the decisive moves to DIR/move-023.svg and so on: the position before the move, \
             a ring where it was played, and the better line in lighter stones",
        ),
        Flag::file(
            "--sgf",
            "write the game with all its variations and the review as comments, and the better \
             line beside each move from inaccuracy on as a variation; `-` prints it in place of \
             the text",
        ),
        Flag::rule(
            "freestyle, standard, renju, caro, caro-exact. Default: that of the record, or \
             freestyle",
        ),
        SIZE,
        Flag::text("--moves", "LIST", "the moves of the game"),
        GAME,
        LIST,
        Flag::switch("--batch", "review all games of a folder or a file"),
        Flag::file(
            "--csv",
            "with --batch: write a table with a line for each game; `-` prints it in place of the \
             text. A text that a spreadsheet would take for a formula begins with an apostrophe",
        ),
        Flag::file(
            "--results",
            "with --batch: add the review of each game to FILE as soon as it is done. If FILE \
             exists, go on from it",
        ),
        OVERWRITE,
    ],
    operands: Operands::Files,
    notes: "\
For each move the review has the win chance of its side before and after it in
percent, and a grade. 0 and 100 stand only for proved results. `!` marks an
inaccuracy or worse. Grades depend on the loss of win chance, in percentage
points:
  best            the best move found, or less than 1 lost
  good            less than 5
  inaccuracy      less than 10
  mistake         less than 20
  blunder         20 or more
  missed win      5 or more, although a win was proved
Accuracy is the mean over the moves of a side: a move counts 100 %, halved for
every 10 percentage points lost: 100 x 2^(-loss / 10). The decisive moves are
the five that lost most, 10 or more each; if several lost the same, the later
ones are chosen. A forced win is shown with the moves of both sides, nine at
most; a proved one ends with the move that no reply stops. Its length counts
only the winner's moves, including the one that makes five.

Positions are searched from the last to the first, so that a mistake shows where
it was made. Each move is printed as soon as it is reviewed, as a line that
begins with `#`, unless other output replaces the text. A terminal also shows a
bar. Enter, or `q` and Enter, stops the review and prints the moves reviewed so
far, unless the game is read from standard input; Ctrl-C ends the program.

With --batch the report has the results, the accuracy and the mistakes of each
player, and --csv and --json have a line for each game: its accuracy and
mistakes, the first missed win, the first mistake, and the move that lost most.
A game that cannot be read is named and does not end the command. With --nodes
and no --time, the same games give the same reviews, whatever the number of
threads. Enter ends the command with a report on the games that are done. After
Ctrl-C, the same command with the same FILE of --results goes on where it was;
that file has a first line with the settings, then the whole review of each
game as JSON, a line each. Names, dates and results that were corrected in the
games since are read again; games with other moves are reviewed again.

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
",
};

/// The arguments of `review`.
#[derive(Debug)]
pub struct ReviewArgs {
    /// The game, and the limits of the search of each position.
    pub input: InputArgs,
    /// Number of search threads, or of games that are reviewed at the same time, if given.
    pub threads: Option<usize>,
    /// The number of moves that belong to the opening; `None` if the record decides.
    pub opening: Option<usize>,
    /// Print JSON instead of text.
    pub json: bool,
    /// Where the graph is written.
    pub svg: Destination,
    /// The folder for pictures of the moments that decided the game.
    pub pictures: Option<PathBuf>,
    /// Where the game with comments is written.
    pub sgf: Destination,
    /// Review all games.
    pub batch: bool,
    /// Where the table of all games is written.
    pub csv: Destination,
    /// Where the review of each game is kept.
    pub results: Option<PathBuf>,
}

impl ReviewArgs {
    /// Checks that the options of one game and those of many are not mixed.
    fn check_batch(&self) -> Result<(), UsageError> {
        if !self.batch {
            return match (&self.csv, &self.results) {
                (Destination::Nothing, None) => Ok(()),
                (Destination::Nothing, Some(_)) => Err(UsageError::Without("--results", "--batch")),
                _ => Err(UsageError::Without("--csv", "--batch")),
            };
        }
        for (option, is_given) in [
            ("--svg", self.svg != Destination::Nothing),
            ("--pictures", self.pictures.is_some()),
            ("--sgf", self.sgf != Destination::Nothing),
            ("--moves", self.input.moves.is_some()),
            ("--game", self.input.game.is_some()),
            ("--list", self.input.list),
        ] {
            exclusive(&[("--batch", true), (option, is_given)])?;
        }
        match self.input.file_to_read() {
            Some(_) => Ok(()),
            None => Err(UsageError::Arguments(BATCH_USAGE)),
        }
    }

    /// True if the graph is written to standard output, in place of the text.
    pub fn prints_graph(&self) -> bool {
        self.svg == Destination::StandardOutput
    }

    /// True if the game with comments is written to standard output, in place of the text.
    pub fn prints_sgf(&self) -> bool {
        self.sgf == Destination::StandardOutput
    }
}

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<ReviewArgs>, UsageError> {
    let read = InputArgs::read(&SPEC, args).map_err(|error| match error {
        UsageError::SecondPosition(second) if args.iter().any(|arg| arg == "--batch") => {
            UsageError::SecondFolder(second)
        }
        other => other,
    });
    let Some((input, options)) = read? else {
        return Ok(None);
    };
    let mut parsed = ReviewArgs {
        input,
        threads: None,
        opening: None,
        json: false,
        svg: Destination::Nothing,
        pictures: None,
        sgf: Destination::Nothing,
        batch: false,
        csv: Destination::Nothing,
        results: None,
    };
    for option in options {
        match option.name() {
            "--json" => parsed.json = true,
            "--svg" => parsed.svg = Destination::of(option.path()),
            "--pictures" => parsed.pictures = Some(option.path()),
            "--sgf" => parsed.sgf = Destination::of(option.path()),
            "--threads" => {
                parsed.threads = Some(option.value(EXPECTED_THREADS, parse_threads)?);
            }
            "--batch" => parsed.batch = true,
            "--csv" => parsed.csv = Destination::of(option.path()),
            "--results" => parsed.results = Some(option.path_of_file()?),
            "--opening" => {
                let moves = |text: &str| text.parse().ok();
                parsed.opening = Some(option.value("a number of moves", moves)?);
            }
            _ => return Err(option.unread()),
        }
    }
    exclusive(&[
        ("--json", parsed.json),
        ("--svg -", parsed.prints_graph()),
        ("--sgf -", parsed.prints_sgf()),
        ("--csv -", parsed.csv == Destination::StandardOutput),
    ])?;
    parsed.check_batch()?;
    if parsed.input.limits == Limits::default() {
        parsed.input.limits.time.turn = Some(DEFAULT_TIME);
    }
    Ok(Some(parsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<ReviewArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn options_are_read() {
        let line = "game.psq --nodes 500 --opening=3 --svg - --sgf a.sgf --pictures dir";
        let args = parsed(line).unwrap().unwrap();
        assert_eq!((args.opening, args.threads), (Some(3), None));
        assert_eq!(args.input.limits.nodes, Some(500));
        assert_eq!(args.input.limits.time.turn, None);
        assert!(args.prints_graph() && args.sgf.file().is_some() && args.pictures.is_some());
        let default = parsed("game.psq").unwrap().unwrap();
        assert_eq!(default.input.limits.time.turn, Some(DEFAULT_TIME));
        assert!(parsed("-h").unwrap().is_none());
    }

    #[test]
    fn errors_name_the_option() {
        for (line, option) in [
            ("--side black", "--side"),
            ("--nodes 0", "--nodes"),
            ("--opening x", "--opening"),
            ("--multipv 2", "--multipv"),
            ("--svg", "--svg"),
            ("--json --svg -", "`--json` and `--svg -`"),
            ("a b", "`b`"),
            (
                "--csv a.csv b.sgf",
                "`--csv` has no meaning without `--batch`",
            ),
            ("--results a b.sgf", "`--results` has no meaning"),
            ("--batch", "FOLDER"),
            ("--batch -", "FOLDER"),
            ("--batch a b", "only one folder or file can be given; `b`"),
            ("--batch a --results -", "--results: `-` is not the name"),
            ("--batch a --sgf b", "`--sgf`"),
            ("--batch a --game 2", "`--game`"),
            ("--batch a --json --csv -", "`--csv -`"),
        ] {
            let error = parsed(line).unwrap_err().to_string();
            assert!(error.contains(option), "{error}");
        }
    }
}
