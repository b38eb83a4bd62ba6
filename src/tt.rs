//! The transposition table: what is known of positions seen before.
//!
//! MTD(f) probes the same position again and again with different bounds. An entry
//! therefore holds a lower and an upper bound, each with the depth that proved it, the
//! best move, which a fail low never clears, and the static evaluation.
//!
//! Threads share the table without locks. An entry is two words. The first holds the
//! bounds, their depths, the move and the age. The second holds 48 bits of the key and
//! the static evaluation, XORed with a hash of the first word. Words of different writes
//! do not fit together, and such an entry reads as missing. Without the hash, a difference
//! in the 16 bits below the key would go unnoticed. With it, every bit of the first word
//! affects the 48 bits that are compared.
// CITE: R. Hyatt and T. Mann, "A lock-less transposition table implementation
// for parallel search", ICGA Journal 25(1), 2002.

mod ages;
mod entry;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use ages::Ages;
pub use entry::{Bound, TtEntry};
use entry::{EVAL_BITS, NO_EVAL, age_of, merge_bounds, pack, priority, spread, unpack};

/// Entries in a bucket.
const BUCKET: usize = 4;
/// Words in a bucket, which fills a cache line.
const BUCKET_WORDS: usize = 2 * BUCKET;
/// Bytes in a bucket.
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<AtomicU64>();
/// Buckets in a chunk, as a power of two. A chunk has 1 GiB, so most tables are in one piece.
/// With debug assertions a new chunk is written to (see [`Chunk::new`]), so it has 64 KiB.
const CHUNK_BITS: u32 = if cfg!(debug_assertions) { 10 } else { 24 };
/// Buckets that [`TranspositionTable::hashfull`] looks at: a thousand entries.
const SAMPLE_BUCKETS: usize = 1000 / BUCKET;

/// A part of the table.
struct Chunk {
    /// The words of its buckets, and some to spare so that they can begin at a cache line.
    words: Box<[AtomicU64]>,
    /// The first word of the first bucket.
    start: usize,
}

impl Chunk {
    /// A chunk without entries, of at least `least_words` words.
    ///
    /// The system provides zeroed pages when they are first written to. The compiler removes
    /// the loop that turns words into atomic words, since both have the same bytes. With debug
    /// assertions the loop stays, and takes about a millisecond for a mebibyte.
    fn new(buckets: usize, least_words: usize) -> Chunk {
        let words = buckets * BUCKET_WORDS + BUCKET_WORDS - 1;
        let zeros = vec![0; words.max(least_words)];
        let words: Vec<AtomicU64> = zeros.into_iter().map(AtomicU64::new).collect();
        Chunk {
            start: words.as_ptr().align_offset(BUCKET_BYTES),
            words: words.into_boxed_slice(),
        }
    }

    /// The slots of a bucket.
    #[inline]
    fn bucket(&self, number: usize) -> &[[AtomicU64; 2]] {
        let first = self.start + number * BUCKET_WORDS;
        self.words[first..first + BUCKET_WORDS].as_chunks().0
    }
}

/// A table shared by all search threads.
pub struct TranspositionTable {
    /// The buckets, by chunk. A chunk is allocated at the first store into it.
    chunks: Vec<OnceLock<Chunk>>,
    /// Number of buckets.
    buckets: usize,
    /// The minimum number of words in a chunk. Those after its buckets are not used.
    least_words: usize,
    ages: Ages,
}

impl TranspositionTable {
    /// A table of at most `bytes` bytes, but at least one bucket. Memory is taken as it
    /// is written to.
    pub fn new(bytes: u64) -> TranspositionTable {
        TranspositionTable::with_address_space(bytes, 0)
    }

    /// The same table in chunks of at least `space` bytes of address space each. Memory is
    /// taken for the entries only.
    pub fn with_address_space(bytes: u64, space: u64) -> TranspositionTable {
        let buckets = (bytes as usize / BUCKET_BYTES).max(1);
        let chunks = buckets.div_ceil(1 << CHUNK_BITS);
        TranspositionTable {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            buckets,
            least_words: space as usize / size_of::<AtomicU64>(),
            ages: Ages::new(),
        }
    }

    /// Begins a new search: entries stored from now on are preferred over older ones.
    /// Only one thread may call it at a time.
    pub fn new_search(&self) {
        if self.ages.repeat_next() {
            self.remove_forgotten();
        }
        self.ages.advance();
    }

    /// Forgets all entries and keeps the memory: the next search finds the table as a new one.
    /// That takes no time, but one search in sixty then begins with a look at the whole table.
    /// Only one thread may call it at a time.
    pub fn forget(&self) {
        self.ages.forget();
    }

