//! Splits SGF into tokens, byte by byte.
//!
//! The end of a value is not always clear: comments contain brackets without a backslash, and in
//! the old encodings of East Asia, stated or not, a backslash or bracket may be the second byte
//! of a character. A bracket ends a value if SGF follows it, and no value contains what is
//! clearly a move.

use crate::board::work::count_work;
use crate::record::encoding::Encoding;
use crate::record::error::{Fault, Problem};

/// A token, with its byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// `(`
    Open(usize),
    /// `)`
    Close,
    /// `;`
    Node(usize),
    /// The name of a property.
    Name(usize, usize),
    /// A value without its brackets.
    Value(usize, usize),
}

/// Reads tokens.
pub struct Lexer<'a> {
    bytes: &'a [u8],
    /// The byte offset of the next token.
    pub at: usize,
    /// The encoding of values.
    pub encoding: Encoding,
    /// From this byte on, no bracket is followed by SGF.
    hopeless_from: usize,
    /// A value ended within a character or after a backslash.
    pub is_repaired: bool,
}

/// More letters than the name of a property has.
const LONGEST_NAME: usize = 32;

impl<'a> Lexer<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Lexer<'a> {
        Lexer {
            bytes,
            at,
            encoding: Encoding::UTF_8,
            hopeless_from: usize::MAX,
            is_repaired: false,
        }
    }

    /// The next token; `None` at the end of the file.
    pub fn next(&mut self) -> Result<Option<Token>, Fault> {
        self.at = self.skip_space(self.at);
        let at = self.at;
        let Some(&byte) = self.bytes.get(at) else {
            return Ok(None);
        };
        self.at += 1;
        let token = match byte {
            b'(' => Token::Open(at),
            b')' => Token::Close,
            b';' => Token::Node(at),
            b'[' => {
                let Some(end) = self.value_end(at + 1) else {
                    return Err(Fault::new(at, Problem::Expected("`]` after this `[`")));
                };
                self.at = end + 1;
                Token::Value(at + 1, end)
            }
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' if self.is_name(at) => {
                self.at = self.name_end(at);
                Token::Name(at, self.at)
            }
            _ => {
                let what = "a property, `;`, `(` or `)`";
                return Err(Fault::new(at, Problem::Expected(what)));
            }
        };
        Ok(Some(token))
    }

    /// The first byte at or after `at` that is not white space.
    fn skip_space(&self, at: usize) -> usize {
        let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b || *byte == 0;
        let rest = &self.bytes[at..];
        let space = rest.iter().take_while(|byte| is_space(byte)).count();
        count_work(space + 1);
        at + space
    }

    /// True if a name begins at `at`: letters, possibly with digits.
    fn is_name(&self, at: usize) -> bool {
        let name = &self.bytes[at..self.name_end(at)];
        name.len() < LONGEST_NAME && name.iter().any(u8::is_ascii_alphabetic)
    }

    /// The end of the name that begins at `at`. Some programs use digits in names (`5A`).
    fn name_end(&self, at: usize) -> usize {
        let rest = &self.bytes[at..];
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        at + rest.iter().take_while(|byte| is_name(byte)).count()
    }

    /// The bracket that ends the value that begins at `start`.
    fn value_end(&mut self, start: usize) -> Option<usize> {
        let mut first = None;
        let mut at = start;
        while at < self.bytes.len() {
            count_work(1);
            let length = self.encoding.char_len(&self.bytes[at..]);
            let last = at + length - 1;
            match self.bytes[at] {
                b'\\' => {
                    let next = at + 1;
                    if self.is_repairable(start, at) && self.is_before_move(next + 1) {
                        self.is_repaired = true;
                        return Some(next);
                    }
                    let escaped = self.bytes.get(next..).filter(|rest| !rest.is_empty());
                    at = next + escaped.map_or(0, |rest| self.encoding.char_len(rest));
                    continue;
                }
                b']' if self.is_plausible_end(at) => return Some(at),
                b']' => {
                    first = first.or(Some(at));
                    if at >= self.hopeless_from {
                        return first;
                    }
                }
                // The value ended at an earlier bracket, so this move is outside.
                b';' if first.is_some() && self.is_before_move(at) => return first,
                _ if length == 2 && self.bytes[last] == b']' && self.is_before_move(last + 1) => {
                    self.is_repaired = true;
                    return Some(last);
                }
                _ => {}
            }
            at += length;
        }
        self.hopeless_from = self.hopeless_from.min(first?);
        first
    }

    /// True if the backslash at `at` may be half of a character: it follows a byte beyond
    /// ASCII in text that is neither UTF-8 nor in a known double-byte encoding.
    fn is_repairable(&self, start: usize, at: usize) -> bool {
        let follows_high = at > start && self.bytes[at - 1] >= 0x80;
        if !follows_high || self.encoding.has_pairs() || self.bytes.get(at + 1) != Some(&b']') {
            return false;
        }
        let from = at.saturating_sub(NEAR).max(start);
        let near = &self.bytes[from..at];
        // This piece may begin within a character.
        let rest = near.iter().take(if from > start { 3 } else { 0 });
        let rest = rest.take_while(|byte| **byte & 0xc0 == 0x80);
        std::str::from_utf8(&near[rest.count()..]).is_err()
    }

    /// True if a move such as `;B[hh]` follows.
    fn is_before_move(&self, at: usize) -> bool {
        let semicolon = self.skip_near_space(at);
        if self.bytes.get(semicolon) != Some(&b';') {
            return false;
        }
        let name = self.skip_near_space(semicolon + 1);
        let rest = self.bytes.get(name..).unwrap_or_default();
        let [b'B' | b'W', b'[', rest @ ..] = rest else {
            return false;
        };
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let length = letters.count();
        length <= 2 && rest.get(length) == Some(&b']')
    }

    /// Like [`Lexer::skip_space`], but limited to a few bytes.
    fn skip_near_space(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let space = rest.iter().take(LONGEST_NAME);
        at + space.take_while(|byte| byte.is_ascii_whitespace()).count()
    }

    /// True if SGF follows the bracket at `at`.
    fn is_plausible_end(&self, at: usize) -> bool {
        let next = self.skip_space(at + 1);
        match self.bytes.get(next) {
            None | Some(b'[') => true,
            Some(b';') => {
                let after = self.skip_space(next + 1);
                match self.bytes.get(after) {
                    None | Some(b';' | b'(' | b')') => true,
                    Some(_) => self.is_property(after),
                }
            }
            Some(b'(') => {
                let after = self.skip_space(next + 1);
                self.bytes.get(after) == Some(&b'(') || begins_node(&self.bytes[after..])
            }
            Some(b')') => self.is_end_of_game(next),
            Some(_) => self.is_property(next),
        }
    }

    /// True if the brackets at `at` close variations: a line, a variation or the file ends
    /// after them.
    fn is_end_of_game(&self, at: usize) -> bool {
        let rest = self.bytes[at..].iter();
        for byte in rest {
            count_work(1);
            match byte {
                b')' | b' ' | b'\t' => {}
                b'\n' | b'\r' | b'(' => return true,
                _ => return false,
            }
        }
        true
    }

    /// True if a property begins at `at`: a name with a capital letter, and `[`.
    fn is_property(&self, at: usize) -> bool {
        let rest = &self.bytes[at..];
        let rest = &rest[..rest.len().min(LONGEST_NAME)];
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let name = rest.iter().take_while(is_name).count();
        let has_capital = rest[..name].iter().any(u8::is_ascii_uppercase);
        has_capital && self.bytes.get(self.skip_near_space(at + name)) == Some(&b'[')
    }
}

