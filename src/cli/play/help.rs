//! The help on `play` and on the commands during a game.

use crate::cli::args::table::{Flag, GAME, Operands, Spec, Takes};
use crate::cli::term::layout::wrapped;
use crate::opening::rules::OpeningRule;

/// The width of the texts.
const WIDTH: usize = 80;
/// The width of the names in the list of commands, with the blanks around them.
const NAMES: usize = 17;
/// The indentation of the texts in a narrow list.
const INDENT: &str = "    ";

/// The command.
pub const SPEC: Spec = Spec {
    name: "play",
    aliases: &[],
    summary: "play a game at the terminal",
    about: "Play a game at the terminal: against Goshawk, between two people, or Goshawk against \
            itself.",
    usage: &["play [OPTIONS] [FILE]"],
    description: "\
Black stones are drawn as x, white stones as o, the last stone in brackets, and
points that are forbidden in renju as + when black is to move. Type a move such
as h8, or a command. FILE is a game or position to continue from, such as one
that `play` has saved; see `pbrain-goshawk help analyze` for the formats.
--moves gives the moves instead.
",
    flags: &FLAGS,
    operands: Operands::Files,
    notes: concat!(
        "\
The name of a file decides the format of a saved game. All formats hold the
moves, the rule, the size, the players with their levels, and the result.
  .psq            Piskvork's format: also the times of the moves; not the time
                  limit, and not that a game was resigned or won on time, or
                  that two people play
  .sgf            SGF: also the time limit; not the times of the moves
  any other       a numbered list of moves, with what SGF holds as comments

While Goshawk thinks, Enter makes it move at once, and `quit` leaves the game.
When Goshawk plays itself, `pause` stops the game until `go`. Ctrl-C ends the
program; a game that is saved automatically is then in its file up to the last
move, except an opening.

A level below 10 searches less, sees only short wins by fours, picks at random
among moves with similar scores, and on the lowest levels sometimes plays a
random move. Colours are used on a terminal unless NO_COLOR is set.

",
        command_list!(),
        "

Exit codes: 0 success, 2 wrong arguments or input, 1 any other error.
"
    ),
};

/// The options.
const FLAGS: [Flag; 17] = [
    Flag::rule("freestyle, standard, renju, caro, caro-exact. Default: that of FILE, or freestyle"),
    Flag::side("your side: black, white, x or o. Default: that in FILE, or the side to move"),
    Flag::new(
        "--players",
        Takes::OneOf("N", &["0", "1", "2"]),
        "the number of people: 1 plays against Goshawk, 2 play at one board, with 0 Goshawk plays \
         itself. Default: as in FILE, or 1",
    ),
    Flag::text(
        "--level",
        "N[,M]",
        "playing level, 1 (weakest) to 10 (full strength); with two numbers, those for black and \
         white. Default: that in FILE, or 5",
    ),
    Flag::text(
        "--time",
        "T",
        "time limit of Goshawk's moves and of hints: 5 (seconds), 0.5 or 500ms. Default: that in \
         FILE, or 2 seconds; levels below 10 mostly need far less",
    ),
    Flag::new(
        "--opening",
        Takes::OneOf("NAME", &OpeningRule::NAMES),
        "begin with the choices of an opening rule: swap and swap2 of gomoku; rif, yamaguchi, \
         soosyrv-8 and taraguchi-10 of renju, which then is the default rule. The program says \
         what is to be done in each step",
    ),
    Flag::switch("--swap2", "the same as --opening swap2"),
    Flag::text(
        "--threads",
        "N",
        "search threads of level 10, of hints and of evaluations. Default: 1",
    ),
    Flag::text(
        "--size",
        "N|WxH",
        "board size, sides from 5 to 31. Default: that of FILE, or 15",
    ),
    Flag::text("--moves", "LIST", "continue after these moves"),
    Flag::file("--load", "the same as FILE alone"),
    GAME,
    Flag::text(
        "--name",
        "NAME",
        "your name in saved games; with --players 2, the names of black and white, such as \
         Anna,Ben",
    ),
    Flag::file(
        "--save",
        "save the game to FILE after every move. FILE must not exist unless --overwrite is given, \
         and must be in a folder that can be written. Default: a new file goshawk/game-N.sgf in \
         the folder for data, which is ~/.local/share unless XDG_DATA_HOME is set",
    ),
    Flag::switch("--overwrite", "let --save replace FILE if it exists"),
    Flag::switch("--no-save", "do not save the game after every move"),
    Flag::text("--seed", "N", "make levels below 10 repeatable"),
];

/// The commands during a game, for an output of this width.
pub fn commands(width: usize) -> String {
    match width < WIDTH {
        true => narrow(COMMANDS, width),
        false => COMMANDS.to_string(),
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

/// The text of [`COMMANDS`], a literal so that [`SPEC`] can contain it.
macro_rules! command_list {
    () => {
        "\
Commands:
  h8             play at this point: column a, b, c, ... and row, 1 at the
                 bottom; `h 8`, `8h` and `7,7` are understood as well
  undo [N]       take back your last move, or your last N, and the replies; in a
                 game of two people, the last move or N moves of both; in the
                 opening, stones, choices and numbers alike
  resign         give the game up; `draw` ends a game of two people as a draw
  rematch        start another game once this one is over, with colours swapped
  hint           show the move that Goshawk would play at full strength
  eval           show the value of the position, win chance and best line
  board          draw the board; `board numbers` draws the numbers of the moves
  moves          list the moves
  level N        set the playing level, 1 to 10; 10 is full strength; two levels
                 such as `level 3 7` are those of black and white; `level`,
                 `time` and `threads` alone show the present values
  time T         set the time limit of a move: 5 (seconds), 0.5 or 500ms
  threads N      set the number of search threads
  side SIDE      change sides: black or white
  players N      set the number of people, 0, 1 or 2
  pause, go      pause a game of Goshawk against itself, and continue it
  new            start a new game; `new renju 19 white` sets rule, size and
                 side, `new swap2` and `new rif` begin with that opening
  black, white   choose a side in the opening; `keep` and `swap` do it too
  more, ten      in the opening: place two more stones, propose ten fifth moves
  fifths N       in the opening: ask for N fifth moves
  save FILE      save the game to a new file: Piskvork's format if FILE ends in
                 .psq, SGF if in .sgf, a picture if in .svg, else a text
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
