//! A reviewed game as a row of a table.

use serde::{Deserialize, Serialize};

use crate::board::notation::point_name;
use crate::record::{GameResult, Record};
use crate::report::review::game::PlayedGame;
use crate::report::review::grade::Grade;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::whole::{Review, final_result, result_text};
use crate::types::Color;

/// A reviewed game, or why it was not reviewed. The names of the fields are those of the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The name of the file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The event, if it is known.
    pub event: Option<String>,
    /// The date, if it is known.
    pub date: Option<String>,
    /// The player of black.
    pub black: Option<String>,
    /// The player of white.
    pub white: Option<String>,
    /// The rule; `None` if the game cannot be read, like all that follows.
    pub rule: Option<String>,
    /// The width of the board.
    pub width: Option<u8>,
    /// The height of the board.
    pub height: Option<u8>,
    /// The number of moves.
    pub moves: Option<usize>,
    /// `black`, `white` or `draw`, from the board or else from the record.
    pub result: Option<String>,
    /// How the game ended, in words.
    pub ending: Option<String>,
    /// What is wrong with the record, if anything.
    pub note: Option<String>,
    /// The moves of black.
    pub black_moves: SideCounts,
    /// The moves of white.
    pub white_moves: SideCounts,
    /// The first move that missed a proved win.
    pub first_missed_win: Option<Named>,
    /// The first move that is a mistake or worse.
    pub first_mistake: Option<Named>,
    /// The move that lost most, if it is an inaccuracy or worse.
    pub worst: Option<Named>,
    /// Why the game was not reviewed.
    pub error: Option<String>,
}

/// The graded moves of a side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideCounts {
    /// The accuracy in percent with one decimal place; `None` without graded moves.
    pub accuracy: Option<f64>,
    /// The number of graded moves.
    pub graded: usize,
    /// Those that are inaccuracies.
    pub inaccuracies: usize,
    /// Those that are mistakes.
    pub mistakes: usize,
    /// Those that are blunders.
    pub blunders: usize,
    /// Those that missed a win.
    pub missed_wins: usize,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Named {
    /// Its number, from 1.
    pub number: usize,
    /// `black` or `white`.
    pub side: String,
    /// The point, or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    /// The win chance that it lost, in percentage points with one decimal place.
    pub loss: f64,
}

impl Row {
    /// What a record tells of a game. The caller adds where it comes from.
    fn of_record(record: &Record, game: &PlayedGame) -> Row {
        let size = record.size();
        let player = |side: Color| record.players[side.index()].clone();
        let result = final_result(record, game).map(|result| match result {
            GameResult::Win(side) => side.name(),
            GameResult::Draw => "draw",
        });
        Row {
            black: player(Color::Black),
            white: player(Color::White),
            rule: Some(game.start.rule().name().to_string()),
            width: Some(size.width()),
            height: Some(size.height()),
            moves: Some(game.plies.len()),
            result: result.map(str::to_string),
            ending: result_text(record, game),
            note: game.note.clone(),
            ..Row::default()
        }
    }

    /// This review with what the record tells of its game, which may have been corrected since.
    pub fn retold(self, record: &Record, game: &PlayedGame) -> Row {
        Row {
            black_moves: self.black_moves,
            white_moves: self.white_moves,
            first_missed_win: self.first_missed_win,
            first_mistake: self.first_mistake,
            worst: self.worst,
            error: self.error,
            ..Row::of_record(record, game)
        }
    }

    /// The row of a reviewed game. The caller adds where it comes from.
    pub fn of(review: &Review) -> Row {
        let size = review.record.size();
        let graded = || review.moves.iter().filter(|moved| moved.grade.is_some());
        let named = |moved: &ReviewedMove| Named {
            number: moved.ply + 1,
            side: moved.side.name().to_string(),
            played: match moved.point {
                Some(point) => point_name(point, size),
                None => "pass".to_string(),
            },
            loss: tenths(100.0 * moved.loss()),
        };
        let is_mistake = |moved: &&ReviewedMove| {
            let grade = moved.grade;
            matches!(
                grade,
                Some(Grade::Mistake | Grade::Blunder | Grade::MissedWin)
            )
        };
        let bad = graded().filter(|moved| moved.grade.is_some_and(Grade::is_bad));
        // Of equals the first.
        let worst = bad
            .rev()
            .max_by(|one, other| one.loss().total_cmp(&other.loss()));
        let missed = graded().find(|moved| moved.grade == Some(Grade::MissedWin));
        Row {
            black_moves: SideCounts::of(review, Color::Black),
            white_moves: SideCounts::of(review, Color::White),
            first_missed_win: missed.map(named),
            first_mistake: graded().find(is_mistake).map(named),
            worst: worst.map(named),
            ..Row::of_record(&review.record, &review.game)
        }
    }

    /// The moves of a side.
    pub fn side(&self, side: Color) -> &SideCounts {
        match side {
            Color::Black => &self.black_moves,
            Color::White => &self.white_moves,
        }
    }

    /// The player of a side.
    pub fn player(&self, side: Color) -> Option<&str> {
        match side {
            Color::Black => self.black.as_deref(),
            Color::White => self.white.as_deref(),
        }
    }
}

impl SideCounts {
    fn of(review: &Review, side: Color) -> SideCounts {
        let count = |grade| review.count(side, grade);
        SideCounts {
            accuracy: review.accuracy(side).map(tenths),
            graded: Grade::ALL.into_iter().map(count).sum(),
            inaccuracies: count(Grade::Inaccuracy),
            mistakes: count(Grade::Mistake),
            blunders: count(Grade::Blunder),
            missed_wins: count(Grade::MissedWin),
        }
    }
}

/// A number with one decimal place.
pub fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
