//! Position keys: the XOR of one pseudo-random number for each stone.
// CITE: A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

pub use crate::random::mix;
use crate::types::{BoardSize, Color, Rule, Square};

/// XORed into the key if White is to move.
pub const WHITE_TO_MOVE: u64 = mix(0x5eed_0000);

/// Number of stone keys: one for each cell of the large board and each colour.
const KEYS: usize = 2048;

/// The keys of stones. Computed at compile time and the same on every machine.
static STONES: [u64; KEYS] = {
    let mut keys = [0; KEYS];
    let mut i = 0;
    while i < KEYS {
        keys[i] = mix(i as u64 + 1);
        i += 1;
    }
    keys
};

/// The key of an empty board with `side` to move.
///
/// It depends on size and rule, and [`blocked`] adds the blocked points, so that entries of
/// different games do not match in a transposition table.
pub fn game(size: BoardSize, rule: Rule, side: Color) -> u64 {
    let kind = rule.index() << 16 | (size.width() as usize) << 8 | size.height() as usize;
    let turn = if side == Color::White {
        WHITE_TO_MOVE
    } else {
        0
    };
    mix(0x9a3e_0000_0000 | kind as u64) ^ turn
}

/// The key of a stone of `color` on `square`.
#[inline]
pub fn stone(color: Color, square: Square) -> u64 {
    STONES[(square.0 as usize & 1023) << 1 | color.index()]
}

/// The key of a blocked point on `square`.
pub fn blocked(square: Square) -> u64 {
    mix(0xb10c_0000_0000 | square.0 as u64)
}

/// The key of a point of a record from which a stone has been removed. Only this key distinguishes
/// it from other empty points.
pub fn emptied(square: Square) -> u64 {
    blocked(square).rotate_left(1)
}
