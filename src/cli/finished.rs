//! Positions in which the game is over, and positions that no game leads to.

use crate::board::diagram::Cell;
use crate::board::notation::line_names;
use crate::cli::errors::InputError;
use crate::cli::input::InputPosition;
use crate::cli::terminal::Terminal;
use crate::cli::values::{counted, foul_text};
use crate::engine::{self, Contradiction, Ending, end_of_play, result};
use crate::types::{BoardSize, Color, Point, Rule};

/// What the rules say about a position.
#[derive(Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The end of the game, if it is over.
    pub ending: Option<Ending>,
    /// Why no game leads to the position, if none does.
    pub note: Option<String>,
}

/// Judges a position.
///
/// # Errors
/// If the board shows two results that exclude each other.
pub fn judge(position: &InputPosition, rule: Rule) -> Result<Judgement, InputError> {
    if position.moves.is_empty() {
        let ending = result(&position.game(rule)).map_err(|found| {
            InputError::Impossible(contradiction_text(&found, position.diagram.size()))
        })?;
        let note = wrong_counts(position, ending.as_ref());
        return Ok(Judgement { ending, note });
    }
    let Some((last, ending)) = end_of_play(&position.played(rule)) else {
        let note = wrong_counts(position, None);
        return Ok(Judgement { ending: None, note });
    };
    let rest = position.moves.len() - last;
    let note = (rest > 0).then(|| {
        let rest = counted(rest, "move follows", "moves follow");
        format!("cannot arise: the game ended with move {last}, but {rest}")
    });
    let ending = Some(ending);
    Ok(Judgement { ending, note })
}

/// The rows that exclude each other.
fn contradiction_text(found: &Contradiction, size: BoardSize) -> String {
    let [one, other] = found
        .rows
        .each_ref()
        .map(|(color, points)| format!("{} has {}", color.name(), line_names(points, size)));
    format!("{one}, and {other}")
}

/// A note if the numbers of stones do not fit the side to move or the result.
fn wrong_counts(position: &InputPosition, ending: Option<&Ending>) -> Option<String> {
    let stones = |color| position.diagram.count(Cell::Stone(color));
    let (black, white) = (stones(Color::Black), stones(Color::White));
    let black_moved_last = match black.checked_sub(white) {
        Some(0) => Some(false),
        Some(1) => Some(true),
        _ => None,
    };
    let expected = match ending {
        None => Some(position.side == Color::White),
        Some(Ending::Row { winner, .. }) => Some(*winner == Color::Black),
        Some(Ending::Foul { .. }) => Some(true),
        Some(Ending::Draw) => black_moved_last,
    };
    if black_moved_last.is_some() && black_moved_last == expected {
        return None;
    }
    let counts = format!(
        "black has {} and white {white}",
        counted(black, "stone", "stones")
    );
    Some(match ending {
        None => format!(
            "cannot arise: {counts}, with {} to move",
            position.side.name()
        ),
        Some(_) => format!("cannot arise: {counts}"),
    })
}

/// Lines that name the rows of five or more that do not win under the rule; empty if there
/// are none, which is usual.
pub fn rows_without_win(position: &InputPosition, terminal: Terminal) -> String {
    let rows = engine::rows_without_win(&position.game(position.rule));
    let line = |(color, points): (Color, Vec<Point>)| {
        let reason = match points.len() {
            0..=5 => "blocked at both ends",
            _ => "longer than five",
        };
        let names = line_names(&points, position.diagram.size());
        let side = color.name();
        ("row", format!("{names}, {reason}: no win for {side}"))
    };
    terminal.fields(&rows.into_iter().map(line).collect::<Vec<_>>())
}

/// The result in one phrase, such as `black wins with h8 i8 j8 k8 l8`.
pub fn summary(ending: &Ending, size: BoardSize) -> String {
    let points = line_names(ending.points(), size);
    match ending {
        Ending::Row { winner, .. } => format!("{} wins with {points}", winner.name()),
        Ending::Foul { foul, .. } => {
            format!("white wins by black's foul {points}, {}", foul_text(*foul))
        }
        Ending::Draw => "draw".to_string(),
    }
}

/// The finished game: board, rule, result, and the winning row or the foul.
pub fn describe(
    position: &InputPosition,
    rule: Rule,
    ending: &Ending,
    note: Option<&str>,
    terminal: Terminal,
) -> String {
    let last = position.last();
    let points = line_names(ending.points(), position.diagram.size());
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
