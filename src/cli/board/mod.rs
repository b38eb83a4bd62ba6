//! `board`: serves the board in the browser, see [`crate::web`].

mod browser;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};

use crate::cli::args::parser::{memory, number, threads, time};
use crate::cli::error::{CliError, UsageError};
use crate::cli::input::Source;
use crate::cli::input::args::{DEFAULT_TIME, InputArgs};
use crate::cli::output::print_notes;
use crate::cli::play::start::Start;
use crate::engine::useful_threads;
use crate::opening::rules::OpeningRule;
use crate::play::autosave::{Autosave, SaveTo};
use crate::play::seats::Seats;
use crate::play::{Match, calendar};
use crate::random::clock_seed;
use crate::record;
use crate::report::puzzles::read::is_puzzles;
use crate::strength::Level;
use crate::types::{BoardSize, Rule};
use crate::web::{Board, Options};

/// The text before the options.
const DESCRIPTION: &str = "\
The program serves one page to the browser of this computer, prints its address
and opens it. Nothing is loaded from the internet. The address contains a
secret; without it nobody can use the page. The browser is given the name of a
file that only you can read and that leads to the page. Ctrl-C ends the program.

FILE is a game to continue from, such as one that `play` or the board has
saved, or anything else to analyse; see `pbrain-goshawk help analyze` for the
formats. Once its opening is over, every game is saved after each move to a new
file goshawk/game-N.sgf in the data folder, which is ~/.local/share unless
XDG_DATA_HOME is set. `play` can continue it.

A new game can begin with an opening rule. The page says what to do at each
step: the board marks the points where a stone may be placed, and shows the
fifth moves that are proposed; a second click on one withdraws it. The browser
remembers the choices of the last game; with --port, from one start to the next.

You can play by mouse or keyboard: Tab leads to the board, the arrow keys move
the cursor, Enter plays. On a touch screen a second tap confirms. Elsewhere the
arrow keys step through the game; n shows move numbers, h suggests a move, u
takes a move back. Against Goshawk a bar shows the win chance; two people see it
only if they switch it on in the settings. The menu of the game changes the
players, their sides and Goshawk's level while it goes on.

The Analysis tab shows a game with its branches: paste it, drop a file on the
page, or take over the game that is being played. A move that is not in it
begins a branch. Goshawk shows the best variations while it searches; pointing
at one shows it on the board, a click plays its moves. It gives its reasons,
shows the threats of both sides, and proves forced wins: the proof becomes
branches, and any other reply that you play is answered. The result is saved as
SGF, RenLib, Piskvork's format, text or a picture. `Play from here` begins a
game in the position on the board. The Review tab evaluates the moves of that
game, shows what each mistake allows and what was better, and lets you look for
the moves you should have played; the same game gets the same grades each time.
The Games tab lists the saved games: you can search, open, rename and delete
them. In Analysis, Played shows which moves these games and the open file played
in the position. Games also has puzzles: three sets, and those that are found in
your game or in a file written by `puzzles --json`. You play each win to its
end, and the score is kept in the file puzzles.json beside the games.

With --network, other computers can join. A game with a person over the network
has a link, also as a QR code: whoever opens it first plays, later visitors
watch. They cannot start searches or change settings, and nobody gets help from
Goshawk in such a game. The connection is not encrypted: use it on a network
that you trust.
";

/// The text after the options.
const NOTES: &str = "\
Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
";

/// The longest time limit of a move.
const LONGEST_TIME: Duration = Duration::from_secs(600);

/// Play, analyse and review games in the browser: against Goshawk, two people at one computer or
/// over the network, or Goshawk against itself
#[derive(Args, Debug)]
#[command(before_help = DESCRIPTION, after_help = NOTES)]
pub struct BoardArgs {
    /// The game to continue from, or anything to analyse
    #[arg(value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// The port, from 1 to 65535. Default: any free one
    #[arg(long, value_name = "N", value_parser = number(1, u16::MAX))]
    port: Option<u16>,
    /// Listen on all addresses of this computer, so that others can join games
    #[arg(long)]
    network: bool,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// The rule. Default: that of FILE, or freestyle
    #[arg(long, value_name = "NAME")]
    rule: Option<Rule>,
    /// Board size, sides from 5 to 31. Default: that of FILE, or 15
    #[arg(long, value_name = "N|WxH")]
    size: Option<BoardSize>,
    /// Begin with an opening rule: swap or swap2 for gomoku; rif, yamaguchi, soosyrv-8 or
    /// taraguchi-10 for renju, which is then the default rule
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    opening: Option<OpeningRule>,
    /// Goshawk's playing level, 1 (weakest) to 10 (full strength). Default: that in FILE, or 5
    #[arg(long, value_name = "N", hide_possible_values = true)]
    level: Option<Level>,
    /// Time limit for Goshawk's moves and hints: 5 (seconds), 0.5 or 500ms. Default: that in FILE,
    /// or 2 seconds
    #[arg(long, value_name = "T", value_parser = time())]
    time: Option<Duration>,
    /// Search threads for level 10 and hints. Default: one fewer than this computer's processors
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<usize>,
    /// Memory for the process; longer searches benefit from more
    #[arg(long, value_name = "MB", value_parser = memory(), default_value = "350")]
    memory: u64,
}

impl BoardArgs {
    /// Fits the rule to the opening.
    ///
    /// # Errors
    /// If they do not fit.
    pub fn checked(mut self) -> Result<BoardArgs, UsageError> {
        if let Some(opening) = self.opening {
            let mut input = self.input();
            input.fit_opening(opening)?;
            self.rule = input.rule;
        }
        Ok(self)
    }

