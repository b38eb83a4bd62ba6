//! Evaluates the positions of a search by the network.

use std::sync::Arc;

use super::included::CHANNELS;
use super::{Network, NetworkEvaluation, Sums};
use crate::eval::accumulators::Accumulators;
use crate::position::Position;
use crate::types::{BoardSize, Score};

/// Number of values that are kept: half a megabyte, since each takes eight bytes.
const CACHE_ENTRIES: usize = 1 << 16;
/// Bits of an entry that hold the value.
const VALUE_BITS: u32 = 16;
/// Bits of an entry that hold a part of the key.
const KEY_BITS: u64 = !((1 << VALUE_BITS) - 1);

/// No entry yet: no position has a key of ones only.
const NO_ENTRY: u64 = u64::MAX;

/// Evaluates the positions of a search by the network.
///
/// MTD(f) searches the same tree several times, so values are kept: leaves are not in the
/// transposition table.
pub struct NetworkEvaluator {
    network: NetworkEvaluation<CHANNELS>,
    sums: Accumulators<Sums<CHANNELS>>,
    /// By the low bits of the key: its other bits, with the value in place of the low ones.
    cache: Box<[u64]>,
}

impl NetworkEvaluator {
    /// An evaluator for positions on boards of `CELLS` cells and of this size.
    pub fn new<const CELLS: usize>(network: Arc<Network<CHANNELS>>, size: BoardSize) -> Self {
        NetworkEvaluator {
            network: NetworkEvaluation::new::<CELLS>(network, size),
            sums: Accumulators::default(),
            cache: vec![NO_ENTRY; CACHE_ENTRIES].into(),
        }
    }

    /// The value of a position for the side to move, given its fitted evaluation.
    #[inline]
    pub fn evaluate<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
        fitted: Score,
    ) -> Score {
        let key = position.key();
        let slot = key as usize & (CACHE_ENTRIES - 1);
        let entry = self.cache[slot];
        if (entry ^ key) & KEY_BITS == 0 {
            return Score::from(entry as i16);
        }
        let sums = self.sums.current(&self.network, position);
        let counts = position.layers().counts();
        let value = self.network.value(&sums, counts, position.side(), fitted);
        self.cache[slot] = (key & KEY_BITS) | u64::from(value as i16 as u16);
        value
    }
}
