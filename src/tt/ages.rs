//! Which entries of the table count, by the searches that stored them.

use std::sync::atomic::{AtomicU8, Ordering};

/// Ages are counted modulo this.
pub(super) const AGES: u8 = 64;

/// The number of searches that `age` comes after `older`.
#[inline]
pub(super) fn distance(age: u8, older: u8) -> u8 {
    (AGES + age - older) % AGES
}

/// The age of the current search, and the searches whose entries count.
///
/// An entry holds the age of its search. To forget all entries without writing to the table,
/// the entries of earlier searches no longer count. They have to be removed before ages
/// repeat.
pub(super) struct Ages {
    /// The number of the current search, modulo [`AGES`].
    current: AtomicU8,
    /// The number of searches whose entries count, up to the current one; at most [`AGES`].
    counted: AtomicU8,
    /// The number of searches whose entries may be in the table; at most [`AGES`]. If it
    /// exceeds `counted`, there may be forgotten entries.
    present: AtomicU8,
}

impl Ages {
    /// Those of an empty table.
    pub(super) fn new() -> Ages {
        Ages {
            current: AtomicU8::new(0),
            counted: AtomicU8::new(1),
            present: AtomicU8::new(1),
        }
    }

    /// The age of the current search.
    #[inline]
    pub(super) fn current(&self) -> u8 {
        self.current.load(Ordering::Relaxed)
    }

    /// True if entries of a search of that age count.
    #[inline]
    pub(super) fn counts(&self, age: u8) -> bool {
        distance(self.current(), age) < self.counted.load(Ordering::Relaxed)
    }

    /// True if forgotten entries have to be removed before the next search begins, because it
    /// will have the age of some of them.
    pub(super) fn repeat_next(&self) -> bool {
        let counted = self.counted.load(Ordering::Relaxed);
        self.present.load(Ordering::Relaxed) == AGES && counted < AGES
    }

    /// There are no forgotten entries any more.
    pub(super) fn removed(&self) {
        let counted = self.counted.load(Ordering::Relaxed);
        self.present.store(counted, Ordering::Relaxed);
    }

    /// Begins a new search.
    pub(super) fn advance(&self) {
        let next = |number: &AtomicU8| (number.load(Ordering::Relaxed) + 1).min(AGES);
        let current = (self.current() + 1) % AGES;
        self.current.store(current, Ordering::Relaxed);
        self.counted.store(next(&self.counted), Ordering::Relaxed);
        self.present.store(next(&self.present), Ordering::Relaxed);
    }

    /// No entry counts any more.
    pub(super) fn forget(&self) {
        self.counted.store(0, Ordering::Relaxed);
    }
}
