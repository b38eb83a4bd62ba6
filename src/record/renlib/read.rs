//! Reads libraries.

use super::{
    BOARD_TEXT, CENTRE, COMMENT, EXTENSION, HEADER_LENGTH, KNOWN, LAST_VERSION, LEAF, MAGIC, MARK,
    NO_MOVE, OLD_COMMENT, SIBLING, START, point, setup,
};
use crate::record::encoding::Encoding;
use crate::record::error::{Fault, Problem};
use crate::record::limits::{check_node, check_text};
use crate::record::notes::Note;
use crate::record::tree::{Action, Details, NodeId, Tree};
use crate::record::{Format, default_size};
use crate::types::Color;

/// True if the bytes begin like a library or are a library without a header.
pub fn is_renlib(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || is_headerless(bytes)
}

/// True for a file without a header. Boards and lists of moves may begin with an `x` too.
fn is_headerless(bytes: &[u8]) -> bool {
    let is_binary = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    // A line of text in an old encoding may begin with this byte; a library has no lines.
    let is_readable = || std::str::from_utf8(bytes).is_ok() || bytes.contains(&b'\n');
    let is_text = || !bytes.iter().any(is_binary) && is_readable();
    bytes.len() >= 2 && bytes[0] == CENTRE && !is_text()
}

/// Reads a library.
///
/// # Errors
/// If the file ends within or right after the header or within a node, is of a newer version,
/// or has a stone off the board.
pub fn parse(bytes: &[u8]) -> Result<Tree, Fault> {
    let mut reader = Reader::new(bytes)?;
    let mut tree = Tree::new(default_size());
    tree.format = Format::RenLib;
    tree.renlib_header = Some(bytes[..reader.at].to_vec());
    let mut parent = (NodeId::ROOT, 0);
    // The parents of the nodes not yet read.
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let first = reader.at;
    while let Some(node) = reader.next()? {
        let has = |flag: u32| node.flags & flag != 0;
        if node.code == 0 && node.at == first {
            *tree.details_mut(NodeId::ROOT) = node.details;
            if let Some(text) = node.board_text {
                reader.unplaced += usize::from(!text.is_empty());
            }
            continue;
        }
        let (before, depth) = parent;
        check_node(tree.len(), depth + 1, node.at)?;
        if has(SIBLING) {
            open.push(parent);
        }
        let color = if depth % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        let action = match point(node.code) {
            Some(point) if has(NO_MOVE) => Action::Label(point),
            Some(point) => Action::Play(color, point),
            None => Action::Pass(color),
        };
        let is_plain_label = matches!(action, Action::Label(_))
            && has(LEAF)
            && node.board_text.is_some()
            && node.details.is_empty();
        if let Some(text) = node.board_text {
            match action.point() {
                Some(point) => tree.details_mut(before).labels.push((point, text)),
                None => reader.unplaced += usize::from(!text.is_empty()),
            }
        }
        if !is_plain_label {
            let id = tree.add_at(before, action, node.at);
            if !node.details.is_empty() {
                *tree.details_mut(id) = node.details;
            }
            parent = (id, depth + 1);
        }
        if has(LEAF)
            && let Some(last) = open.pop()
        {
            parent = last;
        }
    }
    if reader.unplaced > 0 {
        let what = "texts on the board that belong to no point were left out";
        tree.notes.push(Note::Malformed(what.to_string()));
    }
    tree.encoding = encoding(&tree);
    if tree.encoding != Encoding::UTF_8 {
        tree.notes.push(Note::EncodingGuessed(tree.encoding));
    }
    Ok(setup::restore(&tree).unwrap_or(tree))
}

/// The most likely encoding of a library's texts.
fn encoding(tree: &Tree) -> Encoding {
    let mut sample = Vec::new();
    for (node, _) in tree.walk() {
        let Some(details) = tree.details(node) else {
            continue;
        };
        let labels = details.labels.iter().map(|(_, text)| text);
        for text in details.comment.iter().chain(labels) {
            if !text.is_ascii() {
                sample.extend_from_slice(text);
                sample.push(b'\n');
            }
        }
        if sample.len() > SAMPLE {
            break;
        }
    }
    Encoding::guess(&sample)
}

/// The number of bytes of texts from which the encoding is guessed.
const SAMPLE: usize = 1 << 16;

