//! `review`: evaluates every move of a game, names the mistakes and explains them.
//!
//! - `args`: the arguments and their description.
//! - `bar`: the progress.
//! - `text`: the result as text.
//! - `batch`: all games of a folder.
//! - `players`: their report as text.

pub mod args;
mod bar;
mod batch;
mod players;
mod text;

use std::io::{self, Write};

use crate::cli::error::CliError;
use crate::cli::input::Source;
use crate::cli::input::error::InputError;
use crate::cli::output::{check, print_notes, unwritten, write_after_result};
use crate::cli::term::Terminal;
use crate::cli::term::keys::StopKeys;
use crate::engine::Engine;
use crate::record::tree::Tree;
use crate::report::destination::{self, Destination};
use crate::report::input::contradicted_result;
use crate::report::position::note_texts;
use crate::report::review::evaluate::Reviewer;
use crate::report::review::game::PlayedGame;
use crate::report::review::whole::Review;
use crate::report::review::{comments, document, graph, pictures};
use args::ReviewArgs;
use bar::Progress;

/// Reads the game, reviews it, writes the result to `out` and then the files.
///
/// # Errors
/// If the input is not a game, or the output or a file cannot be written.
pub fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<(), CliError> {
    if args.batch {
        return batch::run(args, out);
    }
    check(&[&args.svg, &args.sgf], &args.input)?;
    if let Some(folder) = &args.pictures {
        let checked = destination::check_folder(folder, pictures::is_own, args.input.overwrite);
        checked.map_err(|error| unwritten(&Destination::File(folder.clone()), error))?;
    }
    if let Some(folder) = args.input.file_to_read().filter(|file| file.is_dir()) {
        return Err(CliError::Input {
            from: folder.display().to_string(),
            error: "this is a folder; --batch reviews all its games".to_string(),
        });
    }
    let source = Source::read(&args.input)?;
    if args.input.list {
        return source.list(&args.input, out);
    }
    let (mut record, tree) = source.game(&args.input)?;
    if record.moves.is_empty() {
        return Err(source.error(InputError::NoMoves));
    }
    let rule = args.input.rule.or(record.rule).unwrap_or_default();
    let game =
        PlayedGame::new(&record, rule, args.opening).map_err(|error| source.error(error.into()))?;
    record
        .notes
        .extend(contradicted_result(&record, game.ending.as_ref()));
    if !args.json {
        print_notes(&note_texts(&record.notes, rule));
    }
    let keys = StopKeys::unless(args.input.reads_standard_input()).map_err(CliError::Thread)?;
    let is_text = !args.json && !args.prints_graph() && !args.prints_sgf();
    let mut engine = Engine::new();
    engine.set_threads(args.threads.unwrap_or(1));
    let mut reviewer = Reviewer::new(&game, args.limits(), &mut engine, keys.stop());
    let mut progress = Progress::new(&game, is_text, &keys, out);
    let done = reviewer.run(&mut progress);
    progress.clear();
    let moves = reviewer.into_moves();
    let is_complete = done.map_err(CliError::Write)?;
    let review = Review::new(record, game, moves, is_complete);
    let text = if args.prints_graph() {
        graph::svg(&review).into_bytes()
    } else if args.prints_sgf() {
        sgf(&review, &tree, &args.sgf)?
    } else if args.json {
        document::json(&review).into_bytes()
    } else {
        text::describe(&review, Terminal::of_stdout()).into_bytes()
    };
    out.write_all(&text).map_err(CliError::Write)?;
    write_files(args, &review, &tree, out)
}

/// Writes the files that the arguments ask for. It tries all of them and returns the first error.
fn write_files(
    args: &ReviewArgs,
    review: &Review,
    tree: &Tree,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    out.flush().map_err(CliError::Write)?;
    let input = &args.input;
    let graph = write_after_result(&args.svg, input, out, || graph::svg(review));
    let game = match args.sgf.file() {
        Some(_) => sgf(review, tree, &args.sgf).and_then(|bytes| {
            let written = args.sgf.write(&bytes, input.overwrite);
            written.map_err(|error| unwritten(&args.sgf, error))
        }),
        None => Ok(()),
    };
    let mut first = graph.err().or(game.err());
    if let Some(folder) = &args.pictures {
        let folder_error = |error| unwritten(&Destination::File(folder.clone()), error);
        first = first.or(std::fs::create_dir_all(folder).map_err(folder_error).err());
        for (name, text) in pictures::all(review) {
            let to = Destination::File(folder.join(name));
            let written = to.write(text.as_bytes(), input.overwrite);
            first = first.or(written.map_err(|error| unwritten(&to, error)).err());
        }
    }
    first.map_or(Ok(()), Err)
}

/// The game with the review as comments.
fn sgf(review: &Review, tree: &Tree, to: &Destination) -> Result<Vec<u8>, CliError> {
    let bytes = comments::sgf(review, tree);
    bytes.map_err(|error| unwritten(to, io::Error::other(error.to_string())))
}
