//! The arguments of `puzzles`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::cli::args::parser::{Kind, file_name, nodes, number, threads};
use crate::cli::args::refusal::exclusive;
use crate::cli::args::values::positive;
use crate::cli::error::UsageError;
use crate::engine::useful_threads;
use crate::puzzle::Wanted;
use crate::report::destination::Destination;
use crate::types::{BoardSize, Rule};

/// The maximum of `--min-moves`.
const MOST_MOVES: usize = 500;

/// The text before the options.
const DESCRIPTION: &str = "\
FILE is a file of games in any format that `pbrain-goshawk help convert` lists,
or a folder of them with its subfolders; there may be several. The main line of
each game is searched. Puzzles that are rotations or reflections of each other
are listed once.

A VCF puzzle is won by continuous fours: its first move is the only four after
which that succeeds, and every other four was refuted by a complete search. A
move that is not a four may win too; unless a search has excluded that, the
solution says that only one four wins. A VCT puzzle has no VCF and is won by
continuous threats: every other move on the board was tried, and the search for
a VCT that begins with it found none. After the first move this search tries
fours, open threes, and quiet moves that make a three or an open two; it is
complete in that sense, but not a proof. A position in which a search ends
without an answer is undecided and is not a puzzle. Nothing is said about moves
that win slowly, without threats.

No puzzle has a five to make or to stop, and each has another four, or for a VCT
an open three, that fails. Once the winning move has been played in the game,
the rest of that win yields no more puzzles.
";

/// The text after the options.
const NOTES: &str = "\
Each puzzle has
  length       the winner's moves to the five against the longest defence
  choices      the moves that look like the solution at the start: fours, for
               a VCT also open threes; and their mean number over all turns
               of the winner
  quiet moves  the moves of the main line that are neither fours nor open threes
  level        the lowest level of `play` that finds the first move three times
               in a row
Puzzles are printed easiest first: by level, then by length. JSON counts the
plies of both sides.

A terminal shows progress. Enter, or `q` and Enter, ends the search and prints
what was found. Ctrl-C ends the program; with --results, what was found is
kept, and the same command continues from there. The first line of FILE has the
settings, each further line one game, as JSON; a command with other settings
refuses it. Names and dates that have been corrected in the games are read
again; games whose moves have changed are searched again.

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
";

/// Which wins make puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PuzzleKind {
    Vcf,
    Vct,
    All,
}

/// Find puzzles in your games: positions in which only one move, or only one four, wins
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct PuzzlesArgs {
    /// Files of games, and folders of them
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<PathBuf>,
    /// Which wins make puzzles
    #[arg(long, value_enum, default_value = "all")]
    pub kind: PuzzleKind,
    /// Minimum length of a win in the winner's moves, including the five
    #[arg(long, value_name = "N", value_parser = number(1, MOST_MOVES), default_value = "3")]
    pub min_moves: usize,
    /// Stop after the game in which puzzle N is found
    #[arg(long, value_name = "N", value_parser = puzzles())]
    pub max: Option<usize>,
    /// Node limit of the search for a win in a position; the search for other winning moves gets
    /// ten times as many
    #[arg(long, value_name = "N", value_parser = nodes(), default_value = "200000")]
    pub nodes: u64,
    /// Search N games at the same time. Default: the number of processors
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<usize>,
    /// The rule. Default: that of each record, or freestyle
    #[arg(long, value_name = "NAME")]
    pub rule: Option<Rule>,
    /// Board size. Default: that of each record, or 15
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<BoardSize>,
    /// Print one JSON document, see `pbrain-goshawk help json`
    #[arg(long)]
    pub json: bool,
    /// Write the puzzles to FILE, one game each, with the solutions as variations
    #[arg(long, value_name = "FILE", default_value = "")]
    pub sgf: Destination,
    /// Write the puzzles to FILE as a page to print, with the solutions at the end
    #[arg(long, value_name = "FILE", default_value = "")]
    pub sheet: Destination,
    /// Add what is found in each game to FILE as soon as it is searched. If FILE exists, continue
    /// from it
    #[arg(long, value_name = "FILE", value_parser = file_name())]
    pub results: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    pub overwrite: bool,
}

/// A number of puzzles.
fn puzzles() -> Kind<fn(&str) -> Option<usize>> {
    Kind::new("a number of puzzles from 1", positive)
}

impl PuzzlesArgs {
    /// Checks that at most one result is printed.
    ///
    /// # Errors
    /// If two are.
    pub fn checked(self) -> Result<PuzzlesArgs, UsageError> {
        exclusive(&[
            ("--json", self.json),
            ("--sgf -", self.sgf == Destination::StandardOutput),
            ("--sheet -", self.sheet == Destination::StandardOutput),
        ])?;
        Ok(self)
    }

    /// What is looked for.
    pub fn wanted(&self) -> Wanted {
        Wanted {
            vcf: self.kind != PuzzleKind::Vct,
            vct: self.kind != PuzzleKind::Vcf,
            // The plies of a win in this number of the winner's moves.
            min_plies: 2 * self.min_moves - 1,
            nodes: self.nodes,
        }
    }

    /// The number of games that are searched at the same time.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(useful_threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    fn read(line: &str) -> Result<PuzzlesArgs, UsageError> {
        parsed::<PuzzlesArgs>(line).and_then(PuzzlesArgs::checked)
    }

    #[test]
    fn options_are_read() {
        let args = read("a.sgf b --kind vct --min-moves 5 --max 3 --rule renju --sgf -").unwrap();
        assert_eq!(args.files, [PathBuf::from("a.sgf"), PathBuf::from("b")]);
        assert!(args.wanted().vct && !args.wanted().vcf);
        assert_eq!((args.wanted().min_plies, args.max), (9, Some(3)));
        let args = read("a.sgf").unwrap();
        assert!(args.wanted().vct && args.wanted().vcf);
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
            let error = read(line).unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
    }
}
