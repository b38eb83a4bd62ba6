//! Evaluates the positions of a search by the network.

use std::sync::Arc;

use super::included::CHANNELS;
use super::{Network, Points, Sums};
use crate::position::Position;
use crate::types::Score;

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
pub struct NetworkEvaluator<const CELLS: usize> {
    network: Arc<Network<CHANNELS>>,
    points: Points<CELLS, CHANNELS>,
    /// By the low bits of the key: its other bits, with the value in place of the low ones.
    cache: Box<[u64]>,
}

impl<const CELLS: usize> NetworkEvaluator<CELLS> {
    /// An evaluator for positions of the game that a position belongs to.
    pub fn new(network: Arc<Network<CHANNELS>>, position: &Position<CELLS>) -> Self {
        NetworkEvaluator {
            points: Points::new(Arc::clone(&network), position),
            network,
            cache: vec![NO_ENTRY; CACHE_ENTRIES].into(),
        }
    }

    /// The sums of a position. Afterwards, [`points`](NetworkEvaluator::points) are those of
    /// that position.
    #[inline]
    pub fn sums(&mut self, position: &Position<CELLS>) -> &Sums<CHANNELS> {
        self.points.sums(position)
    }

    /// The points of the position that was last asked for.
    #[inline]
    pub fn points(&self) -> &Points<CELLS, CHANNELS> {
        &self.points
    }

    /// The value of a position for the side to move. `fitted` returns its fitted evaluation;
    /// it is not called if the value is known.
    #[inline]
    pub fn evaluate(
        &mut self,
        position: &Position<CELLS>,
        fitted: impl FnOnce() -> Score,
    ) -> Score {
        let key = position.key();
        let slot = key as usize & (CACHE_ENTRIES - 1);
        let entry = self.cache[slot];
        if (entry ^ key) & KEY_BITS == 0 {
            return Score::from(entry as i16);
        }
        let sums = self.points.sums(position);
        let value = self.network.value(sums, position, fitted());
        self.cache[slot] = (key & KEY_BITS) | u64::from(value as i16 as u16);
        value
    }
}
