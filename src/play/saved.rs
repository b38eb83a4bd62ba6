//! The games that are saved automatically: what a list shows of them, and what can be done with
//! them, wherever they are kept.
//!
//! A deleted game is kept apart, so that it can be brought back. Nothing here replaces a game.

use std::io;
use std::time::Duration;

use super::calendar;
use super::game::Refusal;
use crate::record::tree::Tree;
use crate::record::{Collection, Format, GameResult, Given};
use crate::types::{BoardSize, Color, Point, Rule};

/// The largest number of games in a list.
const MOST: usize = 500;
/// The longest name that a game can get, in characters.
const LONGEST_NAME: usize = 80;

/// What has become of a game that is to be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// There was nothing to save.
    Unchanged,
    /// It was written, or could not be; with a message if there is something to say.
    Written(Option<String>),
    /// It cannot be saved: not before the end of its opening, or not at all, which is told once.
    Refused(Refusal),
}

/// A saved game, as a list shows it.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// The name of its file without the ending.
    pub name: String,
    /// The players, by [`Color::index`].
    pub players: [Option<String>; 2],
    /// The rule, if it is stated.
    pub rule: Option<Rule>,
    /// The size of the board.
    pub size: BoardSize,
    /// The date that the record states, else that of the file.
    pub date: String,
    /// The result; `None` if the game is not over.
    pub result: Option<GameResult>,
    /// The moves, black's first.
    pub moves: Vec<(Color, Point)>,
}

/// The names of saved games, each after the time when its file was written, since 1970.
pub type Names = Vec<(Duration, String)>;

/// The saved games, the latest first.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The games.
    pub games: Vec<SavedGame>,
    /// Files that are no games, or too large.
    pub unreadable: usize,
    /// Older games that were left out.
    pub left_out: usize,
}

/// The saved games, by their names.
pub trait SavedGames {
    /// The files that have the names of games, the latest first.
    ///
    /// # Errors
    /// If the folder cannot be read.
    fn files(&self) -> io::Result<Names>;

    /// The content of a game's file.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read. The text is for the user.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;

    /// Gives a game another name.
    ///
    /// # Errors
    /// If there is no such game, or the new name is taken or cannot be one. The text is for the
    /// user.
    fn rename(&self, name: &str, new: &str) -> Result<(), String>;

    /// Moves a game to the folder of deleted games. Returns the name that brings it back.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be moved. The text is for the user.
    fn delete(&self, name: &str) -> Result<String, String>;

    /// Brings a deleted game back. Returns its name, which is another one if its own has been taken
    /// in the meantime.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be moved. The text is for the user.
    fn restore(&self, name: &str) -> Result<String, String>;

    /// All games, the latest first: by the time when their files were written.
    ///
    /// # Errors
    /// If the folder cannot be read.
    fn list(&self) -> io::Result<Listing> {
        let mut files = self.files()?;
        let left_out = files.len().saturating_sub(MOST);
        files.truncate(MOST);
        let mut listing = Listing {
            left_out,
            ..Listing::default()
        };
        for (written, name) in files {
            match self.game(&name, written) {
                Some(game) => listing.games.push(game),
                None => listing.unreadable += 1,
            }
        }
        Ok(listing)
    }

    /// All games as one file of SGF, the latest first.
    ///
    /// # Errors
    /// If the folder cannot be read, or has no games. The text is for the user.
    fn export(&self) -> Result<Vec<u8>, String> {
        let read = self.collections();
        let read = read.map_err(|error| format!("The saved games cannot be read: {error}."))?;
        let games = read.into_iter().flat_map(|collection| collection.games);
        let trees: Vec<Tree> = games.collect();
        if trees.is_empty() {
            return Err("There are no saved games.".into());
        }
        let written = Collection::of(trees).write(Format::Sgf);
        written.map_err(|error| format!("The games cannot be written to one file: {error}."))
    }

    /// The games of all files that can be read, the latest first.
    ///
    /// # Errors
    /// If the folder cannot be read.
    fn collections(&self) -> io::Result<Vec<Collection>> {
        let files = self.files()?;
        let read = files.iter().filter_map(|(_, name)| self.collection(name));
        Ok(read.collect())
    }

    /// The games in the file with this name.
    fn collection(&self, name: &str) -> Option<Collection> {
        let bytes = self.read(name).ok()?;
        Collection::read(&bytes, &Given::default()).ok()
    }

    /// What a list shows of the game in a file.
    fn game(&self, name: &str, written: Duration) -> Option<SavedGame> {
        let record = self.collection(name)?.record(&Given::default()).ok()?;
        Some(SavedGame {
            name: name.to_string(),
            rule: record.rule,
            size: record.size(),
            date: (record.date.clone()).unwrap_or_else(|| calendar::date(written)),
            result: record.result,
            moves: (record.moves.iter())
                .map(|played| (played.color, played.point))
                .collect(),
            players: record.players,
        })
    }
}

/// Checks that a text can be the name of a game. A file of that name is in the folder itself, on
/// every system.
///
/// # Errors
/// If it cannot. The text is for the user.
pub fn check_name(name: &str) -> Result<(), String> {
    let is_allowed = |c: char| {
        !c.is_control() && !matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
    };
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(format!("A name has from 1 to {LONGEST_NAME} characters."));
    }
    if !name.chars().all(is_allowed) || name.starts_with('.') || name.ends_with([' ', '.']) {
        return Err("A name cannot have any of / \\ : * ? \" < > | or begin with a dot.".into());
    }
    Ok(())
}

/// The name if it is free, else the name with the first number that makes it free.
pub fn free_name(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let mut names = std::iter::once(name.to_string()).chain(numbered);
    names
        .find(|name| is_free(name))
        .expect("one of all names is free")
}
