//! Words, integers and points in the text of protocol lines.

use std::fmt::{self, Formatter};

use crate::board::notation::column_name;
use crate::types::Point;

/// How points are named in messages: a capital letter for the column and a number for the
/// row, as Rapfi does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointStyle {
    /// `H9` is the point `7,8`: rows are counted in the order of the protocol, from 1.
    Protocol,
    /// By the labels at the edges of Yixin-Board's board, which has this many rows, counted
    /// from the bottom. It sends rows before columns, so `x` is the row.
    YixinBoard(u8),
}

/// Splits a line into its first word and the rest, both trimmed. A byte order
/// mark before the word is dropped: some shells put one before piped text.
pub fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches('\u{feff}').trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// Parses a decimal integer. A number that does not fit into 64 bits becomes
/// the largest or smallest one that does.
pub fn integer(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    // The form has been checked, so parsing fails only on overflow.
    Some(text.parse().unwrap_or(limit))
}

/// Parses exactly `N` integers separated by commas. Spaces around each are
/// allowed.
pub fn integers<const N: usize>(text: &str) -> Option<[i64; N]> {
    let mut parts = text.split(',');
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = integer(parts.next()?)?;
    }
    parts.next().is_none().then_some(numbers)
}

/// Writes points as `7,7 8,8`.
pub fn write_points(f: &mut Formatter<'_>, points: &[Point]) -> fmt::Result {
    for (index, point) in points.iter().enumerate() {
        let separator = if index == 0 { "" } else { " " };
        write!(f, "{separator}{},{}", point.x, point.y)?;
    }
    Ok(())
}

/// Writes the names of points, separated by spaces.
pub fn write_names(f: &mut Formatter<'_>, points: &[Point], style: PointStyle) -> fmt::Result {
    let name = |at: &Point| {
        let (column, row) = match style {
            PointStyle::Protocol => (at.x, at.y + 1),
            PointStyle::YixinBoard(rows) => (at.y, rows - at.x),
        };
        format!("{}{row}", column_name(column).to_uppercase())
    };
    let names: Vec<String> = points.iter().map(name).collect();
    f.write_str(&names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_trimmed_and_a_byte_order_mark_is_dropped() {
        assert_eq!(split_word("\u{feff} START\t 15 \r"), ("START", "15"));
        assert_eq!(split_word("END"), ("END", ""));
        assert_eq!(split_word(" \r"), ("", ""));
    }

    #[test]
    fn integers_saturate_and_malformed_ones_are_refused() {
        assert_eq!(integer(" +7 "), Some(7));
        assert_eq!(integer("99999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999"), Some(i64::MIN));
        for text in ["", "-", "--1", "1e3", "0x7", "7.5", "1 2", "\u{661}"] {
            assert_eq!(integer(text), None, "{text:?}");
        }
        assert_eq!(integers(" 7 , -8"), Some([7, -8]));
        assert_eq!(integers::<2>("7"), None);
        assert_eq!(integers::<2>("7,8,9"), None);
    }
}
