//! The arguments of `solve`.

use std::time::Duration;

use clap::Args;

use crate::cli::args::parser::{nodes, time};
use crate::cli::args::refusal::exclusive;
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::engine::Game;
use crate::report::destination::Destination;
use crate::solve::Request;
use crate::types::Color;

/// Time limit if no limit option is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The text before the options.
const DESCRIPTION: &str = "\
The position is given as for `analyze`, see `pbrain-goshawk help analyze`.
A VCF (victory by continuous fours) wins by fours alone, each of which leaves a
single reply. A VCT (victory by continuous threats) wins by fours, open threes
and other moves that threaten to win by fours. If neither is found, the search
of `analyze` looks for a win by any moves, which is then proved as well. Enter,
or `q` and Enter, stops the search.
";

/// The text after the options.
const NOTES: &str = "\
The verdict is one of
  wins by VCF     proved, like the next two; the length includes the five, the
                  main line is the longest defence
  wins by VCT
  wins by force   by threats and moves that threaten a longer win than one by
                  fours
  no VCF          proved: all sequences of fours were tried
  no VCT found    the search is complete, but it does not try all quiet threats
  not decided     the limits were too low, the search was stopped, or it found a
                  win that was not proved
The length is followed by what is known about shorter wins. `the shortest VCF`
is proved. `no shorter VCT found` means that the search for shorter ones is
complete, but it does not try all quiet threats. If it is not complete, the
length up to which it found none is given.
If the game is over, its result is printed instead, and written to the file of
--proof.

Exit codes: 0 success, whatever the verdict, 2 wrong arguments or input, 1 any
other error, such as no proof for `--proof -`.
";

/// Find a forced win of the side to move and prove it
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct SolveArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Side to move: black, white, x or o
    #[arg(long, hide_possible_values = true)]
    pub side: Option<Color>,
    /// Search for a VCF only
    #[arg(long)]
    pub vcf: bool,
    /// Search for a VCT only. Default: a VCF, then a VCT, then any win
    #[arg(long)]
    pub vct: bool,
    /// Search for the shortest win of its kind until a limit is reached. By default, wins are
    /// shortened with little effort
    #[arg(long)]
    pub shortest: bool,
    /// Time limit: 5 (seconds), 0.5 or 500ms. Default: 10 seconds, or none if --nodes is given
    #[arg(long, value_name = "T", value_parser = time())]
    pub time: Option<Duration>,
    /// Node limit for the search for a VCF and a VCT, and again for that for any win; may be
    /// exceeded slightly
    #[arg(long, value_name = "N", value_parser = nodes())]
    pub nodes: Option<u64>,
    /// Print the proof as a tree of the winning moves and the main defences; defences with the same
    /// answer share a line
    #[arg(long)]
    pub tree: bool,
    /// Draw the win to FILE, with numbered stones up to the five; `-` prints the picture in place
    /// of the text
    #[arg(long, value_name = "FILE", default_value = "")]
    pub svg: Destination,
    /// Print one JSON document, see `pbrain-goshawk help json`
    #[arg(long, conflicts_with = "tree")]
    pub json: bool,
    /// Write the proof to FILE as JSON: a tree with the winning move against every reply that stops
    /// the threat. `-` prints the proof in place of the text. See `pbrain-goshawk help proof`
    #[arg(long, value_name = "FILE", default_value = "")]
    pub proof: Destination,
    /// With --proof: write the win against every reply, so that the proof can be checked without a
    /// solver
    #[arg(long)]
    pub full: bool,
    /// In renju on 15x15: look for wins beyond 200 stones, where tournaments declare a draw
    #[arg(long)]
    pub no_stone_limit: bool,
}

impl SolveArgs {
    /// Checks the options that exclude or need each other, and passes on what they say of the
    /// position.
    ///
    /// # Errors
    /// If options do not fit together.
    pub fn checked(mut self) -> Result<SolveArgs, UsageError> {
        // Each of these takes the place of the text, except the tree, which is part of it.
        exclusive(&[
            ("--json", self.json),
            ("--proof -", self.prints_proof()),
            ("--svg -", self.prints_picture()),
            ("--tree", self.tree),
        ])?;
        if self.full && self.proof == Destination::Nothing {
            return Err(UsageError::without("--full", "--proof"));
        }
        self.input.side = self.side;
        Ok(self)
    }

    /// The time limit.
    fn time(&self) -> Option<Duration> {
        let default = self.nodes.is_none().then_some(DEFAULT_TIME);
        self.time.or(default)
    }

    /// The request about this game that the arguments make.
    pub fn request<'a>(&self, game: &'a Game, side: Color) -> Request<'a> {
        Request {
            vcf: self.vcf || !self.vct,
            vct: self.vct || !self.vcf,
            shortest: self.shortest,
            time: self.time(),
            nodes: self.nodes,
            ignores_stone_limit: self.no_stone_limit,
            full: self.full,
            to_five: self.svg != Destination::Nothing,
            ..Request::new(game, side)
        }
    }

    /// True if the proof is written to standard output, in place of the text.
    pub fn prints_proof(&self) -> bool {
        self.proof == Destination::StandardOutput
    }

    /// True if the picture is written to standard output, in place of the text.
    pub fn prints_picture(&self) -> bool {
        self.svg == Destination::StandardOutput
    }

    /// True if the answer is printed as text.
    pub fn prints_text(&self) -> bool {
        !self.json && !self.prints_proof() && !self.prints_picture()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;
    use std::path::PathBuf;

    fn read(line: &str) -> Result<SolveArgs, UsageError> {
        parsed::<SolveArgs>(line).and_then(SolveArgs::checked)
    }

    #[test]
    fn options_are_read() {
        let line = "--vct --shortest --proof tree.json --rule renju board.txt";
        let args = read(line).unwrap();
        assert!(args.vct && !args.vcf && args.shortest);
        assert_eq!(args.proof, Destination::of("tree.json".into()));
        assert_eq!(args.input.file, Some(PathBuf::from("board.txt")));
        assert_eq!(args.time(), Some(DEFAULT_TIME));
        assert!(!args.prints_proof() && !args.full);
        let printed = read("--proof - --full").unwrap();
        assert!(printed.prints_proof() && printed.full);
        let args = read("--nodes=5 --proof=a --moves h8").unwrap();
        assert!(!args.vct && !args.vcf, "both are searched");
        assert_eq!(args.time(), None);
    }

    #[test]
    fn errors_name_the_option() {
        let error = |line| read(line).unwrap_err().to_string();
        assert_eq!(error("--proof"), "`--proof` needs a value");
        let exclusive = "`--json` and `--proof -` cannot be used together";
        assert_eq!(error("--proof - --json"), exclusive);
        assert!(error("--svg - --proof -").contains("`--svg -` cannot be used"));
        assert!(error("--tree --json").contains("`--tree`"));
        assert_eq!(error("--full"), "`--full` has no meaning without `--proof`");
        assert_eq!(error("--vcf=1"), "`--vcf` takes no value");
        assert_eq!(error("--depth 3"), "unknown option `--depth`");
        assert_eq!(error("--threads=2"), "unknown option `--threads`");
    }
}
