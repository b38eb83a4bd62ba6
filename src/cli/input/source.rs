//! Reads a record from the arguments, a file or standard input, and its position.

use std::io;

use crate::cli::error::CliError;
use crate::cli::input::args::InputArgs;
use crate::cli::input::error::InputError;
use crate::cli::input::standard::{self, STANDARD_INPUT};
use crate::record::{Given, Record};
use crate::report::position::InputPosition;

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

    /// The position in this input.
    ///
    /// # Errors
    /// Like [`Source::record`].
    pub fn position(&self, args: &InputArgs) -> Result<InputPosition, CliError> {
        Ok(position_after(&self.record(args)?, args))
    }
}

/// True for a list of moves.
fn is_moves(text: &str, args: &InputArgs) -> bool {
    let given = Given {
        size: args.size,
        side: args.side,
        ..Given::default()
    };
    Record::parse_moves(text, &given).is_ok_and(|record| !record.moves.is_empty())
}

/// Reads the record in `bytes`, unless the moves are in `args`. The side and size in `args`
/// take precedence, but a drawn board must have that size.
fn read(bytes: &[u8], args: &InputArgs) -> Result<Record, InputError> {
    let given = Given {
        size: args.size,
        side: args.side,
        ..Given::default()
    };
    let read = match &args.moves {
        Some(moves) => Record::parse_moves(moves, &given),
        None => Record::read(bytes, &given),
    };
    let record = read.map_err(InputError::Record)?;
    let found = record.size();
    match args.size.filter(|expected| *expected != found) {
        Some(expected) => Err(InputError::Size { expected, found }),
        None => Ok(record),
    }
}

/// The position after the last move of a record. The side and rule in `args` take
/// precedence.
fn position_after(record: &Record, args: &InputArgs) -> InputPosition {
    InputPosition {
        diagram: record.board(),
        side: args.side.unwrap_or(record.side_to_move()),
        moves: record.turns().unwrap_or_default(),
        rule: args.rule.or(record.rule).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram::Cell;
    use crate::types::{BoardSize, Color, Point};

    fn empty_board(side: usize) -> String {
        format!("{}\n", ".".repeat(side)).repeat(side)
    }

    fn position(text: &str) -> InputPosition {
        let args = InputArgs::default();
        position_after(&read(text.as_bytes(), &args).unwrap(), &args)
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
        assert_eq!(position_after(&record, &args).side, Color::White);
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
