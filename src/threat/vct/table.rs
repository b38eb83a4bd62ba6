//! The table of proof and disproof numbers by position, attacker and round.

use crate::types::Square;

/// The number of an aim that cannot be reached.
pub const INFINITE: u32 = 1 << 30;
/// Number of entries that a key can be stored in.
const BUCKET: usize = 4;

/// Proof and disproof number from the view of the side to move. The attacker's aim is
/// a proof, the defender's a disproof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The effort that the side to move still needs to reach its aim.
    pub phi: u32,
    /// The effort that the other side still needs.
    pub delta: u32,
}

impl Numbers {
    /// The side to move has reached its aim.
    pub const REACHED: Numbers = Numbers {
        phi: 0,
        delta: INFINITE,
    };
    /// The other side has reached its aim.
    pub const MISSED: Numbers = Numbers {
        phi: INFINITE,
        delta: 0,
    };
}

/// What is known about one position.
#[derive(Clone, Copy, Debug)]
pub struct ProofEntry {
    /// The complete key.
    key: u64,
    /// Its numbers.
    pub numbers: Numbers,
    /// The number of nodes searched below it; 0 in an unused entry.
    pub work: u32,
    /// If the attacker wins: in at most this many plies.
    pub plies: u16,
    /// If the attacker wins and is to move: the winning move.
    pub best: Square,
}

impl ProofEntry {
    /// An unused entry.
    const EMPTY: ProofEntry = ProofEntry {
        key: 0,
        numbers: Numbers { phi: 1, delta: 1 },
        work: 0,
        plies: 0,
        best: Square::NONE,
    };
}

/// The initial number of entries.
const START: usize = 1 << 12;

/// A table that grows up to a maximum size. In a full bucket the entry with the least
/// work is replaced.
pub struct ProofTable {
    /// A power of two of entries.
    entries: Vec<ProofEntry>,
    /// Number of entries in use.
    used: usize,
    /// The maximum number of entries.
    max: usize,
}

impl ProofTable {
    /// A table of at most `entries` entries, rounded up to a power of two.
    pub fn new(entries: usize) -> ProofTable {
        let max = entries.max(BUCKET).next_power_of_two();
        ProofTable {
            entries: vec![ProofEntry::EMPTY; max.min(START)],
            used: 0,
            max,
        }
    }

    /// The entry of a key.
    pub fn get(&self, key: u64) -> Option<&ProofEntry> {
        self.bucket(key).find_map(|at| {
            let entry = &self.entries[at];
            (entry.key == key && entry.work > 0).then_some(entry)
        })
    }

    /// Stores what is known about a position after `work` more nodes.
    pub fn put(&mut self, key: u64, numbers: Numbers, work: u32, plies: u16, best: Square) {
        let mut place = None;
        for at in self.bucket(key) {
            let entry = &self.entries[at];
            if entry.key == key {
                place = Some(at);
                break;
            }
            if place.is_none_or(|p: usize| entry.work < self.entries[p].work) {
                place = Some(at);
            }
        }
        let Some(at) = place else { return };
        let before = if self.entries[at].key == key {
            self.entries[at].work
        } else {
            0
        };
        self.used += usize::from(self.entries[at].work == 0);
        self.entries[at] = ProofEntry {
            key,
            numbers,
            work: before.saturating_add(work.max(1)),
            plies,
            best,
        };
        if 2 * self.used > self.entries.len() && self.entries.len() < self.max {
            self.grow();
        }
    }

    /// Doubles the number of entries.
    fn grow(&mut self) {
        let doubled = vec![ProofEntry::EMPTY; 2 * self.entries.len()];
        let entries = std::mem::replace(&mut self.entries, doubled);
        self.used = 0;
        for entry in entries {
            if entry.work > 0 {
                self.put(
                    entry.key,
                    entry.numbers,
                    entry.work,
                    entry.plies,
                    entry.best,
                );
            }
        }
    }

    /// The indices of the entries that a key can be stored in.
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let start = key as usize & (self.entries.len() - 1) & !(BUCKET - 1);
        start..start + BUCKET
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_with_the_least_work_is_replaced() {
        let mut table = ProofTable::new(BUCKET);
        for key in 1..=5 {
            let work = if key == 3 { 1 } else { 10 };
            table.put(key, Numbers::REACHED, work, 0, Square::NONE);
        }
        assert!(table.get(3).is_none());
        assert!([1, 2, 4, 5].iter().all(|key| table.get(*key).is_some()));
        table.put(5, Numbers::MISSED, 7, 9, Square(3));
        let entry = table.get(5).expect("it was stored");
        assert_eq!((entry.work, entry.plies, entry.best), (17, 9, Square(3)));
    }

    #[test]
    fn a_table_that_grows_keeps_its_entries() {
        let mut table = ProofTable::new(4 * START);
        let keys = (0..=START as u64).map(|n| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for (plies, key) in (0..).zip(keys.clone()) {
            table.put(key, Numbers::MISSED, 3, plies, Square(7));
        }
        assert_eq!(table.entries.len(), 4 * START);
        let mut lost = 0;
        for (plies, key) in (0..).zip(keys) {
            match table.get(key) {
                Some(entry) => assert_eq!((entry.plies, entry.work), (plies, 3)),
                None => lost += 1,
            }
        }
        assert!(lost < START / 10, "{lost} entries lost");
    }
}
