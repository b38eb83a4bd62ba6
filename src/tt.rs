//! The transposition table: what is known of positions seen before.
//!
//! MTD(f) asks the same position again and again with different bounds, so an
//! entry holds a lower AND an upper bound, each with the depth that proved it,
//! and one move, which a fail-low never clears.
//!
//! The table is shared by threads without locks: an entry is two words, the
//! data and the key XORed with the data. Words of different writes do not fit
//! together and read as "not there".
// CITE: R. Hyatt and T. Mann, "A lock-less transposition table implementation
// for parallel search", ICGA Journal 25(1), 2002.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::types::score::{is_loss, is_win};
use crate::types::{Score, Square};

/// Entries of a bucket: one cache line.
const BUCKET: usize = 4;
/// Buckets of a chunk: the unit of allocation, from 8 KiB. It is filled at the
/// first store, so that a short search on a large table pays for little.
const CHUNK_BUCKETS: usize = (8 << 10) / size_of::<Bucket>();
/// Chunks of larger tables are larger, so that there are no more than this: the
/// list of them is made at once, before the first move.
const MAX_CHUNKS: usize = 1 << 17;
/// Depths are stored in a byte with this added; 0 is "no bound".
const DEPTH_BIAS: i32 = 8;
/// Ages are counted modulo this.
const AGES: u8 = 64;
/// An entry of an older search counts as this many plies shallower, a search.
const AGE_WEIGHT: i32 = 4;

#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; BUCKET]);

impl Bucket {
    fn new() -> Bucket {
        Bucket(std::array::from_fn(|_| {
            std::array::from_fn(|_| AtomicU64::new(0))
        }))
    }
}

/// A bound and the depth to which it is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The value, mates counted from the root.
    pub score: Score,
    /// Remaining depth of the search that proved it.
    pub depth: i32,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The value is at least this.
    pub lower: Option<Bound>,
    /// The value is at most this.
    pub upper: Option<Bound>,
    /// The best move known.
    pub best: Option<Square>,
}

/// A table shared by all search threads.
pub struct TranspositionTable {
    chunks: Vec<OnceLock<Box<[Bucket]>>>,
    buckets: usize,
    /// Buckets of a chunk, as a power of two.
    chunk_bits: u32,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most `bytes`; at least one chunk or, if `bytes` is below
    /// its size, one bucket. Memory is taken only as it is written to.
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

