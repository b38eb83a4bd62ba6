//! All games of a file, and how its format is recognised.

use super::encoding::{decode_file, is_binary, wide};
use super::error::{Fault, RecordError};
use super::notes::Note;
use super::tree::Tree;
use super::{
    Given, Record, list, pgn, placement, protocol_log, psq, renlib, rif, sgf, text, web, yixin,
};

/// The games of a file.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The games in the order of the file; at least one.
    pub games: Vec<Tree>,
    /// What was assumed about the file as a whole.
    pub notes: Vec<Note>,
    /// The file, which errors refer to.
    bytes: Vec<u8>,
    /// The file is not text.
    is_binary: bool,
}

impl Collection {
    /// Reads a file of any format.
    ///
    /// # Errors
    /// If the file is not a record, or contradicts itself or the given size.
    pub fn read(bytes: &[u8], given: &Given) -> Result<Collection, RecordError> {
        if renlib::is_renlib(bytes) {
            let tree = renlib::parse(bytes).map_err(Fault::in_binary)?;
            return Ok(Collection::binary(tree, bytes));
        }
        if let Some(tree) = yixin::parse_pos(bytes) {
            return Ok(Collection::binary(tree, bytes));
        }
        let decoded = wide(bytes);
        let bytes = decoded.as_ref().map_or(bytes, |text| text.as_bytes());
        let is_psq = psq::is_psq(&String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]));
        if !is_psq && sgf::is_sgf(bytes) {
            let (games, notes) = sgf::parse(bytes, given).map_err(|fault| fault.in_text(bytes))?;
            return Ok(Collection {
                games,
                notes,
                bytes: bytes.to_vec(),
                is_binary: false,
            });
        }
        // Names in files of Piskvork may have any bytes; the rest is ASCII.
        if !is_psq && is_binary(bytes) {
            return Err(RecordError::NotText);
        }
        let decoded = decode_file(bytes);
        let mut collection = Collection::of_text(&decoded.text, given)?;
        if decoded.is_guess {
            let note = Note::EncodingGuessed(decoded.encoding);
            collection.notes.push(note);
        }
        if decoded.is_damaged {
            collection.notes.push(Note::TextDamaged(decoded.encoding));
        }
        Ok(collection)
    }

    /// The games of a text that is not SGF.
    fn of_text(text: &str, given: &Given) -> Result<Collection, RecordError> {
        let text = text.trim_start_matches('\u{feff}');
        let games = if psq::is_psq(text) {
            vec![Tree::from(&psq::parse(text, given)?)]
        } else if rif::is_rif(text) {
            rif::parse(text, given)?
        } else if pgn::is_pgn(text) {
            pgn::parse(text, given)?
        } else if let Some(games) = web::parse(text, given)? {
            games
        } else if protocol_log::is_log(text) {
            trees(protocol_log::parse(text, given)?)
        } else if placement::is_placement(text) {
            vec![Tree::from(&placement::parse(text, given)?)]
        } else if let Some(record) = yixin::parse_sav(text)? {
            vec![Tree::from(&record)]
        } else {
            let read = text::parse(text, given);
            trees(read.map_err(|error| web::problem(text).unwrap_or(error))?)
        };
        Ok(Collection {
            games,
            notes: Vec::new(),
            bytes: text.as_bytes().to_vec(),
            is_binary: false,
        })
    }

    /// The game of a binary file.
    fn binary(tree: Tree, bytes: &[u8]) -> Collection {
        Collection {
            games: vec![tree],
            notes: Vec::new(),
            bytes: bytes.to_vec(),
            is_binary: true,
        }
    }

    /// A collection that comes from no file.
    pub fn of(games: Vec<Tree>) -> Collection {
        Collection {
            games,
            notes: Vec::new(),
            bytes: Vec::new(),
            is_binary: true,
        }
    }

    /// The game that `given` names, or else the first, as its main line.
    ///
    /// # Errors
    /// If there is no such game, or two stones of its main line are on one point.
    pub fn record(&self, given: &Given) -> Result<Record, RecordError> {
        let number = given.game.unwrap_or(1);
        let games = self.games.len();
        let tree = number
            .checked_sub(1)
            .and_then(|index| self.games.get(index));
        let tree = tree.ok_or(RecordError::NoGame { number, games })?;
        let mut record = self.main_line(tree)?;
        if games > 1 && given.game.is_none() {
            let taken = number;
            record.notes.insert(0, Note::OneOfGames { taken, games });
        }
        record.notes.extend(self.notes.iter().cloned());
        record.note_rule();
        record.note_opening_rule();
        Ok(record)
    }

    /// The main line of one of the games.
    ///
    /// # Errors
    /// If two stones are on one point.
    pub fn main_line(&self, tree: &Tree) -> Result<Record, RecordError> {
        let error = |fault: Fault| match self.is_binary {
            true => fault.in_binary(),
            false => fault.in_text(&self.bytes),
        };
        Record::walk(tree).map_err(error)
    }
}

impl Record {
    /// Reads a game of a file of any format: the one that `given` names, or else the first.
    ///
    /// # Errors
    /// If the file is not a record, or contradicts itself or the given size.
    pub fn read(bytes: &[u8], given: &Given) -> Result<Record, RecordError> {
        Collection::read(bytes, given)?.record(given)
    }

    /// Reads a record of any format that is text.
    ///
    /// # Errors
    /// Like [`Record::read`].
    pub fn parse(text: &str, given: &Given) -> Result<Record, RecordError> {
        Record::read(text.as_bytes(), given)
    }

    /// Reads a list of moves, which may be empty.
    ///
    /// # Errors
    /// If a move cannot be read, is off the board or occurs twice.
    pub fn parse_moves(text: &str, given: &Given) -> Result<Record, RecordError> {
        let mut record = list::parse(text, given)?;
        record.note_rule();
        Ok(record)
    }
}

/// The header of a file of Piskvork is in this many bytes.
const HEAD: usize = 64;

/// The records as trees.
fn trees(records: Vec<Record>) -> Vec<Tree> {
    records.iter().map(Tree::from).collect()
}
