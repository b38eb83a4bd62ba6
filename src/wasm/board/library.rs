//! The games that are saved in the browser. They are in memory here; whoever loads the module
//! stores every change, and hands the games in at the start.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Page;
use crate::app::saves::Saves;
use crate::clock;
use crate::play::Match;
use crate::play::game::Refusal;
use crate::play::saved::{Kept, Names, SavedGames, check_name, free_name};
use crate::play::scores::Scores;
use crate::record::Format;
use crate::report::text::printable;
use crate::sync::IgnorePoison;

/// Where a game is saved, for the user.
pub const PLACE: &str = "Saved in this browser after every move.";

/// A saved game, as it is stored.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredGame {
    name: String,
    /// The record in SGF.
    text: String,
    /// When it was saved, in milliseconds since 1970.
    written: u64,
    /// It can be brought back.
    is_deleted: bool,
}

/// All saved games, and which of them is being played.
#[derive(Clone)]
pub struct Library(Arc<Mutex<Shelf>>);

struct Shelf {
    /// By whether they are deleted, and by name.
    games: BTreeMap<(bool, String), StoredGame>,
    /// The name of the game that is being played.
    name: Option<String>,
    /// The version of the game that has been saved.
    version: u64,
    /// The current game cannot be a record.
    has_stopped: bool,
    is_failing: bool,
    /// Former actions are carried out again, which saves nothing.
    is_repeating: bool,
    /// The scores of puzzles.
    scores: Scores,
    page: Arc<dyn Page>,
}

