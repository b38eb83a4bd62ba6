//! `help review`.

/// The text.
pub const HELP: &str = "\
Review a game: evaluate every move, name the mistakes, and say what was better
and why.

Usage:
  pbrain-goshawk review [OPTIONS] [FILE]
  pbrain-goshawk review [OPTIONS] --moves \"h8 i9 j10\"

FILE is a game in any format that `pbrain-goshawk help analyze` lists, except a
drawn board; without FILE, or if it is `-`, it is read from standard input.

Options:
  --time T        time for each position: 5 (seconds), 0.5 or 500ms. Default:
                  0.5 seconds, or none if --nodes is given
  --nodes N       node limit for each position. With one thread and no --time,
                  the same options give the same review
  --threads N     search threads. Default: 1
  --opening N     the first N moves belong to the opening, as in swap2, and are
                  not graded. Default: the moves at the beginning that took no
                  time, if the record has the times of all others; else 0
  --json          print one JSON document, see `pbrain-goshawk help json`
  --svg FILE      draw the win chance of black by move; `-` prints the picture
                  in place of the text
  --pictures DIR  draw the decisive moves to DIR/move-023.svg and so on: the
                  position before the move, a ring where it was played, and the
                  better line in lighter stones
  --sgf FILE      write the game with the review as comments, and the better
                  line beside each move from inaccuracy on as a variation; `-`
                  prints it in place of the text
  --rule NAME     freestyle, standard, renju, caro, caro-exact. Default: that of
                  the record, or freestyle
  --size N|WxH    board size. Default: that of the record, or 15
  --moves LIST    the moves of the game
  -h, --help      print this text

For each move the review has the win chance of its side before and after it in
percent, and a grade. 0 and 100 stand only for proved results. `!` marks an
inaccuracy or worse. Grades depend on the loss of win chance in points:
  best            the best move found, or less than 1 lost
  good            less than 5
  inaccuracy      less than 10
  mistake         less than 20
  blunder         20 or more
  missed win      5 or more, although a win was proved
Accuracy is the mean over the moves of a side: a move counts 100 %, halved for
every 10 points that it loses: 100 x 2^(-loss / 10). The decisive moves are the
five that lost most, 10 points or more each; if several lost the same, the later
ones are chosen.

Positions are searched from the last to the first, so that a mistake shows where
it was made. A terminal shows a bar. Enter or Ctrl-C stops the review and prints
the moves reviewed so far. Ctrl-C does this only if the program `stty` exists,
and neither key does it if the game is read from standard input. If standard
error is not a terminal, each move is printed as soon as it is reviewed, as a
line that begins with `#`, unless other output replaces the text.

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
";