/// A node with its texts.
struct Node {
    /// The byte offset of the node.
    at: usize,
    /// The byte with the point.
    code: u8,
    flags: u32,
    details: Details,
    board_text: Option<Vec<u8>>,
}

/// Reads nodes.
struct Reader<'a> {
    bytes: &'a [u8],
    /// The byte offset of the next node.
    at: usize,
    /// The number of texts on the board without a point.
    unplaced: usize,
}

impl<'a> Reader<'a> {
    /// Starts after the header, if there is one.
    fn new(bytes: &'a [u8]) -> Result<Reader<'a>, Fault> {
        let reader = |at| Reader {
            bytes,
            at,
            unplaced: 0,
        };
        if !bytes.starts_with(MAGIC) {
            return Ok(reader(0));
        }
        if bytes.len() < HEADER_LENGTH {
            return Err(expected(bytes.len(), "the rest of the header of 20 bytes"));
        }
        if bytes[MAGIC.len()..][..2] > LAST_VERSION[..] {
            return Err(expected(MAGIC.len(), "a version of RenLib up to 3.4"));
        }
        if bytes.len() == HEADER_LENGTH {
            return Err(expected(HEADER_LENGTH, "moves after the header"));
        }
        Ok(reader(HEADER_LENGTH))
    }

    /// The next node; `None` at the end of the file.
    fn next(&mut self) -> Result<Option<Node>, Fault> {
        let at = self.at;
        if at == self.bytes.len() {
            return Ok(None);
        }
        let [code, low] = self.pair("the second byte of a move")?;
        let is_valid = match point(code) {
            Some(point) => default_size().contains(point),
            None => code == 0,
        };
        if !is_valid {
            return Err(Fault::new(at, Problem::OffBoard(default_size())));
        }
        let mut flags = u32::from(low);
        if flags & EXTENSION != 0 {
            let [high, middle] = self.pair("two more bytes of the move")?;
            flags |= u32::from(high) << 16 | u32::from(middle) << 8;
        }
        let has = |flag: u32| flags & flag != 0;
        let mut details = Details {
            is_marked: has(MARK),
            is_start: has(START),
            renlib_flags: flags & !KNOWN,
            ..Details::default()
        };
        if has(OLD_COMMENT) {
            let mut text = self.text(|byte| byte & 0x80 != 0, "the end of the comment")?;
            if let Some(last) = text.last_mut() {
                *last &= 0x7f;
            }
            details.comment = Some(text);
            details.renlib_flags |= OLD_COMMENT;
        } else if has(COMMENT) {
            details.comment = Some(self.zero_ended("the end of the comment")?);
        }
        let board_text = if has(BOARD_TEXT) {
            Some(self.zero_ended("the end of the text on the board")?)
        } else {
            None
        };
        Ok(Some(Node {
            at,
            code,
            flags,
            details,
            board_text,
        }))
    }

    /// The next two bytes.
    fn pair(&mut self, what: &'static str) -> Result<[u8; 2], Fault> {
        let rest = &self.bytes[self.at..];
        let pair = rest.first_chunk().ok_or(expected(self.bytes.len(), what))?;
        self.at += pair.len();
        Ok(*pair)
    }

    /// The text up to a zero byte, without it.
    fn zero_ended(&mut self, what: &'static str) -> Result<Vec<u8>, Fault> {
        let mut text = self.text(|byte| byte == 0, what)?;
        text.pop();
        Ok(text)
    }

    /// The text up to the byte that ends it.
    fn text(&mut self, ends: fn(u8) -> bool, what: &'static str) -> Result<Vec<u8>, Fault> {
        let rest = &self.bytes[self.at..];
        let last = rest.iter().position(|byte| ends(*byte));
        let length = last.map(|last| last + 1);
        let length = length.filter(|length| length.next_multiple_of(2) <= rest.len());
        let length = length.ok_or(expected(self.bytes.len(), what))?;
        check_text(length, self.at)?;
        self.at += length.next_multiple_of(2);
        Ok(rest[..length].to_vec())
    }
}

/// The fault at a byte offset where `what` was expected.
fn expected(at: usize, what: &'static str) -> Fault {
    Fault::new(at, Problem::Expected(what))
}
