//! Reviewed moves and whole reviews in words.

use crate::board::notation::point_name;
use crate::report::chance::win_percent;
use crate::report::review::grade::Grade;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::whole::Review;
use crate::report::text::counted;
use crate::types::{BoardSize, Color};

/// The word in place of a grade for moves of the opening.
const OPENING: &str = "opening";

/// A move as a phrase, such as `23 white j9, 62 % to 12 %, blunder`.
pub fn move_words(moved: &ReviewedMove, size: BoardSize) -> String {
    format!(
        "{} {} {}, {} % to {} %, {}",
        moved.ply + 1,
        moved.side.name(),
        move_name(moved, size),
        win_percent(moved.before),
        win_percent(moved.after),
        grade_name(moved),
    )
}

/// The point of a move, or `pass`.
pub fn move_name(moved: &ReviewedMove, size: BoardSize) -> String {
    match moved.point {
        Some(point) => point_name(point, size),
        None => "pass".to_string(),
    }
}

/// The grade of a move.
pub fn grade_name(moved: &ReviewedMove) -> &'static str {
    moved.grade.map_or(OPENING, Grade::name)
}

/// Accuracy, grades, the decisive moves and notes, each with its name.
pub fn summary(review: &Review) -> Vec<(&'static str, String)> {
    let size = review.record.size();
    let mut rows = Vec::new();
    let accuracies = [Color::Black, Color::White].map(|side| {
        let accuracy = review.accuracy(side)?;
        Some(format!("{} {accuracy:.0} %", side.name()))
    });
    let accuracies: Vec<String> = accuracies.into_iter().flatten().collect();
    if !accuracies.is_empty() {
        rows.push(("accuracy", accuracies.join(", ")));
    }
    for side in [Color::Black, Color::White] {
        let counts = Grade::ALL.map(|grade| (review.count(side, grade), grade));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(count, grade)| counted(*count, grade.name(), grade.plural()))
            .collect();
        if !counts.is_empty() {
            rows.push((side.name(), counts.join(", ")));
        }
    }
    for moved in review.moments() {
        rows.push(("decisive", move_words(moved, size)));
    }
    for note in review.notes() {
        rows.push(("note", note));
    }
    rows
}
