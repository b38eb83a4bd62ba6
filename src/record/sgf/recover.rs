//! Finds where to continue after a game that cannot be read.

use super::lexer::{Lexer, Token};
use crate::board::work::count_work;
use crate::record::encoding::Encoding;

/// Properties that only the first node of a game has.
const OF_ROOT: [&[u8]; 10] = [
    b"FF", b"GM", b"SZ", b"CA", b"AP", b"ST", b"RU", b"PB", b"PW", b"EV",
];

/// The end of the game that begins at `start`; `None` if it is not closed. What is no SGF is passed
/// over.
pub fn end_of_game(bytes: &[u8], start: usize, encoding: Encoding) -> Option<usize> {
    let mut lexer = Lexer::new(bytes, start);
    lexer.encoding = encoding;
    let mut depth = 0usize;
    loop {
        // After an error the lexer is behind the byte that it does not know.
        match lexer.next() {
            Ok(Some(Token::Open(_))) => depth += 1,
            Ok(Some(Token::Close)) if depth <= 1 => return Some(lexer.at),
            Ok(Some(Token::Close)) => depth -= 1,
            Ok(None) => return None,
            // No value ends after it.
            Err(fault) if bytes.get(fault.at) == Some(&b'[') => return None,
            Ok(Some(_)) | Err(_) => {}
        }
    }
}

/// The next line at or after `from` that begins a game with a property of its root.
pub fn next_root(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let open = at + bytes[at..].iter().position(|byte| *byte == b'(')?;
        count_work(open + 1 - at);
        at = open + 1;
        let is_start = matches!(bytes[..open].last(), None | Some(b'\n' | b'\r'));
        let node = bytes[at..].trim_ascii_start().strip_prefix(b";");
        let Some(node) = node.filter(|_| is_start) else {
            continue;
        };
        let node = node.trim_ascii_start();
        let is_of_root = |name: &&[u8]| {
            node.strip_prefix(*name)
                .is_some_and(|rest| rest.starts_with(b"["))
        };
        if OF_ROOT.iter().any(is_of_root) {
            return Some(open);
        }
    }
}
