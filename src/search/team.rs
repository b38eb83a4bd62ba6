//! Several threads on one position: what they tell each other besides the table.
//!
//! The main search decides and reports; its helpers only fill the table. They
//! work without limits of depth and nodes until the main search has ended.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// The notes of one search, shared by its threads.
#[derive(Debug)]
pub struct Team {
    ended: AtomicBool,
    /// The depth that the main search is at, in plies.
    depth: AtomicU32,
    /// Nodes of each helper.
    nodes: Vec<AtomicU64>,
}

impl Team {
    /// A team of a main search and so many helpers.
    pub fn new(helpers: usize) -> Team {
        Team {
            ended: AtomicBool::new(false),
            depth: AtomicU32::new(1),
            nodes: (0..helpers).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// The main search has ended: helpers stop within about a millisecond.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Has the main search ended?
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Set once the main search has ended.
    pub(super) fn ended(&self) -> &AtomicBool {
        &self.ended
    }

    /// Nodes of all helpers so far, as far as they have told.
    pub fn helper_nodes(&self) -> u64 {
        self.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum()
    }

    /// A helper, counted from 0, has searched so many nodes.
    pub(super) fn tell_nodes(&self, helper: usize, nodes: u64) {
        self.nodes[helper].store(nodes, Ordering::Relaxed);
    }

    pub(super) fn tell_depth(&self, depth: u32) {
        self.depth.store(depth, Ordering::Relaxed);
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }
}
