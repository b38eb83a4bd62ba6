//! Values of properties: texts with escapes, points, sizes and results.

use crate::board::notation::{self, NotationProblem};
use crate::record::encoding::Encoding;
use crate::record::error::Problem;
use crate::record::{GameResult, WonBy, one_line};
use crate::types::{BoardSize, Color, Point};

/// The longest side of a board on which `tt` is a pass.
const LONGEST_SIDE_WITH_TT: u8 = 19;

/// The bytes of a text without the backslashes of escapes and without line breaks that
/// follow one.
pub fn unescaped(value: &[u8], encoding: Encoding) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut at = 0;
    while at < value.len() {
        if value[at] == b'\\' {
            let (length, is_break) = match value[at + 1..] {
                [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => (3, true),
                [b'\r' | b'\n', ..] => (2, true),
                _ => (1, false),
            };
            at += length;
            if is_break || at >= value.len() {
                continue;
            }
        }
        let end = at + encoding.char_len(&value[at..]);
        let end = end.min(value.len());
        plain.extend_from_slice(&value[at..end]);
        at = end;
    }
    // The writer ends a text that would end within a character with a line break.
    let is_guarded = plain.last() == Some(&b'\n') && encoding.is_cut(without_breaks(&plain));
    plain.truncate(plain.len() - usize::from(is_guarded));
    plain
}

/// A text without the line breaks at its end.
fn without_breaks(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| *byte != b'\n');
    &text[..end.map_or(0, |last| last + 1)]
}

/// A text with its special characters escaped. A colon is one of them in a part of a pair
/// (`is_pair`).
pub fn escaped(text: &[u8], encoding: Encoding, is_pair: bool) -> Vec<u8> {
    let mut value = Vec::with_capacity(text.len() + 2);
    let mut at = 0;
    while at < text.len() {
        let end = (at + encoding.char_len(&text[at..])).min(text.len());
        // Where a backslash would become part of a character, the colon stays as it is.
        let joins = at > 0 && encoding.joins(text[at - 1], b'\\');
        let is_colon = is_pair && text[at] == b':' && !joins;
        let is_special = matches!(text[at], b'\\' | b']') || is_colon;
        if is_special {
            value.push(b'\\');
        }
        value.extend_from_slice(&text[at..end]);
        // A bracket before `;` might be read as the end of the value. An escaped line break, which
        // is not part of the text, separates them.
        let next = text[end..].iter().find(|byte| !byte.is_ascii_whitespace());
        if text[end - 1] == b']' && next == Some(&b';') {
            value.extend_from_slice(b"\\\n");
        }
        at = end;
    }
    // A bracket after it would be read as the second byte of a character.
    if encoding.is_cut(without_breaks(text)) {
        value.push(b'\n');
    }
    value
}

/// A value as it will be written back: with its escapes, which are rewritten if the value would
/// otherwise end elsewhere.
pub fn kept(value: &[u8], encoding: Encoding) -> Vec<u8> {
    let mut at = 0;
    let mut has_bare_bracket = false;
    while at < value.len() && !has_bare_bracket {
        has_bare_bracket = value[at] == b']';
        at += usize::from(value[at] == b'\\');
        at += match value.get(at..) {
            Some(rest) if !rest.is_empty() => encoding.char_len(rest),
            // A backslash at the end would escape the bracket after it.
            _ => value.len() + 1,
        };
    }
    let has_semicolon = value.windows(2).any(|pair| pair == b"];");
    let is_cut = encoding.is_cut(value);
    if at == value.len() && !has_bare_bracket && !has_semicolon && !is_cut {
        value.to_vec()
    } else {
        escaped(&unescaped(value, encoding), encoding, false)
    }
}

/// A text on one line, such as the name of a player.
pub fn line(value: &[u8], encoding: Encoding) -> String {
    one_line(&encoding.decode(&unescaped(value, encoding)))
}

/// The value as text with its escapes, for properties that are ASCII in valid files.
pub fn plain(value: &[u8]) -> String {
    String::from_utf8_lossy(value).trim().to_string()
}

