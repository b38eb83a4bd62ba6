//! The transposition table: what is known of positions seen before.
//!
//! MTD(f) probes the same position again and again with different bounds. An entry
//! therefore holds a lower and an upper bound, each with the depth that proved it, the
//! best move, which a fail low never clears, and the static evaluation.
//!
//! Threads share the table without locks. An entry is two words. The first holds the
//! bounds, their depths, the move and the age. The second holds 48 bits of the key and
//! the static evaluation, XORed with a hash of the first word. Words of different writes
//! do not fit together, and such an entry reads as missing. The hash spreads each bit of
//! the first word over the 48 bits that are compared, so that no difference is lost in
//! the 16 bits of the evaluation.
// CITE: R. Hyatt and T. Mann, "A lock-less transposition table implementation
// for parallel search", ICGA Journal 25(1), 2002.

mod entry;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use entry::{AGES, EVAL_BITS, NO_EVAL, is_of_age, merge_bounds, pack, priority, spread, unpack};
pub use entry::{Bound, TtEntry};

/// Entries in a bucket, which fills a cache line.
const BUCKET: usize = 4;
/// Buckets in a chunk, at least 8 KiB. A chunk is allocated at the first store into it,
/// so that a short search on a large table costs little.
const CHUNK_BUCKETS: usize = (8 << 10) / size_of::<Bucket>();
/// The most chunks in a table. The list of chunks is allocated before the first move, so
/// larger tables have larger chunks instead of more.
const MAX_CHUNKS: usize = 1 << 17;
/// Buckets that [`TranspositionTable::hashfull`] looks at: a thousand entries.
const SAMPLE_BUCKETS: usize = 1000 / BUCKET;

/// The entries that share a cache line, each as two words.
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; BUCKET]);

impl Bucket {
    /// A bucket without entries.
    fn new() -> Bucket {
        Bucket(std::array::from_fn(|_| {
            std::array::from_fn(|_| AtomicU64::new(0))
        }))
    }
}

/// A table shared by all search threads.
pub struct TranspositionTable {
    /// The buckets, by chunk; empty until the first store into the chunk.
    chunks: Vec<OnceLock<Box<[Bucket]>>>,
    /// Number of buckets.
    buckets: usize,
    /// Buckets in a chunk, as a power of two.
    chunk_bits: u32,
    /// The number of the current search, modulo [`AGES`].
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most `bytes` bytes, but at least one bucket. Memory is taken as it
    /// is written to.
    pub fn new(bytes: u64) -> TranspositionTable {
        let buckets = (bytes as usize / size_of::<Bucket>()).max(1);
        let per_chunk = buckets.div_ceil(MAX_CHUNKS).max(CHUNK_BUCKETS);
        let chunk_bits = per_chunk.next_power_of_two().ilog2();
        let chunks = (buckets >> chunk_bits).max(1);
        TranspositionTable {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            buckets: buckets.min(chunks << chunk_bits),
            chunk_bits,
            age: AtomicU8::new(0),
        }
    }

    /// Begins a new search: entries stored from now on are preferred over older ones.
    /// Only one thread may call it at a time.
    pub fn new_search(&self) {
        self.age.store((self.age() + 1) % AGES, Ordering::Relaxed);
    }

    /// The number of the current search, modulo [`AGES`].
    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// What is known of the position with this key; nothing if it has no entry.
    /// `ply` is its distance from the root, which mates are counted from.
    pub fn probe(&self, key: u64, ply: usize) -> TtEntry {
        let (chunk, index) = self.place(key);
        let Some(bucket) = self.chunks[chunk].get().map(|chunk| &chunk[index]) else {
            return TtEntry::default();
        };
        let found = bucket.0.iter().find_map(|slot| read(slot, key));
        found.map_or(TtEntry::default(), |(data, eval)| unpack(data, eval, ply))
    }