    /// Begins a new search: what is stored from now on is preferred over older
    /// entries. One thread calls it, whatever the others do meanwhile.
    pub fn new_search(&self) {
        self.age.store((self.age() + 1) % AGES, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// What is known of the position with this key; empty if nothing.
    /// `ply` is its distance from the root, for mates.
    pub fn probe(&self, key: u64, ply: usize) -> Entry {
        let (chunk, index) = self.place(key);
        let Some(bucket) = self.chunks[chunk].get().map(|chunk| &chunk[index]) else {
            return Entry::default();
        };
        for slot in &bucket.0 {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                return unpack(data, ply);
            }
        }
        Entry::default()
    }

    /// Remembers a position. What the entry lacks is taken from what is there.
    ///
    /// A bound replaces an older one of the same kind unless that is deeper;
    /// bounds that contradict each other are not kept together.
    pub fn store(
        &self,
        key: u64,
        ply: usize,
        lower: Option<Bound>,
        upper: Option<Bound>,
        best: Option<Square>,
    ) {
        let (chunk, index) = self.place(key);
        let bucket = &self.chunk(chunk)[index];
        let age = self.age();
        let mut victim = 0;
        let mut worst = i32::MAX;
        let mut entry = Entry::default();
        for (i, slot) in bucket.0.iter().enumerate() {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                entry = unpack(data, ply);
                victim = i;
                break;
            }
            let worth = worth(data, age);
            if worth < worst {
                worst = worth;
                victim = i;
            }
        }
        merge(&mut entry, lower, upper);
        entry.best = best.or(entry.best);
        let data = pack(&entry, age, ply);
        let slot = &bucket.0[victim];
        slot[0].store(key ^ data, Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
    }

    /// Chunk and bucket of a key.
    #[inline]
    fn place(&self, key: u64) -> (usize, usize) {
        let bucket = ((key as u128 * self.buckets as u128) >> 64) as usize;
        let within = (1 << self.chunk_bits) - 1;
        (bucket >> self.chunk_bits, bucket & within)
    }

    /// A chunk, made if need be.
    #[inline]
    fn chunk(&self, number: usize) -> &[Bucket] {
        match self.chunks[number].get() {
            Some(chunk) => chunk,
            None => self.make_chunk(number),
        }
    }

    /// The chunk is filled before the cell is claimed: another thread that wants
    /// it too would have to wait for us, however long the system lets us sleep.
    #[cold]
    fn make_chunk(&self, number: usize) -> &[Bucket] {
        let buckets = self.buckets.min(1 << self.chunk_bits);
        let chunk: Box<[Bucket]> = (0..buckets).map(|_| Bucket::new()).collect();
        self.chunks[number].get_or_init(|| chunk)
    }
}

/// How much an entry is worth keeping in a search of that age.
fn worth(data: u64, age: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let depth = ((data >> 32) as u8).max((data >> 40) as u8) as i32;
    let age = (AGES + age - (data >> 58) as u8) % AGES;
    depth - AGE_WEIGHT * age as i32
}

fn merge(entry: &mut Entry, lower: Option<Bound>, upper: Option<Bound>) {
    let newer = |old: Option<Bound>, new: Option<Bound>| match (old, new) {
        (Some(old), Some(new)) if old.depth > new.depth => Some(old),
        (old, None) => old,
        (_, new) => new,
    };
    let (had_lower, had_upper) = (entry.lower, entry.upper);
    entry.lower = newer(had_lower, lower);
    entry.upper = newer(had_upper, upper);
    if let (Some(low), Some(high)) = (entry.lower, entry.upper)
        && low.score > high.score
    {
        // Searches of different depth disagree: the deeper one is right, the
        // newer one if they are equally deep.
        let keep_lower = low.depth > high.depth || (low.depth == high.depth && lower.is_some());
        if keep_lower {
            entry.upper = None;
        } else {
            entry.lower = None;
        }
    }
}

// An entry as a word, from the lowest bits: lower bound and upper bound (16
// bits each), their depths (8 each), move (10), age (6).

fn pack(entry: &Entry, age: u8, ply: usize) -> u64 {
    let (lower, lower_depth) = pack_bound(entry.lower, ply);
    let (upper, upper_depth) = pack_bound(entry.upper, ply);
    let best = entry.best.unwrap_or(Square::NONE).0 as u64 & 1023;
    lower | upper << 16 | lower_depth << 32 | upper_depth << 40 | best << 48 | (age as u64) << 58
}

fn pack_bound(bound: Option<Bound>, ply: usize) -> (u64, u64) {
    bound.map_or((0, 0), |bound| {
        let depth = (bound.depth + DEPTH_BIAS).clamp(1, u8::MAX as i32);
        (
            to_table(bound.score, ply) as i16 as u16 as u64,
            depth as u64,
        )
    })
}

fn unpack(data: u64, ply: usize) -> Entry {
    let bound = |score: u64, depth: u64| {
        let depth = (depth & 0xff) as i32;
        (depth != 0).then(|| Bound {
            score: from_table(score as u16 as i16 as Score, ply),
            depth: depth - DEPTH_BIAS,
        })
    };
    let best = Square((data >> 48) as u16 & 1023);
    Entry {
        lower: bound(data, data >> 32),
        upper: bound(data >> 16, data >> 40),
        best: (best != Square::NONE).then_some(best),
    }
}

/// In the table a mate is counted from the position, not from the root.
fn to_table(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

fn from_table(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score - ply as Score
    } else if is_loss(score) {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{mate_in, mated_in};

    fn bound(score: Score, depth: i32) -> Option<Bound> {
        Some(Bound { score, depth })
    }

    #[test]
    fn both_bounds_and_the_move_survive() {
        let table = TranspositionTable::new(1 << 20);
        table.store(77, 3, bound(-120, 7), None, Some(Square(400)));
        table.store(77, 3, None, bound(40, -2), None);
        let entry = table.probe(77, 3);
        assert_eq!(entry.lower, bound(-120, 7));
        assert_eq!(entry.upper, bound(40, -2));
        assert_eq!(entry.best, Some(Square(400)));
        assert_eq!(table.probe(78, 3), Entry::default());
    }

    #[test]
    fn mates_keep_their_distance_from_the_position() {
        let table = TranspositionTable::new(64);
        table.store(5, 4, bound(mate_in(9), 3), None, None);
        assert_eq!(table.probe(5, 10).lower, bound(mate_in(15), 3));
        table.store(5, 4, None, bound(mated_in(8), 9), None);
        let entry = table.probe(5, 0);
        assert_eq!((entry.lower, entry.upper), (None, bound(mated_in(4), 9)));
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_one() {
        let table = TranspositionTable::new(64);
        table.store(5, 0, bound(10, 9), None, None);
        table.store(5, 0, bound(30, 2), None, None);
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
                table.store(key, 0, bound(1, 1), None, None);
                assert_eq!(table.probe(key, 0).lower, bound(1, 1));
            }
        }
    }

    /// Every entry carries its key in its bounds, so a mixture of two is seen.
    #[test]
    fn threads_never_read_a_mixture_of_two_entries() {
        // Few buckets, so that threads meet in the same slots all the time.
        let table = TranspositionTable::new(4 * size_of::<Bucket>() as u64);
        let keys: Vec<u64> = (0..64).map(crate::board::zobrist::mix).collect();
        let score = |at: usize| 100 * at as Score - 3200;
        let seen: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|thread| {
                    let (table, keys) = (&table, &keys);
                    scope.spawn(move || {
                        let mut seen = 0;
                        for step in 0..200_000 {
                            let at = (step * (2 * thread + 1)) % keys.len();
                            table.store(keys[at], 0, bound(score(at), at as i32), None, None);
                            let other = (at + step) % keys.len();
                            if let Some(lower) = table.probe(keys[other], 0).lower {
                                assert_eq!(Some(lower), bound(score(other), other as i32));
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
