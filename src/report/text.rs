//! Phrases that several reports use: numbers with units, fouls, scores, printable text.

use crate::engine::Foul;
use crate::report::chance::win_percent;
use crate::types::score::{self, MATE};
use crate::types::{Color, Score};

/// The symbol of a side's stones on a drawn board.
pub fn side_symbol(side: Color) -> char {
    match side {
        Color::Black => 'x',
        Color::White => 'o',
    }
}

/// A number with its unit, such as `1 ply` or `3 plies`.
pub fn counted(number: usize, one: &str, several: &str) -> String {
    let unit = if number == 1 { one } else { several };
    format!("{number} {unit}")
}

/// The description of a foul.
pub fn foul_text(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "more than five in a row (overline)",
        Foul::DoubleFour => "two fours at once (double four)",
        Foul::DoubleThree => "two open threes at once (double three)",
    }
}

/// A score from the view of `side`: the win chance first, as in `white 41 %, -70`, or who wins, as
/// in `white wins in 5 plies, +M5`.
pub fn score_text(value: Score, side: Color) -> String {
    limited_text(value, side, ["", "", ""])
}

/// Like [`score_text`], for a lower bound, as in `white at least 41 %, -70`.
pub fn bound_text(value: Score, side: Color) -> String {
    limited_text(value, side, ["at least ", "at most ", "at least "])
}

/// The text for a score. The words go before a win chance, before the plies to a win and before
/// the plies to a loss.
fn limited_text(value: Score, side: Color, [chance, win, loss]: [&str; 3]) -> String {
    let (winner, plies, limit) = if score::is_win(value) {
        (side, MATE - value, win)
    } else if score::is_loss(value) {
        (!side, MATE + value, loss)
    } else {
        let percent = win_percent(value);
        return format!("{} {chance}{percent} %, {value:+}", side.name());
    };
    let plies = counted(plies.unsigned_abs() as usize, "ply", "plies");
    let number = score::display(value);
    format!("{} wins in {limit}{plies}, {number}", winner.name())
}

/// Explanations of the terms that a text uses; `None` if it uses none.
pub fn terms(text: &str) -> Option<String> {
    let words = || text.split(|c: char| !c.is_alphanumeric() && !"+-".contains(c));
    let has = |word: &str| words().any(|other| other == word);
    let mate = |sign: char| {
        words().find(|word| {
            let plies = word
                .strip_prefix(sign)
                .and_then(|rest| rest.strip_prefix('M'));
            plies.is_some_and(|plies| plies.parse::<u32>().is_ok())
        })
    };
    let explained = [
        (has("ply") || has("plies")).then(|| "ply: a move of one side".to_string()),
        mate('+').map(|term| format!("{term}: a win of the side to move in that many plies")),
        mate('-').map(|term| format!("{term}: a loss of the side to move")),
        has("VCF").then(|| "VCF: a win by fours alone".to_string()),
        has("VCT").then(|| "VCT: a win by fours, threes and other threats".to_string()),
    ];
    let explained: Vec<String> = explained.into_iter().flatten().collect();
    (!explained.is_empty()).then(|| explained.join("; "))
}

/// The text on one line, with characters that control a terminal or the direction of
/// text replaced by escapes such as `\u{1b}`.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let is_invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}');
        if c.is_control() || is_invisible {
            shown.extend(c.escape_default())
        } else {
            shown.push(c)
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{mate_in, mated_in};

    #[test]
    fn scores_lead_with_what_they_mean() {
        let text = |value| score_text(value, Color::White);
        assert_eq!(text(mate_in(5)), "white wins in 5 plies, +M5");
        assert_eq!(text(mate_in(1)), "white wins in 1 ply, +M1");
        assert_eq!(text(mated_in(4)), "black wins in 4 plies, -M4");
        assert_eq!(text(-70), "white 41 %, -70");
        assert_eq!(text(200), "white 73 %, +200");
    }

    #[test]
    fn lower_bounds_say_so() {
        let text = |value| bound_text(value, Color::White);
        assert_eq!(text(-70), "white at least 41 %, -70");
        assert_eq!(text(mate_in(5)), "white wins in at most 5 plies, +M5");
        assert_eq!(text(mated_in(4)), "black wins in at least 4 plies, -M4");
    }

    #[test]
    fn terms_are_explained_once_if_they_occur() {
        assert_eq!(terms("white 41 %, -70, h8 m5"), None);
        let text = "wins in 5 plies, +M5\n 1. +M5 h8\n 2. VCF";
        let expected = "ply: a move of one side; +M5: a win of the side to move in that many plies; \
                        VCF: a win by fours alone";
        assert_eq!(terms(text).as_deref(), Some(expected));
        assert!(terms("-M4").is_some_and(|text| text.starts_with("-M4: a loss")));
    }

    #[test]
    fn only_control_characters_are_escaped() {
        assert_eq!(printable("a b é `中`"), "a b é `中`");
        assert_eq!(printable("\x1b[2J\r\n\u{9b}"), "\\u{1b}[2J\\r\\n\\u{9b}");
        assert_eq!(printable("a\u{202e}b\u{feff}"), "a\\u{202e}b\\u{feff}");
    }
}
