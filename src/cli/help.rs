//! What `help` says.

use super::args::Topic;

/// The help on a topic, ready to print.
pub fn text(topic: Topic) -> &'static str {
    match topic {
        Topic::Program => PROGRAM,
        Topic::Analyze => ANALYZE,
        Topic::Datagen => DATAGEN,
        Topic::Play => PLAY,
        Topic::Solve => SOLVE,
    }
}

const PROGRAM: &str = "\
Goshawk, a gomoku and renju engine.

Usage:
  pbrain-goshawk                    speak the Gomocup (Piskvork) protocol
  pbrain-goshawk play               play against it at the terminal
  pbrain-goshawk analyze [FILE]     think about one position
  pbrain-goshawk solve [FILE]       look for a forced win and prove it
  pbrain-goshawk bench [DEPTH] [--threads N]
                                    search fixed positions; the last line tells
                                    nodes and speed
  pbrain-goshawk datagen RULE SIZE GAMES NODES SEED FILE [SAMPLE]
                                    play games against itself with NODES a move
                                    and write them to FILE, some positions that
                                    their searches saw, each searched again, to
                                    SAMPLE
  pbrain-goshawk datagen --out FILE [OPTIONS]
                                    generate training data
  pbrain-goshawk features evaluation|order GAMES FILE
                                    extract from such games what the fit scripts
                                    read, to FILE
  pbrain-goshawk features --schema  print the vocabulary of these files and of
                                    weight files as JSON
  pbrain-goshawk help [COMMAND]     this text, or that of analyze, datagen, play,
                                    solve
  pbrain-goshawk --version

As a manager's engine it reads commands from standard input and answers on
standard output; arguments it does not know are then passed over. `--threads N`
lets it search with N threads until `INFO thread_num` says otherwise.
";

const ANALYZE: &str = "\
Think about one position and print the best move. A terminal shows how far it
has come, Enter ends it early; otherwise a line for each iteration, beginning
with #, comes before the result.

Usage:
  pbrain-goshawk analyze [OPTIONS] [FILE]
  pbrain-goshawk analyze [OPTIONS] --moves \"h8 i9 j10\"

The position is read from FILE, or from standard input if there is none or it
is `-`. It is either
  a board    one line per row: . - _ + * empty, x X 1 black, o O 0 2 white,
             % out of play. Blanks between points, row numbers, column letters
             and # comments may be there. Without any other mark for empty
             points 0 is empty. Sides from 5 to 31.
  or moves   h8 i9 j10, h8i9j10, or 7,7 8,6 (from 0, from the top left).
             Columns a b c ... from the left, i included; rows from 1 at the
             bottom. Black begins.
A first line such as `x`, `2` or `black to move` says whose move it is.

Options:
  --rule NAME     freestyle (default), standard, renju, caro, caro-exact
  --side SIDE     to move: black, white, x or o. Default: the first line, else
                  black, or white if there are more black stones
  --time T        think at most so long: 5 (seconds), 0.5, 500ms. Default: 2
                  seconds, or no limit with --depth or --nodes
  --depth N       search at most N plies deep
  --nodes N       search about N nodes at most
  --threads N     search with N threads, no more than run at the same time here.
                  Default: 1
  --size N|WxH    size of the board. Default: as drawn, 15 for moves
  --moves LIST    take the moves from here
  --multipv N     tell the N best moves with their lines. Default: 1
  --svg FILE      write a picture of the position to FILE: moves with their
                  numbers, and the best line in fainter stones
  --contest       print the move alone, see below
  -h, --help      this text

Contest form: a first line that says whose move it is, then a board of 19x19.
The answer is one line with nothing but the move, such as H9: column A to S
from the left, I included, row 1 to 19 from the TOP. Such input is recognised;
--contest answers any input in this form.

Exit codes: 0 done, 2 wrong arguments or input, 1 anything else.
";

const DATAGEN: &str = "\
Generate training data: play varied games and write positions of the games and
of their searches, each with the value of a search of its own.

Usage:
  pbrain-goshawk datagen --out FILE [OPTIONS]

