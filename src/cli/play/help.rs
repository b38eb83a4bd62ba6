//! The help on `play` and on the commands during a game.

use crate::cli::term::layout::wrapped;

/// The width of the texts.
const WIDTH: usize = 80;
/// The width of the names in the list of commands, with the blanks around them.
const NAMES: usize = 17;
/// The indentation of the texts in a narrow list.
const INDENT: &str = "    ";

/// The text before the options.
pub const DESCRIPTION: &str = "\
Black stones are drawn as x, white stones as o, the last stone in brackets, and
points that are forbidden in renju as + when black is to move. Type a move such
as h8, or a command. FILE is a game or position to continue from, such as one
that `play` has saved; see `pbrain-goshawk help analyze` for the formats.
--moves takes a list of moves instead.
";

/// The text after the options.
pub const NOTES: &str = concat!(
    "\
The file name determines the format of a saved game. All formats hold the
moves, the rule, the size, the players with their levels, and the result.
  .psq            Piskvork's format: also the times of the moves; not the time
                  limit, nor that a game was resigned or won on time, nor
                  that two people play
  .sgf            SGF: also the time limit; not the times of the moves
  any other       a numbered list of moves, with the data of SGF as comments

While Goshawk thinks, Enter makes it move at once, and `quit` leaves the game.
When Goshawk plays itself, `pause` stops the game until `go`. Ctrl-C ends the
program; a game that is saved automatically is then in its file up to the last
move, unless it was still in its opening.

A level below 10 searches less, sees only short wins by fours, picks at random
among moves with similar scores, and on the lowest levels sometimes plays a
random move. Colours are used on a terminal unless NO_COLOR is set.

",
    command_list!(),
    "

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
"
);

/// The commands during a game, for an output of this width.
pub fn commands(width: usize) -> String {
    if width < WIDTH {
        narrow(COMMANDS, width)
    } else {
        COMMANDS.to_string()
    }
}

/// A list with the names on lines of their own.
fn narrow(list: &str, width: usize) -> String {
    let mut lines = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let flush = |texts: &mut Vec<String>, lines: &mut Vec<String>| {
        let text = std::mem::take(texts).join(" ");
        let parts = wrapped(&text, width.saturating_sub(INDENT.len()));
        lines.extend(parts.iter().map(|part| format!("{INDENT}{part}")));
    };
    for line in list.lines() {
        let (name, text) = line.split_at_checked(NAMES).unwrap_or((line, ""));
        if !name.trim().is_empty() {
            flush(&mut texts, &mut lines);
            lines.push(name.trim_end().to_string());
        }
        texts.push(text.to_string());
    }
    flush(&mut texts, &mut lines);
    lines.join("\n")
}

/// The commands during a game.
const COMMANDS: &str = command_list!();

/// The text of [`COMMANDS`], a literal so that [`NOTES`] can contain it.
macro_rules! command_list {
    () => {
        "\
Commands:
  h8             play at this point: column a, b, c, ... and row, 1 at the
                 bottom; `h 8`, `8h` and `7,7` are understood as well
  undo [N]       take back your last move, or your last N, and the replies; in a
                 game of two people, the last move or N moves of both; in the
                 opening, stones, choices and numbers alike
  resign         resign the game; `draw` ends a game of two people as a draw
  rematch        start another game once this one is over, with colours swapped
  hint           show the move that Goshawk would play at full strength
  eval           show the value of the position, win chance and best line
  board          draw the board; `board numbers` draws the numbers of the moves
  moves          list the moves
  level N        set the playing level, 1 to 10; 10 is full strength; two levels
                 such as `level 3 7` are those of black and white; `level`,
                 `time` and `threads` alone show the current values
  time T         set the time limit of a move: 5 (seconds), 0.5 or 500ms
  threads N      set the number of search threads
  side SIDE      change sides: black or white
  players N      set the number of people, 0, 1 or 2
  pause, go      pause a game of Goshawk against itself, and continue it
  new            start a new game; `new renju 19 white` sets rule, size and
                 side, `new swap2` and `new rif` begin with that opening
  black, white   choose a side in the opening; so do `keep` and `swap`
  more, ten      in the opening: place two more stones, propose ten fifth moves
  fifths N       in the opening: ask for N fifth moves
  save FILE      save the game to a new file: Piskvork's format if FILE ends in
                 .psq, SGF if .sgf, a picture if .svg, otherwise text
  load FILE      continue the game in FILE
  help           print this list
  quit           quit; the end of input does the same"
    };
}
use command_list;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_list_has_the_same_words() {
        assert_eq!(commands(WIDTH), COMMANDS);
        let narrow = commands(30);
        assert!(narrow.starts_with("Commands:\n  h8\n    play at this point: column\n"));
        assert!(narrow.contains("\n  black, white\n    choose a side in the\n"));
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&narrow), words(COMMANDS));
        assert!(narrow.lines().all(|line| line.chars().count() <= 30));
    }
}
