//! Games in the Go Text Protocol, which gomoku programs use as well: the commands of a controller,
//! alone or with the answers of the engine. `clear_board` begins a game.
//!
//! Columns are letters without I, rows count from the bottom. Games of a program that uses a column I all
//! the same are read that way, with a note.

use super::error::{Place, Problem, RecordError};
use super::limits::add_game;
use super::notes::Note;
use super::tree::Tree;
use super::{Format, Given, Move, Record, default_size};
use crate::board::notation::{self, NotationProblem};
use crate::board::work::count_work;
use crate::types::{BoardSize, Color, Rule};

/// The commands with which a text may begin.
const FIRST: [&str; 13] = [
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "komi",
    "name",
    "version",
    "protocol_version",
    "list_commands",
    "known_command",
    "time_settings",
    "rule",
    "rules",
];
/// The form of a size, for errors.
const SIZE: &str = "a size such as `boardsize 15`";
/// The form of a move, for errors.
const PLAY: &str = "a side and a point such as `play B H8`";

/// A line without the number of the command.
struct Line<'a> {
    /// The first word in small letters.
    word: String,
    rest: &'a str,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Line<'a> {
        let line = line.split('#').next().unwrap_or("").trim();
        let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let line = match after.strip_prefix(char::is_whitespace) {
            Some(after) if after.len() < line.len() => after.trim_start(),
            _ => line,
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Line {
            word: word.to_lowercase(),
            rest: rest.trim(),
        }
    }

    /// The side and the name of the point of `play`.
    fn play(&self) -> Option<(Color, &'a str)> {
        let (side, name) = self.rest.split_once(char::is_whitespace)?;
        Some((Color::from_name(side)?, name.trim()))
    }
}

/// True if the text begins with a command and has a move.
pub fn is_gtp(text: &str) -> bool {
    let mut lines = text.lines().map(Line::of);
    let first = lines.find(|line| !line.word.is_empty());
    let begins = first.is_some_and(|line| FIRST.contains(&line.word.as_str()));
    begins
        && text
            .lines()
            .map(Line::of)
            .any(|line| match line.word.as_str() {
                "play" => line.play().is_some(),
                "genmove" | "boardsize" => true,
                _ => false,
            })
}

/// Reads the games. An error is in a move that is malformed, off the board or on another stone; the
/// rest of its game is passed over.
pub fn parse(text: &str, given: &Given) -> Vec<Result<Tree, RecordError>> {
    let has_i = text.lines().any(|line| {
        let line = Line::of(line);
        let point = line.play().map(|(_, name)| name);
        point.is_some_and(|name| name.starts_with(['i', 'I']))
    });
    let mut reader = Reader {
        given: *given,
        has_i,
        record: Record::empty(Format::Protocol, given.size.unwrap_or(default_size())),
        is_size_stated: given.size.is_some(),
        error: None,
        asked: None,
        number: 1,
        has_too_many: false,
        games: Vec::new(),
    };
    for (number, line) in (1..).zip(text.lines()) {
        count_work(line.len());
        reader.number = number;
        reader.line(&Line::of(line), number);
    }
    reader.end();
    if reader.games.is_empty() {
        reader.push();
    }
    reader.games
}

/// Reads the lines of a game.
struct Reader {
    given: Given,
    /// There is a column I.
    has_i: bool,
    record: Record,
    is_size_stated: bool,
    /// What is wrong with the game.
    error: Option<RecordError>,
    /// The side whose move the engine was asked for.
    asked: Option<Color>,
    /// The current line.
    number: usize,
    /// There are more games than are kept.
    has_too_many: bool,
    games: Vec<Result<Tree, RecordError>>,
}

