//! The arguments of `review`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};

use crate::cli::args::parser::{Kind, file_name, nodes, threads, time};
use crate::cli::args::refusal::exclusive;
use crate::cli::error::UsageError;
use crate::cli::input::args::{InputArgs, limits};
use crate::engine::Limits;
use crate::report::destination::Destination;

/// The time for a position if no limit option is given.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// The text before the options.
const DESCRIPTION: &str = "\
FILE is a game in any format that `pbrain-goshawk help analyze` lists, except a
drawn board; without FILE, or if it is `-`, it is read from standard input.
With --batch, all games in FOLDER and its subfolders, or in a file, are
reviewed.
";

/// The text after the options.
const NOTES: &str = "\
For each move the review shows its side's win chance before and after it, in
percent, and a grade. Only proved results are shown as 0 or 100. `!` marks an
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
the five that lost most, at least 10 each; of moves that lost the same, later
ones are preferred. A forced win is shown with the moves of both sides, at most
nine; a proved one ends with the move that no reply stops. Its length counts
only the winner's moves, including the one that makes five.

Positions are searched from the last to the first, so that a mistake shows where
it was made. Each move is printed as soon as it is reviewed, as a line that
begins with `#`, unless other output replaces the text. A terminal also shows
progress. Enter, or `q` and Enter, stops the review and prints the moves
reviewed so far, unless the game is read from standard input; Ctrl-C ends the
program.

With --batch the report has the results, the accuracy and the mistakes of each
player, and --csv and --json list each game: its accuracy and mistakes, the
first missed win, the first mistake, and the move that lost most. A game that
cannot be read is reported and does not end the command. With --nodes and no
--time, the same games give the same reviews, whatever the number of threads.
Enter ends the command with a report on the games finished so far. After Ctrl-C,
the same command with the same --results FILE continues where it stopped. The
first line of FILE has the settings, each further line the whole review of a
game, as JSON. Names, dates and results that have been corrected in the games
are read again; games whose moves have changed are reviewed again.

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
";

/// Review a game: grade every move, and say what was better and why
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
#[command(override_usage = "\
pbrain-goshawk review [OPTIONS] [FILE]
  pbrain-goshawk review --batch [OPTIONS] FOLDER|FILE")]
#[command(mut_arg("moves", |arg| arg.help("The moves of the game, such as \"h8 i9 j10\"")))]
pub struct ReviewArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Time for each position: 5 (seconds), 0.5 or 500ms. Default: 0.5 seconds, or none if --nodes
    /// is given
    #[arg(long, value_name = "T", value_parser = time())]
    pub time: Option<Duration>,
    /// Node limit for each position. With one thread and no --time, the same options give the same
    /// review
    #[arg(long, value_name = "N", value_parser = nodes())]
    pub nodes: Option<u64>,
    /// Search threads. Default: 1. With --batch: review N games at the same time, with one thread
    /// each; with --nodes and no --time, each has a table of 32 MB. Default: the number of
    /// processors
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<usize>,
    /// The first N moves belong to the opening, as in swap2, and are not graded. Default: the moves
    /// at the beginning that took no time, if the record has the times of all others; else 0
    #[arg(long, value_name = "N", value_parser = moves())]
    pub opening: Option<usize>,
    /// Print one JSON document, see `pbrain-goshawk help json`
    #[arg(long)]
    pub json: bool,
    /// Draw black's win chance, move by move; `-` prints the picture in place of the text
    #[arg(long, value_name = "FILE", default_value = "")]
    pub svg: Destination,
    /// Draw the decisive moves to DIR/move-023.svg and so on: the position before the move, a ring
    /// where it was played, and the better line in lighter stones
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub pictures: Option<PathBuf>,
    /// Write the game with all its variations, the review as comments, and the better line as a
    /// variation at each inaccuracy or worse; `-` prints it in place of the text
    #[arg(long, value_name = "FILE", default_value = "")]
    pub sgf: Destination,
    /// Review all games of a folder or a file
    #[arg(long, conflicts_with_all = ["svg", "pictures", "sgf", "moves", "game", "list"])]
    pub batch: bool,
    /// With --batch: write a table with a line for each game; `-` prints it in place of the text.
    /// Text that a spreadsheet would take for a formula is prefixed with an apostrophe
    #[arg(long, value_name = "FILE", default_value = "")]
    pub csv: Destination,
    /// With --batch: add the review of each game to FILE as soon as it is done. If FILE exists,
    /// continue from it
    #[arg(long, value_name = "FILE", value_parser = file_name())]
    pub results: Option<PathBuf>,
}

/// A number of moves.
fn moves() -> Kind<fn(&str) -> Option<usize>> {
    Kind::new("a number of moves", |text| text.parse().ok())
}

impl ReviewArgs {
    /// Checks the options that exclude or need each other.
    ///
    /// # Errors
    /// If options do not fit together, or there is nothing to review with `--batch`.
    pub fn checked(self) -> Result<ReviewArgs, UsageError> {
        exclusive(&[
            ("--json", self.json),
            ("--svg -", self.prints_graph()),
            ("--sgf -", self.prints_sgf()),
            ("--csv -", self.csv == Destination::StandardOutput),
        ])?;
        if self.batch && self.input.file_to_read().is_none() {
            return Err(UsageError::new("`--batch` needs a FOLDER or FILE"));
        }
        for (option, is_given) in [
            ("--csv", self.csv != Destination::Nothing),
            ("--results", self.results.is_some()),
        ] {
            if is_given && !self.batch {
                return Err(UsageError::without(option, "--batch"));
            }
        }
        Ok(self)
    }

    /// The limits of the search of each position.
    pub fn limits(&self) -> Limits {
        let default = self.nodes.is_none().then_some(DEFAULT_TIME);
        limits(self.time.or(default), self.nodes, None)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    fn read(line: &str) -> Result<ReviewArgs, UsageError> {
        parsed::<ReviewArgs>(line).and_then(ReviewArgs::checked)
    }

    #[test]
    fn options_are_read() {
        let line = "game.psq --nodes 500 --opening=3 --svg - --sgf a.sgf --pictures dir";
        let args = read(line).unwrap();
        assert_eq!((args.opening, args.threads), (Some(3), None));
        assert_eq!(args.limits().nodes, Some(500));
        assert_eq!(args.limits().time.turn, None);
        assert!(args.prints_graph() && args.sgf.file().is_some() && args.pictures.is_some());
        let default = read("game.psq").unwrap();
        assert_eq!(default.limits().time.turn, Some(DEFAULT_TIME));
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
            ("--batch a b", "only one FILE can be given; `b`"),
            ("--batch a --results -", "--results: `-` is not the name"),
            ("--batch a --sgf b", "`--sgf`"),
            ("--batch a --game 2", "`--game`"),
            ("--batch a --json --csv -", "`--csv -`"),
        ] {
            let error = read(line).unwrap_err().to_string();
            assert!(error.contains(option), "{error}");
        }
    }
}
