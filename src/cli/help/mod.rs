//! The help texts.

use crate::cli::play;

/// A topic of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The whole program.
    Program,
    /// The command `analyze`.
    Analyze,
    /// The command `bench`.
    Bench,
    /// The commands `Black` and `White`.
    Contest,
    /// The command `datagen`.
    Datagen,
    /// The command `features`.
    Features,
    /// The command `fouls`.
    Fouls,
    /// The documents of `--json`.
    Json,
    /// The command `play`.
    Play,
    /// The format of proofs.
    Proof,
    /// The protocol of the engine.
    Protocol,
    /// The command `review`.
    Review,
    /// The command `solve`.
    Solve,
    /// The command `fit-policy`, in a build with the trainer.
    #[cfg(feature = "train")]
    FitPolicy,
    /// The command `train`, in a build with the trainer.
    #[cfg(feature = "train")]
    Train,
}

impl Topic {
    /// The topic of `help NAME`, if there is one.
    pub fn from_name(name: &str) -> Option<Topic> {
        Some(match name {
            "help" => Topic::Program,
            "analyze" => Topic::Analyze,
            "bench" => Topic::Bench,
            "Black" | "White" => Topic::Contest,
            "datagen" => Topic::Datagen,
            "features" => Topic::Features,
            "fouls" => Topic::Fouls,
            "json" => Topic::Json,
            "play" => Topic::Play,
            "protocol" => Topic::Protocol,
            "proof" => Topic::Proof,
            "review" => Topic::Review,
            "solve" => Topic::Solve,
            #[cfg(feature = "train")]
            "fit-policy" => Topic::FitPolicy,
            #[cfg(feature = "train")]
            "train" => Topic::Train,
            _ => return None,
        })
    }
}

/// The help on a topic, ready to print.
pub fn text(topic: Topic) -> &'static str {
    match topic {
        Topic::Program => PROGRAM,
        Topic::Analyze => ANALYZE,
        Topic::Bench => BENCH,
        Topic::Contest => CONTEST,
        Topic::Datagen => DATAGEN,
        Topic::Features => FEATURES,
        Topic::Fouls => crate::cli::fouls::HELP,
        Topic::Json => JSON,
        Topic::Play => play::HELP,
        Topic::Proof => include_str!("../solve/proof_help.txt"),
        Topic::Protocol => include_str!("protocol.txt"),
        Topic::Review => crate::cli::review::help::HELP,
        Topic::Solve => SOLVE,
        #[cfg(feature = "train")]
        Topic::FitPolicy => crate::cli::dev::fit_policy::HELP,
        #[cfg(feature = "train")]
        Topic::Train => crate::cli::dev::train::HELP,
    }
}

/// Shown when the program runs as an engine at a terminal.
pub const ENGINE_HINT: &str = "\
Goshawk reads commands of the Gomocup protocol, such as `START 15` and `BEGIN`;
`END` quits. `pbrain-goshawk help protocol` lists them. To play at the terminal,
run `pbrain-goshawk play`; all commands are listed by `pbrain-goshawk help`.
";

/// `help`.
const PROGRAM: &str = "\
Goshawk, a gomoku and renju engine.

Usage:
  pbrain-goshawk                    run as an engine: speak the Gomocup
                                    (Piskvork) protocol
  pbrain-goshawk play               play a game at the terminal
  pbrain-goshawk analyze [FILE]     find the best move in a position
  pbrain-goshawk solve [FILE]       find a forced win and prove it
  pbrain-goshawk review [FILE]      find the mistakes in a game
  pbrain-goshawk fouls [FILE]       list the points forbidden in renju
  pbrain-goshawk Black|White        answer a 19x19 board of a contest by a move
  pbrain-goshawk bench [DEPTH] [--threads N]
                                    search a fixed set of positions; the last
                                    line is the node count and the speed
  pbrain-goshawk datagen --out FILE [OPTIONS]
                                    generate training data for a network
  pbrain-goshawk datagen RULE SIZE GAMES NODES SEED FILE [SAMPLE]
                                    generate data for the fit scripts: play
                                    games with NODES nodes per move and write
                                    them to FILE; write a sample of the searched
                                    positions with their scores to SAMPLE
  pbrain-goshawk features evaluation|order GAMES FILE
                                    convert such games or samples to the input
                                    of the fit scripts
  pbrain-goshawk features --schema  print the vocabulary of these files and of
                                    weight files as JSON
  pbrain-goshawk help [COMMAND]     print this text, or the help on a command,
                                    as COMMAND --help does
  pbrain-goshawk help json|proof    describe the output of --json, or of
                                    solve --proof
  pbrain-goshawk help protocol      describe the engine's commands and output
  pbrain-goshawk --version          print the version

