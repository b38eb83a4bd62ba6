//! The games that have been saved, and what was played in them and in the file that is studied.

use std::io;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use super::Application;
use super::actions::Answered;
use crate::app::action::SavedAction;
use crate::app::explorer::Explorer;
use crate::app::rights::{Denial, Permission, Refused};
use crate::app::study::Saved;
use crate::play::saved::{Listing, Names, SavedGame, SavedGames};
use crate::record::GameResult;
use crate::sync::IgnorePoison;
use crate::types::{Color, Point, Rule};

/// The positions of many games.
#[derive(Default)]
pub struct Explorers {
    /// Those of the saved games, with the files that they were read from.
    saved: Option<(Names, Arc<Explorer>)>,
    /// Those of the last file that was opened, if it has several games.
    file: Option<Arc<Explorer>>,
}

/// What a page is told of the saved games.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListFields<'a> {
    /// The latest first.
    games: Vec<GameFields<'a>>,
    /// Files that are no games.
    unreadable: usize,
    /// Older games that are not in the list.
    left_out: usize,
}

/// A saved game.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameFields<'a> {
    name: &'a str,
    /// It is the game that is being played, whose file cannot be moved.
    is_played: bool,
    black: Option<&'a str>,
    white: Option<&'a str>,
    rule: Option<Rule>,
    width: u8,
    height: u8,
    date: &'a str,
    /// `black`, `white` or `draw`; `None` if the game is not over.
    result: Option<&'static str>,
    moves: &'a [(Color, Point)],
}

impl Application {
    /// Carries out an action on the saved games, which needs this permission, for whoever has a
    /// token.
    ///
    /// # Errors
    /// If that viewer may not do this, or it is not possible.
    pub(super) fn manage_games(
        &self,
        token: &str,
        permission: Permission,
        act: SavedAction,
    ) -> Result<Answered, Refused> {
        // Files are read and moved while others can act. Only the owner gets through, who remains
        // it whatever they do.
        let (games, played) = {
            let inner = self.lock();
            self.check(&inner, token, permission)?;
            (inner.saves.games(), inner.saves.played())
        };
        let refused = |text| (Denial::Conflict, text);
        let games = games.ok_or_else(|| refused("Games are not saved.".into()))?;
        let check = |name: &str| {
            if played.as_deref() == Some(name) {
                let text = "This game is on the board. Begin another one first.";
                return Err(refused(text.into()));
            }
            Ok(())
        };
        let named = |name: String| Answered::Document(json!({ "name": name }));
        let done = match act {
            SavedAction::List => list(games.as_ref(), played.as_deref()).map(Answered::Document),
            SavedAction::Open { name } => {
                let bytes = games.read(&name).map_err(refused)?;
                return self.read_study(token, &bytes).map(|()| Answered::Nothing);
            }
            SavedAction::Rename { name, to } => {
                check(&name)?;
                games.rename(&name, &to).map(|()| Answered::Nothing)
            }
            SavedAction::Delete { name } => {
                check(&name)?;
                games.delete(&name).map(named)
            }
            SavedAction::Restore { name } => games.restore(&name).map(named),
            SavedAction::Export => games.export().map(|bytes| {
                Answered::File(Saved {
                    media_type: "application/x-go-sgf",
                    bytes,
                })
            }),
            SavedAction::Explore => self.explore(games.as_ref()).map(Answered::Document),
        };
        done.map_err(refused)
    }

    /// Lets the pages explore the games of a file, if it has several.
    pub fn explore_file(&self, bytes: &[u8]) {
        let file = Explorer::of_file(bytes).map(Arc::new);
        self.explorers.lock().ignore_poison().file = file;
    }

    /// What was played in the position of the study, in the saved games and in the opened file.
    fn explore(&self, games: &dyn SavedGames) -> Result<Value, String> {
        let (place, next) = {
            let inner = self.lock();
            (inner.study.place(), inner.study.next_point())
        };
        // Held while the saved games are read, so that requests at the same time read them once.
        let mut explorers = self.explorers.lock().ignore_poison();
        let files = games.files().map_err(unread)?;
        let known = explorers.saved.as_ref();
        let saved = match known.filter(|(known, _)| *known == files) {
            Some((_, explorer)) => Arc::clone(explorer),
            None => {
                let mut explorer = Explorer::default();
                for collection in games.collections().map_err(unread)? {
                    explorer.add(&collection);
                }
                let explorer = Arc::new(explorer);
                explorers.saved = Some((files, Arc::clone(&explorer)));
                explorer
            }
        };
        let file = explorers
            .file
            .as_ref()
            .map(|file| file.played(&place, next));
        Ok(json!({ "saved": saved.played(&place, next), "file": file }))
    }
}

/// The list of the saved games. `played` is the name of the game that is being played.
fn list(games: &dyn SavedGames, played: Option<&str>) -> Result<Value, String> {
    let listing = games.list().map_err(unread)?;
    Ok(json!(ListFields::new(&listing, played)))
}

/// Why the folder cannot be read.
fn unread(error: io::Error) -> String {
    format!("The saved games cannot be read: {error}.")
}

impl<'a> ListFields<'a> {
    fn new(listing: &'a Listing, played: Option<&str>) -> ListFields<'a> {
        let games = listing.games.iter();
        ListFields {
            games: games.map(|game| GameFields::new(game, played)).collect(),
            unreadable: listing.unreadable,
            left_out: listing.left_out,
        }
    }
}

impl<'a> GameFields<'a> {
    fn new(game: &'a SavedGame, played: Option<&str>) -> GameFields<'a> {
        let player = |side: Color| game.players[side.index()].as_deref();
        GameFields {
            name: &game.name,
            is_played: played == Some(game.name.as_str()),
            black: player(Color::Black),
            white: player(Color::White),
            rule: game.rule,
            width: game.size.width(),
            height: game.size.height(),
            date: &game.date,
            result: game.result.map(|result| match result {
                GameResult::Win(side) => side.name(),
                GameResult::Draw => "draw",
            }),
            moves: &game.moves,
        }
    }
}
