//! Reproducible random numbers, for keys, openings, playing levels and self-play.

use crate::clock;
use crate::types::{BoardSize, Point};

/// The step of the generator: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A pseudo-random 64-bit number from a counter: the output function of SplitMix64.
// CITE: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
pub const fn mix(counter: u64) -> u64 {
    output(counter.wrapping_mul(STEP))
}

/// The number for a state of the generator.
const fn output(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A seed from the clock, so that games vary.
pub fn clock_seed() -> u64 {
    clock::since_a_fixed_moment().as_nanos() as u64
}

/// A pseudo-random number generator, SplitMix64; the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that starts from `seed`.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A generator whose numbers are `mix(counter + 1)`, `mix(counter + 2)` and so on. The
    /// sequences of two nearby counters overlap, so a seed is mixed first.
    pub fn after(counter: u64) -> Random {
        Random::new(counter.wrapping_mul(STEP))
    }

    /// The next number of the sequence.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        output(self.state)
    }

    /// A number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % (end as u64).max(1)) as usize
    }

    /// Puts `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }

    /// Moves `count` members chosen at random to the front and drops the others.
    pub fn choose<T>(&mut self, list: &mut Vec<T>, count: usize) {
        let count = count.min(list.len());
        for at in 0..count {
            let other = at + self.below(list.len() - at);
            list.swap(at, other);
        }
        list.truncate(count);
    }

    /// The point, moved by up to `reach` columns and rows, on the board.
    pub fn near(&mut self, point: Point, reach: usize, size: BoardSize) -> Point {
        let mut shift = |at: u8, side: u8| {
            let shifted = usize::from(at) + self.below(2 * reach + 1);
            shifted.saturating_sub(reach).min(usize::from(side) - 1) as u8
        };
        Point::new(shift(point.x, size.width()), shift(point.y, size.height()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_below_the_end_and_repeat_with_the_seed() {
        let sequence = |seed| {
            let mut random = Random::new(seed);
            (0..50).map(|_| random.below(7)).collect::<Vec<_>>()
        };
        assert!(sequence(1).iter().all(|number| *number < 7));
        assert_eq!(sequence(1), sequence(1));
        assert_ne!(sequence(1), sequence(2));
        assert_eq!(Random::new(1).below(0), 0);
        let mut random = Random::after(41);
        assert_eq!([random.next(), random.next()], [mix(42), mix(43)]);
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<u8> = (0..20).collect();
        Random::new(3).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<u8>>());
    }

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