A FILE that exists is continued if it was made with the same rule, node limits,
seed and engine. The process may be killed at any time: an incomplete last game
is dropped. The same options give the same file, whatever the number of threads.
No two samples of a file are the same up to symmetry. Keep data for validation
apart by its seed.

Options:
  --rule NAME        freestyle (default), standard, renju, caro, caro-exact
  --sizes LIST       boards with their weights, such as 15=7,20=3,12x10.
                     Default: those that the rule is played on
  --games N          stop when the file has N games. Default: never
  --nodes N          node limit of a move. Default: 5000
  --label-nodes N    node limit of a sample's search. Default: 2000
  --samples N        most samples of a game. Default: 50
  --seed N           another seed, other games. Default: 1
  --threads N        games played at the same time. Default: 1
  --engine NAME      name of the engine in the file's header, such as a commit.
                     Default: the version
  -h, --help         this text
";

const PLAY: &str = "\
Play a game against Goshawk at the terminal.

Usage:
  pbrain-goshawk play [OPTIONS] [FILE]

The board is drawn with x for black and o for white, brackets around the last
stone. Type a move such as h8, or a command; `help` lists them. FILE or --moves
is a list of moves to go on from, such as `save` writes.

Options:
  --rule NAME     freestyle (default), standard, renju, caro, caro-exact
  --side SIDE     yours: black, white, x or o. Default: black, or whose turn it
                  is after the moves given
  --level N       1 (weakest) to 10 (full strength). Default: 5
  --time T        what it may think about a move: 5 (seconds), 0.5, 500ms.
                  Default: 2 seconds; levels below 10 mostly need far less
  --size N|WxH    size of the board, sides from 5 to 31. Default: 15
  --moves LIST    go on after these moves
  --seed N        let a level below 10 make the same choices again
  -h, --help      this text

A lower level thinks less far, overlooks longer wins by fours, takes any of the
moves that seem about equally good, and now and then plays without thinking.
Colours are shown on a terminal unless NO_COLOR is set.

Exit codes: 0 done, 2 wrong arguments or input, 1 anything else.
";

/// The commands during a game.
pub const PLAY_COMMANDS: &str = "\
You can type:
  h8             play there: column a, b, c ... and row from the bottom
  undo           take your last move back, and the answer to it
  hint           what would Goshawk play, at its best?
  level N        play this strong: 1 to 10, 10 is full strength
  time T         think at most so long about a move: 5 (seconds), 0.5, 500ms
  side SIDE      change sides: black or white
  new            begin again; `new renju 19 white` with another rule, size, side
  board          draw the board
  moves          list the moves
  save FILE      write the moves to a new file; a name ending in .svg, a picture
  quit           leave (so does the end of input)";

const SOLVE: &str = "\
Look for a forced win of the side to move and prove it.

Usage:
  pbrain-goshawk solve [OPTIONS] [FILE]
  pbrain-goshawk solve [OPTIONS] --moves \"h8 i9 j10\"

The position is given as for `analyze`, see `pbrain-goshawk help analyze`.
A VCF wins by fours alone, each of which leaves one reply. A VCT wins by fours,
threes and other moves that threaten to win by fours.

Options:
  --vcf           look for a VCF only
  --vct           look for a VCT only. Default: for a VCF, then for a VCT
  --time T        search at most so long: 5 (seconds), 0.5, 500ms. Default: 10
                  seconds, or no limit with --nodes
  --nodes N       search about N nodes at most
  --proof FILE    write the proof to FILE as JSON: a tree with a move against
                  every reply that might help
  --rule NAME     freestyle (default), standard, renju, caro, caro-exact
  --side SIDE     to move: black, white, x or o
  --size N|WxH    size of the board. Default: as drawn, 15 for moves
  --moves LIST    take the moves from here
  -h, --help      this text

The answer is one of
  wins by         proved; the length counts the five, the main line shows the
                  longest defence and ends where no reply helps any more
  no VCF          proved: every four was tried
  no VCT found    the search came to its end; quiet threats may be missed
  not decided     the limits were too narrow

Exit codes: 0 done, whatever the answer, 2 wrong arguments or input, 1
anything else.
";