/// True if a node begins, with `;` or with a property of one or two capital letters: some programs
/// leave out the semicolon.
pub fn begins_node(rest: &[u8]) -> bool {
    let name = rest
        .iter()
        .take_while(|byte| byte.is_ascii_uppercase())
        .count();
    let has_value = (1..=2).contains(&name) && rest.get(name) == Some(&b'[');
    rest.first() == Some(&b';') || has_value
}

/// The name of a property in capital letters. Old files write `Black` for `B`.
pub fn short_name(letters: &[u8]) -> String {
    let letters = String::from_utf8_lossy(letters);
    let mut capitals = letters.chars().filter(|c| !c.is_ascii_lowercase());
    if letters.contains(|c: char| c.is_ascii_uppercase()) {
        capitals.by_ref().collect()
    } else {
        letters.to_ascii_uppercase()
    }
}

/// The number of bytes before a place that show whether the text is UTF-8.
const NEAR: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    /// The values in a text.
    fn values(bytes: &[u8], encoding: Encoding) -> Vec<&[u8]> {
        let mut lexer = Lexer::new(bytes, 0);
        lexer.encoding = encoding;
        let mut values = Vec::new();
        while let Ok(Some(token)) = lexer.next() {
            if let Token::Value(start, end) = token {
                values.push(&bytes[start..end]);
            }
        }
        values
    }

    #[test]
    fn comments_swallow_no_move() {
        for (text, encoding, comment) in [
            (&b"(;C[a];W[ig])"[..], Encoding::UTF_8, &b"a"[..]),
            (b"(;C[a\\];W[ig])];W[ig])", Encoding::UTF_8, b"a\\];W[ig])"),
            (b"(;C[see [1] ok];W[ig])", Encoding::UTF_8, b"see [1] ok"),
            (
                b"(;C[see [1] (or [2]) ok];W[ig])",
                Encoding::UTF_8,
                b"see [1] (or [2]) ok",
            ),
            (b"(;C[see [1]: ok];W[ig])", Encoding::UTF_8, b"see [1]: ok"),
            (b"(;C[\x94\\];W[ig])", Encoding::SHIFT_JIS, b"\x94\\"),
            (b"(;C[\x94\\];W[ig])", Encoding::WINDOWS_1252, b"\x94\\"),
            (b"(;C[\x94\\];W[ig])", Encoding::UTF_8, b"\x94\\"),
            (b"(;C[\x81]];W[ig])", Encoding::GBK, b"\x81]"),
            (b"(;C[\x81];W[ig])", Encoding::GBK, b"\x81"),
            (
                "(;C[é\\];W[ig])];W[ig])".as_bytes(),
                Encoding::UTF_8,
                "é\\];W[ig])".as_bytes(),
            ),
        ] {
            let found = values(text, encoding);
            let text = String::from_utf8_lossy(text);
            assert_eq!(found.first(), Some(&comment), "{text}");
            assert_eq!(found.last(), Some(&&b"ig"[..]), "{text}");
        }
    }

    #[test]
    fn brackets_without_end_take_linear_time() {
        // The search for the end of each of these would reach the end of the file.
        let bytes = b"A[b] c ".repeat(200_000);
        let mut lexer = Lexer::new(&bytes, 0);
        let mut seen = 0;
        while let Ok(Some(_)) = lexer.next() {
            seen += 1;
        }
        assert!(seen > 400_000);
    }
}
