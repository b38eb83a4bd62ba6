//! The position that a record leads to, and what it contradicts.

use crate::engine::Ending;
use crate::record::{GameResult, Note, Record};
use crate::report::judgement::judge;
use crate::report::position::{InputPosition, note_texts};
use crate::types::{Color, Rule};

/// The position after the last move of a record under a rule. A `side` that is given takes
/// precedence over the one to move in the record.
pub fn position_after(record: &Record, rule: Rule, side: Option<Color>) -> InputPosition {
    let mut position = InputPosition {
        diagram: record.board(),
        side: side.unwrap_or(record.side_to_move()),
        moves: record.turns().unwrap_or_default(),
        rule,
        has_pass: record.has_pass,
        notes: note_texts(&record.notes, rule),
    };
    // A board with two results is reported as an error later.
    let ending = judge(&position, rule).ok().and_then(|found| found.ending);
    let contradicted = contradicted_result(record, ending.as_ref());
    position
        .notes
        .extend(contradicted.map(|note| note.to_string()));
    position
}

/// The note that a record states another result than the one on the board.
pub fn contradicted_result(record: &Record, ending: Option<&Ending>) -> Option<Note> {
    let shown = ending?.winner().map_or(GameResult::Draw, GameResult::Win);
    let stated = record.result.filter(|stated| *stated != shown)?;
    let words = |result: GameResult| match result {
        GameResult::Win(side) => format!("{} won", side.name()),
        GameResult::Draw => "the game was drawn".to_string(),
    };
    Some(Note::ResultContradicts {
        stated: words(stated),
        shown: format!("on the board {}", words(shown)),
    })
}
