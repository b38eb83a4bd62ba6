//! The table of failed attacks of a VCF solver.

/// The number of fours of a failure that holds however many are allowed.
const EXHAUSTED: u8 = u8::MAX;
/// The growth of a table when half of it is in use.
const GROWTH: usize = 4;

/// Failed attacks, each with the number of fours that it was allowed. A new one takes the place
/// of another with the same slot.
pub struct Failures {
    /// The keys, with the fours allowed in the lowest byte; 0 if there is none.
    entries: Vec<u64>,
    /// The number of entries in use.
    used: usize,
    /// The size to which the table grows.
    max_entries: usize,
}

impl Failures {
    /// An empty table that grows from `first` to at most `max` entries, powers of two.
    pub fn new(first: usize, max: usize) -> Failures {
        debug_assert!(first.is_power_of_two() && max.is_power_of_two());
        Failures {
            entries: vec![0; first],
            used: 0,
            max_entries: max,
        }
    }

    /// Whether the attack with this key is known to fail with `fours` fours. `Some(true)`: it
    /// fails with any number.
    #[inline]
    pub fn known(&self, key: u64, fours: u8) -> Option<bool> {
        let entry = self.entries[self.slot(key)];
        let allowed = entry as u8;
        (entry >> 8 == key >> 8 && allowed >= fours).then_some(allowed == EXHAUSTED)
    }

    /// Notes that the attack with this key has failed with `fours` fours, or with any number if
    /// the limit played no part in it.
    pub fn add(&mut self, key: u64, fours: u8, is_exhausted: bool) {
        let fours = if is_exhausted { EXHAUSTED } else { fours };
        if 2 * self.used > self.entries.len() && self.entries.len() < self.max_entries {
            self.grow();
        }
        self.put(key & !0xff | u64::from(fours));
    }

    /// Removes all entries. The table keeps its size.
    pub fn clear(&mut self) {
        self.entries.fill(0);
        self.used = 0;
    }

    fn grow(&mut self) {
        let larger = vec![0; GROWTH * self.entries.len()];
        self.used = 0;
        let entries = std::mem::replace(&mut self.entries, larger);
        entries
            .into_iter()
            .filter(|entry| *entry != 0)
            .for_each(|entry| self.put(entry));
    }

    #[inline]
    fn put(&mut self, entry: u64) {
        let slot = self.slot(entry);
        self.used += usize::from(self.entries[slot] == 0);
        self.entries[slot] = entry;
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (key >> 8) as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_hold_for_as_many_fours_and_fewer() {
        let mut failures = Failures::new(256, 256);
        assert_eq!(failures.known(0x1200, 0), None);
        failures.add(0x1200, 3, false);
        assert_eq!(failures.known(0x1200, 3), Some(false));
        assert_eq!(failures.known(0x12ff, 2), Some(false));
        assert_eq!(failures.known(0x1200, 4), None);
        assert_eq!(failures.known(0x1300, 3), None);
        failures.add(0x1200, 3, true);
        assert_eq!(failures.known(0x1200, 200), Some(true));
        failures.clear();
        assert_eq!(failures.known(0x1200, 0), None);
    }

    #[test]
    fn a_table_that_grows_keeps_its_entries() {
        let mut failures = Failures::new(4, 64);
        for key in 1..=32 {
            failures.add(key << 8, 1, false);
        }
        assert_eq!(failures.entries.len(), 64);
        let is_known = |key: &u64| failures.known(key << 8, 1).is_some();
        assert_eq!((1..=32).filter(is_known).count(), 32);
        let mut fixed = Failures::new(4, 4);
        (1..=32).for_each(|key| fixed.add(key << 8, 1, false));
        assert_eq!(fixed.entries.len(), 4);
    }
}
