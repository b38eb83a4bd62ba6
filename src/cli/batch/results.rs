//! A results file that grows by one line per game. A command that was interrupted, by Ctrl-C or
//! otherwise, continues from it.
//!
//! The first line states the command, the program and the settings. A run with different ones
//! refuses the file. Every other line is the result of a game. The end of a line that was being written when
//! the program ended is dropped, and lines that are damaged are ignored. The file is locked, so that
//! no two runs write to it at the same time.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::games::BatchGame;
use crate::report::document::PROGRAM;
use crate::report::json::document;
use crate::report::text::counted;
use crate::types::BoardSize;

/// The options on which the results depend, without their dashes, each with its value. Options that
/// are not given and have no default have none.
pub type Settings = BTreeMap<String, Option<String>>;

/// The settings with these values.
pub fn settings_of<const N: usize>(all: [(&str, Option<String>); N]) -> Settings {
    Settings::from(all.map(|(name, value)| (name.to_string(), value)))
}

/// A size as `--size` takes it.
pub fn size_text(size: BoardSize) -> String {
    format!("{}x{}", size.width(), size.height())
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    results_of: String,
    program: String,
    settings: Settings,
}

/// The line of a game.
#[derive(Serialize, Deserialize)]
struct Line<T> {
    file: String,
    game: usize,
    /// The fingerprint of the moves, in hexadecimal digits.
    moves: String,
    result: T,
}

/// A game as the lines name it.
type Key = (String, usize, String);

/// The file.
pub struct Results<T> {
    file: Option<File>,
    name: String,
    known: HashMap<Key, T>,
    /// The number of lines that cannot be read.
    damaged: usize,
}

impl<T: Serialize + DeserializeOwned> Results<T> {
    /// Results that are kept in no file.
    pub fn nowhere() -> Results<T> {
        Results {
            file: None,
            name: String::new(),
            known: HashMap::new(),
            damaged: 0,
        }
    }

    /// Opens the file of a command with these settings, or creates it.
    ///
    /// # Errors
    /// If it cannot be read or written, or another run uses it. If it is not a results file or has
    /// other settings, the error is of the kind [`InvalidData`](io::ErrorKind::InvalidData).
    pub fn open(path: &Path, command: &str, settings: Settings) -> io::Result<Results<T>> {
        let header = Header {
            results_of: command.to_string(),
            program: PROGRAM.to_string(),
            settings,
        };
        let first = document(&header);
        let mut file = open_locked(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let is_end = |byte: &u8| *byte == b'\n';
        let length = bytes.iter().rposition(is_end).map_or(0, |at| at + 1);
        if length == 0 && !first.as_bytes().starts_with(&bytes) {
            return Err(foreign());
        }
        let mut lines = bytes[..length].split_inclusive(is_end);
        if let Some(line) = lines.next() {
            let found: Header = serde_json::from_slice(line).map_err(|_| foreign())?;
            found.check_same(&header)?;
        }
        let mut known = HashMap::new();
        let mut damaged = 0;
        for line in lines {
            match serde_json::from_slice::<Line<T>>(line) {
                Ok(line) => {
                    known.insert((line.file, line.game, line.moves), line.result);
                }
                Err(_) => damaged += 1,
            }
        }
        // Nothing is changed before everything is understood.
        file.set_len(length as u64)?;
        if length == 0 {
            append(&mut file, &first)?;
        }
        Ok(Results {
            file: Some(file),
            name: path.display().to_string(),
            known,
            damaged,
        })
    }

    /// A note on lines that cannot be read, if there are any.
    pub fn note(&self) -> Option<String> {
        let lines = match self.damaged {
            0 => return None,
            damaged => counted(damaged, "damaged line is", "damaged lines are"),
        };
        Some(format!("{}: {lines} ignored", self.name))
    }

    /// Takes the result of a game, if it is known.
    pub fn take(&mut self, game: &BatchGame) -> Option<T> {
        self.known.remove(&key(game))
    }

    /// Adds the result of a game to the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &BatchGame, result: &T) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let (name, number, moves) = key(game);
        let line = document(&Line {
            file: name,
            game: number,
            moves,
            result,
        });
        append(file, &line)
    }
}

impl Header {
    /// Checks that results with this header can be used for a run with its `own`.
    ///
    /// # Errors
    /// If they are of another command or program, or were made with other settings.
    fn check_same(&self, own: &Header) -> io::Result<()> {
        if self.results_of != own.results_of {
            return Err(wrong(&format!("it has results of `{}`", self.results_of)));
        }
        if self.program != own.program {
            let (old, new) = (&self.program, &own.program);
            return Err(wrong(&format!("it was made by {old}, not {new}")));
        }
        let mut names: Vec<&String> = self.settings.keys().chain(own.settings.keys()).collect();
        names.sort();
        names.dedup();
        let value = |settings: &Settings, name: &String| settings.get(name).cloned().flatten();
        let differs = |name: &String| {
            let (old, new) = (value(&self.settings, name), value(&own.settings, name));
            match (old, new) {
                (old, new) if old == new => None,
                (Some(old), Some(new)) => Some(format!("with --{name} {old}, not {new}")),
                (Some(old), None) => Some(format!("with --{name} {old}")),
                (None, _) => Some(format!("without --{name}")),
            }
        };
        let different: Vec<String> = names.into_iter().filter_map(differs).collect();
        if different.is_empty() {
            Ok(())
        } else {
            Err(wrong(&format!("it was made {}", different.join("; "))))
        }
    }
}

