//! `play`: a game against a person at a terminal, or a script on a pipe.

mod aid;
pub mod args;
mod order;
mod table;

use std::io::{self, BufRead, IsTerminal, Read, Write};

use super::CliError;
use super::analyze::source;
use super::analyze_args::AnalyzeArgs;
use super::input::{self, InputError};
use super::terminal::Terminal;
use crate::engine::{Game, Stone, ending, foul};
use args::PlayArgs;
use order::Order;
use table::{Reply, Table};

/// No line that anybody types is longer, in bytes.
const LONGEST_LINE: u64 = 4096;

/// Plays until the player has enough or the input ends.
pub fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let game = beginning(&args.input)?;
    let stdin = io::stdin();
    let prompts = stdin.is_terminal();
    let mut table = Table::new(args, game, Terminal::of_stdout());
    table.greet(out).map_err(CliError::Write)?;
    let mut input = stdin.lock();
    loop {
        table.answer(out).map_err(CliError::Write)?;
        if prompts {
            write!(out, "{}", table.prompt()).map_err(CliError::Write)?;
        }
        out.flush().map_err(CliError::Write)?;
        let Some(line) = read_line(&mut input)? else {
            // The prompt still stands on the line.
            let end = if prompts { "\n" } else { "" };
            return out.write_all(end.as_bytes()).map_err(CliError::Write);
        };
        let reply = match order::parse(&line, table.size()) {
            Ok(Order::Quit) => return Ok(()),
            Ok(order) => table.obey(order, out).map_err(CliError::Write)?,
            Err(fault) => Reply::Say(fault),
        };
        if let Reply::Say(text) = reply {
            writeln!(out, "{text}").map_err(CliError::Write)?;
        }
    }
}

/// The next line; `None` at the end of the input. A line too long for any
/// sense is cut into several that make none.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, CliError> {
    let mut bytes = Vec::new();
    let read = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes);
    match read {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) => Err(CliError::Read {
            from: "standard input".to_string(),
            error,
        }),
    }
}

/// The game as the arguments begin it: empty, or after the moves given.
fn beginning(args: &AnalyzeArgs) -> Result<Game, CliError> {
    let size = args.size.unwrap_or_else(input::default_size);
    let mut game = Game::new(size, args.rule);
    if args.moves.is_none() && args.file.is_none() {
        return Ok(game);
    }
    let (from, text) = source(args)?;
    let fault = |error| CliError::Input {
        from: from.clone(),
        error,
    };
    let moves = input::moves_of(&text, size).map_err(fault)?;
    for (at, point) in moves.into_iter().enumerate() {
        let number = at + 1;
        if ending(&game).is_some() {
            return Err(fault(InputError::Over { number }));
        }
        if foul(&game, point).is_some() {
            return Err(fault(InputError::Foul { number }));
        }
        let put = game.put(point, Stone::Of(game.side_to_move()));
        debug_assert_eq!(put, Ok(()), "no point is named twice");
    }
    Ok(game)
}