impl Reader {
    /// Reads a line.
    fn line(&mut self, line: &Line<'_>, number: usize) {
        let read = match line.word.as_str() {
            "boardsize" => self.size(line.rest, number),
            "clear_board" => {
                self.end();
                Ok(())
            }
            _ if self.error.is_some() => Ok(()),
            "play" => match line.play() {
                Some((side, name)) => self.play(side, name, number),
                None => Err(expected(number, PLAY)),
            },
            "genmove" | "reg_genmove" => {
                let is_played = line.word == "genmove";
                self.asked = Color::from_name(line.rest).filter(|_| is_played);
                Ok(())
            }
            "undo" => {
                self.record.moves.pop();
                self.record.side = None;
                Ok(())
            }
            "rule" | "rules" => {
                let rule = Rule::from_record(line.rest);
                self.record.rule = rule.or(self.record.rule);
                Ok(())
            }
            word => match self.asked.take().filter(|_| word.starts_with('=')) {
                Some(side) if line.rest.is_empty() => {
                    // `=H8`
                    self.play(side, word.trim_start_matches('='), number)
                }
                Some(side) => self.play(side, line.rest, number),
                None => Ok(()),
            },
        };
        if let Err(error) = read {
            self.error.get_or_insert(error);
        }
    }

    /// Begins a game on a board of another size.
    fn size(&mut self, text: &str, number: usize) -> Result<(), RecordError> {
        self.end();
        let mut words = text.split_whitespace().map(|word| word.parse::<i64>().ok());
        let (width, height) = match (words.next(), words.next()) {
            (Some(Some(width)), None) => (width, width),
            (Some(Some(width)), Some(Some(height))) => (width, height),
            _ => return Err(expected(number, SIZE)),
        };
        let size = BoardSize::new(width, height);
        let size = size.ok_or(RecordError::At(Place::line(number), Problem::Size))?;
        self.is_size_stated = true;
        self.record = self.next(self.given.size.unwrap_or(size));
        Ok(())
    }

    /// Plays a move of a side.
    fn play(&mut self, color: Color, name: &str, number: usize) -> Result<(), RecordError> {
        let place = Place::line(number);
        match name.to_lowercase().as_str() {
            "pass" => {
                self.record.has_pass |= self.record.side.is_some();
                self.record.side = Some(!color);
                return Ok(());
            }
            "resign" | "" => return Ok(()),
            _ => {}
        }
        let size = self.record.size();
        let usual = if self.has_i {
            name.to_string()
        } else {
            with_i(name)
        };
        let point = notation::parse_point(&usual, size).map_err(|error| {
            RecordError::At(
                place,
                match error.problem {
                    NotationProblem::OffBoard(size) => Problem::OffBoard(size),
                    _ => Problem::Expected(PLAY),
                },
            )
        })?;
        self.record.has_pass |= self.record.side.is_some() && !self.record.moves.is_empty();
        self.record.side = None;
        let time = None;
        self.record.push(Move { point, color, time }, place)
    }

    /// A game like this one without moves.
    fn next(&self, size: BoardSize) -> Record {
        Record {
            rule: self.record.rule,
            ..Record::empty(Format::Protocol, size)
        }
    }

    /// Ends the game, unless it is empty, and begins another.
    fn end(&mut self) {
        if self.error.is_some() || !self.record.moves.is_empty() {
            self.push();
        }
        self.record = self.next(self.record.size());
        self.asked = None;
    }

    /// Adds the game.
    fn push(&mut self) {
        if !self.is_size_stated {
            self.record
                .notes
                .push(Note::SizeAssumed(self.record.size()));
        }
        if self.has_i {
            let how = "the columns include I, unlike in GTP";
            self.record.notes.push(Note::Coordinates(how));
        }
        let read = self.error.take().map_or(Ok(()), Err);
        if !self.has_too_many {
            let game = read.map(|()| Tree::from(&self.record));
            let place = Place::line(self.number);
            let too_many = |problem| RecordError::At(place, problem);
            self.has_too_many = !add_game(&mut self.games, game, too_many);
        }
    }
}

/// The usual name of a point whose column skips I.
fn with_i(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(letter @ ('j'..='z' | 'J'..='Z')) => {
            let before = char::from_u32(u32::from(letter) - 1).unwrap_or(letter);
            format!("{before}{}", chars.as_str())
        }
        _ => name.to_string(),
    }
}

/// The error for a line in which `what` was expected.
fn expected(line: usize, what: &'static str) -> RecordError {
    RecordError::At(Place::line(line), Problem::Expected(what))
}
