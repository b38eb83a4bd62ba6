//! `review --batch`: all games of a folder or a file.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::args::ReviewArgs;
use super::players;
use crate::cli::batch::games::{self, BatchGame, Games};
use crate::cli::batch::results::{Results, Settings, settings_of, size_text};
use crate::cli::batch::{first_notes, run};
use crate::cli::error::CliError;
use crate::cli::input::error::InputError;
use crate::cli::output::{print_notes, unwritten, write_after_result};
use crate::cli::term::Terminal;
use crate::cli::term::keys::StopKeys;
use crate::engine::{
    DEFAULT_MEMORY, Engine, Limits, memory_for_table, table_bytes, useful_threads,
};
use crate::report::destination::Destination;
use crate::report::review::document;
use crate::report::review::evaluate::{Reviewer, TABLE, Watcher};
use crate::report::review::game::PlayedGame;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::row::Row;
use crate::report::review::table;
use crate::report::review::whole::Review;

/// The result of a game.
#[derive(Serialize, Deserialize)]
struct Reviewed {
    /// The row of the table.
    row: Row,
    /// The document of the review. It is kept for other programs and is not read again.
    #[serde(skip_deserializing)]
    review: Option<Box<RawValue>>,
}

/// Reviews the games, writes the report to `out` and then the table.
///
/// # Errors
/// If the games cannot be read, or the output or a file cannot be written.
pub fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let names: Vec<PathBuf> = args.input.file.iter().cloned().collect();
    let kept = args.results.clone();
    let kept = kept.map_or(Destination::Nothing, Destination::File);
    let games = games::read(
        &names,
        args.input.size,
        &[&args.csv],
        &kept,
        args.input.overwrite,
    )?;
    let mut results = match &args.results {
        Some(path) => Results::open(path, "review", settings(args))
            .map_err(|error| CliError::of_file(path, error))?,
        None => Results::nowhere(),
    };
    let (rows, is_complete) = review(args, &games, &mut results, &kept)?;
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    let mut notes = notes(args, &games, &rows);
    notes.extend(results.note());
    let text = if args.json {
        table::json(&rows, games.files, games.games.len(), is_complete, &notes)
    } else if args.csv == Destination::StandardOutput {
        table::csv(&rows)
    } else {
        players::describe(&rows, games.files, Terminal::of_stdout())
    };
    if !args.json {
        print_notes(&notes);
    }
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    write_after_result(&args.csv, &args.input, out, || table::csv(&rows))
}

/// Reviews the games whose results are not known. Returns the rows by the index of the game, and
/// false if the command was stopped.
fn review(
    args: &ReviewArgs,
    games: &Games,
    results: &mut Results<Reviewed>,
    kept: &Destination,
) -> Result<(Vec<Option<Row>>, bool), CliError> {
    let known = |game: &BatchGame| Some(retold(args, game, results.take(game)?.row));
    let mut rows: Vec<Option<Row>> = games.games.iter().map(known).collect();
    let left: Vec<usize> = (0..rows.len()).filter(|at| rows[*at].is_none()).collect();
    let weights: Vec<usize> = left.iter().map(|at| games.games[*at].plies()).collect();
    let threads = args.threads.unwrap_or_else(useful_threads);
    let threads = threads.min(left.len().max(1));
    let memory = memory(&args.limits(), threads);
    let keys = StopKeys::unless(false).map_err(CliError::Thread)?;
    let worker = || -> run::Work<'_, Reviewed> {
        let mut engine = Engine::new();
        engine.set_memory(memory);
        let (keys, left) = (&keys, &left);
        Box::new(move |at| {
            // What the engine remembers of other games can change the review.
            engine.restart();
            review_game(args, &games.games[left[at]], &mut engine, keys)
        })
    };
    let is_complete = run::run(&weights, threads, &keys, &worker, &mut |at, result| {
        let index = left[at];
        let added = results.add(&games.games[index], &result);
        added.map_err(|error| unwritten(kept, error))?;
        rows[index] = Some(result.row);
        Ok(true)
    })?;
    Ok((rows, is_complete))
}

/// The memory of an engine that reviews a game, in bytes, on one of several threads. What a search
/// of many nodes finds depends on the size of its table. Without a time limit it must not depend on
/// the number of threads, so neither does the table.
fn memory(limits: &Limits, threads: usize) -> u64 {
    memory_for_table(match limits.time.turn {
        Some(_) => table_bytes(DEFAULT_MEMORY) / threads as u64,
        None => TABLE,
    })
}

