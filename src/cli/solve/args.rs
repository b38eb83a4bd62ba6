//! The arguments of `solve`.

use std::ffi::OsString;
use std::time::Duration;

use crate::cli::args::reader::exclusive;
use crate::cli::args::table::{
    Flag, GAME, JSON, LIST, MOVES, NO_STONE_LIMIT, OVERWRITE, Operands, SIZE, Spec,
};
use crate::cli::error::UsageError;
use crate::cli::input::args::InputArgs;
use crate::engine::Game;
use crate::report::destination::Destination;
use crate::solve::Request;
use crate::types::Color;

/// Time limit if no limit option is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The command.
pub const SPEC: Spec = Spec {
    name: "solve",
    aliases: &[],
    summary: "find a forced win and prove it",
    about: "Find a forced win of the side to move and prove it.",
    usage: &[
        "solve [OPTIONS] [FILE]",
        "solve [OPTIONS] --moves \"h8 i9 j10\"",
    ],
    description: "\
The position is given as for `analyze`, see `pbrain-goshawk help analyze`.
A VCF (victory by continuous fours) wins by fours alone, each of which leaves a
single reply. A VCT (victory by continuous threats) wins by fours, open threes
and other moves that threaten to win by fours. If neither is found, the search
of `analyze` looks for a win by any moves, which is then proved as well. Enter,
or `q` and Enter, stops the search.
",
    flags: &[
        Flag::switch("--vcf", "search for a VCF only"),
        Flag::switch(
            "--vct",
            "search for a VCT only. Default: a VCF, then a VCT, then any win",
        ),
        Flag::switch(
            "--shortest",
            "search for the shortest win of its kind until a limit is reached. By default, wins \
             are shortened with little effort",
        ),
        Flag::text(
            "--time",
            "T",
            "time limit: 5 (seconds), 0.5 or 500ms. Default: 10 seconds, or none if --nodes is \
             given",
        ),
        Flag::text(
            "--nodes",
            "N",
            "node limit of the search for a VCF and a VCT, and of that for any win; exceeded slightly",
        ),
        Flag::switch(
            "--tree",
            "print the proof as a tree of the winning moves and the main defences; defences with \
             the same answer share a line",
        ),
        Flag::file(
            "--svg",
            "draw the win to FILE, with numbered stones up to the five; `-` prints the picture in \
             place of the text",
        ),
        JSON,
        Flag::file(
            "--proof",
            "write the proof to FILE as JSON: a tree with the winning move against every reply \
             that stops the threat. `-` prints the proof in place of the text. See \
             `pbrain-goshawk help proof`",
        ),
        Flag::switch(
            "--full",
            "with --proof: write the win against every reply, so that the proof can be checked \
             without a solver",
        ),
        Flag::rule(
            "freestyle, standard, renju, caro, caro-exact. Default: that of the record, or \
             freestyle",
        ),
        Flag::side("side to move: black, white, x or o"),
        SIZE,
        MOVES,
        GAME,
        LIST,
        OVERWRITE,
        NO_STONE_LIMIT,
    ],
    operands: Operands::Files,
    notes: "\
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
The length is followed by what is known of shorter wins. `the shortest VCF` is
proved. `no shorter VCT found` means that the search for shorter ones is
complete, but it does not try all quiet threats. If it is not complete, the
length up to which it found none is given.
If the game is over, its result is printed instead, and written to the file of
--proof.

Exit codes: 0 success, whatever the verdict, 2 wrong arguments or input, 1 any
other error, such as no proof for `--proof -`.
",
};

/// The arguments of `solve`.
#[derive(Debug)]
pub struct SolveArgs {
    /// The position and the limits.
    pub input: InputArgs,
    /// Search for a VCF.
    pub vcf: bool,
    /// Search for a VCT.
    pub vct: bool,
    /// Search for the shortest win.
    pub shortest: bool,
    /// Print JSON instead of text.
    pub json: bool,
    /// Where the proof is written.
    pub proof: Destination,
    /// Print the proof as a readable tree.
    pub tree: bool,
    /// Where a picture of the win is written.
    pub svg: Destination,
    /// Expand the proof so that it needs no solver to be checked.
    pub full: bool,
}

