//! Sums over the empty points, by ply, that follow a position lazily.
//!
//! Nothing here is called by make or undo. When a value is asked for, the stack
//! looks for the last ply of the current line whose sums it holds and applies the
//! changes of the plies since then. Moves that are never evaluated, those of VCF
//! and VCT among them, therefore cost nothing, and undo is free.
//!
//! Sums are recognised by the position's key, not by bookkeeping: sums under a
//! matching key are right whatever was made and undone in the meantime, because
//! they depend on the stones alone.
// CITE: Stockfish's NNUE, accumulators by ply that are computed when needed.

use crate::position::{PlyChanges, Position};

/// An evaluation whose sums can be updated by what a ply changed.
pub trait Incremental {
    /// The sums of one position.
    type Sums: Copy + PartialEq + std::fmt::Debug;

    /// The sums of a position, computed from scratch.
    fn fresh<const CELLS: usize>(&self, position: &Position<CELLS>) -> Self::Sums;

    /// Turns the sums before a ply into those after it.
    fn follow(&self, sums: &mut Self::Sums, changes: PlyChanges<'_>);
}

/// The sums of the positions along the current line, by number of plies.
#[derive(Clone, Debug)]
pub struct Accumulators<S> {
    /// `None` where the sums of this ply have not been computed yet.
    entries: Vec<Option<Entry<S>>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<S> {
    /// The key of the position that the sums belong to.
    key: u64,
    sums: S,
}

impl<S> Default for Accumulators<S> {
    fn default() -> Self {
        Accumulators {
            entries: Vec::new(),
        }
    }
}

impl<S: Copy + PartialEq + std::fmt::Debug> Accumulators<S> {
    /// The sums of `position`.
    #[inline]
    pub fn current<const CELLS: usize>(
        &mut self,
        evaluation: &impl Incremental<Sums = S>,
        position: &Position<CELLS>,
    ) -> S {
        let key = position.key();
        let sums = match self.entries.get(position.ply()) {
            Some(Some(entry)) if entry.key == key => entry.sums,
            _ => self.catch_up(evaluation, position),
        };
        // In debug builds a part of all values is compared with a computation from scratch.
        debug_assert!(!key.is_multiple_of(64) || sums == evaluation.fresh(position));
        sums
    }

    /// Computes the sums of every ply from the last known one to the current one.
    fn catch_up<const CELLS: usize>(
        &mut self,
        evaluation: &impl Incremental<Sums = S>,
        position: &Position<CELLS>,
    ) -> S {
        let ply = position.ply();
        if self.entries.len() <= ply {
            self.entries.resize(ply + 1, None);
        }
        let known = (0..ply).rev().find_map(|ply| {
            let entry = self.entries[ply]?;
            (entry.key == position.key_at(ply)).then_some((ply, entry.sums))
        });
        let (known, mut sums) = known.unwrap_or_else(|| (ply, evaluation.fresh(position)));
        for made in known..ply {
            evaluation.follow(&mut sums, position.changes(made));
            self.set(made + 1, position, sums);
        }
        self.set(ply, position, sums);
        sums
    }

    /// Keeps the sums of the position after `ply` plies of the current line.
    fn set<const CELLS: usize>(&mut self, ply: usize, position: &Position<CELLS>, sums: S) {
        let key = position.key_at(ply);
        self.entries[ply] = Some(Entry { key, sums });
    }
}
