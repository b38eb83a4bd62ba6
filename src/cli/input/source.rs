//! Reads a record and its position from the arguments, a file or standard input.

use std::io::{self, Write};

use crate::cli::error::CliError;
use crate::cli::input::args::InputArgs;
use crate::cli::input::error::InputError;
use crate::cli::input::standard::{self, STANDARD_INPUT};
use crate::record::tree::Tree;
use crate::record::{Collection, GameResult, Given, Note, Record, default_size};
use crate::report::input;
use crate::report::position::InputPosition;
use crate::report::text::{counted, printable};
use crate::types::{Color, Rule};

/// The contents of an input.
pub struct Source {
    /// Where it comes from, for error messages.
    name: String,
    /// The bytes: text, or a binary file.
    bytes: Vec<u8>,
}

impl Source {
    /// Reads the moves on the command line, the file, or standard input.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(args: &InputArgs) -> Result<Source, CliError> {
        if let Some(moves) = &args.moves {
            return Ok(Source {
                name: "--moves".to_string(),
                bytes: moves.clone().into_bytes(),
            });
        }
        let (name, bytes) = match args.file_to_read() {
            Some(file) => (file.display().to_string(), std::fs::read(file)),
            None => (
                STANDARD_INPUT.to_string(),
                standard::read("a board or moves"),
            ),
        };
        match bytes {
            Ok(bytes) => Ok(Source { name, bytes }),
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_moves(&name, args) => {
                Err(CliError::MovesAsFile(name))
            }
            Err(error) => Err(CliError::Read { from: name, error }),
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, for another owner.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// An error in this input.
    pub fn error(&self, error: InputError) -> CliError {
        CliError::Input {
            from: self.name.clone(),
            error: error.to_string(),
        }
    }

    /// The record in this input.
    ///
    /// # Errors
    /// If it is not a record of any format, or contradicts itself or the size given.
    pub fn record(&self, args: &InputArgs) -> Result<Record, CliError> {
        read(&self.bytes, args).map_err(|error| self.error(error))
    }

    /// All games in this input.
    ///
    /// # Errors
    /// Like [`Source::record`].
    pub fn collection(&self, args: &InputArgs) -> Result<Collection, CliError> {
        let collection = Collection::read(&self.bytes, &given(args));
        collection.map_err(|error| self.error(InputError::Record(error)))
    }

    /// The record in this input, and the game with all its branches.
    ///
    /// # Errors
    /// Like [`Source::record`].
    pub fn game(&self, args: &InputArgs) -> Result<(Record, Tree), CliError> {
        let record = self.record(args)?;
        if args.moves.is_some() {
            let tree = Tree::from(&record);
            return Ok((record, tree));
        }
        let collection = self.collection(args)?;
        let first = collection.numbered().find(|(_, game)| game.is_ok());
        let first = first.map_or(1, |(number, _)| number);
        let collection = collection.only(args.game.unwrap_or(first));
        let mut games = collection
            .map_err(|error| self.error(InputError::Record(error)))?
            .games;
        Ok((record, games.swap_remove(0)))
    }

    /// Lists the games in this input, one per line with its number. Those that cannot be read say why.
    ///
    /// # Errors
    /// If there are no games, or the output cannot be written.
    pub fn list(&self, args: &InputArgs, out: &mut dyn Write) -> Result<(), CliError> {
        let collection = self.collection(args)?;
        let mut text = String::new();
        for (number, game) in collection.numbered() {
            text.push_str(&match game {
                Ok(game) => game_line(number, game),
                Err(error) => {
                    let error = printable(&error.to_string());
                    format!("{number}: cannot be read: {error}\n")
                }
            });
        }
        out.write_all(text.as_bytes()).map_err(CliError::Write)
    }

    /// The position in this input. If neither the arguments nor the record states the rule, it is
    /// freestyle.
    ///
    /// # Errors
    /// Like [`Source::record`].
    pub fn position(&self, args: &InputArgs) -> Result<InputPosition, CliError> {
        self.position_under(args, Rule::default())
    }

    /// The position in this input, under the rule `otherwise` if neither the arguments nor the
    /// record states one.
    ///
    /// # Errors
    /// Like [`Source::record`].
    pub fn position_under(
        &self,
        args: &InputArgs,
        otherwise: Rule,
    ) -> Result<InputPosition, CliError> {
        Ok(position_after(&self.record(args)?, args, otherwise))
    }
}

/// True for a list of moves.
fn is_moves(text: &str, args: &InputArgs) -> bool {
    Record::parse_moves(text, &given(args)).is_ok_and(|record| !record.moves.is_empty())
}

/// What the arguments state about the record.
fn given(args: &InputArgs) -> Given {
    Given {
        size: args.size,
        side: args.side,
        game: args.game,
        offsets: args.offsets,
    }
}

/// Reads the record in `bytes`, unless the moves are in `args`. The side and size in `args`
/// take precedence, but a drawn board must have that size. There are no notes on what `args`
/// state or on the defaults of moves that were typed. Another size than that default is noted.
fn read(bytes: &[u8], args: &InputArgs) -> Result<Record, InputError> {
    let read = match &args.moves {
        Some(moves) => Record::parse_moves(moves, &given(args)),
        None => Record::read(bytes, &given(args)),
    };
    let mut record = read.map_err(InputError::Record)?;
    let is_typed = args.moves.is_some();
    record.notes.retain(|note| match note {
        Note::RuleNotStated => !is_typed && args.rule.is_none(),
        Note::RuleUnknown(_) | Note::RulePasses => args.rule.is_none(),
        Note::SizeAssumed(size) => args.size.is_none() && (!is_typed || *size != default_size()),
        _ => true,
    });
    let found = record.size();
    match args.size.filter(|expected| *expected != found) {
        Some(expected) => Err(InputError::Size { expected, found }),
        None => Ok(record),
    }
}

/// The position after the last move of a record. The side and rule in `args` take
/// precedence; the rule is `otherwise` if it is not known.
fn position_after(record: &Record, args: &InputArgs, otherwise: Rule) -> InputPosition {
    let rule = args.rule.or(record.rule).unwrap_or(otherwise);
    input::position_after(record, rule, args.side)
}

/// A line about a game: its number, the players, the number of moves and the result.
fn game_line(number: usize, game: &Tree) -> String {
    let headers = &game.headers;
    let player = |side: Color| headers.players[side.index()].as_deref().unwrap_or("?");
    let mut parts = vec![
        format!("{} - {}", player(Color::Black), player(Color::White)),
        counted(game.moves(), "move", "moves"),
    ];
    parts.extend(headers.result.map(|result| match result {
        GameResult::Win(side) => format!("{} won", side.name()),
        GameResult::Draw => "draw".to_string(),
    }));
    parts.extend(headers.rule.map(|rule| rule.name().to_string()));
    parts.extend(headers.event.clone());
    parts.extend(headers.date.clone());
    format!("{number}: {}\n", printable(&parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram::Cell;
    use crate::types::{BoardSize, Point};

    fn empty_board(side: usize) -> String {
        format!("{}\n", ".".repeat(side)).repeat(side)
    }

    fn position(text: &str) -> InputPosition {
        let args = InputArgs::default();
        position_after(
            &read(text.as_bytes(), &args).unwrap(),
            &args,
            Rule::default(),
        )
    }

    #[test]
    fn the_side_to_move_is_named_or_follows_from_the_stones() {
        let board = empty_board(15).replacen("...", "x.x", 1);
        assert_eq!(position(&board).side, Color::White);
        assert_eq!(position(&format!("x\n{board}")).side, Color::Black);
        let args = InputArgs {
            side: Some(Color::White),
            ..InputArgs::default()
        };
        let record = read(format!("x\n{board}").as_bytes(), &args).unwrap();
        let position = position_after(&record, &args, Rule::default());
        assert_eq!(position.side, Color::White);
    }

    #[test]
    fn moves_alternate_between_the_sides() {
        let position = position("\u{feff}h8 i9 # a comment\nj10");
        let cell = |x, y| position.diagram.get(Point::new(x, y));
        assert_eq!(cell(7, 7), Cell::Stone(Color::Black));
        assert_eq!(cell(8, 6), Cell::Stone(Color::White));
        assert_eq!(
            (position.side, position.last(), position.moves.len()),
            (Color::White, Some(Point::new(9, 5)), 3)
        );
    }

    #[test]
    fn notes_name_what_neither_the_record_nor_the_arguments_say() {
        let notes = |text: &str, args: &InputArgs| {
            let record = read(text.as_bytes(), args).unwrap();
            position_after(&record, args, Rule::default())
                .notes
                .join("\n")
        };
        let args = InputArgs::default();
        let assumed = notes("h8 i9", &args);
        assert!(
            assumed.contains("rule is not stated; freestyle is assumed"),
            "{assumed}"
        );
        assert!(assumed.contains("15x15 is assumed"), "{assumed}");
        let given = InputArgs {
            rule: Some(Rule::Renju),
            size: BoardSize::square(15),
            ..InputArgs::default()
        };
        assert_eq!(notes("h8 i9", &given), "");
        let won =
            "(;GM[4]SZ[15]RU[renju]RE[W+];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[kh];W[ga];B[lh])";
        assert_eq!(
            notes(won, &args),
            "the record says white won, but on the board black won"
        );
    }

    #[test]
    fn errors_name_the_line_of_the_input() {
        let error = |text: &str| {
            let read = read(text.as_bytes(), &InputArgs::default());
            read.unwrap_err().to_string()
        };
        assert_eq!(
            error(" \n# only words\n"),
            "contains neither a board nor moves"
        );
        let board = empty_board(15).replacen("...", "..?", 1);
        assert!(error(&format!("1\n\n{board}")).starts_with("line 3:"));
        assert!(error("# a game\nh8 h8").contains("line 2, character 4"));
        let args = InputArgs {
            size: BoardSize::square(19),
            ..InputArgs::default()
        };
        assert!(read(empty_board(15).as_bytes(), &args).is_err());
    }
}
