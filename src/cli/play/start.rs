//! The game to begin with: an empty board, or the last position of a record.

use crate::cli::error::CliError;
use crate::cli::input::Source;
use crate::cli::input::args::InputArgs;
use crate::play::opening::misfit;
use crate::play::resumed::Resumed;
use crate::record::{self, Note, Record};
use crate::report::position::note_texts;

/// A game to play or to continue.
#[derive(Debug)]
pub struct Start {
    /// The game.
    pub resumed: Resumed,
    /// The record that it comes from.
    pub record: Option<Record>,
    /// The file that it comes from also has branches or other games.
    pub is_part_of_file: bool,
}

impl Start {
    /// An empty board, or the game after the last move of the record in the arguments.
    ///
    /// # Errors
    /// If the record cannot be read, or the game in it cannot be continued.
    pub fn new(args: &InputArgs) -> Result<Start, CliError> {
        if !args.has_position() {
            let size = args.size.unwrap_or_else(record::default_size);
            return Ok(Start {
                resumed: Resumed::empty(size, args.rule.unwrap_or_default()),
                record: None,
                is_part_of_file: false,
            });
        }
        Start::of_source(&Source::read(args)?, args)
    }

    /// The game after the last move of the record in an input.
    ///
    /// # Errors
    /// Like [`Start::new`].
    pub fn of_source(source: &Source, args: &InputArgs) -> Result<Start, CliError> {
        let record = source.record(args)?;
        let has_branches = |note: &Note| matches!(note, Note::BranchesLeftOut(_));
        let is_part_of_file = record.notes.iter().any(has_branches)
            || (args.moves.is_none() && source.collection(args)?.count() > 1);
        let rule = args.rule.or(record.rule).unwrap_or_default();
        let resumed = Resumed::of_record(&record, rule);
        Ok(Start {
            resumed: resumed.map_err(|error| source.error(error.into()))?,
            record: Some(record),
            is_part_of_file,
        })
    }

    /// The notes on what was assumed when the record was read.
    pub fn notes(&self) -> Vec<String> {
        let Some(record) = &self.record else {
            return Vec::new();
        };
        let (rule, size) = (self.resumed.game.rule(), self.resumed.game.size());
        let mut notes = note_texts(&record.notes, rule);
        let misfit = record.opening.and_then(|it| misfit(it, rule, size));
        notes.extend(misfit.map(|reason| {
            let reason = reason.trim_end_matches('.');
            format!("the opening rule is ignored: {reason}")
        }));
        notes
    }
}