As an engine, Goshawk reads commands from standard input and writes answers to
standard output. Unknown arguments are ignored, because managers add their own,
unless standard input is a terminal.
`--threads N` sets the number of search threads until `INFO thread_num` changes
it; the default is 1. `--level N` plays at level N of `play`, 1 to 10, until
`INFO strength` changes it; the default is 10, full strength.
";

/// `help analyze`.
const ANALYZE: &str = "\
Search one position and print the best move. A terminal shows the progress, and
Enter stops the search. Otherwise, each iteration is printed as a line that
begins with `#`, before the result.

Usage:
  pbrain-goshawk analyze [OPTIONS] [FILE]
  pbrain-goshawk analyze [OPTIONS] --moves \"h8 i9 j10\"

The position is read from FILE. If FILE is missing or `-`, it is read from
standard input. The format is recognised by the content:
  board      one line per row: `. - _ + *` or `┼` empty, `x X B 1 ●` black,
             `o O W 0 2 ○` white, `%` blocked. If no other mark for empty points
             occurs, `0` is empty. Separators between points, frames, row
             numbers, column letters and comments after `#` are allowed, and
             so are arrays as in JSON, Python or C. Sides from 5 to 31.
  moves      h8 i9 j10, h8i9j10, 1. h8 2. i9, or 7,7 8,6. Columns are a, b, ...
             from the left, including i; rows count from 1 at the bottom. Pairs
             of numbers count column and row from 0 at the top left. Black
             plays first.
  game       a .psq file of Piskvork, or the main line, which is the first
             branch everywhere, of an SGF file or a .lib library of RenLib; a
             library does not tell the rule
  protocol   BOARD, lines such as 7,7,1, and DONE, after START and INFO rule if
             they are given; or the lines alone
A first line such as `x`, `2` or `black to move` names the side to move of a
board. Comments `# rule: renju` and `# size: 20x15` apply to boards and moves.
Size, rule and side come from the record if it states them; options take
precedence.

Options:
  --rule NAME     freestyle, standard, renju, caro, caro-exact. Default: that of
                  the record, or freestyle
  --side SIDE     side to move: black, white, x or o. Default: that of the
                  record; else black, or white if there are more black stones
  --time T        time limit: 5 (seconds), 0.5 or 500ms. Default: 2 seconds, or
                  none if --depth or --nodes is given
  --depth N       depth limit in plies
  --nodes N       node limit, exceeded slightly
  --threads N     search threads, at most as many as can run at the same time.
                  Default: 1
  --memory MB     memory for the process; longer searches profit from more.
                  Default: 350
  --size N|WxH    board size. Default: that of the record, or 15
  --moves LIST    the position after these moves
  --multipv N     print the N best moves, at most 99, with their variations. A
                  line that the last depth has not reached has the value and the
                  depth of the one before. Default: 1. The value of a single
                  line is known to within 4 points, which leaves time for a
                  deeper search
  --explain       say in words what each side threatens, what the best move
                  makes, what it takes from the opponent and what it stops, and
                  why it is best
  --json          print one JSON document, see `pbrain-goshawk help json`
  --svg FILE      draw the position to FILE, with move numbers and the principal
                  variation in lighter stones; `-` prints the picture in place
                  of the text
  -h, --help      print this text

In renju the points forbidden to black are marked when black is to move, by `+`
on the board and by crosses in the picture.

If the game is over, the result is printed, with the winning row or the foul. Of
fouls, only overlines can be seen on a board; a list of moves shows all. A board
with two results, such as fives of both sides, is an error. Other positions that
cannot arise, such as those with a wrong number of stones, are noted.

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
";

/// `help bench`.
const BENCH: &str = "\
Search a fixed set of positions. The last line of the output is the number of
nodes, which is the signature of the search, and the nodes per second.

Usage:
  pbrain-goshawk bench [DEPTH] [OPTIONS]

DEPTH is the depth limit in plies.

Options:
  --threads N     search threads; if there are several, the node count varies.
                  Default: 1
  -h, --help      print this text
";

/// `help Black`.
const CONTEST: &str = "\
Read a board of 19x19 points from standard input and print the move of the side
that the command names. Five or more in a row win.

Usage:
  pbrain-goshawk Black [OPTIONS] < board.txt
  pbrain-goshawk White [OPTIONS] < board.txt

The board has 19 lines of 19 characters, the upper row first: `.` is an empty
point, `1` a black stone, `0` a white stone. The answer is one line, such as
  J, 10
with the column, A to S from the left including I, and the row, 1 to 19 from the
top. It comes within a second.

Options:
  --time T        time for the move: 5 (seconds), 0.5 or 500ms. Default: 0.8
  -h, --help      print this text

Exit codes: 0 success, 2 wrong arguments, a malformed board or a finished game,
1 any other error.
";

