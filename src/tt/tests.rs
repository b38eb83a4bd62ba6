//! What the table keeps, replaces and forgets.

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
        let space = if bytes < 100 { 1000 } else { 0 };
        let table = TranspositionTable::with_address_space(bytes, space);
        let made = (table.buckets * BUCKET_BYTES) as u64;
        assert_eq!(made, (bytes / 64 * 64).max(64));
        let first = table.bucket_to_fill(0).as_ptr();
        assert_eq!(first.align_offset(BUCKET_BYTES), 0);
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
    let table = TranspositionTable::new(4 * BUCKET_BYTES as u64);
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

#[test]
fn a_table_that_has_forgotten_is_as_a_new_one() {
    let bytes = 256 * BUCKET_BYTES as u64;
    let kept = TranspositionTable::new(bytes);
    let keys: Vec<u64> = (0..2000).map(crate::board::zobrist::mix).collect();
    let mut random = 1;
    let mut draw = |below: usize| {
        random = crate::board::zobrist::mix(random);
        random as usize % below
    };
    // Some games are so long that ages repeat within one.
    for game in 0..60 {
        kept.forget();
        let fresh = TranspositionTable::new(bytes);
        for _ in 0..[1, 2, 5, 40, 70, 150][game % 6] {
            kept.new_search();
            fresh.new_search();
            for _ in 0..draw(40) {
                let (key, depth) = (keys[draw(keys.len())], draw(20) as i32);
                let entry = match draw(2) {
                    0 => lower(draw(100) as Score, depth),
                    _ => upper(draw(100) as Score, depth),
                };
                kept.store(key, 0, &entry);
                fresh.store(key, 0, &entry);
            }
            for key in &keys {
                assert_eq!(kept.probe(*key, 0), fresh.probe(*key, 0), "game {game}");
            }
            assert_eq!(kept.hashfull(), fresh.hashfull(), "game {game}");
        }
    }
}