    /// Stores what is known of a position. An existing entry of the position keeps what
    /// `new` lacks.
    ///
    /// A bound replaces an older one of the same kind unless that is deeper. Of two
    /// bounds that contradict each other only one is kept.
    pub fn store(&self, key: u64, ply: usize, new: &TtEntry) {
        let (chunk, index) = self.place(key);
        let bucket = &self.chunk(chunk)[index];
        let age = self.age();
        let mut victim = 0;
        let mut worst = i32::MAX;
        let mut entry = TtEntry::default();
        for (i, slot) in bucket.0.iter().enumerate() {
            if let Some((data, eval)) = read(slot, key) {
                entry = unpack(data, eval, ply);
                victim = i;
                break;
            }
            let priority = priority(slot[0].load(Ordering::Relaxed), age);
            if priority < worst {
                worst = priority;
                victim = i;
            }
        }
        merge_bounds(&mut entry, new.lower, new.upper);
        entry.best = new.best.or(entry.best);
        entry.eval = new.eval.or(entry.eval);
        let data = pack(&entry, age, ply);
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
        let check = key << EVAL_BITS | u64::from(eval as u16);
        let slot = &bucket.0[victim];
        slot[0].store(data, Ordering::Relaxed);
        slot[1].store(check ^ spread(data), Ordering::Relaxed);
    }

    /// How full the table is of entries of the current search, per mille. An estimate
    /// from a sample of buckets spread over the table.
    pub fn hashfull(&self) -> u32 {
        let age = self.age();
        let sampled = SAMPLE_BUCKETS.min(self.buckets);
        let within = (1 << self.chunk_bits) - 1;
        let is_current = |slot: &&[AtomicU64; 2]| is_of_age(slot[0].load(Ordering::Relaxed), age);
        let found: usize = (0..sampled)
            .map(|number| (number as u128 * self.buckets as u128 / sampled as u128) as usize)
            // A chunk that no store has reached is empty.
            .filter_map(|bucket| {
                Some(&self.chunks[bucket >> self.chunk_bits].get()?[bucket & within])
            })
            .map(|bucket| bucket.0.iter().filter(is_current).count())
            .sum();
        (1000 * found / (sampled * BUCKET)) as u32
    }

    /// The chunk of a key and the bucket within it, by the highest bits of the key.
    #[inline]
    fn place(&self, key: u64) -> (usize, usize) {
        let bucket = ((key as u128 * self.buckets as u128) >> 64) as usize;
        let within = (1 << self.chunk_bits) - 1;
        (bucket >> self.chunk_bits, bucket & within)
    }

    /// A chunk, allocated if necessary.
    #[inline]
    fn chunk(&self, number: usize) -> &[Bucket] {
        match self.chunks[number].get() {
            Some(chunk) => chunk,
            None => self.make_chunk(number),
        }
    }

    /// Allocates a chunk. It is filled before the cell is set: otherwise another thread
    /// that needs it would wait while this one is suspended.
    #[cold]
    fn make_chunk(&self, number: usize) -> &[Bucket] {
        let buckets = self.buckets.min(1 << self.chunk_bits);
        let chunk: Box<[Bucket]> = (0..buckets).map(|_| Bucket::new()).collect();
        self.chunks[number].get_or_init(|| chunk)
    }
}

