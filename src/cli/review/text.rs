//! The review as text.

use std::fmt::Write as _;

use crate::cli::term::Terminal;
use crate::cli::term::layout::{field_lines, wrapped};
use crate::report::chance::win_percent;
use crate::report::review::grade::Grade;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::whole::Review;
use crate::report::review::words::{grade_name, move_name, summary};
use crate::report::text::{printable, side_symbol, terms};
use crate::types::{BoardSize, Color};

/// The names of the columns.
const HEADER: &str = "  move      before  after\n";
/// The indentation of the reasons for a grade.
const INDENT: usize = 5;

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
    text.extend(terms(&text).map(|terms| field_lines("terms", &terms, width)));
    text
}

/// The rule, the players, the number of moves and the result.
fn heading(review: &Review, width: usize) -> String {
    let rule = review.game.start.rule().name().to_string();
    let moves = review.game.plies.len().to_string();
    let player = |side: Color| {
        review.record.players[side.index()]
            .as_deref()
            .map(printable)
    };
    let opening = review.opening();
    let rows = [
        ("rule", Some(rule)),
        ("opening", opening.map(ToString::to_string)),
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
        win_percent(moved.before),
        win_percent(moved.after),
    )
}
