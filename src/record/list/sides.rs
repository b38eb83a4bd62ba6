//! The names of the sides in lists, in several languages.

use crate::types::Color;

/// Words for black and its stones, in small letters.
const BLACK: [&str; 32] = [
    "black",
    "b",
    "x",
    "schwarz",
    "noir",
    "noirs",
    "negro",
    "negra",
    "negras",
    "negros",
    "nero",
    "neri",
    "preto",
    "pretas",
    "zwart",
    "svart",
    "sort",
    "musta",
    "must",
    "fekete",
    "siyah",
    "černý",
    "černé",
    "čierny",
    "czarny",
    "czarne",
    "чёрный",
    "черный",
    "чёрные",
    "черные",
    "чорні",
    "đen",
];
/// Words for white and its stones, in small letters.
const WHITE: [&str; 32] = [
    "white",
    "w",
    "o",
    "weiß",
    "weiss",
    "blanc",
    "blancs",
    "blanco",
    "blanca",
    "blancas",
    "blancos",
    "bianco",
    "bianchi",
    "branco",
    "brancas",
    "wit",
    "vit",
    "hvit",
    "hvid",
    "valkoinen",
    "valge",
    "fehér",
    "beyaz",
    "bílý",
    "bílé",
    "biely",
    "biały",
    "białe",
    "белый",
    "белые",
    "білі",
    "trắng",
];
/// Characters for black before a move.
const BLACK_MARKS: &str = "黑黒흑●⚫";
/// Characters for white before a move.
const WHITE_MARKS: &str = "白백○⚪";
/// Words that may follow the name of a side: stones, moves, and the like.
const FILLERS: [&str; 16] = [
    "stone",
    "stones",
    "piece",
    "pieces",
    "move",
    "moves",
    "points",
    "side",
    "player",
    "at",
    "steine",
    "камни",
    "棋",
    "子",
    "方",
    "番",
];
/// More letters than the longest of these words has.
const LONGEST: usize = 12;

/// The side that a character stands for.
pub fn of_mark(c: char) -> Option<Color> {
    match c {
        _ if BLACK_MARKS.contains(c) => Some(Color::Black),
        _ if WHITE_MARKS.contains(c) => Some(Color::White),
        _ => None,
    }
}

/// The side that a word names.
pub fn of_word(word: &[char]) -> Option<Color> {
    let word = small(word)?;
    match word.as_str() {
        word if BLACK.contains(&word) => Some(Color::Black),
        word if WHITE.contains(&word) => Some(Color::White),
        _ => None,
    }
}

/// True for a word that may follow the name of a side.
pub fn is_filler(word: &[char]) -> bool {
    small(word).is_some_and(|word| FILLERS.contains(&word.as_str()))
}

/// The word in small letters, if it is short enough to be one of those here.
fn small(word: &[char]) -> Option<String> {
    let is_short = (1..=LONGEST).contains(&word.len());
    is_short.then(|| word.iter().collect::<String>().to_lowercase())
}
