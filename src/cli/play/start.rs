//! The game to begin with: an empty board, or the last position of a record.

use std::time::Duration;

use crate::board::diagram::Cell;
use crate::cli::error::CliError;
use crate::cli::input::Source;
use crate::cli::input::args::InputArgs;
use crate::cli::input::error::InputError;
use crate::engine::{Game, Stone, end_of_play};
use crate::play::finish::Finish;
use crate::play::opening::misfit;
use crate::record::{self, Note, Record};
use crate::report::judgement::PositionError;
use crate::report::position::note_texts;
use crate::types::{Color, OpeningRule, Point};

/// A game to play or to continue.
#[derive(Debug)]
pub struct Start {
    /// The game.
    pub game: Game,
    /// The time that each of its stones took, if it is known.
    pub times: Vec<Option<Duration>>,
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
                game: Game::new(size, args.rule.unwrap_or_default()),
                times: Vec::new(),
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
        let mut game = Game::new(record.size(), rule);
        let start = stones_in_turn(&record);
        if rule.spec().fouls.is_some() && start.iter().any(|(_, stone)| *stone != Stone::Blocked) {
            return Err(source.error(InputError::NoOrder));
        }
        let mut times = vec![None; start.len()];
        times.extend(record.moves.iter().map(|played| played.time));
        let moves = record.moves.iter();
        let moves = moves.map(|played| (played.point, Stone::Of(played.color)));
        for (point, stone) in start.into_iter().chain(moves) {
            if stone != Stone::Blocked && stone != Stone::Of(game.side_to_move()) {
                return Err(source.error(InputError::NoTurns));
            }
            let put = game.put(point, stone);
            debug_assert_eq!(put, Ok(()), "each point of a record occurs once");
        }
        if record.side_to_move() != game.side_to_move() {
            return Err(source.error(InputError::NoTurns));
        }
        match end_of_play(&game) {
            Some((last, _)) if last < game.stones().len() => {
                let error = PositionError::GameOver { number: last + 1 };
                Err(source.error(error.into()))
            }
            _ => Ok(Start {
                game,
                times,
                record: Some(record),
                is_part_of_file,
            }),
        }
    }

    /// The notes on what was assumed when the record was read.
    pub fn notes(&self) -> Vec<String> {
        let record = self.record.as_ref();
        let mut notes = record.map_or(Vec::new(), |record| {
            note_texts(&record.notes, self.game.rule())
        });
        let opening = record.and_then(|record| record.opening);
        let misfit =
            opening.and_then(|opening| misfit(opening, self.game.rule(), self.game.size()));
        notes.extend(misfit.map(|reason| {
            format!(
                "the opening rule is left out: {}",
                reason.trim_end_matches('.')
            )
        }));
        notes
    }

    /// The opening rule that the record states, if it fits the game.
    pub fn opening_rule(&self) -> Option<OpeningRule> {
        let opening = self.record.as_ref()?.opening;
        opening.filter(|opening| opening.fits(self.game.rule(), self.game.size()))
    }

    /// The end of the game if it is over.
    pub fn finish(&self) -> Option<Finish> {
        if let Some((_, ending)) = end_of_play(&self.game) {
            return Some(Finish::Board(ending));
        }
        let record = self.record.as_ref()?;
        Some(Finish::of_record(record.result?, record.won_by))
    }
}

/// The blocked points and stones before the first move of a record, in alternating colours as
/// far as their numbers allow.
fn stones_in_turn(record: &Record) -> Vec<(Point, Stone)> {
    let points = |wanted: Cell| {
        let occupied = record.start.occupied();
        occupied.filter_map(move |(point, cell)| (cell == wanted).then_some(point))
    };
    let mut stones: Vec<_> = points(Cell::Blocked).map(|p| (p, Stone::Blocked)).collect();
    let mut white = points(Cell::Stone(Color::White));
    for point in points(Cell::Stone(Color::Black)) {
        stones.push((point, Stone::Of(Color::Black)));
        stones.extend(white.next().map(|point| (point, Stone::Of(Color::White))));
    }
    stones.extend(white.map(|point| (point, Stone::Of(Color::White))));
    stones
}
