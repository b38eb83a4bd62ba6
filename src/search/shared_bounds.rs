//! The bounds on the root's value that the threads of a team have proved.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::types::score::INFINITE;
use crate::types::{Score, Square};

/// Bounds of the root's value at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootBounds {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    /// The move put first by the latest probe that put a move first.
    pub best: Option<Square>,
}

impl RootBounds {
    /// Nothing is known.
    pub const NONE: RootBounds = RootBounds {
        lower: -INFINITE,
        upper: INFINITE,
        best: None,
    };

    /// The bound that tells whether the value is at least `beta`.
    pub fn answer(&self, beta: Score) -> Option<Score> {
        if self.lower >= beta {
            return Some(self.lower);
        }
        (self.upper < beta).then_some(self.upper)
    }

    /// Adds the result of a probe with `beta`. A bound that contradicts an older one
    /// replaces it.
    pub fn add(&mut self, beta: Score, value: Score) {
        if value >= beta {
            self.lower = self.lower.max(value);
            self.upper = self.upper.max(self.lower);
        } else {
            self.upper = self.upper.min(value);
            self.lower = self.lower.min(self.upper);
        }
    }
}

/// How many depths are kept: threads are seldom more than a few plies apart.
const DEPTHS: usize = 4;

/// The bounds that a team has proved at its latest depths, a word for each depth.
#[derive(Debug)]
pub struct SharedBounds([AtomicU64; DEPTHS]);

impl SharedBounds {
    /// Nothing is known.
    pub fn new() -> SharedBounds {
        SharedBounds(std::array::from_fn(|_| {
            AtomicU64::new(pack(0, RootBounds::NONE))
        }))
    }

    /// What is known at this depth, from 1.
    pub fn at(&self, depth: i32) -> RootBounds {
        unpack(self.word(depth).load(Ordering::Relaxed), depth)
    }

    /// Adds the result of a probe, and the move that it has put first.
    pub fn add(&self, depth: i32, beta: Score, value: Score, best: Option<Square>) {
        let add = |word| {
            let mut bounds = unpack(word, depth);
            bounds.add(beta, value);
            bounds.best = best.or(bounds.best);
            (depth_of(word) <= depth).then(|| pack(depth, bounds))
        };
        let order = Ordering::Relaxed;
        // Fails if another thread is several plies deeper: then few threads need the bound.
        let _ = self.word(depth).fetch_update(order, order, add);
    }

    fn word(&self, depth: i32) -> &AtomicU64 {
        &self.0[depth as usize % DEPTHS]
    }
}

/// The depth of the bounds in a word.
fn depth_of(word: u64) -> i32 {
    (word >> 48) as i32
}

/// The bounds in a word; none if they are of another depth.
fn unpack(word: u64, depth: i32) -> RootBounds {
    if depth_of(word) != depth {
        return RootBounds::NONE;
    }
    let best = Square((word >> 32) as u16);
    RootBounds {
        lower: Score::from(word as i16),
        upper: Score::from((word >> 16) as i16),
        best: (best != Square::NONE).then_some(best),
    }
}

/// From the lowest bits: lower bound, upper bound, move and depth, 16 bits each.
fn pack(depth: i32, bounds: RootBounds) -> u64 {
    let best = bounds.best.unwrap_or(Square::NONE).0;
    u64::from(bounds.lower as i16 as u16)
        | u64::from(bounds.upper as i16 as u16) << 16
        | u64::from(best) << 32
        | (depth as u64) << 48
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::mate_in;

    #[test]
    fn bounds_answer_probes_on_their_side() {
        let mut bounds = RootBounds::NONE;
        assert_eq!(bounds.answer(0), None);
        bounds.add(10, 25);
        bounds.add(60, 40);
        assert_eq!((bounds.lower, bounds.upper), (25, 40));
        let answers = [25, 26, 40, 41].map(|beta| bounds.answer(beta));
        assert_eq!(answers, [Some(25), None, None, Some(40)]);
        // A looser bound changes nothing.
        bounds.add(0, 5);
        assert_eq!((bounds.lower, bounds.upper), (25, 40));
        // The latest of contradictory bounds counts.
        bounds.add(30, 20);
        assert_eq!((bounds.lower, bounds.upper), (20, 20));
        bounds.add(30, 35);
        assert_eq!((bounds.lower, bounds.upper), (35, 35));
    }

    #[test]
    fn bounds_are_kept_by_depth() {
        let shared = SharedBounds::new();
        assert_eq!(shared.at(4), RootBounds::NONE);
        let (low, high) = (Square(17), Square(1000));
        shared.add(4, 0, 12, Some(low));
        shared.add(5, 0, mate_in(7), Some(high));
        shared.add(4, 30, -mate_in(8), None);
        let at = |lower, upper, best| RootBounds {
            lower,
            upper,
            best: Some(best),
        };
        assert_eq!(shared.at(4), at(-mate_in(8), -mate_in(8), low));
        assert_eq!(shared.at(5), at(mate_in(7), INFINITE, high));
        // A later depth takes the place of an earlier one, not the reverse.
        let deeper = 4 + DEPTHS as i32;
        shared.add(deeper, 0, 3, Some(low));
        assert_eq!(shared.at(4), RootBounds::NONE);
        shared.add(4, 0, 12, Some(high));
        assert_eq!(shared.at(deeper), at(3, INFINITE, low));
    }
}
