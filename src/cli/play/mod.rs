//! `play`: a game against a human at a terminal, or a script on a pipe.

pub mod args;
mod command;
mod format;
mod session;

use std::io::{self, BufRead, IsTerminal, Read, Write};

use super::errors::{CliError, InputError, printable};
use super::input::Source;
use super::input_args::InputArgs;
use super::terminal::Terminal;
use crate::board::diagram::Cell;
use crate::engine::{Game, Stone, end_of_play};
use crate::record::{self, Record};
use crate::types::{Color, Point};
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

/// The empty board, or the game after the last move of the record in the arguments.
fn starting_game(args: &InputArgs) -> Result<Game, CliError> {
    let rule = args.rule.unwrap_or_default();
    if !args.has_position() {
        let size = args.size.unwrap_or_else(record::default_size);
        return Ok(Game::new(size, rule));
    }
    let source = Source::read(args)?;
    let record = source.record(args)?;
    let rule = args.rule.or(record.rule).unwrap_or_default();
    let mut game = Game::new(record.size(), rule);
    let start = stones_in_turn(&record);
    if rule.spec().fouls.is_some() && start.iter().any(|(_, stone)| *stone != Stone::Blocked) {
        return Err(source.error(InputError::NoOrder));
    }
    let moves = record.moves.iter();
    let moves = moves.map(|played| (played.point, Stone::Of(played.color)));
    for (point, stone) in start.into_iter().chain(moves) {
        if stone != Stone::Blocked && stone != Stone::Of(game.side_to_move()) {
            return Err(source.error(InputError::NoTurns));
        }
        let put = game.put(point, stone);
        debug_assert_eq!(put, Ok(()), "each point of a record occurs once");
    }
    if record.side_to_move() != game.side_to_move() {
        return Err(source.error(InputError::NoTurns));
    }
    match end_of_play(&game) {
        Some((last, _)) if last < game.stones().len() => {
            Err(source.error(InputError::GameOver { number: last + 1 }))
        }
        _ => Ok(game),
    }
}

/// The obstacles and stones before the first move of a record, in alternating colours as
/// far as their numbers allow.
fn stones_in_turn(record: &Record) -> Vec<(Point, Stone)> {
    let points = |wanted: Cell| {
        let occupied = record.start.occupied();
        occupied.filter_map(move |(point, cell)| (cell == wanted).then_some(point))
    };
    let mut stones: Vec<_> = points(Cell::Blocked).map(|p| (p, Stone::Blocked)).collect();
    let mut white = points(Cell::Stone(Color::White));
    for point in points(Cell::Stone(Color::Black)) {
        stones.push((point, Stone::Of(Color::Black)));
        stones.extend(white.next().map(|point| (point, Stone::Of(Color::White))));
    }
    stones.extend(white.map(|point| (point, Stone::Of(Color::White))));
    stones
}