impl SolveArgs {
    /// The request about this game that the arguments make.
    pub fn request<'a>(&self, game: &'a Game, side: Color) -> Request<'a> {
        Request {
            vcf: self.vcf,
            vct: self.vct,
            shortest: self.shortest,
            time: self.input.limits.time.turn,
            nodes: self.input.limits.nodes,
            ignores_stone_limit: self.input.ignores_stone_limit,
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

/// Reads the arguments; `None` if help is asked for.
///
/// # Errors
/// If an argument is wrong.
pub fn parse(args: &[OsString]) -> Result<Option<SolveArgs>, UsageError> {
    let Some((input, options)) = InputArgs::read(&SPEC, args)? else {
        return Ok(None);
    };
    let mut parsed = SolveArgs {
        input,
        vcf: false,
        vct: false,
        shortest: false,
        json: false,
        proof: Destination::Nothing,
        full: false,
        tree: false,
        svg: Destination::Nothing,
    };
    for option in options {
        match option.name() {
            "--vcf" => parsed.vcf = true,
            "--vct" => parsed.vct = true,
            "--shortest" => parsed.shortest = true,
            "--json" => parsed.json = true,
            "--proof" => parsed.proof = Destination::of(option.path()),
            "--tree" => parsed.tree = true,
            "--svg" => parsed.svg = Destination::of(option.path()),
            "--full" => parsed.full = true,
            _ => return Err(option.unread()),
        }
    }
    // Each of these takes the place of the text, except the tree, which is part of it.
    exclusive(&[
        ("--json", parsed.json),
        ("--proof -", parsed.prints_proof()),
        ("--svg -", parsed.prints_picture()),
        ("--tree", parsed.tree),
    ])?;
    if parsed.full && parsed.proof == Destination::Nothing {
        return Err(UsageError::Without("--full", "--proof"));
    }
    if !parsed.vcf && !parsed.vct {
        (parsed.vcf, parsed.vct) = (true, true);
    }
    let limits = &mut parsed.input.limits;
    if limits.nodes.is_none() && limits.time.turn.is_none() {
        limits.time.turn = Some(DEFAULT_TIME);
    }
    Ok(Some(parsed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn parsed(line: &str) -> Result<Option<SolveArgs>, UsageError> {
        let args: Vec<_> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    #[test]
    fn options_are_read() {
        let line = "--vct --shortest --proof tree.json --rule renju board.txt";
        let args = parsed(line).unwrap().unwrap();
        assert!(args.vct && !args.vcf && args.shortest);
        assert_eq!(args.proof, Destination::of("tree.json".into()));
        assert_eq!(args.input.file, Some(PathBuf::from("board.txt")));
        assert_eq!(args.input.limits.time.turn, Some(DEFAULT_TIME));
        assert!(!args.prints_proof() && !args.full);
        let printed = parsed("--proof - --full").unwrap().unwrap();
        assert!(printed.prints_proof() && printed.full);
        let args = parsed("--nodes=5 --proof=a --moves h8").unwrap().unwrap();
        assert!(args.vct && args.vcf);
        assert_eq!(args.input.limits.time.turn, None);
        assert!(parsed("-h").unwrap().is_none());
    }

    #[test]
    fn errors_name_the_option() {
        let error = |line| parsed(line).unwrap_err().to_string();
        assert_eq!(error("--proof"), "`--proof` needs a value");
        let exclusive = "`--json` and `--proof -` cannot be used together";
        assert_eq!(error("--proof - --json"), exclusive);
        assert!(error("--svg - --proof -").contains("`--svg -` cannot be used"));
        assert!(error("--tree --json").contains("`--tree` cannot be used"));
        assert_eq!(error("--full"), "`--full` has no meaning without `--proof`");
        assert_eq!(error("--vcf=1"), "`--vcf` takes no value");
        assert_eq!(error("--depth 3"), "unknown option `--depth`");
        assert_eq!(error("--threads=2"), "unknown option `--threads`");
    }
}