    /// The game to continue from, and what the options say of it.
    fn input(&self) -> InputArgs {
        InputArgs {
            file: self.file.clone(),
            rule: self.rule,
            size: self.size,
            ..InputArgs::default()
        }
    }
}

/// Serves the board until the process ends.
///
/// # Errors
/// If the game to continue from is wrong, or the server cannot be started.
pub fn run(args: &BoardArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let (resumed, studied) = if args.input().has_position() {
        game(args)?
    } else {
        (None, None)
    };
    let autosave = Autosave::new(&SaveTo::NewFile);
    let saving = autosave.describe(args.opening.is_some());
    let limit = args.time.unwrap_or(DEFAULT_TIME);
    let board = Board::start(Options {
        resumed,
        studied,
        port: args.port,
        network: args.network,
        rule: args.rule.unwrap_or_default(),
        size: args.size.unwrap_or_else(record::default_size),
        opening: args.opening,
        level: args.level.unwrap_or_default().number(),
        seconds: limit.min(LONGEST_TIME).as_secs_f64(),
        threads: args.threads.unwrap_or_else(default_threads),
        memory: args.memory,
        autosave,
        seed: clock_seed(),
    });
    let board = board.map_err(CliError::Listen)?;
    let text = announcement(&board, &saving);
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    out.flush().map_err(CliError::Write)?;
    if !args.no_open {
        let text = match browser::open(board.opened_address()) {
            Ok(file) => {
                board.keep_until_opened(file);
                "If the browser does not show the board, open the address above in it."
            }
            Err(_) => "The browser cannot be opened; open the address above in it.",
        };
        writeln!(out, "{text}").map_err(CliError::Write)?;
    }
    out.flush().map_err(CliError::Write)?;
    board.run();
    Ok(())
}

/// The number of search threads: the browser needs a processor as well.
fn default_threads() -> usize {
    useful_threads().saturating_sub(1).max(1)
}

/// The file to study, and the game in it if that can be continued.
fn game(args: &BoardArgs) -> Result<(Option<Match>, Option<Vec<u8>>), CliError> {
    let source = Source::read(&args.input())?;
    if is_puzzles(source.bytes()) {
        return Ok((None, Some(source.into_bytes())));
    }
    // Whatever cannot be continued can still be studied.
    source.collection(&args.input())?;
    let resumed = match resumed(&source, args) {
        Ok(resumed) => Some(resumed),
        Err(CliError::Input { .. }) => None,
        Err(error) => return Err(error),
    };
    Ok((resumed, Some(source.into_bytes())))
}

/// The game to continue from, with its players.
fn resumed(source: &Source, args: &BoardArgs) -> Result<Match, CliError> {
    let start = Start::of_source(source, &args.input())?;
    print_notes(&start.notes());
    let limit = args.time.or(start.resumed.limit);
    let limit = limit.unwrap_or(DEFAULT_TIME).min(LONGEST_TIME);
    let side = start.resumed.game.side_to_move();
    let told = start.resumed.seats.clone();
    let mut seats = told.unwrap_or_else(|| Seats::new(side, args.level.unwrap_or_default()));
    if let Some(level) = args.level {
        seats.set_level(level);
    }
    Ok(Match::new(start.resumed, seats, limit, Duration::ZERO).begun_on(calendar::today()))
}

/// Tells where the board is, and what `--network` means.
fn announcement(board: &Board, saving: &str) -> String {
    let mut text = format!("The board is at {}\n", board.address());
    if let Some(address) = board.network_address() {
        text.push_str(&format!(
            "Other computers on this network reach it at {address} and can join a game only \
             by its link.\nThe connection is not encrypted.\n"
        ));
    }
    text.push_str(&format!("{saving}\nCtrl-C ends the program.\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    fn read(line: &str) -> Result<BoardArgs, UsageError> {
        parsed::<BoardArgs>(line).and_then(BoardArgs::checked)
    }

    #[test]
    fn options_are_read() {
        let args = read("--port 8000 --network --no-open --level 3 --rule renju --time 1 a.sgf");
        let args = args.unwrap();
        assert_eq!(
            (args.port, args.network, args.no_open),
            (Some(8000), true, true)
        );
        assert_eq!((args.level, args.rule), (Level::new(3), Some(Rule::Renju)));
        assert!(args.file.is_some());
        let args = read("").unwrap();
        assert_eq!(
            (args.port, args.network, args.no_open),
            (None, false, false)
        );
        assert!(args.threads.is_none() && default_threads() >= 1);
        let args = read("--opening soosyrv-8").unwrap();
        assert_eq!(args.opening, Some(OpeningRule::Soosyrv8));
        assert_eq!(args.rule, Some(Rule::Renju));
    }

    #[test]
    fn errors_name_the_option() {
        let error = |line| read(line).unwrap_err().to_string();
        assert_eq!(
            error("--port 0"),
            "--port: `0` is not a number from 1 to 65535"
        );
        assert!(error("--port 65536").starts_with("--port"));
        assert_eq!(
            error("--level 11"),
            "--level: `11` is not a level from 1 to 10"
        );
        assert!(error("--opening rif --size 20").contains("centre"));
        assert!(error("--opening swap --rule renju").contains("fouls"));
        assert!(error("--opening swap a.sgf").contains("cannot be used"));
        assert!(error("--depth 3").starts_with("unknown option"));
        assert!(error("a b").contains("second"));
    }
}