    /// Removes the entries that do not count.
    fn remove_forgotten(&self) {
        for (number, chunk) in self.chunks.iter().enumerate() {
            let Some(chunk) = chunk.get() else { continue };
            let words = &chunk.words[chunk.start..][..self.buckets_in(number) * BUCKET_WORDS];
            for slot in words.as_chunks::<2>().0 {
                let data = slot[0].load(Ordering::Relaxed);
                if data != 0 && !self.ages.counts(age_of(data)) {
                    slot[0].store(0, Ordering::Relaxed);
                    slot[1].store(0, Ordering::Relaxed);
                }
            }
        }
        self.ages.removed();
    }

    /// What is known of the position with this key; nothing if it has no entry.
    /// `ply` is its distance from the root, which mates are counted from.
    pub fn probe(&self, key: u64, ply: usize) -> TtEntry {
        let Some(bucket) = self.bucket(self.place(key)) else {
            return TtEntry::default();
        };
        let found = bucket.iter().find_map(|slot| self.read(slot, key));
        found.map_or(TtEntry::default(), |(data, eval)| unpack(data, eval, ply))
    }

    /// Stores what is known of a position. An existing entry of the position keeps what
    /// `new` lacks.
    ///
    /// A bound replaces an older one of the same kind unless that is deeper. Of two
    /// bounds that contradict each other only one is kept.
    pub fn store(&self, key: u64, ply: usize, new: &TtEntry) {
        let bucket = self.bucket_to_fill(self.place(key));
        let age = self.ages.current();
        let mut victim = 0;
        let mut worst = i32::MAX;
        let mut entry = TtEntry::default();
        for (i, slot) in bucket.iter().enumerate() {
            if let Some((data, eval)) = self.read(slot, key) {
                entry = unpack(data, eval, ply);
                victim = i;
                break;
            }
            let priority = self.priority(slot[0].load(Ordering::Relaxed));
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
        let slot = &bucket[victim];
        slot[0].store(data, Ordering::Relaxed);
        slot[1].store(check ^ spread(data), Ordering::Relaxed);
    }

    /// How full the table is of entries of the current search, per mille. An estimate
    /// from a sample of buckets spread over the table.
    pub fn hashfull(&self) -> u32 {
        let age = self.ages.current();
        let sampled = SAMPLE_BUCKETS.min(self.buckets);
        let is_current = |slot: &&[AtomicU64; 2]| {
            let data = slot[0].load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        let found: usize = (0..sampled)
            .map(|number| (number as u128 * self.buckets as u128 / sampled as u128) as usize)
            .filter_map(|number| self.bucket(number))
            .map(|bucket| bucket.iter().filter(is_current).count())
            .sum();
        (1000 * found / (sampled * BUCKET)) as u32
    }

    /// The data and the static evaluation of a slot, if its words belong together and to
    /// this key, and its entry counts.
    #[inline]
    fn read(&self, slot: &[AtomicU64; 2], key: u64) -> Option<(u64, i16)> {
        let data = slot[0].load(Ordering::Relaxed);
        let check = slot[1].load(Ordering::Relaxed) ^ spread(data);
        let is_found = check >> EVAL_BITS == key << EVAL_BITS >> EVAL_BITS && data != 0;
        (is_found && self.ages.counts(age_of(data))).then_some((data, check as i16))
    }

    /// How strongly the entry with this first word resists replacement.
    fn priority(&self, data: u64) -> i32 {
        if data != 0 && self.ages.counts(age_of(data)) {
            priority(data, self.ages.current())
        } else {
            i32::MIN
        }
    }

    /// The number of the bucket of a key, by the highest bits of the key.
    #[inline]
    fn place(&self, key: u64) -> usize {
        ((key as u128 * self.buckets as u128) >> 64) as usize
    }

    /// The number of buckets in a chunk.
    fn buckets_in(&self, chunk: usize) -> usize {
        (self.buckets - (chunk << CHUNK_BITS)).min(1 << CHUNK_BITS)
    }

    /// The slots of a bucket; nothing if no store has reached its chunk.
    #[inline]
    fn bucket(&self, number: usize) -> Option<&[[AtomicU64; 2]]> {
        let chunk = self.chunks[number >> CHUNK_BITS].get()?;
        Some(chunk.bucket(number % (1 << CHUNK_BITS)))
    }

    /// The slots of a bucket. Its chunk is allocated if necessary.
    #[inline]
    fn bucket_to_fill(&self, number: usize) -> &[[AtomicU64; 2]] {
        let chunk = number >> CHUNK_BITS;
        let allocate = || Chunk::new(self.buckets_in(chunk), self.least_words);
        let chunk = self.chunks[chunk].get_or_init(allocate);
        chunk.bucket(number % (1 << CHUNK_BITS))
    }
}

#[cfg(test)]
mod tests;
