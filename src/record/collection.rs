//! All games of a file, and how its format is recognised.

use super::encoding::{decode_file, is_binary, wide};
use super::error::{Fault, Places, RecordError};
use super::notes::Note;
use super::tree::Tree;
use super::{
    Given, Record, gtp, list, pgn, placement, protocol_log, psq, renlib, rif, sgf, text, web, yixin,
};

/// The most games that cannot be read for which there is a note each.
const NAMED: usize = 5;

/// The games of a file.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The games that can be read, in the order of the file; at least one.
    pub games: Vec<Tree>,
    /// The games that cannot be read, in the order of the file.
    pub unread: Vec<Unread>,
    /// What was assumed about the file as a whole.
    pub notes: Vec<Note>,
    /// The file, which errors refer to.
    bytes: Vec<u8>,
    /// The file is not text.
    is_binary: bool,
}

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its number in the file, counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: RecordError,
}

impl Collection {
    /// Reads a file of any format. Games that cannot be read do not hide the others.
    ///
    /// # Errors
    /// If the file is not a record, or none of its games can be read. The error is that of the
    /// first game.
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
            return Collection::of_sgf(bytes, given);
        }
        // Names in files of Piskvork may have any bytes; the rest is ASCII.
        if !is_psq && is_binary(bytes) {
            return Err(RecordError::NotText);
        }
        let decoded = decode_file(bytes);
        let Some(mut collection) = Collection::of_text(&decoded.text, given)? else {
            return Collection::of_sgf(bytes, given);
        };
        if decoded.is_guess {
            let note = Note::EncodingGuessed(decoded.encoding);
            collection.notes.push(note);
        }
        if decoded.is_damaged {
            collection.notes.push(Note::TextDamaged(decoded.encoding));
        }
        Ok(collection)
    }

    /// The games of a file in SGF.
    fn of_sgf(bytes: &[u8], given: &Given) -> Result<Collection, RecordError> {
        let (games, notes) = sgf::parse(bytes, given);
        let mut places = Places::new(bytes);
        let games = games.into_iter();
        let games = games.map(|game| game.map_err(|fault| fault.at_place(&mut places)));
        let mut collection = Collection::of_results(games.collect(), bytes)?;
        collection.notes.splice(0..0, notes);
        Ok(collection)
    }

    /// The games of a text; `None` if it is SGF after other text.
    fn of_text(text: &str, given: &Given) -> Result<Option<Collection>, RecordError> {
        let text = text.trim_start_matches('\u{feff}');
        let games = if psq::is_psq(text) {
            vec![Ok(Tree::from(&psq::parse(text, given)?))]
        } else if rif::is_rif(text) {
            rif::parse(text, given)?.into_iter().map(Ok).collect()
        } else if pgn::is_pgn(text) {
            pgn::parse(text, given)
        } else if let Some(games) = web::parse(text, given) {
            games
        } else if gtp::is_gtp(text) {
            gtp::parse(text, given)
        } else if protocol_log::is_log(text) {
            protocol_log::parse(text, given)
        } else if placement::is_placement(text) {
            vec![Ok(Tree::from(&placement::parse(text, given)?))]
        } else if let Some(record) = yixin::parse_sav(text)? {
            vec![Ok(Tree::from(&record))]
        } else {
            match text::parse(text, given) {
                Ok(games) => games,
                Err(_) if sgf::has_sgf(text.as_bytes()) => return Ok(None),
                Err(error) => return Err(web::problem(text).unwrap_or(error)),
            }
        };
        Collection::of_results(games, text.as_bytes()).map(Some)
    }

    /// The games of a text, with notes on those that cannot be read.
    ///
    /// # Errors
    /// If none can be read.
    fn of_results(
        results: Vec<Result<Tree, RecordError>>,
        bytes: &[u8],
    ) -> Result<Collection, RecordError> {
        let is_only = results.len() == 1;
        let mut games = Vec::with_capacity(results.len());
        let mut unread = Vec::new();
        for (number, result) in (1..).zip(results) {
            match result {
                Ok(game) => games.push(game),
                Err(error) => unread.push(Unread { number, error }),
            }
        }
        if games.is_empty() {
            let first = unread.into_iter().next();
            return Err(match first.map(|unread| unread.error) {
                Some(RecordError::Json(text)) if !is_only => {
                    RecordError::Json(format!("game 1: {text}"))
                }
                error => error.unwrap_or(RecordError::Empty),
            });
        }
        let named = unread.iter().take(NAMED).map(|unread| Note::GameUnread {
            number: unread.number,
            error: unread.error.to_string(),
        });
        let mut notes: Vec<Note> = named.collect();
        if unread.len() > NAMED {
            notes.push(Note::GamesUnread(unread.len() - NAMED));
        }
        Ok(Collection {
            games,
            unread,
            notes,
            bytes: bytes.to_vec(),
            is_binary: false,
        })
    }

    /// The game of a binary file.
    fn binary(tree: Tree, bytes: &[u8]) -> Collection {
        Collection {
            games: vec![tree],
            unread: Vec::new(),
            notes: Vec::new(),
            bytes: bytes.to_vec(),
            is_binary: true,
        }
    }

    /// A collection that comes from no file.
    pub fn of(games: Vec<Tree>) -> Collection {
        Collection {
            games,
            unread: Vec::new(),
            notes: Vec::new(),
            bytes: Vec::new(),
            is_binary: true,
        }
    }

    /// The number of games in the file, those that cannot be read included.
    pub fn count(&self) -> usize {
        self.games.len() + self.unread.len()
    }

    /// All games in the order of the file, each with its number, counted from 1.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, Result<&Tree, &RecordError>)> {
        let mut games = self.games.iter();
        let mut unread = self.unread.iter().peekable();
        (1..=self.count()).map_while(move |number| {
            let error = unread.next_if(|unread| unread.number == number);
            match error {
                Some(unread) => Some((number, Err(&unread.error))),
                None => Some((number, Ok(games.next()?))),
            }
        })
    }

    /// The place in `games` of the game with this number in the file.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    pub(super) fn place_of(&self, number: usize) -> Result<usize, RecordError> {
        let games = self.count();
        if !(1..=games).contains(&number) {
            return Err(RecordError::NoGame { number, games });
        }
        let before = self.unread.partition_point(|unread| unread.number < number);
        match self.unread.get(before) {
            Some(unread) if unread.number == number => Err(unread.error.clone()),
            _ => Ok(number - 1 - before),
        }
    }

    /// The game that `given` names, or else the first that can be read, as its main line.
    ///
    /// # Errors
    /// If there is no such game, it cannot be read, or two stones of its main line are on one
    /// point.
    pub fn record(&self, given: &Given) -> Result<Record, RecordError> {
        let games = self.count();
        let readable = || self.numbered().find(|(_, game)| game.is_ok());
        let first = || readable().map_or(1, |(number, _)| number);
        let taken = given.game.unwrap_or_else(first);
        let mut record = self.main_line(&self.games[self.place_of(taken)?])?;
        if games > 1 && given.game.is_none() {
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
        let error = |fault: Fault| {
            if self.is_binary {
                fault.in_binary()
            } else {
                fault.in_text(&self.bytes)
            }
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
