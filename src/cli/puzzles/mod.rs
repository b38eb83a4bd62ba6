//! `puzzles`: positions of games in which exactly one first move wins, or for a VCF exactly one four.
//!
//! - `args`: the arguments and their description.
//! - `found`: the puzzles of all games, without duplicates.
//! - `text`: the puzzles as text.

pub mod args;
mod found;
mod text;

use std::io::{self, Write};

use crate::cli::batch::games::{self, BatchGame, Games};
use crate::cli::batch::results::{Results, Settings, settings_of, size_text};
use crate::cli::batch::run;
use crate::cli::error::CliError;
use crate::cli::output::{print_notes, unwritten};
use crate::cli::term::Terminal;
use crate::cli::term::keys::StopKeys;
use crate::puzzle::Finder;
use crate::record::Record;
use crate::report::destination::Destination;
use crate::report::puzzles::document::{self, Totals};
use crate::report::puzzles::entry::Source;
use crate::report::puzzles::fields::PuzzleFields;
use crate::report::puzzles::game::GamePuzzles;
use crate::report::puzzles::{sgf, sheet};
use crate::types::Rule;
use args::{PuzzleKind, PuzzlesArgs};
use found::Found;

/// Searches the games, writes the puzzles to `out` and then the files.
///
/// # Errors
/// If the games cannot be read, or the output or a file cannot be written.
pub fn run(args: &PuzzlesArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let kept = args.results.clone();
    let kept = kept.map_or(Destination::Nothing, Destination::File);
    let written = [&args.sgf, &args.sheet];
    let games = games::read(&args.files, args.size, &written, &kept, args.overwrite)?;
    let mut results = match &args.results {
        Some(path) => Results::open(path, "puzzles", settings(args))
            .map_err(|error| CliError::of_file(path, error))?,
        None => Results::nowhere(),
    };
    let (mut found, is_complete) = search(args, &games, &mut results, &kept)?;
    let puzzles = found.take_puzzles(args.max);
    let mut totals = totals(args, &games, &found, is_complete);
    totals.notes.extend(results.note());
    let text = if args.json {
        document::json(puzzles.clone(), &totals).into_bytes()
    } else if args.sgf == Destination::StandardOutput {
        sgf_bytes(args, &puzzles)?
    } else if args.sheet == Destination::StandardOutput {
        sheet::html(&puzzles).into_bytes()
    } else {
        text::describe(&puzzles, &totals, Terminal::of_stdout()).into_bytes()
    };
    if !args.json {
        print_notes(&totals.notes);
    }
    out.write_all(&text).map_err(CliError::Write)?;
    out.flush().map_err(CliError::Write)?;
    write_files(args, &puzzles)
}

/// Searches the games whose results are not known. Returns false if the search was stopped.
fn search(
    args: &PuzzlesArgs,
    games: &Games,
    results: &mut Results<GamePuzzles>,
    kept: &Destination,
) -> Result<(Found, bool), CliError> {
    let mut found = Found::new(games.games.len());
    let mut left = Vec::new();
    for (index, game) in games.games.iter().enumerate() {
        match results.take(game) {
            Some(mut result) => {
                if let Ok(record) = &game.record {
                    result.retell(&source(game, record));
                }
                found.add(index, result);
            }
            None => left.push(index),
        }
    }
    if found.has_enough(args.max) {
        return Ok((found, true));
    }
    let keys = StopKeys::unless(false).map_err(CliError::Thread)?;
    let weights: Vec<usize> = left
        .iter()
        .map(|index| games.games[*index].plies())
        .collect();
    let worker = || -> run::Work<'_, GamePuzzles> {
        let mut finder = Finder::new(args.wanted());
        let (keys, left) = (&keys, &left);
        Box::new(move |at| {
            let game = &games.games[left[at]];
            puzzles_of(game, args.rule, &mut finder, keys)
        })
    };
    let is_complete = run::run(
        &weights,
        args.threads(),
        &keys,
        &worker,
        &mut |at, result| {
            let index = left[at];
            let added = results.add(&games.games[index], &result);
            added.map_err(|error| unwritten(kept, error))?;
            found.add(index, result);
            Ok(!found.has_enough(args.max))
        },
    )?;
    let is_complete = is_complete || found.has_enough(args.max);
    Ok((found, is_complete))
}

/// The puzzles of a game; `None` if the search was stopped.
fn puzzles_of(
    game: &BatchGame,
    rule: Option<Rule>,
    finder: &mut Finder,
    keys: &StopKeys,
) -> Option<GamePuzzles> {
    let record = match &game.record {
        Ok(record) => record,
        Err(error) => return Some(GamePuzzles::failed(error.clone())),
    };
    let source = source(game, record);
    GamePuzzles::find(record, game.rule(rule), &source, finder, keys.stop())
}

/// The source of puzzles of a game.
fn source(game: &BatchGame, record: &Record) -> Source {
    Source {
        file: game.file.clone(),
        game: game.number,
        number: 0,
        players: record.players.clone(),
        event: game.event.clone(),
        date: game.date.clone(),
    }
}

/// What the results of a game depend on.
fn settings(args: &PuzzlesArgs) -> Settings {
    let kind = match args.kind {
        PuzzleKind::Vcf => "vcf",
        PuzzleKind::Vct => "vct",
        PuzzleKind::All => "all",
    };
    settings_of([
        ("kind", Some(kind.to_string())),
        ("min-moves", Some(args.min_moves.to_string())),
        ("nodes", Some(args.nodes.to_string())),
        ("rule", args.rule.map(|rule| rule.name().to_string())),
        ("size", args.size.map(size_text)),
    ])
}

/// What was searched, with notes.
fn totals(args: &PuzzlesArgs, games: &Games, found: &Found, is_complete: bool) -> Totals {
    let mut notes = games.notes(args.rule);
    notes.extend(found.notes(&games.games));
    if !is_complete {
        notes.push(format!(
            "stopped early: {} of {} games were searched",
            found.games(),
            games.games.len()
        ));
    }
    Totals {
        games: found.games(),
        positions: found.positions(),
        undecided: found.undecided(),
        is_complete,
        notes,
    }
}

fn sgf_bytes(args: &PuzzlesArgs, puzzles: &[PuzzleFields]) -> Result<Vec<u8>, CliError> {
    let bytes = sgf::bytes(puzzles);
    bytes.map_err(|error| unwritten(&args.sgf, io::Error::other(error.to_string())))
}

/// Writes the files that the arguments ask for. It tries both and returns the first error.
fn write_files(args: &PuzzlesArgs, puzzles: &[PuzzleFields]) -> Result<(), CliError> {
    let write = |to: &Destination, bytes: &[u8]| {
        let written = to.write(bytes, args.overwrite);
        written.map_err(|error| unwritten(to, error))
    };
    let game = match args.sgf.file() {
        Some(_) => sgf_bytes(args, puzzles).and_then(|bytes| write(&args.sgf, &bytes)),
        None => Ok(()),
    };
    let page = match args.sheet.file() {
        Some(_) => write(&args.sheet, sheet::html(puzzles).as_bytes()),
        None => Ok(()),
    };
    game.and(page)
}