/// The row of a game whose review is known. What it tells of the game is read from the record,
/// which may have been corrected since.
fn retold(args: &ReviewArgs, game: &BatchGame, known: Row) -> Row {
    let reviewed = game.record.as_ref().ok().filter(|_| known.error.is_none());
    let played = reviewed.and_then(|record| {
        let played = PlayedGame::new(record, game.rule(args.input.rule), args.opening);
        Some((record, played.ok()?))
    });
    let row = match played {
        Some((record, played)) => known.retold(record, &played),
        None => known,
    };
    placed(game, row)
}

/// The row of a game with where it comes from.
fn placed(game: &BatchGame, row: Row) -> Row {
    Row {
        file: game.file.clone(),
        game: game.number,
        event: game.event.clone(),
        date: game.date.clone(),
        ..row
    }
}

/// Reviews a game; `None` if the command was stopped.
fn review_game(
    args: &ReviewArgs,
    game: &BatchGame,
    engine: &mut Engine,
    keys: &StopKeys,
) -> Option<Reviewed> {
    let (row, review) = match reviewed(args, game, engine, keys) {
        Ok(Some(review)) => {
            let text = document::json(&review);
            let raw = RawValue::from_string(text.trim_end().to_string());
            (Row::of(&review), raw.ok())
        }
        Ok(None) => return None,
        Err(error) => {
            let error = Some(error);
            let row = Row {
                error,
                ..Row::default()
            };
            (row, None)
        }
    };
    let row = placed(game, row);
    Some(Reviewed { row, review })
}

/// The review of a game; `None` if the command was stopped, and the reason if there is none.
fn reviewed(
    args: &ReviewArgs,
    game: &BatchGame,
    engine: &mut Engine,
    keys: &StopKeys,
) -> Result<Option<Review>, String> {
    let record = game.record.clone()?;
    if record.moves.is_empty() {
        return Err(InputError::NoMoves.to_string());
    }
    let played = PlayedGame::new(&record, game.rule(args.input.rule), args.opening);
    let played = played.map_err(|error| error.to_string())?;
    let mut reviewer = Reviewer::new(&played, args.limits(), engine, keys.stop());
    let done = reviewer.run(&mut Unwatched);
    let moves = reviewer.into_moves();
    match done {
        Ok(true) => Ok(Some(Review::new(record, played, moves, true))),
        Ok(false) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Nobody follows the review of one game.
struct Unwatched;

impl Watcher for Unwatched {
    fn searched(&mut self, _: usize) {}

    fn reviewed(&mut self, _: &ReviewedMove) -> io::Result<()> {
        Ok(())
    }
}

/// What the results depend on.
fn settings(args: &ReviewArgs) -> Settings {
    let limits = args.limits();
    let time = |time: Duration| time.as_secs_f64().to_string();
    settings_of([
        ("time", limits.time.turn.map(time)),
        ("nodes", limits.nodes.map(|nodes| nodes.to_string())),
        ("opening", args.opening.map(|moves| moves.to_string())),
        ("rule", args.input.rule.map(|rule| rule.name().to_string())),
        ("size", args.input.size.map(size_text)),
    ])
}

/// Notes on files and games that were not reviewed.
fn notes(args: &ReviewArgs, games: &Games, rows: &[Row]) -> Vec<String> {
    let mut notes = games.notes(args.input.rule);
    let errors = rows.iter().filter_map(|row| {
        let error = row.error.as_ref()?;
        Some(format!("{}, game {}: {error}", row.file, row.game))
    });
    let words = ["more game", "more games"];
    notes.extend(first_notes(errors.collect(), words, "cannot be reviewed"));
    if rows.len() < games.games.len() {
        let (done, all) = (rows.len(), games.games.len());
        notes.push(format!("stopped early: {done} of {all} games done"));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_time_limit_all_tables_have_the_same_size() {
        let nodes = Limits {
            nodes: Some(400_000),
            ..Limits::default()
        };
        assert_eq!(memory(&nodes, 1), memory(&nodes, 16));
        let time = Limits::of_turn(Some(Duration::from_secs(1)));
        assert!(memory(&time, 1) > memory(&time, 16));
    }
}
