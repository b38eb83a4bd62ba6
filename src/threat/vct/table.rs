//! The solver's table: proof and disproof numbers by position and attacker.

use crate::types::Square;

/// Infinity: a number that no effort brings down.
pub const INFINITE: u32 = 1 << 30;
/// Entries that share an index.
const BUCKET: usize = 4;

/// Proof and disproof number as the side to move sees them: `phi` is its effort
/// to reach its aim (the attacker's is a proof, the defender's a disproof),
/// `delta` the other side's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Effort of the side to move.
    pub phi: u32,
    /// Effort of the other side.
    pub delta: u32,
}

impl Numbers {
    /// The side to move has reached its aim.
    pub const REACHED: Numbers = Numbers {
        phi: 0,
        delta: INFINITE,
    };
    /// The other side has.
    pub const MISSED: Numbers = Numbers {
        phi: INFINITE,
        delta: 0,
    };
}

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// The numbers.
    pub numbers: Numbers,
    /// Nodes spent below it.
    pub work: u32,
    /// If won by the attacker: within that many plies.
    pub plies: u16,
    /// If won by the attacker, who is to move: the move.
    pub best: Square,
}

impl Entry {
    const EMPTY: Entry = Entry {
        key: 0,
        numbers: Numbers { phi: 1, delta: 1 },
        work: 0,
        plies: 0,
        best: Square::NONE,
    };
}

/// Entries at the beginning.
const START: usize = 1 << 12;

/// A table that grows up to a size; where it is full, the entry with the least
/// work goes.
pub struct Table {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

impl Table {
    /// A table of at most that many entries, rounded up to a power of two.
    pub fn new(entries: usize) -> Table {
        let most = entries.max(BUCKET).next_power_of_two();
        Table {
            entries: vec![Entry::EMPTY; most.min(START)],
            used: 0,
            most,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.entries.resize(self.most.min(START), Entry::EMPTY);
        self.used = 0;
    }

    /// What is known under a key.
    pub fn get(&self, key: u64) -> Option<&Entry> {
        self.bucket(key).find_map(|at| {
            let entry = &self.entries[at];
            (entry.key == key && entry.work > 0).then_some(entry)
        })
    }

    /// Enters what is now known under a key, `work` nodes after what was.
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
        let before = match self.entries[at].key == key {
            true => self.entries[at].work,
            false => 0,
        };
        self.used += usize::from(self.entries[at].work == 0);
        self.entries[at] = Entry {
            key,
            numbers,
            work: before.saturating_add(work.max(1)),
            plies,
            best,
        };
        if 2 * self.used > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
    }

    /// Doubles the size.
    fn grow(&mut self) {
        let doubled = vec![Entry::EMPTY; 2 * self.entries.len()];
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

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let start = key as usize & (self.entries.len() - 1) & !(BUCKET - 1);
        start..start + BUCKET
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_work_goes_first() {
        let mut table = Table::new(BUCKET);
        for key in 1..=5 {
            let work = if key == 3 { 1 } else { 10 };
            table.put(key, Numbers::REACHED, work, 0, Square::NONE);
        }
        assert!(table.get(3).is_none());
        assert!([1, 2, 4, 5].iter().all(|key| table.get(*key).is_some()));
        table.put(5, Numbers::MISSED, 7, 9, Square(3));
        let entry = table.get(5).expect("it was entered");
        assert_eq!((entry.work, entry.plies, entry.best), (17, 9, Square(3)));
        table.clear();
        assert!(table.get(5).is_none());
    }
}
