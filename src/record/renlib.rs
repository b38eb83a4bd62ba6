//! Libraries of RenLib: trees of moves. Only the main line is read, which follows the first
//! branch of every move. RenLib writes the branches of a move in the order of their points,
//! row by row from the top left.
//!
//! A file has a header of 20 bytes: 0xff, `RenLib`, 0xff, two bytes with the version, and
//! filler. Then come the nodes, each before its branches. A node has these parts:
//!
//! | part | if |
//! |---|---|
//! | a byte with the point: the column counted from 1 at the left, plus 16 times the row counted from 0 at the top; 0 is the root at the beginning, and a pass elsewhere | |
//! | a byte of flags | |
//! | two more bytes of flags | [`EXTENSION`] is set |
//! | a comment | [`COMMENT`] or [`OLD_COMMENT`] is set |
//! | a text on the board | [`BOARD_TEXT`] is set |
//!
//! Texts are filled up to an even number of bytes. The board is 15x15, black and white take
//! turns, and the file does not state the rule. Files older than version 3, which have no
//! header, are not recognised.
// CITE: RenLib by F. Arkbo, whose source code (github.com/gomoku/RenLib: LibraryFile.cpp,
// MoveNode.cpp, RenLibDoc.cpp) defines the format.

use super::error::{Problem, RecordError};
use super::{Format, Given, Move, Record, default_size};
use crate::types::{Color, Point};

/// The beginning of a file.
const MAGIC: &[u8] = b"\xffRenLib\xff";
/// The length of the header in bytes.
const HEADER_LENGTH: usize = 20;
/// The last version of the format.
const LAST_VERSION: [u8; 2] = [3, 4];

/// The node has a sibling that follows it.
const SIBLING: u8 = 0x80;
/// The node has no branches.
const LEAF: u8 = 0x40;
/// A comment follows, whose last byte has the highest bit set.
const OLD_COMMENT: u8 = 0x20;
/// A comment follows, which ends with a zero byte.
const COMMENT: u8 = 0x08;
/// The node is no move but carries a text for its point.
const NO_MOVE: u8 = 0x02;
/// Two more bytes of flags follow.
const EXTENSION: u8 = 0x01;
/// In the second of these bytes: a text on the board follows, which ends with a zero byte.
const BOARD_TEXT: u8 = 0x01;

/// True if the bytes begin like a file of RenLib.
pub(super) fn is_renlib(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads the main line. What follows it is not examined.
///
/// # Errors
/// If the file ends within or right after the header or within a node, is of a newer version,
/// or has a stone off the board or on another.
pub(super) fn parse(bytes: &[u8], given: &Given) -> Result<Record, RecordError> {
    let mut nodes = Nodes::new(bytes)?;
    let mut record = Record::empty(Format::RenLib, given.size_or(None));
    let mut color = Color::Black;
    while let Some(node) = nodes.next()? {
        if node.has(NO_MOVE) {
            nodes.skip_branches(node)?;
            // Without a sibling the next node belongs to another line.
            match node.has(SIBLING) {
                true => continue,
                false => break,
            }
        }
        match node.point() {
            Some(point) => {
                let time = None;
                let added = record.add(Move { point, color, time });
                added.map_err(|problem| RecordError::AtByte(node.at, problem))?;
                record.side = None;
                color = !color;
            }
            None if node.at == HEADER_LENGTH => {}
            None => {
                color = !color;
                record.side = Some(color);
            }
        }
        if node.has(LEAF) {
            break;
        }
    }
    Ok(record)
}

/// A node without its texts.
#[derive(Clone, Copy)]
struct Node {
    /// The byte offset of the node.
    at: usize,
    /// The byte with the point.
    code: u8,
    /// The first byte of flags.
    flags: u8,
}

impl Node {
    /// True if the flag is set.
    fn has(self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The point; `None` for the root and for passes.
    fn point(self) -> Option<Point> {
        let column = (self.code & 0x0f).checked_sub(1)?;
        Some(Point::new(column, self.code >> 4))
    }

    /// True if the byte with the point has a meaning.
    fn is_valid(self) -> bool {
        match self.point() {
            Some(point) => default_size().contains(point),
            None => self.code == 0,
        }
    }
}

/// Reads nodes.
struct Nodes<'a> {
    bytes: &'a [u8],
    /// The byte offset of the next one.
    at: usize,
}

impl<'a> Nodes<'a> {
    /// Starts after the header.
    fn new(bytes: &'a [u8]) -> Result<Nodes<'a>, RecordError> {
        if bytes.len() < HEADER_LENGTH {
            return Err(expected(bytes.len(), "the rest of the header of 20 bytes"));
        }
        if bytes[MAGIC.len()..][..2] > LAST_VERSION[..] {
            return Err(expected(MAGIC.len(), "a version of RenLib up to 3.4"));
        }
        if bytes.len() == HEADER_LENGTH {
            return Err(expected(HEADER_LENGTH, "moves after the header"));
        }
        let at = HEADER_LENGTH;
        Ok(Nodes { bytes, at })
    }

    /// The next node; `None` at the end of the file.
    fn next(&mut self) -> Result<Option<Node>, RecordError> {
        let at = self.at;
        if at == self.bytes.len() {
            return Ok(None);
        }
        let [code, flags] = self.pair("the second byte of a move")?;
        let node = Node { at, code, flags };
        if !node.is_valid() {
            let problem = Problem::OffBoard(default_size());
            return Err(RecordError::AtByte(at, problem));
        }
        let more = match node.has(EXTENSION) {
            true => self.pair("two more bytes of the move")?,
            false => [0; 2],
        };
        if node.has(OLD_COMMENT) {
            self.skip_text(|byte| byte & 0x80 != 0, "the end of the comment")?;
        } else if node.has(COMMENT) {
            self.skip_text(|byte| byte == 0, "the end of the comment")?;
        }
        if more[1] & BOARD_TEXT != 0 {
            self.skip_text(|byte| byte == 0, "the end of the text on the board")?;
        }
        Ok(Some(node))
    }

    /// Skips the branches of the last node read.
    fn skip_branches(&mut self, node: Node) -> Result<(), RecordError> {
        if node.has(LEAF) {
            return Ok(());
        }
        // The siblings to come below the node.
        let mut open = 0u64;
        while let Some(below) = self.next()? {
            if below.has(SIBLING) {
                open += 1;
            }
            if below.has(LEAF) {
                match open {
                    0 => break,
                    _ => open -= 1,
                }
            }
        }
        Ok(())
    }

    /// The next two bytes.
    fn pair(&mut self, what: &'static str) -> Result<[u8; 2], RecordError> {
        let rest = &self.bytes[self.at..];
        let pair = rest.first_chunk().ok_or(expected(self.bytes.len(), what))?;
        self.at += pair.len();
        Ok(*pair)
    }

    /// Skips a text up to the byte that ends it.
    fn skip_text(&mut self, ends: fn(u8) -> bool, what: &'static str) -> Result<(), RecordError> {
        let rest = &self.bytes[self.at..];
        let last = rest.iter().position(|byte| ends(*byte));
        let length = last.map(|last| (last + 1).next_multiple_of(2));
        match length.filter(|length| *length <= rest.len()) {
            Some(length) => self.at += length,
            None => return Err(expected(self.bytes.len(), what)),
        }
        Ok(())
    }
}

/// The error that `what` was expected at a byte offset.
fn expected(at: usize, what: &'static str) -> RecordError {
    RecordError::AtByte(at, Problem::Expected(what))
}
