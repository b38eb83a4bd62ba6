//! Reproducible random numbers for self-play.

use crate::board::zobrist::mix;
use crate::types::{BoardSize, Point};

/// A pseudo-random number generator: a counter and a mixing function. The same first counter
/// gives the same numbers.
pub(super) struct Random(u64);

impl Random {
    /// A generator whose counter starts from `counter`. The sequences of two nearby counters
    /// overlap, so a seed is mixed first.
    pub(super) fn new(counter: u64) -> Random {
        Random(counter)
    }

    /// A number below `end`, which is at least 1.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0) % end
    }

    /// The point, moved by up to `reach` columns and rows, on the board.
    pub(super) fn near(&mut self, point: Point, reach: u64, size: BoardSize) -> Point {
        let mut shift = |at: u8, side: u8| {
            let shifted = i64::from(at) + self.below(2 * reach + 1) as i64 - reach as i64;
            shifted.clamp(0, i64::from(side) - 1) as u8
        };
        Point::new(shift(point.x, size.width()), shift(point.y, size.height()))
    }

    /// Moves `count` members chosen at random to the front and drops the others.
    pub(super) fn choose<T>(&mut self, list: &mut Vec<T>, count: usize) {
        let count = count.min(list.len());
        for i in 0..count {
            let other = i as u64 + self.below((list.len() - i) as u64);
            list.swap(i, other as usize);
        }
        list.truncate(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_within_reach_and_on_the_board() {
        let mut random = Random::new(1);
        let size = BoardSize::new(9, 6).unwrap();
        let mut points: Vec<_> = (0..1000)
            .map(|_| random.near(Point::new(7, 2), 2, size))
            .map(|point| (point.x, point.y))
            .collect();
        points.sort_unstable();
        points.dedup();
        let expected: Vec<_> = (5..=8).flat_map(|x| (0..=4).map(move |y| (x, y))).collect();
        assert_eq!(points, expected);
    }

    #[test]
    fn chosen_members_differ_and_change_with_the_seed() {
        let chosen = |seed| {
            let mut list: Vec<u8> = (0..100).collect();
            Random::new(mix(seed)).choose(&mut list, 10);
            list
        };
        let mut once = chosen(1);
        assert_eq!(once, chosen(1));
        assert_ne!(once, chosen(2));
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), 10);
        let mut short = vec![1, 2];
        Random::new(3).choose(&mut short, 5);
        short.sort_unstable();
        assert_eq!(short, [1, 2]);
    }
}
