//! Saved games: written after every move or on command, and loaded.

use std::io;
use std::path::{Path, PathBuf};

use crate::cli::input::args::InputArgs;
use crate::cli::play::session::{GameSession, OPENING_FIRST};
use crate::cli::play::start::Start;
use crate::files;
use crate::files::STANDARD_OUTPUT;
use crate::play::record::{is_own, picture, record};
use crate::play::seats::Seats;
use crate::record::Format;
use crate::report::boards::forbidden_to;
use crate::report::picture::forbidden_marks;
use crate::report::text::printable;

/// The message for games that cannot be saved.
const BLOCKED: &str = "A game with blocked points can be saved only as a picture.";

impl GameSession {
    /// Saves the game if it has changed. Returns a message if there is something to say. A game in
    /// its opening is not saved: a record cannot say whose choice is next, so it would be continued
    /// as another game.
    pub fn keep(&mut self) -> Option<String> {
        if self.opening.is_some() {
            return None;
        }
        let changed = std::mem::take(&mut self.is_unsaved);
        let file = self.autosave.file().filter(|_| changed)?.to_path_buf();
        match self.record(&file) {
            Some(text) => {
                let message = self.autosave.write(&text);
                // The next move or command tries again.
                self.is_unsaved = self.autosave.is_failing();
                message
            }
            None => {
                self.autosave.stop();
                Some(BLOCKED.to_string())
            }
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
            false if self.opening.is_some() && self.game.ply() > 0 => {
                Some("The game is not saved, because its opening is not over.".to_string())
            }
            false => None,
        }
    }

    /// Keeps the file of the current game and chooses another for the next. Returns a line about
    /// it if the name has changed or games are saved again.
    pub(super) fn next_file(&mut self) -> Option<String> {
        self.saved.clear();
        self.is_unsaved = false;
        let is_changed = self.autosave.next_game();
        is_changed.then(|| self.autosave.describe(self.opening.is_some()))
    }

    /// The picture of the game, with the points that are forbidden to the side to move.
    fn picture(&self) -> String {
        let forbidden = match self.finish {
            Some(_) => Vec::new(),
            None => forbidden_to(self.game.side_to_move(), &self.game),
        };
        picture(&self.game, self.finish.as_ref()).svg_with_marks(&forbidden_marks(&forbidden))
    }

    /// Writes a record or a picture to a file. It replaces only files that `save` has written in
    /// this game.
    pub(super) fn save(&mut self, path: PathBuf) -> String {
        let is_picture = path.extension().is_some_and(|end| end == "svg");
        if self.opening.is_some() && !is_picture {
            return OPENING_FIRST.into();
        }
        if path.as_os_str() == STANDARD_OUTPUT {
            return "A game cannot be saved to standard output.".into();
        }
        let text = match is_picture {
            true => Some(self.picture()),
            false => self.record(&path),
        };
        let Some(text) = text else {
            return BLOCKED.to_string();
        };
        let name = printable(&path.display().to_string());
        let written = match self.saved.contains(&path) {
            true => files::replace(&path, &text),
            false => files::create(&path, &text),
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

    /// The game as a record in the format of the file name's extension.
    fn record(&self, path: &Path) -> Option<String> {
        let mut record = record(&self.game, &self.times, self.finish.as_ref(), &self.seats);
        record.opening = self.opening_rule;
        record.move_limit = Some(self.limit);
        let ends_in = |wanted| path.extension().is_some_and(|end| end == wanted);
        record.write(match () {
            () if ends_in("psq") => Format::Psq,
            () if ends_in("sgf") => Format::Sgf,
            () => Format::Moves,
        })
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
        self.opening = None;
        self.opening_steps.clear();
        let mut lines: Vec<String> = self.next_file().into_iter().collect();
        if let Some(record) = &start.record {
            if let Some(seats) = Seats::of_record(record, is_own(record)) {
                self.seats = seats;
            }
            self.limit = record.move_limit.unwrap_or(self.limit);
        }
        let notes = start.notes();
        let finish = start.finish();
        self.opening_rule = start.opening_rule();
        self.fixed = 0;
        self.game = start.game;
        self.times = start.times;
        self.engine.clear();
        self.hint_engine.clear();
        self.changed();
        self.finish = finish;
        self.is_unsaved = false;
        self.is_paused = self.seats.people() == 0;
        lines.insert(0, self.settings());
        lines.extend(notes.iter().map(|note| format!("note: {note}")));
        lines.join("\n")
    }
}
