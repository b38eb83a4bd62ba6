//! The games of files and folders.

use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustc_hash::FxHasher;

use super::first_notes;
use crate::cli::error::CliError;
use crate::cli::input::folder;
use crate::cli::output::{check_beside, unreadable, unwritten};
use crate::record::{Collection, Given, Record};
use crate::report::destination::{Destination, is_same};
use crate::report::text::counted;
use crate::types::{BoardSize, Rule};

/// A game of a file.
#[derive(Debug)]
pub struct BatchGame {
    /// The name of the file.
    pub file: String,
    /// Its number in the file, from 1.
    pub number: usize,
    /// The main line; else why it cannot be read.
    pub record: Result<Record, String>,
    /// The event, if it is known.
    pub event: Option<String>,
    /// The date, if it is known.
    pub date: Option<String>,
}

/// The games of all files.
#[derive(Debug, Default)]
pub struct Games {
    /// The games in the order of the files.
    pub games: Vec<BatchGame>,
    /// The number of files that were read.
    pub files: usize,
    /// The names of files and folders that cannot be read, each with the reason.
    pub unread: Vec<(String, String)>,
}

impl BatchGame {
    /// The rule of the game: the one given, else that of the record, else freestyle.
    pub fn rule(&self, given: Option<Rule>) -> Rule {
        let stated = self.record.as_ref().ok().and_then(|record| record.rule);
        given.or(stated).unwrap_or_default()
    }

    /// The number of plies, or 1 if the game cannot be read.
    pub fn plies(&self) -> usize {
        let plies = self.record.as_ref().map(|record| record.moves.len());
        plies.unwrap_or(0).max(1)
    }

    /// A number that differs if a search of the game would: for games with other moves, or with
    /// other moves that took time, which tell the opening. It is the same for the same version of
    /// the program. Names, dates and results, which are read again, do not change it.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        match &self.record {
            Err(error) => error.hash(&mut hasher),
            Ok(record) => hash_searched(record, &mut hasher),
        }
        hasher.finish()
    }
}

/// Hashes all of a record on which a search of its game depends.
fn hash_searched(record: &Record, hasher: &mut FxHasher) {
    (record.size().width(), record.size().height()).hash(hasher);
    record.rule.map(Rule::name).hash(hasher);
    for (point, cell) in record.start.occupied() {
        (point.x, point.y, format!("{cell:?}")).hash(hasher);
    }
    for played in &record.moves {
        let took_time = played.time.is_some_and(|time| time > Duration::ZERO);
        (
            played.point.x,
            played.point.y,
            played.color.index(),
            took_time,
        )
            .hash(hasher);
    }
    record.side_to_move().index().hash(hasher);
}

/// Reads all games of files and folders, after a check that the files `written` can be written.
/// None of them may be an input, and neither may the file of results `kept` be named as one; in a
/// folder it is passed over. Without a size, that of each record counts.
///
/// # Errors
/// If a file or folder that is named cannot be read, or none of the files if there are only files;
/// or if a file must not be written.
pub fn read(
    names: &[PathBuf],
    size: Option<BoardSize>,
    written: &[&Destination],
    kept: &Destination,
    may_replace: bool,
) -> Result<Games, CliError> {
    let named: Vec<&Path> = names.iter().map(PathBuf::as_path).collect();
    kept.check_inputs(&named)
        .and_then(|()| kept.check_differs(written))
        .map_err(|error| unwritten(kept, error))?;
    let mut files = folder::files(names)?;
    if let Some(kept) = kept.file() {
        files.paths.retain(|path| !is_same(path, kept));
    }
    check_beside(written, &files.borrowed(), may_replace)?;
    let given = Given {
        size,
        ..Given::default()
    };
    let mut found = Games {
        unread: files.unread,
        ..Games::default()
    };
    for path in &files.paths {
        found.add(path, &given);
    }
    if found.files == 0 && !files.has_folder {
        Err(unreadable(found.unread))
    } else {
        Ok(found)
    }
}

impl Games {
    /// Notes on files that cannot be read, and on the rule of games that state none, unless one
    /// is given.
    pub fn notes(&self, given: Option<Rule>) -> Vec<String> {
        let unread = self.unread.iter();
        let unread = unread.map(|(name, error)| format!("{name}: {error}"));
        let words = ["more file", "more files"];
        let mut notes = first_notes(unread.collect(), words, "cannot be read");
        if self.games.is_empty() && self.unread.is_empty() {
            notes.push(
                "no files of games; `pbrain-goshawk help convert` lists their formats".to_string(),
            );
        }
        let records = self
            .games
            .iter()
            .filter_map(|game| game.record.as_ref().ok());
        let unstated = records.filter(|record| record.rule.is_none()).count();
        if unstated > 0 && given.is_none() {
            let games = counted(unstated, "game states", "games state");
            let rule = Rule::default().name();
            notes.push(format!("{games} no known rule; {rule} is assumed"));
        }
        notes
    }

    /// Adds the games of a file.
    fn add(&mut self, path: &Path, given: &Given) {
        let file = path.display().to_string();
        let bytes = fs::read(path).map_err(|error| error.to_string());
        let collection = bytes.and_then(|bytes| {
            let read = Collection::read(&bytes, given);
            read.map_err(|error| error.to_string())
        });
        let collection = match collection {
            Ok(collection) => collection,
            Err(error) => {
                self.unread.push((file, error));
                return;
            }
        };
        self.files += 1;
        for (number, game) in collection.numbered() {
            let record = match game {
                Ok(tree) => collection.main_line(tree),
                Err(error) => Err(error.clone()),
            };
            let headers = game.ok().map(|tree| &tree.headers);
            self.games.push(BatchGame {
                file: file.clone(),
                number,
                record: record.map_err(|error| error.to_string()),
                event: headers.and_then(|headers| headers.event.clone()),
                date: headers.and_then(|headers| headers.date.clone()),
            });
        }
    }
}
