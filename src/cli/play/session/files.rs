//! Saved games: written after every move or on command, and loaded.

use std::io;
use std::path::PathBuf;

use crate::cli::input::args::InputArgs;
use crate::cli::play::session::GameSession;
use crate::cli::play::start::Start;
use crate::files;
use crate::files::STANDARD_OUTPUT;
use crate::play::autosave::format_of;
use crate::play::game::Refusal;
use crate::play::saved::Kept;
use crate::play::{Match, calendar};
use crate::report::boards::forbidden_to;
use crate::report::picture::forbidden_marks;
use crate::report::text::printable;

impl GameSession {
    /// Saves the game if it has changed. Returns a message if there is something to say.
    pub fn keep(&mut self) -> Option<String> {
        match self.autosave.keep(&self.game) {
            Kept::Written(message) => message,
            Kept::Refused(Refusal::InOpening) | Kept::Unchanged => None,
            Kept::Refused(refusal) => Some(self.game.explain(refusal)),
        }
    }

    /// The message for a player who quits: whether the game can be continued.
    pub fn farewell(&self) -> Option<String> {
        let file = self.autosave.file()?;
        match self.autosave.has_written() {
            _ if self.autosave.is_failing() => Some("The game could not be saved.".to_string()),
            true => {
                let file = printable(&file.display().to_string());
                Some(format!("The game is saved to {file}."))
            }
            false if self.game.opening().is_some() && self.game.position().ply() > 0 => {
                Some("The game is not saved, because its opening is not over.".to_string())
            }
            false => None,
        }
    }

    /// Replaces the game by another one, and keeps its file. Returns a line about the file of the
    /// new game if the name has changed or games are saved again.
    pub(super) fn enter(&mut self, game: Match) -> Option<String> {
        self.game = game;
        self.saved.clear();
        self.engine.clear();
        self.hint_engine.clear();
        self.needs_drawing = true;
        let is_changed = self.autosave.next_game();
        is_changed.then(|| self.autosave.describe(self.game.opening().is_some()))
    }

    /// The picture of the game, with the points that are forbidden to the side to move.
    fn picture(&self) -> String {
        let position = self.game.position();
        let forbidden = match self.game.finish() {
            Some(_) => Vec::new(),
            None => forbidden_to(position.side_to_move(), position),
        };
        let picture = self.game.picture();
        picture.svg_with_marks(&forbidden_marks(&forbidden))
    }

    /// Writes a record or a picture to a file. It replaces only files that `save` has written in
    /// this game.
    pub(super) fn save(&mut self, path: PathBuf) -> String {
        let is_picture = path.extension().is_some_and(|end| end == "svg");
        let text = if is_picture {
            Ok(self.picture())
        } else {
            self.game.text(format_of(&path))
        };
        if path.as_os_str() == STANDARD_OUTPUT {
            return "A game cannot be saved to standard output.".into();
        }
        let text = match text {
            Ok(text) => text,
            Err(refusal) => return self.game.explain(refusal),
        };
        let name = printable(&path.display().to_string());
        let written = if self.saved.contains(&path) {
            files::replace(&path, &text)
        } else {
            files::create(&path, &text)
        };
        match written {
            Ok(()) => {
                self.saved.insert(path);
                format!("Saved to {name}.")
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                format!("{name} already exists and is not overwritten.")
            }
            Err(error) => format!("Cannot save to {name}: {error}."),
        }
    }

    /// Continues the game in a file. An error changes nothing.
    pub(super) fn load(&mut self, path: PathBuf) -> String {
        let args = InputArgs {
            file: Some(path),
            ..InputArgs::default()
        };
        let start = match Start::new(&args) {
            Ok(start) => start,
            Err(error) => return printable(&error.to_string()),
        };
        let notes = start.notes();
        let seats = start.resumed.seats.clone();
        let seats = seats.unwrap_or_else(|| self.game.seats().clone());
        let limit = start.resumed.limit.unwrap_or(self.game.limit());
        let game = Match::new(start.resumed, seats, limit, self.game.now());
        let file = self.enter(game.begun_on(calendar::today()));
        let notes = notes.iter().map(|note| format!("note: {note}"));
        let settings = std::iter::once(self.settings());
        let lines: Vec<String> = settings.chain(file).chain(notes).collect();
        lines.join("\n")
    }
}
