//! `Black` and `White`: an interface for programming contests. Reads a 19x19 board and prints a
//! move.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::board::notation::contest_name;
#[cfg(feature = "cli")]
use crate::cli::args::parser::time;
use crate::cli::error::CliError;
use crate::cli::input::standard::{self, STANDARD_INPUT};
use crate::engine::{Ending, Engine, Game, Limits, Request, Stone, result};
use crate::types::{BoardSize, Color, Point, Rule};

/// The width and height of the board.
const SIDE: usize = 19;
/// The time for a move without `--time`. The contest allows one second from the start of the
/// program.
const DEFAULT_TIME: Duration = Duration::from_millis(800);

/// The error for a board without a legal move.
const NO_MOVE: &str = "there is no legal move";

/// The text before the options.
const DESCRIPTION: &str = "\
The board is read from standard input; five or more in a row win. It has 19
lines of 19 characters, the top row first: `.` is an empty point, `1` a black
stone, `0` a white stone. The answer is one line, such as
  J, 10
with the column, A to S from the left including I, and the row, 1 to 19 from the
top. It comes within a second.
";

/// The text after the options.
const NOTES: &str = "\
Exit codes: 0 success, 2 wrong arguments, a malformed board or a finished game,
1 any other error.
";

/// The arguments of `Black` and `White`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", command(before_help = DESCRIPTION, after_help = NOTES))]
pub struct ContestArgs {
    /// Time for the move: 5 (seconds), 0.5 or 500ms. Default: 0.8
    #[cfg_attr(feature = "cli", arg(long, value_name = "T", value_parser = time()))]
    pub time: Option<Duration>,
}

/// Reads the board from standard input and writes the move to `out`.
///
/// # Errors
/// If the input is not a board or the game is over, or the output cannot be written.
pub fn run(side: Color, args: &ContestArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let input = |error| CliError::Input {
        from: STANDARD_INPUT.to_string(),
        error,
    };
    let bytes = standard::read("a board").map_err(|error| CliError::Read {
        from: STANDARD_INPUT.to_string(),
        error,
    })?;
    let started = Instant::now();
    let text = String::from_utf8(bytes).map_err(|_| input("not UTF-8 text".to_string()))?;
    let game = read(&text).map_err(input)?;
    let best = best_move(side, args, &game, started).map_err(input)?;
    writeln!(out, "{}", contest_name(best)).map_err(CliError::Write)
}

/// The move to play.
fn best_move(
    side: Color,
    args: &ContestArgs,
    game: &Game,
    started: Instant,
) -> Result<Point, String> {
    match result(game) {
        Ok(None) => {}
        Ok(Some(Ending::Draw)) => return Err(NO_MOVE.to_string()),
        Ok(Some(_)) | Err(_) => return Err("the game is over: there is a winning row".to_string()),
    }
    let limits = Limits::of_turn(Some(args.time.unwrap_or(DEFAULT_TIME)));
    let request = Request {
        side,
        started,
        ..Request::new(game, &limits)
    };
    let outcome = Engine::new().think(&request, &mut |_| {});
    outcome.best.ok_or(NO_MOVE.to_string())
}

/// Reads 19 lines of 19 points, the top row first: `.` is empty, `1` black, `0` white.
/// Blanks at the ends of lines and blank lines after the board are ignored.
fn read(text: &str) -> Result<Game, String> {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    if lines.len() != SIDE {
        return Err(format!("{SIDE} lines were expected, not {}", lines.len()));
    }
    let mut game = Game::new(board_size(), Rule::Freestyle);
    for (y, line) in (0..).zip(lines) {
        let number = y + 1;
        let length = line.chars().count();
        if length != SIDE {
            return Err(format!(
                "line {number}: {SIDE} points were expected, not {length}"
            ));
        }
        for (x, symbol) in (0..).zip(line.chars()) {
            let color = match symbol {
                '.' => continue,
                '1' => Color::Black,
                '0' => Color::White,
                _ => {
                    return Err(format!(
                        "line {number}: `{symbol}` is not `.`, `1` (black) or `0` (white)"
                    ));
                }
            };
            let put = game.put(Point::new(x, y), Stone::Of(color));
            debug_assert_eq!(put, Ok(()), "each point occurs once");
        }
    }
    Ok(game)
}

fn board_size() -> BoardSize {
    BoardSize::square(SIDE as i64).expect("a side within the limits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_in_time() {
        assert!(
            DEFAULT_TIME < Duration::from_secs(1),
            "a move is due after a second"
        );
    }

    #[test]
    fn boards_are_read_from_the_upper_row() {
        let mut lines = vec![".".repeat(SIDE); SIDE];
        lines[0].replace_range(2..4, "10");
        let text = lines.join("\r\n") + " \n\n";
        let game = read(&text).unwrap();
        assert_eq!(game.ply(), 2);
        assert_eq!(game.at(Point::new(2, 0)), Some(Stone::Of(Color::Black)));
        assert_eq!(game.at(Point::new(3, 0)), Some(Stone::Of(Color::White)));
    }
}
