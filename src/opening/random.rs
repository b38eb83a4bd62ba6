//! Reproducible random numbers for openings and playing levels.

/// A pseudo-random number generator; the same seed yields the same sequence.
// CITE: S. Vigna, splitmix64.
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that starts from `seed`.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next number of the sequence.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `end` - 1, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % (end as u64).max(1)) as usize
    }

    /// Puts `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
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
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<u8> = (0..20).collect();
        Random::new(3).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<u8>>());
    }
}
