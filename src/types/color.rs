//! The two players, as colours.

use std::ops::Not;

/// The colour of a player and of its stones. Black makes the first move of a game.
///
/// `!color` is the opponent's colour. The values 0 and 1 serve as array indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "reports", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reports", serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Color {
    /// The player who moves second.
    White = 0,
    /// The player who moves first; some points are forbidden to it in renju.
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

    /// The name, `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The colour with this name, letter or number: `black`, `b`, `x` or `1`; `white`, `w`,
    /// `o` or `2`. Capital letters are allowed.
    ///
    /// ```
    /// use goshawk::types::Color;
    ///
    /// assert_eq!(Color::from_name("X"), Some(Color::Black));
    /// assert_eq!(Color::from_name(Color::White.name()), Some(Color::White));
    /// assert_eq!(Color::from_name("grey"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Color> {
        match name.to_lowercase().as_str() {
            "black" | "b" | "x" | "1" => Some(Color::Black),
            "white" | "w" | "o" | "2" => Some(Color::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;

    /// The opponent's colour.
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}
