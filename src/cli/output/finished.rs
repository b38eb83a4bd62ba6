//! Positions in which the game is over, on a terminal.

use crate::board::notation::point_names;
use crate::cli::term::Terminal;
use crate::engine::{self, Ending};
use crate::report::position::InputPosition;
use crate::report::text::foul_text;
use crate::types::{Color, Point, Rule};

/// Lines that name the rows of five or more that do not win under the rule. Usually there are
/// none.
pub fn rows_without_win(position: &InputPosition, terminal: Terminal) -> String {
    let rows = engine::rows_without_win(&position.game(position.rule));
    let line = |(color, points): (Color, Vec<Point>)| {
        let reason = match points.len() {
            0..=5 => "blocked at both ends",
            _ => "longer than five",
        };
        let names = point_names(&points, position.diagram.size());
        let side = color.name();
        ("row", format!("{names}, {reason}: no win for {side}"))
    };
    terminal.fields(&rows.into_iter().map(line).collect::<Vec<_>>())
}

/// The finished game as text: board, rule, result, and the winning row or the foul.
pub fn describe(
    position: &InputPosition,
    rule: Rule,
    ending: &Ending,
    note: Option<&str>,
    terminal: Terminal,
) -> String {
    let last = position.last();
    let points = point_names(ending.points(), position.diagram.size());
    let mut text = terminal.draw(&position.diagram, None, last, ending.points());
    text.push_str(&terminal.legend(None, last, &[]));
    let result = match ending.winner() {
        Some(winner) => format!("{} wins", winner.name()),
        None => "draw".to_string(),
    };
    let mut rows = vec![("rule", rule.name().to_string()), ("result", result)];
    match ending {
        Ending::Row { .. } => rows.push(("row", points)),
        Ending::Foul { foul, .. } => {
            rows.push(("foul", format!("{points}, {}", foul_text(*foul))));
        }
        Ending::Draw => {}
    }
    rows.extend(note.map(|note| ("note", note.to_string())));
    text.push_str(&terminal.fields(&rows));
    text
}
