//! Determines the encodings in which a game is to be read, before it is read.
//!
//! The encoding that the game states is used, unless its brackets then do not close or its text is
//! UTF-8 beyond doubt. Where it states nothing that fits, the brackets are read as single bytes, and
//! only if they do not close as characters of a guessed double-byte encoding; the encoding of the
//! texts is the most likely one, with a note.

use super::lexer::{Lexer, Token, short_name};
use super::value;
use crate::record::encoding::{Encoding, is_certainly_utf8};
use crate::record::limits::MAX_DEPTH;
use crate::record::notes::Note;

/// The number of bytes after the beginning of a game in which CA is looked for if brackets hide
/// it, and from which the encoding of a game that does not close is guessed.
const HEAD: usize = 4096;

/// The encodings of a game.
pub struct Encodings {
    /// That in which its brackets are found.
    pub structure: Encoding,
    /// That of its texts.
    pub texts: Encoding,
    /// How the file names the encoding, if that is kept.
    pub name: Option<String>,
    /// The place of the value of SZ in the main line.
    pub size: Option<(usize, usize)>,
    /// What had to be assumed.
    pub note: Option<Note>,
}

impl Encodings {
    /// Looks at the game that begins at `start`.
    pub fn of(bytes: &[u8], start: usize) -> Encodings {
        let plain = Scan::new(bytes, start, Encoding::UTF_8);
        let head = &bytes[start..plain.end.min(start + HEAD)];
        let stated = match plain.charset {
            Some((from, to)) => Some(value::plain(&bytes[from..to])),
            None => hidden_charset(head),
        };
        let named = stated.as_deref().and_then(Encoding::named);
        if let (Some(name), Some(encoding)) = (&stated, named)
            && encoding != Encoding::UTF_8
            && let Some(obeyed) = Encodings::stated(bytes, start, name, encoding, &plain)
        {
            return obeyed;
        }
        if !plain.closes
            && std::str::from_utf8(&plain.texts).is_err()
            && let Some(guessed) = Encodings::guessed_structure(bytes, start, head)
        {
            return guessed;
        }
        let guess = Encoding::guess(&plain.texts);
        let unknown = stated.filter(|name| named.is_none() && is_name(name));
        let (texts, note) = match &unknown {
            _ if guess == Encoding::UTF_8 => (guess, None),
            // The brackets are single bytes, as they will be when the file is read again.
            Some(name) => {
                let texts = if guess.is_single_byte() {
                    guess
                } else {
                    Encoding::WINDOWS_1252
                };
                let note = Note::EncodingUnknown {
                    name: name.clone(),
                    taken: texts,
                };
                (texts, Some(note))
            }
            None => (guess, Some(Note::EncodingGuessed(guess))),
        };
        Encodings {
            structure: Encoding::UTF_8,
            texts,
            name: unknown.filter(|_| texts != Encoding::UTF_8),
            size: plain.size,
            note,
        }
    }

    /// The encoding that the game states; `None` if its brackets do not close in it, but do as
    /// single bytes.
    fn stated(
        bytes: &[u8],
        start: usize,
        name: &str,
        encoding: Encoding,
        plain: &Scan,
    ) -> Option<Encodings> {
        let own;
        let scan = if encoding.has_pairs() {
            own = Scan::new(bytes, start, encoding);
            &own
        } else {
            plain
        };
        if is_certainly_utf8(&plain.texts) {
            return Some(Encodings {
                structure: Encoding::UTF_8,
                texts: Encoding::UTF_8,
                name: None,
                size: plain.size,
                note: Some(Note::EncodingContradicts(name.to_string())),
            });
        }
        if plain.closes && !scan.closes {
            return None;
        }
        // In Latin-1 these bytes are control characters, which no text has.
        let is_c1 = |byte: &u8| (0x80..0xa0).contains(byte);
        let is_superset = encoding.name().starts_with("windows")
            && (name.contains("8859") || name.to_ascii_lowercase().contains("latin"))
            && scan.texts.iter().any(is_c1);
        Some(Encodings {
            structure: encoding,
            texts: encoding,
            name: Some(name.to_string()).filter(|name| is_name(name) && !is_superset),
            size: scan.size,
            note: None,
        })
    }