/// `help datagen`.
const DATAGEN: &str = "\
Generate training data: play varied games and write positions of the games and
of their searches, each with the score of a separate search.

Usage:
  pbrain-goshawk datagen --out FILE [OPTIONS]
  pbrain-goshawk datagen RULE SIZE GAMES NODES SEED FILE [SAMPLE]

The second form generates data for the fit scripts: it plays games with NODES
nodes per move and writes them to FILE, and a sample of the searched positions
with their scores to SAMPLE. All that follows is about the first form.

An existing FILE is continued if it was made with the same rule, node limits,
seed and engine. The process may be killed at any time: an incomplete last game
is dropped. The same options give the same file, whatever the number of threads.
No two samples of a file are the same up to symmetry. Use another seed for
validation data.

Options:
  --rule NAME        freestyle (default), standard, renju, caro, caro-exact
  --sizes LIST       board sizes with their weights, such as 15=7,20=3,12x10.
                     Default: the usual sizes for the rule
  --games N          stop when the file has N games. Default: never
  --nodes N          node limit of a move. Default: 5000
  --label-nodes N    node limit of a sample's search. Default: 2000
  --samples N        largest number of samples from inside the searches of a
                     game, at most 10000, besides all positions of the game.
                     Default: 40
  --seed N           seed of the random openings. Default: 1
  --threads N        games played at the same time. Default: 1
  --engine NAME      name of the engine in the file's header, such as a commit.
                     Default: the version
  -h, --help         print this text
";

/// `help features`.
const FEATURES: &str = "\
Convert the games or samples of `datagen RULE ...` to the input of the fit
scripts.

Usage:
  pbrain-goshawk features evaluation|order GAMES FILE
  pbrain-goshawk features --schema

The first form reads GAMES and writes FILE. The second prints the vocabulary of
these files and of weight files as JSON.

Options:
  -h, --help      print this text
";

/// `help json`: prose, then the schema.
const JSON: &str = concat!(
    include_str!("json.txt"),
    include_str!("../../report/schema.json")
);

/// `help solve`.
const SOLVE: &str = "\
Find a forced win of the side to move and prove it.

Usage:
  pbrain-goshawk solve [OPTIONS] [FILE]
  pbrain-goshawk solve [OPTIONS] --moves \"h8 i9 j10\"

The position is given as for `analyze`, see `pbrain-goshawk help analyze`.
A VCF (victory by continuous fours) wins by fours alone, each of which leaves a
single reply. A VCT (victory by continuous threats) wins by fours, open threes
and other moves that threaten to win by fours.

Options:
  --vcf           search for a VCF only
  --vct           search for a VCT only. Default: a VCF, then a VCT
  --shortest      search for the shortest win of its kind until a limit is
                  reached. By default, a VCF is shortened with little effort
  --time T        time limit: 5 (seconds), 0.5 or 500ms. Default: 10 seconds, or
                  none if --nodes is given
  --nodes N       node limit, exceeded slightly
  --tree          print the proof as a tree of the winning moves and the main
                  defences; defences with the same answer share a line
  --svg FILE      draw the win to FILE, with numbered stones up to the five; `-`
                  prints the picture in place of the text
  --json          print one JSON document, see `pbrain-goshawk help json`
  --proof FILE    write the proof to FILE as JSON: a tree with the winning move
                  against every reply that stops the threat. `-` prints the
                  proof in place of the text. See `pbrain-goshawk help proof`
  --full          with --proof: write the win against every reply, so that the
                  proof can be checked without a solver
  --rule NAME     freestyle, standard, renju, caro, caro-exact. Default: that of
                  the record, or freestyle
  --side SIDE     side to move: black, white, x or o
  --size N|WxH    board size. Default: that of the record, or 15
  --moves LIST    the position after these moves
  -h, --help      print this text

The verdict is one of
  wins by VCF     proved, and likewise `wins by VCT`; the length includes the
                  five, the main line is the longest defence
  no VCF          proved: all sequences of fours were tried
  no VCT found    the search is complete, but it does not try all quiet threats
  not decided     the limits were too low
The length is exact if it is followed by `the shortest VCF`: all shorter ones
were excluded. If only some were, their lengths are named.
If the game is over, its result is printed instead, and written to the file of
--proof.

Exit codes: 0 success, whatever the verdict, 2 wrong arguments or input, 1 any
other error, such as no proof for `--proof -`.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_a_terminal() {
        let topics = [
            "help",
            "analyze",
            "bench",
            "Black",
            "datagen",
            "features",
            "fouls",
            "json",
            "play",
            "proof",
            "protocol",
            "review",
            "solve",
            "train",
            "fit-policy",
        ];
        let texts = topics.into_iter().filter_map(Topic::from_name).map(text);
        for line in texts.chain([ENGINE_HINT]).flat_map(str::lines) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
