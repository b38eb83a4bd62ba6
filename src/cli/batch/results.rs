//! A file of results that grows by a line for each game. A command that was interrupted, by Ctrl-C
//! or otherwise, goes on from it.
//!
//! The first line states the command, the program and the settings. A run with other ones refuses
//! the file. Every other line is the result of a game. The end of a line that was being written when
//! the program ended is dropped.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::games::BatchGame;
use crate::report::document::PROGRAM;
use crate::report::json::document;

/// The first line.
#[derive(Serialize)]
struct Header<'a, S> {
    results_of: &'a str,
    program: &'static str,
    settings: &'a S,
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
    known: HashMap<Key, T>,
}

impl<T: Serialize + DeserializeOwned> Results<T> {
    /// Results that are kept in no file.
    pub fn nowhere() -> Results<T> {
        Results {
            file: None,
            known: HashMap::new(),
        }
    }

    /// Opens the file of a command with these settings, or creates it.
    ///
    /// # Errors
    /// If it cannot be read or written. If it is not a file of results or has other settings, the
    /// error is of the kind [`InvalidData`](io::ErrorKind::InvalidData).
    pub fn open(path: &Path, command: &str, settings: &impl Serialize) -> io::Result<Results<T>> {
        let header = document(&Header {
            results_of: command,
            program: PROGRAM,
            settings,
        });
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let length = text.rfind('\n').map_or(0, |at| at + 1);
        if length == 0 && !header.starts_with(&text) {
            return Err(wrong("it is not a file of results"));
        }
        let mut lines = text[..length].lines();
        match lines.next() {
            Some(line) if line == header.trim_end() => {}
            Some(line) if line.starts_with("{\"results_of\":") => {
                return Err(wrong(&format!(
                    "its results were made with other settings: {line} instead of {}",
                    header.trim_end()
                )));
            }
            Some(_) => return Err(wrong("it is not a file of results")),
            None => {}
        }
        let mut known = HashMap::new();
        for (number, line) in (2..).zip(lines) {
            let line: Line<T> = serde_json::from_str(line)
                .map_err(|error| wrong(&format!("line {number} is not a result: {error}")))?;
            known.insert((line.file, line.game, line.moves), line.result);
        }
        // Nothing is changed before everything is understood.
        file.set_len(length as u64)?;
        file.seek(SeekFrom::Start(length as u64))?;
        if length == 0 {
            file.write_all(header.as_bytes())?;
        }
        Ok(Results {
            file: Some(file),
            known,
        })
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
        // One call writes the whole line.
        let line = document(&Line {
            file: name,
            game: number,
            moves,
            result,
        });
        file.write_all(line.as_bytes())
    }
}

/// A game as the lines name it.
fn key(game: &BatchGame) -> Key {
    let moves = format!("{:016x}", game.fingerprint());
    (game.file.clone(), game.number, moves)
}

/// The error for a file with another content.
fn wrong(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Given, Record};
    use crate::report::files::tests::folder;
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

    #[test]
    fn results_are_known_in_the_next_run() {
        let folder = folder("results");
        let path = folder.join("results.jsonl");
        let open = |settings: u32| Results::<String>::open(&path, "test", &settings);
        let (one, two) = (game(1, "h8 i9"), game(2, "h8 i8"));
        let mut results = open(1).unwrap();
        results.add(&one, &"first".to_string()).unwrap();
        results.add(&two, &"second".to_string()).unwrap();
        let complete = fs::read_to_string(&path).unwrap();
        // The program ended while it wrote the second result.
        fs::write(&path, &complete[..complete.len() - 3]).unwrap();
        let error = open(2).err().expect("other settings").to_string();
        assert!(error.contains("other settings"), "{error}");
        let mut results = open(1).unwrap();
        assert_eq!(results.take(&one).as_deref(), Some("first"));
        assert_eq!(results.take(&two), None);
        results.add(&two, &"second".to_string()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), complete);
        // The same number in the file, but other moves.
        assert_eq!(open(1).unwrap().take(&game(2, "h8 i7")), None);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = folder("results-other");
        let path = folder.join("a.txt");
        let open = || Results::<String>::open(&path, "test", &1).map(|_| ());
        for text in ["h8 i9", "h8 i9\n", "{\"command\":\"puzzles\"}\n"] {
            fs::write(&path, text).unwrap();
            assert!(open().is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, "{\"resu").unwrap();
        open().unwrap();
        open().unwrap();
        assert!(open().is_ok());
        assert!(Results::<String>::open(&folder, "test", &1).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