    /// The most likely encoding in which the brackets close, which they do not as single bytes.
    fn guessed_structure(bytes: &[u8], start: usize, head: &[u8]) -> Option<Encodings> {
        let guess = Encoding::guess(head);
        let first = Some(guess).filter(|guess| guess.has_pairs());
        let others = Encoding::WITH_BRACKETS.into_iter();
        let others = others.filter(|other| *other != guess);
        let mut scans = first.into_iter().chain(others).map(|encoding| {
            let scan = Scan::new(bytes, start, encoding);
            (encoding, scan)
        });
        let (encoding, scan) = scans.find(|(_, scan)| scan.closes)?;
        Some(Encodings {
            structure: encoding,
            texts: encoding,
            name: None,
            size: scan.size,
            note: Some(Note::EncodingGuessed(encoding)),
        })
    }
}

/// True for a name of an encoding that can stand in a file.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_:. ()".contains(c);
    !name.is_empty() && name.chars().all(is_plain)
}

/// The double-byte encoding that the head of a game states in a property that its brackets hide.
fn hidden_charset(head: &[u8]) -> Option<String> {
    let mut places = head.windows(4).enumerate();
    places.find_map(|(at, four)| {
        let value = &head[at + 4..];
        let end = value.iter().position(|byte| *byte == b']')?;
        let name = value::plain(&value[..end]);
        let is_stated = &four[1..] == b"CA[" && !four[0].is_ascii_alphanumeric();
        (is_stated && Encoding::named(&name)?.has_pairs()).then_some(name)
    })
}

/// What the tokens of a game show.
struct Scan {
    /// The place of the value of SZ in the main line.
    size: Option<(usize, usize)>,
    /// The place of the value of CA in the main line.
    charset: Option<(usize, usize)>,
    /// The values that are not ASCII, one per line.
    texts: Vec<u8>,
    /// The variations of the game close, and no other bracket follows.
    closes: bool,
    /// Where the game ends; the end of the file if it does not close.
    end: usize,
}

impl Scan {
    /// Reads the tokens of the game that begins at `start`, with brackets in an encoding.
    fn new(bytes: &[u8], start: usize, encoding: Encoding) -> Scan {
        let mut scan = Scan {
            size: None,
            charset: None,
            texts: Vec::new(),
            closes: false,
            end: bytes.len(),
        };
        let mut lexer = Lexer::new(bytes, start);
        lexer.encoding = encoding;
        let mut depth = 0;
        let mut is_main = true;
        let mut name = (0, 0);
        while let Ok(Some(token)) = lexer.next() {
            match token {
                Token::Open(_) if depth == MAX_DEPTH => break,
                Token::Open(_) => depth += 1,
                Token::Close => {
                    is_main = false;
                    depth -= 1;
                    if depth == 0 {
                        scan.end = lexer.at;
                        let rest = bytes[lexer.at..].trim_ascii_start();
                        scan.closes = !rest.starts_with(b")");
                        break;
                    }
                }
                Token::Node(_) => name = (0, 0),
                Token::Name(from, to) => name = (from, to),
                Token::Value(from, to) => {
                    let value = &bytes[from..to];
                    // An empty value states nothing.
                    if is_main && !value.trim_ascii().is_empty() {
                        scan.header(&bytes[name.0..name.1], (from, to));
                    }
                    if !value.is_ascii() {
                        scan.texts.extend_from_slice(value);
                        scan.texts.push(b'\n');
                    }
                }
            }
        }
        scan
    }

    /// Keeps the place of the first value of SZ and of CA.
    fn header(&mut self, name: &[u8], value: (usize, usize)) {
        match short_name(name).as_str() {
            "SZ" => self.size = self.size.or(Some(value)),
            "CA" => self.charset = self.charset.or(Some(value)),
            _ => {}
        }
    }
}
