//! The review as text.

use std::fmt::Write as _;

use crate::board::notation::point_name;
use crate::cli::errors::printable;
use crate::cli::review::grade::{Grade, percent};
use crate::cli::review::moved::ReviewedMove;
use crate::cli::review::report::Review;
use crate::cli::terminal::Terminal;
use crate::cli::values::{side_symbol, win_chance};
use crate::cli::words::{field_lines, wrapped};
use crate::types::{BoardSize, Color};

/// The names of the columns.
const HEADER: &str = "  move      before  after\n";
/// Indentation of what is said about a move.
const INDENT: usize = 5;
/// The grade of moves of the opening.
const OPENING: &str = "opening";

/// A move in one phrase, such as `23 white j9, 62 % to 12 %, blunder`.
pub fn move_words(moved: &ReviewedMove, size: BoardSize) -> String {
    format!(
        "{} {} {}, {} % to {} %, {}",
        moved.ply + 1,
        moved.side.name(),
        move_name(moved, size),
        percent(win_chance(moved.before)),
        percent(win_chance(moved.after)),
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

/// The whole review.
pub fn describe(review: &Review, terminal: Terminal) -> String {
    let width = terminal.width();
    let size = review.record.size();
    let mut text = heading(review, width);
    if !review.moves.is_empty() {
        text.push('\n');
        text.push_str(HEADER);
    }
    for moved in &review.moves {
        text.push_str(&move_line(moved, size));
        let reasons = moved.reasons.join(" ");
        for line in wrapped(&reasons, width - INDENT) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:INDENT$}{line}", "");
        }
    }
    text.push('\n');
    for (name, value) in summary(review) {
        text.push_str(&field_lines(name, &value, width));
    }
    text
}

/// Rule, players, moves and result.
fn heading(review: &Review, width: usize) -> String {
    let rule = review.game.start.rule().name().to_string();
    let moves = review.game.plies.len().to_string();
    let player = |side: Color| {
        review.record.players[side.index()]
            .as_deref()
            .map(printable)
    };
    let rows = [
        ("rule", Some(rule)),
        ("black", player(Color::Black)),
        ("white", player(Color::White)),
        ("moves", Some(moves)),
        ("result", review.result()),
    ];
    let known = rows
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    known
        .map(|(name, value)| field_lines(name, &value, width))
        .collect()
}

/// A line with a move: number, stone, point, win chances before and after, grade.
fn move_line(moved: &ReviewedMove, size: BoardSize) -> String {
    let grade = match moved.grade {
        Some(Grade::Best) | None => grade_name(moved).to_string(),
        Some(grade) if grade.is_bad() => format!("{} !", grade.name()),
        Some(grade) => grade.name().to_string(),
    };
    format!(
        "{:>3}. {} {:<4} {:>4} % {:>4} %  {grade}\n",
        moved.ply + 1,
        side_symbol(moved.side),
        move_name(moved, size),
        percent(win_chance(moved.before)),
        percent(win_chance(moved.after)),
    )
}

/// Accuracy, grades, the moments that decided the game, and notes: names and texts.
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
        let counts = Grade::ALL.map(|grade| (review.count(side, grade), grade.name()));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(count, name)| format!("{count} {name}"))
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