/// Opens a file for this run alone, or creates it.
fn open_locked(path: &Path) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(io::Error::other("it is a folder")),
        // Reading a device may never end.
        Ok(found) if !found.is_file() => {
            return Err(io::Error::other("it is not a regular file"));
        }
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::other("it is in use by another run")),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Writes a line after all others, with one call. On Windows a file that is opened to append cannot
/// be shortened.
fn append(file: &mut File, line: &str) -> io::Result<()> {
    file.seek(SeekFrom::End(0))?;
    file.write_all(line.as_bytes())
}

/// A game as the lines name it.
fn key(game: &BatchGame) -> Key {
    let moves = format!("{:016x}", game.fingerprint());
    (game.file.clone(), game.number, moves)
}

/// The error for a file that is something else.
fn foreign() -> io::Error {
    wrong("it is not a results file")
}

/// The error for a file with another content.
fn wrong(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::tests::folder;
    use crate::record::{Given, Record};
    use std::fs;

    fn game(number: usize, moves: &str) -> BatchGame {
        let record = Record::parse(moves, &Given::default()).unwrap();
        BatchGame {
            file: "games.sgf".to_string(),
            number,
            record: Ok(record),
            event: None,
            date: None,
        }
    }

    /// The settings with this limit.
    fn settings(nodes: u32) -> Settings {
        settings_of([("nodes", Some(nodes.to_string())), ("rule", None)])
    }

    #[test]
    fn results_are_known_in_the_next_run() {
        let folder = folder("results");
        let path = folder.join("results.jsonl");
        let open = |nodes: u32| Results::<String>::open(&path, "test", settings(nodes));
        let (one, two) = (game(1, "h8 i9"), game(2, "h8 i8"));
        let mut results = open(1).unwrap();
        results.add(&one, &"first".to_string()).unwrap();
        results.add(&two, &"second".to_string()).unwrap();
        let error = open(1).err().expect("a lock").to_string();
        assert_eq!(error, "it is in use by another run");
        drop(results);
        let complete = fs::read_to_string(&path).unwrap();
        // The program ended while it wrote the second result.
        fs::write(&path, &complete[..complete.len() - 3]).unwrap();
        let error = open(2).err().expect("other settings").to_string();
        assert_eq!(error, "it was made with --nodes 1, not 2");
        let mut results = open(1).unwrap();
        assert_eq!(results.take(&one).as_deref(), Some("first"));
        assert_eq!(results.take(&two), None);
        results.add(&two, &"second".to_string()).unwrap();
        drop(results);
        assert_eq!(fs::read_to_string(&path).unwrap(), complete);
        // The same number in the file, but other moves.
        assert_eq!(open(1).unwrap().take(&game(2, "h8 i7")), None);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn damaged_lines_are_ignored() {
        let folder = folder("results-damaged");
        let path = folder.join("results.jsonl");
        let open = || Results::<String>::open(&path, "test", settings(1)).unwrap();
        let games = [game(1, "h8 i9"), game(2, "h8 i8"), game(3, "h8 i7")];
        let mut results = open();
        for game in &games {
            results.add(game, &format!("{}", game.number)).unwrap();
        }
        assert_eq!(results.note(), None);
        drop(results);
        let mut bytes = fs::read(&path).unwrap();
        let second = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        bytes[second..second + 3].copy_from_slice(b"\xff\xff{");
        fs::write(&path, &bytes).unwrap();
        let mut results = open();
        let note = results.note().unwrap();
        assert!(
            note.ends_with("results.jsonl: 1 damaged line is ignored"),
            "{note}"
        );
        assert_eq!(results.take(&games[0]), None);
        assert_eq!(results.take(&games[2]).as_deref(), Some("3"));
        results.add(&games[0], &"again".to_string()).unwrap();
        drop(results);
        assert_eq!(open().take(&games[0]).as_deref(), Some("again"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = folder("results-other");
        let path = folder.join("a.txt");
        let open = || Results::<String>::open(&path, "test", settings(1)).map(|_| ());
        for text in ["h8 i9", "h8 i9\n", "{\"command\":\"puzzles\"}\n"] {
            fs::write(&path, text).unwrap();
            assert!(open().is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, "{\"resu").unwrap();
        open().unwrap();
        open().unwrap();
        assert!(open().is_ok());
        let of = |command| {
            let opened = Results::<String>::open(&path, command, settings(1));
            opened.err().expect("another command").to_string()
        };
        assert_eq!(of("other"), "it has results of `test`");
        assert!(Results::<String>::open(&folder, "test", settings(1)).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
