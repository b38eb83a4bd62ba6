//! Libraries of RenLib: trees of moves with comments and texts on the board.
//!
//! A file has a header of 20 bytes: 0xff, `RenLib`, 0xff, two bytes with the version, and
//! filler. Then come the nodes, each before its branches. RenLib writes the branches of a move
//! in the order of their points, row by row from the top left. A node has these parts:
//!
//! | part | present if |
//! |---|---|
//! | a byte with the point: the column counted from 1 at the left, plus 16 times the row counted from 0 at the top; 0 is the root in the first node, and a pass elsewhere | |
//! | a byte of flags | |
//! | two more bytes of flags | [`EXTENSION`] is set |
//! | a comment | [`COMMENT`] or [`OLD_COMMENT`] is set |
//! | a text on the board | [`BOARD_TEXT`] is set |
//!
//! Texts are padded to an even number of bytes. The byte 8 divides the first line of a comment,
//! which RenLib shows as a title, from the rest. The board is 15x15, black and white
//! take turns, and the file states neither rule nor encoding.
//!
//! Version 3.0 has no root: the file begins with the first move, h8. RenLib still writes it
//! if there is no other first move and no pass, and version 3.4 otherwise. Files older than
//! version 3 have no header and begin with h8 too.
//!
//! Stones that were set up before the first move are written as moves and passes. The filler of
//! the header, which other programs do not read, has their number: `SETUP` and two bytes.
// CITE: RenLib by F. Arkbo, whose source code (github.com/gomoku/RenLib: LibraryFile.cpp,
// MoveNode.cpp, RenLibDoc.cpp) defines the format.

mod read;
mod setup;
mod write;

pub(super) use read::{is_renlib, parse};
pub(super) use write::write;

use crate::types::Point;

/// The first bytes of a file.
const MAGIC: &[u8] = b"\xffRenLib\xff";
/// The length of the header in bytes.
const HEADER_LENGTH: usize = 20;
/// The latest version of the format.
const LAST_VERSION: [u8; 2] = [3, 4];
/// The version without a root.
const ROOTLESS_VERSION: [u8; 2] = [3, 0];
/// The byte of the centre, with which a file without a header begins.
const CENTRE: u8 = 0x78;

/// A sibling of the node follows.
const SIBLING: u32 = 0x80;
/// The node has no branches.
const LEAF: u32 = 0x40;
/// A comment follows, whose last byte has the highest bit set.
const OLD_COMMENT: u32 = 0x20;
/// The node is marked.
const MARK: u32 = 0x10;
/// A comment follows, which ends with a zero byte.
const COMMENT: u32 = 0x08;
/// RenLib shows this position first.
const START: u32 = 0x04;
/// The node is not a move but carries a text for its point.
const NO_MOVE: u32 = 0x02;
/// Two more bytes of flags follow.
const EXTENSION: u32 = 0x01;
/// In the second of these bytes: a text on the board follows, which ends with a zero byte.
const BOARD_TEXT: u32 = 0x100;
/// The flags whose meaning is known.
const KNOWN: u32 = 0x1ff;

/// The byte of a point.
fn code(point: Point) -> u8 {
    16 * point.y + point.x + 1
}

/// The point of a byte; `None` for the root and for passes.
fn point(code: u8) -> Option<Point> {
    let column = (code & 0x0f).checked_sub(1)?;
    Some(Point::new(column, code >> 4))
}
