//! `play`: games at a terminal, or scripted through a pipe.
//!
//! `input` reads lines while the engine thinks, `command` parses them, and `session` executes
//! them. `start` is the game to begin with; `format` and `numbered` produce text and boards for the player.
//! The session is a view of a [`Match`](crate::play::Match); all that is possible in a game is decided
//! in [`crate::play`].

pub mod args;
mod command;
mod format;
pub mod help;
mod input;
mod numbered;
mod session;
pub mod start;

use std::io::{self, Write};
use std::sync::Arc;

use crate::cli::error::CliError;
use crate::cli::input::Source;
use crate::cli::output::print_notes;
use crate::cli::term::Terminal;
use crate::play::autosave::{self, SaveTo};
use crate::report::destination::is_same;
use crate::report::text::printable;
use args::PlayArgs;
use command::PlayCommand;
use input::{Event, Input};
use session::GameSession;
use start::Start;

/// Plays until the player quits or the input ends.
///
/// # Errors
/// If the game to continue from is wrong, the file for the game exists or cannot be
/// written, or input or output fails.
pub fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), CliError> {
    if args.input.list {
        return Source::read(&args.input)?.list(&args.input, out);
    }
    let start = Start::new(&args.input)?;
    check_file(args, &start)?;
    print_notes(&start.notes());
    let input = Input::start().map_err(CliError::Thread)?;
    let interrupt = Arc::clone(&input.interrupt);
    let mut session = GameSession::new(args, start, Terminal::of_stdout(), interrupt);
    session.greet(out).map_err(CliError::Write)?;
    loop {
        let event = next_event(&mut session, &input, out)?;
        let line = match event {
            Event::Line(line) => line,
            Event::End => {
                // The cursor is still behind the prompt.
                let end = if input.is_terminal { "\n" } else { "" };
                out.write_all(end.as_bytes()).map_err(CliError::Write)?;
                return leave(&session, &input, out);
            }
            Event::Failed(error) => {
                let from = "standard input".to_string();
                return Err(CliError::Read { from, error });
            }
        };
        let message = match command::parse(&line, session.size()) {
            Ok(PlayCommand::Quit) => return leave(&session, &input, out),
            Ok(command) => session.execute(command, out).map_err(CliError::Write)?,
            Err(message) => Some(printable(&message)),
        };
        for message in message.into_iter().chain(session.keep()) {
            session.say(&message, out).map_err(CliError::Write)?;
        }
    }
}

/// Lets the engine move while it is its turn, then waits for the player. In a game of the engine
/// against itself, the player may enter commands between two moves.
fn next_event(
    session: &mut GameSession,
    input: &Input,
    out: &mut dyn Write,
) -> Result<Event, CliError> {
    loop {
        session.turn(out).map_err(CliError::Write)?;
        if let Some(message) = session.keep() {
            session.say(&message, out).map_err(CliError::Write)?;
        }
        if session.is_engines_turn() {
            out.flush().map_err(CliError::Write)?;
            match input.poll() {
                Some(event) => return Ok(event),
                None => continue,
            }
        }
        if input.is_terminal {
            write!(out, "{}", session.prompt()).map_err(CliError::Write)?;
        }
        out.flush().map_err(CliError::Write)?;
        return Ok(input.wait());
    }
}

/// Tells a player at a terminal where the game is saved.
fn leave(session: &GameSession, input: &Input, out: &mut dyn Write) -> Result<(), CliError> {
    match session.farewell().filter(|_| input.is_terminal) {
        Some(text) => session.say(&text, out).map_err(CliError::Write),
        None => Ok(()),
    }
}

/// An error if the file for the game exists and must not be overwritten, cannot be written, or
/// is the one that the game comes from and has more than this game in it.
fn check_file(args: &PlayArgs, start: &Start) -> Result<(), CliError> {
    let SaveTo::File { path, overwrite } = args.save() else {
        return Ok(());
    };
    let unwritten = |error| CliError::File {
        to: path.display().to_string(),
        error,
    };
    let is_input = args
        .input
        .file_to_read()
        .is_some_and(|input| is_same(input, &path));
    if is_input && start.is_part_of_file {
        let error = "variations or other games in the file would be lost";
        return Err(unwritten(io::Error::other(error)));
    }
    autosave::check(&path, overwrite).map_err(unwritten)
}
