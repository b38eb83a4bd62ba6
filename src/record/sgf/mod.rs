//! The Smart Game Format, with all games and variations of a file.
//!
//! What is read: SZ, GM, RU, ON, GN, RE, PB, PW, EV, DT, OT, AP, PL, AB, AW, AE, B, W, C and LB.
//! All other properties are kept as they are and written back. Points are two letters counted from
//! the top left (`hh`), with capital letters from 27 on, or in the usual notation (`h8`). OT is
//! read only as a limit for each move, such as `OT[2 s a move]`. The opening rule is written to
//! ON and read from ON and RU.
//!
//! `RENLIB[…]` holds what only RenLib has: `mark`, `start`, and nodes that are not moves.
//!
//! Text before the first game and after the last is ignored. A game that cannot be read does not hide
//! the others. An empty list of points (`AE[]`) sets nothing. Comments keep their bytes, and the
//! name of their encoding is written as it was read. See `scan` and the lexer for how the encoding
//! of a game is found.

mod games;
mod headers;
mod lexer;
mod read;
mod recover;
mod scan;
mod settle;
mod value;
mod write;

pub(super) use self::write::write;
pub(super) use games::{has_sgf, is_sgf, parse};

/// The property for what only RenLib has.
const RENLIB: &str = "RENLIB";
