//! The correction history: errors of the static evaluation that searches have found.
//!
//! Most of the board is the same everywhere in a search, so the evaluation makes the same
//! mistake again and again. Where the value of a node turns out to be higher or lower than
//! its evaluation, later positions with something in common are evaluated higher or lower:
//! positions with the same strong threats on the board, with the same last stone of the
//! opponent, or with the same last stones of both players.
// CITE: Stockfish, correction history.

use super::node::Node;
use super::params::CORRECTION_LIMIT;
use super::steps::Step;
use super::{Worker, params};
use crate::pattern::Class;
use crate::position::Position;
use crate::types::score::{EVAL_LIMIT, is_mate};
use crate::types::{Color, Score, Square};

/// Entries of a table.
const ENTRIES: usize = 1 << ENTRY_BITS;
const ENTRY_BITS: u32 = 14;
/// Number of tables of a side to move: one for each thing that positions have in common.
const TABLES: usize = 3;
/// More points of one class than this count as this many.
const MOST_POINTS: u16 = 4;
/// Bits that hold such a number of points.
const COUNT_BITS: u32 = 3;

/// The correction history of one search thread.
pub struct Correction {
    /// By side to move and table.
    tables: Box<[[[i16; ENTRIES]; TABLES]; 2]>,
}

impl Default for Correction {
    fn default() -> Self {
        // Allocated as a vector, since an array of this size may not fit on the stack.
        let tables = vec![[[0; ENTRIES]; TABLES]; 2].into_boxed_slice();
        Correction {
            tables: tables.try_into().expect("two sides"),
        }
    }
}

/// The entries of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    side: Color,
    /// By table.
    entries: [usize; TABLES],
}

impl Key {
    fn of<const CELLS: usize>(position: &Position<CELLS>) -> Key {
        let us = position.side();
        let mut threats = 0u64;
        for color in [us, !us] {
            let counts = &position.layers().counts()[color.index()];
            for count in &counts[Class::OpenThree.index()..] {
                let count = u64::from(*count.min(&MOST_POINTS));
                threats = threats << COUNT_BITS | count;
            }
        }
        let last = |color| position.last_stone(color).unwrap_or(Square::NONE).0;
        let [own, other] = [us, !us].map(|color| u64::from(last(color)));
        Key {
            side: us,
            entries: [threats, other, own << 10 | other].map(entry),
        }
    }
}

/// The entry of what positions have in common, as a number. Different numbers may share one.
#[inline(always)]
fn entry(number: u64) -> usize {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - ENTRY_BITS)) as usize
}

impl Correction {
    /// What is to be added to the evaluation of a position.
    fn of(&self, key: Key) -> Score {
        let tables = self.tables[key.side.index()].iter();
        let sum: i32 = tables
            .zip(key.entries)
            .map(|(table, entry)| i32::from(table[entry]))
            .sum();
        sum * params::correction_weight() / CORRECTION_LIMIT
    }

    /// The value of a position was found to differ from its corrected evaluation by `error`.
    fn learn(&mut self, key: Key, error: Score, depth: i32) {
        let step = params::correction_step(error, depth);
        let tables = self.tables[key.side.index()].iter_mut();
        for (table, entry) in tables.zip(key.entries) {
            let old = i32::from(table[entry]);
            // The closer to the limit, the smaller the step.
            table[entry] = (old + step - old * step.abs() / CORRECTION_LIMIT) as i16;
        }
    }
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// The static evaluation of the current position with its correction.
    // Elo: +34 [+3, +66] at 20,000 nodes.
    #[inline]
    pub(super) fn correct(&mut self, eval: Score) -> Score {
        if !self.uses(Step::Correction) {
            return eval;
        }
        let correction = self.data.correction.of(Key::of(&self.position));
        if correction != 0 {
            self.count(Step::Correction);
        }
        (eval + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Learns from the value of the current node: a lower bound if it reaches beta, else an
    /// upper bound. A lower bound below the evaluation and an upper bound above it show no
    /// error, and mates say nothing about the evaluation.
    pub(super) fn learn_error(&mut self, node: &Node, value: Score) {
        if node.must_answer || is_mate(value) || !self.uses(Step::Correction) {
            return;
        }
        let error = value - self.frames[node.ply].eval;
        if (value >= node.beta) == (error > 0) {
            let key = Key::of(&self.position);
            self.data.correction.learn(key, error, node.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::position;

    fn key(side: Color, entries: [usize; TABLES]) -> Key {
        Key { side, entries }
    }

    #[test]
    fn entries_stay_within_their_limit() {
        let mut correction = Correction::default();
        let key = key(Color::Black, [1, 2, 3]);
        for error in [40, -3000, 9000] {
            for depth in [1, 8, 60] {
                for _ in 0..50 {
                    correction.learn(key, error, depth);
                    let tables = &correction.tables[key.side.index()];
                    let entry = i32::from(tables[0][1]);
                    assert!(entry.abs() <= CORRECTION_LIMIT);
                    assert_eq!(entry, i32::from(tables[2][3]));
                }
                assert!(correction.of(key) * error > 0);
            }
        }
    }

    #[test]
    fn positions_share_the_corrections_of_what_they_have_in_common() {
        let mut correction = Correction::default();
        correction.learn(key(Color::White, [1, 2, 3]), 400, 8);
        let whole = correction.of(key(Color::White, [1, 2, 3]));
        let part = correction.of(key(Color::White, [7, 2, 9]));
        assert!(0 < part && part < whole);
        assert_eq!(correction.of(key(Color::White, [3, 1, 2])), 0);
        assert_eq!(correction.of(key(Color::Black, [1, 2, 3])), 0);
    }

    #[test]
    fn keys_tell_threats_and_last_stones_apart() {
        let quiet = Key::of(&position(&[(6, 7), (2, 2), (7, 7), (12, 2)]));
        let elsewhere = Key::of(&position(&[(6, 7), (2, 2), (7, 7), (12, 12)]));
        let transposed = Key::of(&position(&[(7, 7), (2, 2), (6, 7), (12, 2)]));
        let same = |a: &Key, b: &Key| -> [bool; TABLES] {
            std::array::from_fn(|table| a.entries[table] == b.entries[table])
        };
        assert_eq!(same(&quiet, &elsewhere), [true, false, false]);
        assert_eq!(same(&quiet, &transposed), [true, true, false]);
        let threat = Key::of(&position(&[(6, 7), (2, 2), (7, 7), (12, 2), (8, 7)]));
        assert!(!same(&quiet, &threat)[0] && threat.side != quiet.side);
    }
}
