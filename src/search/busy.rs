//! The moves that the threads of a team are searching, so that each can begin with another.
//!
//! At a node that several threads search, all would try the same moves in the same order.
//! A thread therefore defers a later move that another one is searching and comes back to
//! it at the end. By then the table usually holds its value.
// CITE: J.-C. Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal 19(1),
// 1996; T. Kerrigan, "Simplified ABDADA", which marks moves instead of table entries.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::zobrist;
use crate::position::Position;
use crate::types::Square;

/// Buckets, a power of two. The threads of the largest team fill about half of the slots.
const BUCKETS: usize = 1024;
/// Slots in a bucket, which fills a cache line.
const SLOTS: usize = 8;

/// The positions after the moves that a team is searching, by key.
#[derive(Debug)]
pub struct BusyMoves(Vec<Bucket>);

/// The keys that share a cache line; 0 is a free slot.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; SLOTS]);

/// A slot that a thread has taken.
#[derive(Debug)]
pub struct BusySlot<'a>(&'a AtomicU64);

impl BusyMoves {
    /// No move is being searched.
    pub fn new() -> BusyMoves {
        BusyMoves((0..BUCKETS).map(|_| Bucket::default()).collect())
    }

    /// True if a thread is searching a move to the position with this key.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        let slots = &self.bucket(key).0;
        slots.iter().any(|slot| slot.load(Ordering::Relaxed) == key)
    }

    /// Marks the move to the position with this key until the slot is dropped. `None` if
    /// its bucket is full.
    #[inline]
    pub fn insert(&self, key: u64) -> Option<BusySlot<'_>> {
        let take = |slot: &&AtomicU64| {
            slot.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        };
        self.bucket(key).0.iter().find(take).map(BusySlot)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.0[key as usize % BUCKETS]
    }
}

/// The key of the position after a move.
#[inline]
pub fn key_after<const CELLS: usize>(position: &Position<CELLS>, square: Square) -> u64 {
    position.key() ^ zobrist::stone(position.side(), square) ^ zobrist::WHITE_TO_MOVE
}

impl Drop for BusySlot<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::{middle_game, square};

    #[test]
    fn the_key_after_a_move_is_that_of_the_position_it_makes() {
        let mut position = middle_game();
        for at in [(3, 3), (4, 9)] {
            let expected = key_after(&position, square(at.0, at.1));
            position.make(square(at.0, at.1));
            assert_eq!(position.key(), expected);
        }
    }

    #[test]
    fn a_move_is_busy_until_its_slot_is_dropped() {
        let busy = BusyMoves::new();
        let (key, other) = (77, 77 + BUCKETS as u64);
        assert!(!busy.contains(key));
        let first = busy.insert(key);
        // Another thread that searches the same move takes a slot of its own.
        let second = busy.insert(key);
        assert!(first.is_some() && second.is_some());
        assert!(busy.contains(key) && !busy.contains(other));
        drop(first);
        assert!(busy.contains(key));
        drop(second);
        assert!(!busy.contains(key));
    }

    #[test]
    fn a_full_bucket_takes_no_more_moves() {
        let busy = BusyMoves::new();
        let key = |number: usize| 5 + (number * BUCKETS) as u64;
        let mut slots: Vec<_> = (0..SLOTS).map(|number| busy.insert(key(number))).collect();
        assert!(slots.iter().all(Option::is_some));
        assert!(busy.insert(key(SLOTS)).is_none() && !busy.contains(key(SLOTS)));
        slots.pop();
        assert!(busy.insert(key(SLOTS)).is_some());
    }
}
