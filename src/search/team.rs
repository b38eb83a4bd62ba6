//! What the threads of one search share besides the transposition table.
//!
//! The main worker decides and reports; the helpers only fill the table. They have no
//! limits of depth and nodes and search until the main search has ended.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// The shared state of the threads of one search.
#[derive(Debug)]
pub struct Team {
    ended: AtomicBool,
    /// The depth of the current iteration of the main search, in plies.
    depth: AtomicU32,
    /// The nodes of each helper.
    nodes: Vec<AtomicU64>,
}

impl Team {
    /// A team of a main worker and `helpers` helpers.
    pub fn new(helpers: usize) -> Team {
        Team {
            ended: AtomicBool::new(false),
            depth: AtomicU32::new(1),
            nodes: (0..helpers).map(|_| AtomicU64::new(0)).collect(),
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
        self.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum()
    }

    /// Reports the nodes of a helper, counted from 0.
    pub(super) fn set_nodes(&self, helper: usize, nodes: u64) {
        self.nodes[helper].store(nodes, Ordering::Relaxed);
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
