//! Words for what moves make and threaten.

use std::fmt;

use crate::board::notation::{point_name, point_names};
use crate::engine::Game;
use crate::explain::{ForcedWin, Made, Threats, made};
use crate::report::text::{counted, foul_text};
use crate::types::{BoardSize, Color, Point};

/// The usual length of a winning row.
const FIVE: usize = 5;
/// The most kinds of patterns that a description of a move names.
const KINDS: usize = 2;
/// The most moves of a forced win that a text shows.
const MAX_WIN: usize = 9;

/// What a stone makes, strongest first, such as `four and open three`; `None` if what it makes
/// has no name.
pub fn made_text(made: &Made) -> Option<String> {
    if let Some(length) = made.row {
        return Some(match length {
            FIVE => "five".to_string(),
            _ => format!("{length} in a row"),
        });
    }
    if let Some(foul) = made.foul {
        return Some(foul_text(foul).to_string());
    }
    let kinds = [
        (made.open_fours, "open four"),
        (made.fours, "four"),
        (made.open_threes, "open three"),
        (made.closed_threes, "closed three"),
        (made.open_twos, "open two"),
    ];
    let named = kinds.into_iter().filter(|(number, _)| *number > 0);
    let texts: Vec<String> = named
        .take(KINDS)
        .map(|(n, kind)| several(n, kind))
        .collect();
    (!texts.is_empty()).then(|| texts.join(" and "))
}

/// `open three`, `two open threes` and so on.
fn several(number: usize, kind: &str) -> String {
    match number {
        1 => kind.to_string(),
        2 => format!("two {kind}s"),
        3 => format!("three {kind}s"),
        _ => format!("four {kind}s"),
    }
}

/// A forced win of `side`, such as `VCF from k9, 7 fours`.
pub fn win_text(game: &Game, side: Color, win: &ForcedWin) -> String {
    let name = point_name(win.first(), game.size());
    match (short_win_text(game, side, win), win.fours()) {
        (Some(text), _) => text,
        (None, Some(fours)) => format!("VCF from {name}, {fours} fours"),
        (None, None) => format!("VCT from {name}, {} plies", win.plies()),
    }
}

/// A forced win that one move shows, such as `four-three at h6`; `None` for longer ones.
fn short_win_text(game: &Game, side: Color, win: &ForcedWin) -> Option<String> {
    let first = win.first();
    let name = point_name(first, game.size());
    let made = made(game, side, first);
    Some(match (win, win.fours()) {
        (ForcedWin::Five(_), _) => {
            let row = made_text(&made).unwrap_or_default();
            format!("{row} at {name}")
        }
        (_, Some(1)) if made.open_fours > 0 => format!("open four at {name}"),
        (_, Some(1)) if made.is_winning_four() => format!("double four at {name}"),
        (_, Some(1)) => format!("four at {name} that cannot be stopped"),
        (_, Some(2)) if made.is_four_three() => format!("four-three at {name}"),
        _ => return None,
    })
}

/// A forced win in words.
pub enum WinText {
    /// One move shows it, such as `four-three at h6`.
    Short(String),
    /// With its moves, such as `forced win (VCF): k9 k10 j8 j7 l6, in 4 moves`.
    Long(String),
}

impl fmt::Display for WinText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (WinText::Short(text) | WinText::Long(text)) = self;
        f.write_str(text)
    }
}

/// A forced win of `side`, with its moves unless the first one shows it. `win` is what the solvers
/// have proved, if anything. `variation` has the moves of both sides, and `plies` is the length of
/// the win. Only the moves of `side` are counted.
pub fn played_win_text(
    game: &Game,
    side: Color,
    win: Option<&ForcedWin>,
    variation: &[Point],
    plies: usize,
) -> WinText {
    if let Some(text) = win.and_then(|win| short_win_text(game, side, win)) {
        return WinText::Short(text);
    }
    let kind = match win.map(ForcedWin::fours) {
        Some(Some(_)) => " (VCF)",
        Some(None) => " (VCT)",
        None => "",
    };
    let shown = &variation[..variation.len().min(MAX_WIN)];
    let more = if shown.len() < variation.len() {
        " ..."
    } else {
        ""
    };
    let moves = counted(plies.div_ceil(2), "move", "moves");
    WinText::Long(format!(
        "forced win{kind}: {}{more}, in {moves}",
        point_names(shown, game.size())
    ))
}

/// The threats of `side`, each as a text such as `open four at g8, k8`; the forced win
/// comes last unless the others show it.
pub fn threat_texts(game: &Game, side: Color, threats: &Threats) -> Vec<String> {
    let size = game.size();
    let (open, double): (Vec<Point>, Vec<Point>) = threats
        .winning_fours
        .iter()
        .partition(|point| made(game, side, **point).open_fours > 0);
    let mut texts: Vec<String> = [
        ("five", &threats.fives),
        ("open four", &open),
        ("double four", &double),
        ("four-three", &threats.four_threes),
        ("double three", &threats.double_threes),
    ]
    .into_iter()
    .filter(|(_, points)| !points.is_empty())
    .map(|(kind, points)| format!("{kind} at {}", names(points, size)))
    .collect();
    let shown = |win: &ForcedWin| match win.fours() {
        Some(1) => threats.winning_fours.contains(&win.first()),
        Some(2) => threats.four_threes.contains(&win.first()),
        Some(_) => false,
        None => matches!(win, ForcedWin::Five(_)),
    };
    if let Some(win) = threats.win.as_ref().filter(|win| !shown(win)) {
        texts.push(win_text(game, side, win));
    }
    texts
}

/// Names of points, separated by commas.
pub fn names(points: &[Point], size: BoardSize) -> String {
    let names: Vec<String> = points
        .iter()
        .map(|point| point_name(*point, size))
        .collect();
    names.join(", ")
}

/// A number of plies with its unit.
pub fn plies_text(plies: usize) -> String {
    counted(plies, "ply", "plies")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_move_makes_is_named() {
        let text = |made: Made| made_text(&made);
        let four_three = Made {
            fours: 1,
            open_threes: 1,
            open_twos: 2,
            ..Made::default()
        };
        assert_eq!(text(four_three).as_deref(), Some("four and open three"));
        let threes = Made {
            open_threes: 2,
            ..Made::default()
        };
        assert_eq!(text(threes).as_deref(), Some("two open threes"));
        let row = |length| Made {
            row: Some(length),
            ..four_three
        };
        assert_eq!(text(row(5)).as_deref(), Some("five"));
        assert_eq!(text(row(6)).as_deref(), Some("6 in a row"));
        assert_eq!(text(Made::default()), None);
    }
}
