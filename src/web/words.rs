//! Words and marks that the page shows.

use serde_json::{Value, json};

use crate::engine::{Ending, Foul};
use crate::report::text::foul_text;
use crate::types::Point;

/// A text with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
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
