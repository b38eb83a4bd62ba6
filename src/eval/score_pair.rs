//! A value for each side to move, both in one number.

use std::ops::{Add, Sub};

use crate::types::Score;

/// A value for white to move and a value for black to move, added and subtracted
/// together.
///
/// The number is white's value plus 65,536 times black's. Sums and differences are
/// right as long as both values stay within 16 bits.
// CITE: Stockfish, which packs middle-game and end-game scores in the same way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScorePair(i32);

impl ScorePair {
    /// Both values together.
    pub const fn new(white: i16, black: i16) -> ScorePair {
        ScorePair(white as i32 + ((black as i32) << 16))
    }

    /// The values for white and for black to move.
    #[inline]
    pub const fn both(self) -> [Score; 2] {
        let white = self.0 as i16 as i32;
        [white, (self.0 - white) >> 16]
    }
}

impl Add for ScorePair {
    type Output = ScorePair;

    #[inline]
    fn add(self, other: ScorePair) -> ScorePair {
        ScorePair(self.0.wrapping_add(other.0))
    }
}

impl Sub for ScorePair {
    type Output = ScorePair;

    #[inline]
    fn sub(self, other: ScorePair) -> ScorePair {
        ScorePair(self.0.wrapping_sub(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_and_subtracts_both_values_independently() {
        let numbers = [-9000, -300, -1, 0, 1, 255, 7000];
        for a in numbers {
            for b in numbers {
                let (one, other) = (ScorePair::new(a, b), ScorePair::new(b, 12));
                assert_eq!(one.both(), [Score::from(a), Score::from(b)]);
                let [sum, difference] = [one + other, one - other].map(ScorePair::both);
                assert_eq!(sum, [a + b, b + 12].map(Score::from));
                assert_eq!(difference, [a - b, b - 12].map(Score::from));
            }
        }
    }
}
