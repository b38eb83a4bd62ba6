//! What the threads of one search share besides the transposition table.
//!
//! The main worker decides and reports; the helpers only fill the table. They have no
//! limits of depth and nodes and search until the main search has ended.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Bytes of two cache lines, which x86-64 processors load together.
#[cfg(test)]
const CACHE_LINES: usize = 128;

/// The shared state of the threads of one search.
#[derive(Debug)]
pub struct Team {
    ended: AtomicBool,
    /// The depth of the current iteration of the main search, in plies.
    depth: AtomicU32,
    /// The nodes of each helper.
    nodes: Vec<Counter>,
}

/// A number on a cache line of its own. On a shared one, each write of a thread would
/// take the line from all others.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Counter(AtomicU64);

impl Team {
    /// A team of a main worker and `helpers` helpers.
    pub fn new(helpers: usize) -> Team {
        Team {
            ended: AtomicBool::new(false),
            depth: AtomicU32::new(1),
            nodes: (0..helpers).map(|_| Counter::default()).collect(),
        }
    }

    /// Ends the search of the helpers within about a millisecond.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// True if the main search has ended.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// The flag that is set when the main search has ended.
    pub(super) fn ended(&self) -> &AtomicBool {
        &self.ended
    }

    /// The nodes that all helpers have reported so far.
    pub fn helper_nodes(&self) -> u64 {
        let nodes = self.nodes.iter();
        nodes.map(|n| n.0.load(Ordering::Relaxed)).sum()
    }

    /// Reports the nodes of a helper, counted from 0.
    pub(super) fn set_nodes(&self, helper: usize, nodes: u64) {
        self.nodes[helper].0.store(nodes, Ordering::Relaxed);
    }

    /// Sets the depth of the current iteration of the main search.
    pub(super) fn set_depth(&self, depth: u32) {
        self.depth.store(depth, Ordering::Relaxed);
    }

    /// The depth of the current iteration of the main search.
    pub(super) fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_share_no_cache_line() {
        let team = Team::new(3);
        (0..3).for_each(|helper| team.set_nodes(helper, 10 + helper as u64));
        assert_eq!(team.helper_nodes(), 33);
        let address = |counter: &Counter| std::ptr::from_ref(counter).addr();
        for pair in team.nodes.windows(2) {
            assert!(address(&pair[1]) - address(&pair[0]) >= CACHE_LINES);
        }
        assert_eq!(align_of::<Counter>(), CACHE_LINES);
    }
}
