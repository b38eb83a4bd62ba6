//! The result of a review as a whole.

use crate::opening::rules::renju::RenjuOpening;
use crate::record::{GameResult, Record, WonBy};
use crate::report::chance::black_chance;
use crate::report::judgement::summary;
use crate::report::review::game::PlayedGame;
use crate::report::review::grade::{self, Grade, MISTAKE};
use crate::report::review::moved::ReviewedMove;
use crate::types::Color;

/// The most moves that are reported as decisive.
pub const MOMENTS: usize = 5;

/// A reviewed game.
pub struct Review {
    /// The game as it was read.
    pub record: Record,
    /// Its moves.
    pub game: PlayedGame,
    /// The moves that have been reviewed, in order. If the review was stopped, the first
    /// ones of the game are missing.
    pub moves: Vec<ReviewedMove>,
    /// False if the review was stopped.
    pub is_complete: bool,
}

impl Review {
    /// The one of the 26 openings of renju that the first three moves form, if any.
    pub fn opening(&self) -> Option<&'static RenjuOpening> {
        let moves = self.record.turns()?;
        RenjuOpening::of_points(*moves.first_chunk()?, self.game.start.size())
    }

    /// Combines the parts.
    pub fn new(
        record: Record,
        game: PlayedGame,
        moves: Vec<ReviewedMove>,
        is_complete: bool,
    ) -> Review {
        Review {
            record,
            game,
            moves,
            is_complete,
        }
    }

    /// The decisive moves: those that lost most and are at least mistakes, in the order of the
    /// game. Of two moves with equal losses, the later one is more decisive.
    pub fn moments(&self) -> Vec<&ReviewedMove> {
        let graded = self
            .moves
            .iter()
            .rev()
            .filter(|moved| moved.grade.is_some());
        let mut moments: Vec<&ReviewedMove> =
            graded.filter(|moved| moved.loss() >= MISTAKE).collect();
        // The sort keeps the order of equal ones.
        moments.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
        moments.truncate(MOMENTS);
        moments.sort_by_key(|moved| moved.ply);
        moments
    }

    /// The number of moves of a side with a grade.
    pub fn count(&self, side: Color, grade: Grade) -> usize {
        let is_one = |moved: &&ReviewedMove| moved.side == side && moved.grade == Some(grade);
        self.moves.iter().filter(is_one).count()
    }

    /// The accuracy of a side in percent; `None` if none of its moves is graded.
    pub fn accuracy(&self, side: Color) -> Option<f64> {
        let is_own = |moved: &&ReviewedMove| moved.side == side && moved.grade.is_some();
        let own = self.moves.iter().filter(is_own);
        grade::accuracy(own.map(ReviewedMove::loss))
    }

    /// The win chance of black after each number of plies, where it is known.
    pub fn chances(&self) -> Vec<(usize, f64)> {
        let first = self.moves.first();
        let before = first.map(|moved| (moved.ply, black_chance(moved.side, moved.before)));
        let after = self
            .moves
            .iter()
            .map(|moved| (moved.ply + 1, black_chance(moved.side, moved.after)));
        before.into_iter().chain(after).collect()
    }

    /// The result of the game for a record.
    pub fn final_result(&self) -> Option<GameResult> {
        final_result(&self.record, &self.game)
    }

    /// The result of the game on the board, or else in the record.
    pub fn result(&self) -> Option<String> {
        result_text(&self.record, &self.game)
    }

    /// Notes on the record and the review.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(self.game.note.clone());
        if !self.is_complete {
            let total = self.game.plies.len();
            notes.push(match self.moves.first() {
                Some(first) => format!(
                    "stopped early: moves {} to {total} of {total} have been reviewed",
                    first.ply + 1
                ),
                None => "stopped before a move was reviewed".to_string(),
            });
        }
        notes
    }
}

/// The result of a game on the board, or else in its record.
pub fn final_result(record: &Record, game: &PlayedGame) -> Option<GameResult> {
    match &game.ending {
        Some(ending) => Some(match ending.winner() {
            Some(winner) => GameResult::Win(winner),
            None => GameResult::Draw,
        }),
        None => record.result,
    }
}

/// The same in words.
pub fn result_text(record: &Record, game: &PlayedGame) -> Option<String> {
    match (&game.ending, record.result) {
        (Some(ending), _) => Some(summary(ending, record.size())),
        (None, Some(GameResult::Win(side))) => {
            let how = record
                .won_by
                .map_or("according to the record", WonBy::words);
            Some(format!("{} won, {how}", side.name()))
        }
        (None, Some(GameResult::Draw)) => Some("draw, according to the record".to_string()),
        (None, None) => None,
    }
}
