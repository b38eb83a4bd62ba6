//! Phrases that several reports use: numbers with units, fouls, scores, printable text.

use crate::engine::Foul;
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

/// A score from the view of `side`, such as `-37 for white` or
/// `+M5, white wins in 5 plies`.
pub fn score_text(value: Score, side: Color) -> String {
    let number = score::display(value);
    let (winner, plies) = if score::is_win(value) {
        (side, MATE - value)
    } else if score::is_loss(value) {
        (!side, MATE + value)
    } else {
        return format!("{number} for {}", side.name());
    };
    let plies = counted(plies.unsigned_abs() as usize, "ply", "plies");
    format!("{number}, {} wins in {plies}", winner.name())
}

/// The text on one line, with characters that control a terminal or the direction of
/// text replaced by escapes such as `\u{1b}`.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let is_invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}');
        match c.is_control() || is_invisible {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{mate_in, mated_in};

    #[test]
    fn mate_scores_name_the_winner() {
        let text = |value| score_text(value, Color::White);
        assert_eq!(text(mate_in(5)), "+M5, white wins in 5 plies");
        assert_eq!(text(mate_in(1)), "+M1, white wins in 1 ply");
        assert_eq!(text(mated_in(4)), "-M4, black wins in 4 plies");
        assert_eq!(text(-37), "-37 for white");
    }

    #[test]
    fn only_control_characters_are_escaped() {
        assert_eq!(printable("a b é `中`"), "a b é `中`");
        assert_eq!(printable("\x1b[2J\r\n\u{9b}"), "\\u{1b}[2J\\r\\n\\u{9b}");
        assert_eq!(printable("a\u{202e}b\u{feff}"), "a\\u{202e}b\\u{feff}");
    }
}
