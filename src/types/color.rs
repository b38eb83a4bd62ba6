//! The two players.

use std::ops::Not;

/// A player. Black made the first move of the game.
///
/// The numbers are the ancestor's: the opponent is one bit flip away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// The second player.
    White = 0,
    /// The first player; bound by fouls under the renju rule.
    Black = 1,
}

impl Color {
    /// Both colours, in index order.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The colour as an array index, 0 or 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    /// The opponent.
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}