impl Library {
    /// A library whose changes are stored by a page.
    pub fn new(page: Arc<dyn Page>) -> Library {
        Library(Arc::new(Mutex::new(Shelf {
            games: BTreeMap::new(),
            name: None,
            version: 0,
            has_stopped: false,
            is_failing: false,
            is_repeating: false,
            scores: Scores::default(),
            page,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().ignore_poison()
    }

    /// Takes the games that are stored: another page may have changed them.
    pub fn take(&self, games: Vec<StoredGame>) {
        let keyed = games
            .into_iter()
            .map(|game| ((game.is_deleted, game.name.clone()), game));
        self.lock().games = keyed.collect();
    }

    /// Takes the scores of puzzles that are stored.
    pub fn take_scores(&self, text: &str) {
        self.lock().scores = Scores::read(text.as_bytes());
    }

    /// Former actions are carried out again from here, which saves nothing.
    pub fn begin_repeating(&self) {
        self.lock().is_repeating = true;
    }

    /// The actions have been carried out: the game that they have led to is the saved one of this
    /// name.
    pub fn end_repeating(&self, name: Option<String>) {
        let mut shelf = self.lock();
        shelf.is_repeating = false;
        shelf.version = 0;
        shelf.name = name.filter(|name| shelf.games.contains_key(&(false, name.clone())));
    }

    /// The name of the game that is being played, if it has been saved.
    pub fn name(&self) -> Option<String> {
        self.lock().name.clone()
    }

    /// Notes whether the game could be stored: `error` says why not. Returns what is to be said.
    pub fn note(&self, error: Option<&str>) -> Option<String> {
        let mut shelf = self.lock();
        let was_failing = std::mem::replace(&mut shelf.is_failing, error.is_some());
        match (error, was_failing) {
            // The next move changes the game, which is then stored whole.
            (Some(error), _) => Some(format!(
                "Cannot save the game in this browser: {error}. The next move will try again."
            )),
            (None, true) => Some("The game is saved in this browser again.".to_string()),
            (None, false) => None,
        }
    }
}

impl Shelf {
    /// Stores a game.
    fn put(&mut self, game: StoredGame) {
        self.page.store(&json!({ "put": game }).to_string());
        let key = (game.is_deleted, game.name.clone());
        self.games.insert(key, game);
    }

    /// Gives a game another name or place.
    fn move_to(&mut self, from: (bool, String), to: (bool, String)) -> Result<(), String> {
        let game = self.games.remove(&from);
        let game = game.ok_or_else(|| unknown(&from.1))?;
        let key = json!({ "name": from.1, "isDeleted": from.0 });
        self.page.store(&json!({ "remove": key }).to_string());
        self.put(StoredGame {
            is_deleted: to.0,
            name: to.1,
            ..game
        });
        Ok(())
    }

    /// The name if it is free, else one with a number.
    fn free(&self, is_deleted: bool, name: &str) -> String {
        free_name(name, |name| {
            !self.games.contains_key(&(is_deleted, name.to_string()))
        })
    }

    /// The name of a new game: the first number after all that there are.
    fn next_name(&self) -> String {
        let number = |name: &String| name.strip_prefix("game-")?.parse::<u64>().ok();
        let numbers = self.games.keys().filter_map(|(_, name)| number(name));
        format!("game-{}", numbers.max().unwrap_or(0).saturating_add(1))
    }
}

/// Why nothing can be done with a game that is not there.
fn unknown(name: &str) -> String {
    format!("There is no game `{}`.", printable(name))
}

impl Saves for Library {
    fn keep(&mut self, game: &Match) -> Kept {
        let mut shelf = self.lock();
        let is_empty = game.position().ply() == 0 && game.finish().is_none();
        let is_new = is_empty && shelf.name.is_none();
        if shelf.is_repeating || shelf.has_stopped || is_new || game.version() == shelf.version {
            return Kept::Unchanged;
        }
        match game.text(Format::Sgf) {
            Ok(text) => {
                let name = shelf.name.clone().unwrap_or_else(|| shelf.next_name());
                shelf.name = Some(name.clone());
                shelf.version = game.version();
                let written = clock::since_1970().as_millis();
                shelf.put(StoredGame {
                    name,
                    text,
                    written: u64::try_from(written).unwrap_or(u64::MAX),
                    is_deleted: false,
                });
                Kept::Written(None)
            }
            Err(refusal) => {
                shelf.has_stopped = refusal != Refusal::InOpening;
                Kept::Refused(refusal)
            }
        }
    }

    fn place(&self) -> Option<String> {
        Some(PLACE.to_string())
    }

    fn played(&self) -> Option<String> {
        self.name()
    }

    fn next_game(&mut self) {
        let mut shelf = self.lock();
        (shelf.name, shelf.version) = (None, 0);
        (shelf.has_stopped, shelf.is_failing) = (false, false);
    }

    fn is_failing(&self) -> bool {
        self.lock().is_failing
    }

    fn games(&self) -> Option<Box<dyn SavedGames>> {
        Some(Box::new(self.clone()))
    }

    fn scores(&self) -> Scores {
        self.lock().scores.clone()
    }

    fn keep_scores(&mut self, scores: &Scores) {
        let mut shelf = self.lock();
        shelf.scores.clone_from(scores);
        let change = json!({ "scores": scores.text() });
        shelf.page.store(&change.to_string());
    }
}

impl SavedGames for Library {
    fn files(&self) -> io::Result<Names> {
        let shelf = self.lock();
        let saved = shelf.games.values().filter(|game| !game.is_deleted);
        let mut names: Names = saved
            .map(|game| (Duration::from_millis(game.written), game.name.clone()))
            .collect();
        names.sort_by(|one, other| other.cmp(one));
        Ok(names)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let shelf = self.lock();
        let game = shelf.games.get(&(false, name.to_string()));
        game.map(|game| game.text.clone().into_bytes())
            .ok_or_else(|| unknown(name))
    }

    fn rename(&self, name: &str, new: &str) -> Result<(), String> {
        let new = new.trim();
        check_name(new)?;
        let mut shelf = self.lock();
        if shelf.games.contains_key(&(false, new.to_string())) {
            return Err(format!("There is a game `{}` already.", printable(new)));
        }
        shelf.move_to((false, name.to_string()), (false, new.to_string()))
    }

    fn delete(&self, name: &str) -> Result<String, String> {
        let mut shelf = self.lock();
        let free = shelf.free(true, name);
        shelf.move_to((false, name.to_string()), (true, free.clone()))?;
        Ok(free)
    }

    fn restore(&self, name: &str) -> Result<String, String> {
        let mut shelf = self.lock();
        let free = shelf.free(false, name);
        shelf.move_to((true, name.to_string()), (false, free.clone()))?;
        Ok(free)
    }
}
