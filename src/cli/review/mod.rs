//! `review`: evaluates every move of a game, names the mistakes and explains them.
//!
//! - `args`: the arguments and their description.
//! - `stop`: Enter or Ctrl-C ends the review early.
//! - `bar`: the progress.
//! - `text`: the result as text.

pub mod args;
mod bar;
mod stop;
mod text;

use std::io::{self, Write};
use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::input::Source;
use crate::cli::input::error::InputError;
use crate::cli::output::write_after_result;
use crate::cli::term::Terminal;
use crate::report::review::evaluate::Reviewer;
use crate::report::review::game::PlayedGame;
use crate::report::review::whole::Review;
use crate::report::review::{comments, document, graph, pictures};
use args::ReviewArgs;
use bar::Progress;
use stop::StopKeys;

/// Reads the game, reviews it, writes the result to `out` and then the files.
///
/// # Errors
/// If the input is not a game, or the output or a file cannot be written.
pub fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let source = Source::read(&args.input)?;
    let record = source.record(&args.input)?;
    if record.moves.is_empty() {
        return Err(source.error(InputError::NoMoves));
    }
    let rule = args.input.rule.or(record.rule).unwrap_or_default();
    let game =
        PlayedGame::new(&record, rule, args.opening).map_err(|error| source.error(error.into()))?;
    let keys = StopKeys::new(args.input.reads_standard_input()).map_err(CliError::Thread)?;
    let is_text = !args.json && !args.prints_graph() && !args.prints_sgf();
    let progress = Progress::new(&game, !is_text, keys.are_read());
    let mut reviewer = Reviewer::new(&game, args.input.limits, args.threads, keys.flag());
    let done = reviewer.run(&mut progress.printing_to(out));
    progress.clear(keys.is_enter());
    let moves = reviewer.into_moves();
    drop(keys);
    let is_complete = done.map_err(CliError::Write)?;
    let review = Review::new(record, game, moves, is_complete);
    let text = if args.prints_graph() {
        graph::svg(&review)
    } else if args.prints_sgf() {
        sgf(&review, Path::new("standard output"))?
    } else if args.json {
        document::json(&review)
    } else {
        text::describe(&review, Terminal::of_stdout())
    };
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    write_files(args, &review, out)
}

/// Writes the files that the arguments ask for. All are tried; the first error is returned.
fn write_files(args: &ReviewArgs, review: &Review, out: &mut dyn Write) -> Result<(), CliError> {
    let mut first: Option<CliError> = None;
    if let Some(path) = args.svg.as_deref().filter(|_| !args.prints_graph()) {
        first = write_after_result(path, &graph::svg(review), out).err();
    }
    if let Some(path) = args.sgf.as_deref().filter(|_| !args.prints_sgf()) {
        let written = sgf(review, path).and_then(|text| write_after_result(path, &text, out));
        first = first.or(written.err());
    }
    if let Some(folder) = &args.pictures {
        out.flush().map_err(CliError::Write)?;
        let made = std::fs::create_dir_all(folder).map_err(|error| unwritten(folder, error));
        first = first.or(made.err());
        for (name, text) in pictures::all(review) {
            let written = write_after_result(&folder.join(name), &text, out);
            first = first.or(written.err());
        }
    }
    first.map_or(Ok(()), Err)
}

/// The game with the review as comments, for a file with this name.
fn sgf(review: &Review, path: &Path) -> Result<String, CliError> {
    comments::sgf(review).ok_or_else(|| unwritten(path, io::Error::other("SGF has no obstacles")))
}

/// The error for a file that cannot be written.
fn unwritten(path: &Path, error: io::Error) -> CliError {
    CliError::File {
        to: path.display().to_string(),
        error,
    }
}
