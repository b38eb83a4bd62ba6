//! `play`: a game against a human at a terminal, or a script on a pipe.

pub mod args;
mod command;
mod format;
mod session;

use std::io::{self, BufRead, IsTerminal, Read, Write};

use super::errors::{CliError, InputError, printable};
use super::input::{self, Source};
use super::input_args::InputArgs;
use super::terminal::Terminal;
use crate::engine::{Game, Stone, end_of_play};
use args::PlayArgs;
use command::PlayCommand;
use session::GameSession;

/// Longest line of input in bytes. Longer lines are split.
const MAX_LINE: u64 = 4096;

/// Plays until the player quits or the input ends.
///
/// # Errors
/// If the moves to continue from are wrong, or input or output fails.
pub fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let game = starting_game(&args.input)?;
    let stdin = io::stdin();
    let prompts = stdin.is_terminal();
    let mut session = GameSession::new(args, game, Terminal::of_stdout());
    session.greet(out).map_err(CliError::Write)?;
    let mut input = stdin.lock();
    loop {
        session.engine_turn(out).map_err(CliError::Write)?;
        if prompts {
            write!(out, "{}", session.prompt()).map_err(CliError::Write)?;
        }
        out.flush().map_err(CliError::Write)?;
        let Some(line) = read_line(&mut input)? else {
            // The cursor is still after the prompt.
            let end = if prompts { "\n" } else { "" };
            return out.write_all(end.as_bytes()).map_err(CliError::Write);
        };
        let message = match command::parse(&line, session.size()) {
            Ok(PlayCommand::Quit) => return Ok(()),
            Ok(command) => session.execute(command, out).map_err(CliError::Write)?,
            Err(message) => Some(printable(&message)),
        };
        if let Some(message) = message {
            writeln!(out, "{message}").map_err(CliError::Write)?;
        }
    }
}

/// The next line, or `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, CliError> {
    let mut bytes = Vec::new();
    let read = input.take(MAX_LINE).read_until(b'\n', &mut bytes);
    match read {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) => Err(CliError::Read {
            from: "standard input".to_string(),
            error,
        }),
    }
}

/// The empty board, or the game after the moves in the arguments.
fn starting_game(args: &InputArgs) -> Result<Game, CliError> {
    let size = args.size.unwrap_or_else(input::default_size);
    let mut game = Game::new(size, args.rule);
    if !args.has_position() {
        return Ok(game);
    }
    let source = Source::read(args)?;
    let moves = input::parse_moves(&source.text, size).map_err(|error| source.error(error))?;
    let played = moves.len();
    for point in moves {
        let put = game.put(point, Stone::Of(game.side_to_move()));
        debug_assert_eq!(put, Ok(()), "each point occurs once");
    }
    match end_of_play(&game) {
        Some((last, _)) if last < played => {
            Err(source.error(InputError::GameOver { number: last + 1 }))
        }
        _ => Ok(game),
    }
}
