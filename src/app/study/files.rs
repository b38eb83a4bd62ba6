//! Reading and writing the games of a study.

use super::{Refusal, Study};
use crate::app::words::sentence;
use crate::engine::Stone;
use crate::play::resumed::Resumed;
use crate::record::Note;
use crate::record::tree::Tree;
use crate::record::{Collection, Format, Given, Record};
use crate::report::picture::Picture;
use crate::report::position::note_texts;
use crate::report::puzzles::{self, read::is_puzzles};
use crate::report::text::counted;
use crate::types::Rule;

/// A file for the browser to keep.
#[derive(Debug)]
pub struct Saved {
    /// Its media type.
    pub media_type: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Study {
    /// The games of a file, or of a text in any form that is understood. `rule` is used for
    /// those that state none.
    ///
    /// # Errors
    /// If it cannot be read. The text is for the user.
    pub fn read(bytes: &[u8], rule: Rule) -> Result<Study, Refusal> {
        if is_puzzles(bytes) {
            let document = puzzles::read::read(bytes);
            let document = document.map_err(|error| format!("This cannot be read: {error}."))?;
            return Ok(Study::of_puzzles(document));
        }
        let collection = Collection::read(bytes, &Given::default());
        let collection = collection.map_err(|error| format!("This cannot be read: {error}."))?;
        let mut notes = collection.notes.clone();
        let first = collection.main_line(&collection.games[0]);
        let first = first.map_err(|error| format!("This cannot be read: {error}."))?;
        notes.extend(first.notes.iter().cloned());
        // The study shows them.
        notes.retain(|note| !matches!(note, Note::BranchesLeftOut(_)));
        let mut study = Study::new(first.size(), first.rule.unwrap_or(rule));
        study.notes = note_texts(&notes, study.rule);
        study.games = collection.games;
        study.begin();
        Ok(study)
    }

    /// A game that is a record.
    pub fn of_record(record: &Record, rule: Rule) -> Study {
        let mut study = Study::new(record.size(), rule);
        study.games = vec![Tree::from(record)];
        study.begin();
        study
    }

    /// The variation that is shown as a record.
    ///
    /// # Errors
    /// If it cannot be followed.
    pub fn variation_record(&self) -> Result<Record, Refusal> {
        let variation = Collection::of(vec![self.tree().only_path(self.end)]);
        let record = variation.record(&Given::default());
        record.map_err(|error| format!("This variation is not a game: {error}."))
    }

    /// The position that is looked at, for a game that begins there.
    ///
    /// # Errors
    /// If no game can begin there.
    pub fn resumed(&self) -> Result<Resumed, Refusal> {
        let collection = Collection::of(vec![self.tree().only_path(self.at)]);
        let record = collection.record(&Given::default());
        let record = record.map_err(|error| format!("This variation is not a game: {error}."))?;
        let count = record.moves.len();
        let resumed = Resumed::from_position(record, count, self.rule);
        resumed.map_err(|error| sentence(&error.to_string()))
    }

    /// The game in a format: `sgf` and `lib` hold all branches, `psq` and `txt` the variation that
    /// is shown, `svg` a picture of the position.
    ///
    /// # Errors
    /// If the format cannot hold it, or is not known.
    pub fn save(&mut self, format: &str) -> Result<Saved, Refusal> {
        let mut tree = self.tree().clone();
        tree.headers.rule = Some(self.rule);
        let (media_type, format) = match format {
            "svg" => {
                let bytes = self.picture().svg().into_bytes();
                let media_type = "image/svg+xml";
                return Ok(Saved { media_type, bytes });
            }
            "sgf" => ("application/x-go-sgf", Format::Sgf),
            "lib" => ("application/octet-stream", Format::RenLib),
            "psq" => ("text/plain; charset=utf-8", Format::Psq),
            "txt" => ("text/plain; charset=utf-8", Format::Moves),
            _ => return Err("There is no such format.".into()),
        };
        if matches!(format, Format::Psq | Format::Moves) {
            tree = tree.only_path(self.end);
        }
        let written = Collection::of(vec![tree]).write(format);
        let bytes = written.map_err(|error| format!("It cannot be saved like this: {error}."))?;
        if matches!(format, Format::Sgf | Format::RenLib) {
            self.edited_games.remove(&self.number);
            self.is_changed = true;
        }
        Ok(Saved { media_type, bytes })
    }

    /// The position as a picture.
    fn picture(&self) -> Picture<'static> {
        let place = self.place();
        let mut stones = Vec::new();
        let mut blocked = Vec::new();
        for (point, stone) in place.game.stones() {
            match stone {
                Stone::Of(color) => {
                    let number = place.numbers.iter().find(|(played, _)| played == point);
                    stones.push((*point, *color, number.map(|(_, number)| *number)));
                }
                Stone::Blocked => blocked.push(*point),
            }
        }
        let moves = counted(place.numbers.len(), "move", "moves");
        Picture {
            size: place.game.size(),
            last: place.last(),
            stones,
            blocked,
            row: &[],
            variation: &[],
            side: place.side,
            first_number: place.numbers.len() + 1,
            caption: format!("{}, {moves}", self.rule.name()),
        }
    }
}
