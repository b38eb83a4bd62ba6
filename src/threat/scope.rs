//! Which fours a search for a VCF tries.

use crate::board::Geometry;
use crate::board::zobrist::mix;
use crate::types::Square;

/// The counters from which the keys of scopes are made start here. They differ from those
/// of the stones' keys; otherwise unrelated failures would match.
const NEAR_KEYS: u64 = 0x4ea5_0000_0000;
/// The counter of the limited scope, beyond those of all stones.
const LIMITED_KEY: u64 = NEAR_KEYS | 0xffff_ffff;
/// Two stones at most this far apart on one line can belong to the same five.
const SAME_FIVE: usize = 4;

/// The fours that a search tries.
#[derive(Clone, Copy, Debug)]
pub enum Scope {
    /// All fours.
    All,
    /// All fours, but a win may take no more than the search is allowed: after the last one
    /// only a five counts, not an open four.
    Limited,
    /// Fours near this stone, then each near the one before.
    Near(Square),
}

impl Scope {
    /// The scope after a four has been played.
    pub fn after(self, four: Square) -> Scope {
        match self {
            Scope::All | Scope::Limited => self,
            Scope::Near(_) => Scope::Near(four),
        }
    }

    /// A number that keeps the failures of different scopes apart in the table.
    pub fn key(self) -> u64 {
        match self {
            Scope::All => 0,
            Scope::Limited => mix(LIMITED_KEY),
            Scope::Near(stone) => mix(NEAR_KEYS | u64::from(stone.0)),
        }
    }
}

/// Whether two squares are at most two apart, or at most four apart on one line.
pub fn is_near<const CELLS: usize>(one: Square, other: Square) -> bool {
    Geometry::<CELLS>::distance(one, other) <= 2
        || Geometry::<CELLS>::shared_line(one, other, SAME_FIVE).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist;
    use crate::types::Color;

    #[test]
    fn keys_of_scopes_differ_from_each_other_and_from_those_of_stones() {
        let squares = || (0..1024).map(Square);
        let stones = Color::ALL
            .into_iter()
            .flat_map(|color| squares().map(move |square| zobrist::stone(color, square)));
        let scopes = squares().map(|square| Scope::Near(square).key());
        let mut keys: Vec<u64> = stones.chain(scopes).collect();
        keys.extend([
            Scope::All.key(),
            Scope::Limited.key(),
            zobrist::WHITE_TO_MOVE,
        ]);
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}