/// The data and the static evaluation of a slot, if its words belong together and to
/// this key.
#[inline]
fn read(slot: &[AtomicU64; 2], key: u64) -> Option<(u64, i16)> {
    let data = slot[0].load(Ordering::Relaxed);
    let check = slot[1].load(Ordering::Relaxed) ^ spread(data);
    let is_found = check >> EVAL_BITS == key << EVAL_BITS >> EVAL_BITS && data != 0;
    is_found.then_some((data, check as i16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{EVAL_LIMIT, mate_in, mated_in};
    use crate::types::{Score, Square};

    fn bound(score: Score, depth: i32) -> Option<Bound> {
        Some(Bound { score, depth })
    }

    fn lower(score: Score, depth: i32) -> TtEntry {
        TtEntry {
            lower: bound(score, depth),
            ..TtEntry::default()
        }
    }

    fn upper(score: Score, depth: i32) -> TtEntry {
        TtEntry {
            upper: bound(score, depth),
            ..TtEntry::default()
        }
    }

    #[test]
    fn an_entry_keeps_what_a_later_store_lacks() {
        let table = TranspositionTable::new(1 << 20);
        let first = TtEntry {
            best: Some(Square(400)),
            eval: Some(-345),
            ..lower(-120, 7)
        };
        table.store(77, 3, &first);
        table.store(77, 3, &upper(40, -2));
        let both = TtEntry {
            upper: bound(40, -2),
            ..first
        };
        assert_eq!(table.probe(77, 3), both);
        assert_eq!(table.probe(78, 3), TtEntry::default());
    }

    #[test]
    fn every_static_evaluation_survives() {
        let table = TranspositionTable::new(64);
        for eval in [-EVAL_LIMIT, -1, 0, 1, EVAL_LIMIT] {
            let entry = TtEntry {
                eval: Some(eval),
                ..TtEntry::default()
            };
            table.store(5, 0, &entry);
            assert_eq!(table.probe(5, 0), entry);
        }
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = TranspositionTable::new(64);
        table.store(5, 4, &lower(mate_in(9), 3));
        assert_eq!(table.probe(5, 10).lower, bound(mate_in(15), 3));
        table.store(5, 4, &upper(mated_in(8), 9));
        let entry = table.probe(5, 0);
        assert_eq!((entry.lower, entry.upper), (None, bound(mated_in(4), 9)));
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_one() {
        let table = TranspositionTable::new(64);
        table.store(5, 0, &lower(10, 9));
        table.store(5, 0, &lower(30, 2));
        assert_eq!(table.probe(5, 0).lower, bound(10, 9));
    }

    #[test]
    fn any_number_of_bytes_makes_a_table() {
        for bytes in [0, 1, 63, 64, 1000, (1 << 20) + 5, 3 << 20, (5 << 30) + 7] {
            let table = TranspositionTable::new(bytes);
            let made = (table.buckets * size_of::<Bucket>()) as u64;
            assert!(made <= bytes.max(64) && made >= bytes / 10 * 9 / 64 * 64);
            assert!(table.chunks.len() <= MAX_CHUNKS);
            for key in (0..1000u64).map(crate::board::zobrist::mix) {
                table.store(key, 0, &lower(1, 1));
                assert_eq!(table.probe(key, 0).lower, bound(1, 1));
            }
        }
    }

    #[test]
    fn hashfull_is_the_share_of_entries_of_the_current_search() {
        for bytes in [64, 1 << 20, 16 << 20] {
            let table = TranspositionTable::new(bytes);
            assert_eq!(table.hashfull(), 0);
            let slots = (table.buckets * BUCKET) as u64;
            // Half as many keys as entries: fewer entries are filled, since full buckets
            // replace some.
            for key in (0..slots / 2).map(crate::board::zobrist::mix) {
                table.store(key, 0, &lower(1, 1));
            }
            let half = table.hashfull();
            assert!((400..=560).contains(&half), "{half} of {bytes} bytes");
            table.new_search();
            assert_eq!(table.hashfull(), 0, "{bytes} bytes");
            for key in (0..16 * slots).map(crate::board::zobrist::mix) {
                table.store(key, 0, &lower(1, 1));
            }
            assert!(table.hashfull() >= 990, "{bytes} bytes");
        }
    }

    /// The bounds and the evaluation tell entries apart, so a mixture of two is detected.
    #[test]
    fn threads_never_read_a_mixture_of_two_entries() {
        // Few buckets, so that threads meet in the same slots all the time.
        let table = TranspositionTable::new(4 * size_of::<Bucket>() as u64);
        let keys: Vec<u64> = (0..64).map(crate::board::zobrist::mix).collect();
        let entry = |at: usize| TtEntry {
            eval: Some(at as Score),
            ..lower(100 * at as Score - 3200, at as i32)
        };
        let seen: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|thread| {
                    let (table, keys, entry) = (&table, &keys, &entry);
                    scope.spawn(move || {
                        let mut seen = 0;
                        for step in 0..200_000 {
                            let at = (step * (2 * thread + 1)) % keys.len();
                            table.store(keys[at], 0, &entry(at));
                            let other = (at + step) % keys.len();
                            let found = table.probe(keys[other], 0);
                            if found != TtEntry::default() {
                                assert_eq!(found, entry(other));
                                seen += 1;
                            }
                        }
                        seen
                    })
                })
                .collect();
            threads.into_iter().map(|t| t.join().unwrap()).sum()
        });
        assert!(seen > 1000, "{seen} entries seen");
    }
}