/// The size in `15` or `20:15`.
pub fn size(value: &[u8]) -> Result<BoardSize, Problem> {
    let text = plain(value);
    let (width, height) = text.split_once(':').unwrap_or((&text, &text));
    let side = |text: &str| text.trim().parse::<i64>().ok();
    let Some((width, height)) = side(width).zip(side(height)) else {
        return Err(Problem::Expected("a size such as 15 or 20:15"));
    };
    BoardSize::new(width, height).ok_or(Problem::Size)
}

/// The result in `B+R`, `W+`, `0`, and so on.
pub fn result(text: &str) -> Option<GameResult> {
    match text.trim().to_ascii_lowercase() {
        text if text.ends_with("+draw") => Some(GameResult::Draw),
        text if text.starts_with('b') => Some(GameResult::Win(Color::Black)),
        text if text.starts_with('w') => Some(GameResult::Win(Color::White)),
        text if text == "0" || text.starts_with("draw") => Some(GameResult::Draw),
        _ => None,
    }
}

/// How the game was won, in results such as `B+R`, `W+Time` and `B+F`.
pub fn won_by(text: &str) -> Option<WonBy> {
    let (_, reason) = text.split_once('+')?;
    match reason.trim().to_ascii_lowercase().as_str() {
        "r" | "resign" => Some(WonBy::Resignation),
        "t" | "time" => Some(WonBy::Time),
        "f" | "forfeit" => Some(WonBy::Forfeit),
        _ => None,
    }
}

/// A point of the board; `None` for a pass.
pub fn point(value: &[u8], size: BoardSize) -> Result<Option<Point>, Problem> {
    let value = value.trim_ascii();
    let is_small = size.width().max(size.height()) <= LONGEST_SIDE_WITH_TT;
    if value.is_empty() || (value == b"tt" && is_small) {
        return Ok(None);
    }
    let off_board = Problem::OffBoard(size);
    if let [x, y] = value
        && let (Some(x), Some(y)) = (index(*x), index(*y))
    {
        let point = Point::new(x, y);
        return size.contains(point).then_some(Some(point)).ok_or(off_board);
    }
    let expected = Problem::Expected("a point such as `hh`");
    if value.len() > LONGEST_POINT {
        return Err(expected);
    }
    match notation::parse_point(&String::from_utf8_lossy(value), size) {
        Ok(point) => Ok(Some(point)),
        Err(error) if matches!(error.problem, NotationProblem::OffBoard(_)) => Err(off_board),
        Err(_) if value.eq_ignore_ascii_case(b"pass") => Ok(None),
        Err(_) => Err(expected),
    }
}

/// The most bytes of a point in any notation.
const LONGEST_POINT: usize = 16;

/// The index of a letter in a point.
fn index(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// The two letters of a point.
pub fn letters(point: Point) -> [u8; 2] {
    let letter = |n: u8| if n < 26 { b'a' + n } else { b'A' + n - 26 };
    [letter(point.x), letter(point.y)]
}

/// The two parts of a pair `a:b`, split at the first colon without a backslash.
pub fn pair(value: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = value.iter().position(|byte| *byte == b':')?;
    Some((&value[..at], &value[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_written_and_read() {
        for (text, encoding) in [
            (&b"a \\ ] : b"[..], Encoding::UTF_8),
            (b"];W[ig]", Encoding::UTF_8),
            (b"\x94\\];B[hh]", Encoding::SHIFT_JIS),
            (b"\x81];W[ig]\x81", Encoding::GBK),
            (b"\xa5\\\r\nx", Encoding::BIG5),
            (b"\x94\\", Encoding::WINDOWS_1252),
            (b"", Encoding::UTF_8),
        ] {
            for is_pair in [false, true] {
                let value = escaped(text, encoding, is_pair);
                assert_eq!(unescaped(&value, encoding), text, "{value:x?}");
            }
        }
        assert_eq!(unescaped(b"a\\\r\nb\\\nc\\", Encoding::UTF_8), b"abc");
        assert_eq!(unescaped(b"\\\\\\]", Encoding::UTF_8), b"\\]");
    }
}
