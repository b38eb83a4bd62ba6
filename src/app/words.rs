//! Words and marks that the page shows.

use serde_json::{Value, json};

use crate::engine::{Ending, Foul, Game};
use crate::opening::rules::renju::RenjuOpening;
use crate::record::is_direction;
use crate::report::text::foul_text;
use crate::types::{Point, Rule};

/// The longest name of a player, in characters.
const MAX_NAME: usize = 40;

/// A text with a capital letter at its beginning, unless it begins with the name of a point: those
/// are always in lower case.
pub fn capital(text: &str) -> String {
    let first = text.split(|c: char| !c.is_ascii_alphanumeric()).next();
    let is_point = first.is_some_and(|first| {
        let row = first.trim_start_matches(|c: char| c.is_ascii_lowercase());
        row.len() < first.len() && row.parse::<u8>().is_ok()
    });
    if is_point {
        return text.to_string();
    }
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A phrase as a sentence.
pub fn sentence(phrase: &str) -> String {
    format!("{}.", capital(phrase))
}

/// Fouls as `[x, y, kind]`.
pub fn fouls_json(fouls: &[(Point, Foul)]) -> Vec<Value> {
    let foul = |(point, foul): &(Point, Foul)| json!([point.x, point.y, foul_text(*foul)]);
    fouls.iter().map(foul).collect()
}

/// What is marked at the end of a game: the points of a winning row, and those of a foul.
pub fn end_marks(ending: Option<&Ending>) -> (&[Point], Vec<(Point, Foul)>) {
    match ending {
        Some(Ending::Row { points, .. }) => (points, Vec::new()),
        Some(Ending::Foul { foul, points }) => {
            (&[], points.iter().map(|point| (*point, *foul)).collect())
        }
        Some(Ending::Draw) | None => (&[], Vec::new()),
    }
}

/// The name of the opening of a game of renju: that of its first three stones.
pub fn opening_name(game: &Game) -> Option<String> {
    let opening = RenjuOpening::of_game(game).filter(|_| game.rule() == Rule::Renju);
    opening.map(ToString::to_string)
}

/// A name that can be shown: without control and direction characters, not too long; `None` if
/// nothing is left.
pub fn clean_name(name: &str) -> Option<String> {
    let is_hidden = |c: char| c.is_control() || is_direction(c);
    let visible = name.chars().filter(|c| !is_hidden(*c));
    let short: String = visible.take(MAX_NAME).collect();
    let trimmed = short.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_points_stay_in_lower_case() {
        for (text, expected) in [
            ("black to move", "Black to move"),
            ("m11 does not win", "m11 does not win"),
            ("ab12: five", "ab12: five"),
            ("a", "A"),
            ("3 moves", "3 moves"),
            ("", ""),
        ] {
            assert_eq!(capital(text), expected);
        }
    }

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean_name("  Anna\n\u{7} ").as_deref(), Some("Anna"));
        assert_eq!(clean_name("\t"), None);
        assert_eq!(clean_name("\u{202e}Anna\u{2066}").as_deref(), Some("Anna"));
        assert_eq!(clean_name("\u{200f}"), None);
        assert_eq!(clean_name(&"x".repeat(99)).unwrap().len(), MAX_NAME);
        assert_eq!(clean_name("<b>").as_deref(), Some("<b>"));
    }
}
