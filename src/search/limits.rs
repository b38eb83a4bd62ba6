//! When to stop: nodes, depth, clock, a word from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::time::{TimeBudget, TimeControl};

/// What bounds one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The manager's clock.
    pub time: TimeControl,
    /// Search at most about this many nodes.
    pub nodes: Option<u64>,
    /// Search at most this deep, in plies.
    pub depth: Option<u32>,
}

/// The clock is read once in this many calls, a power of two.
const CHECK_INTERVAL: u64 = 256;

/// Watches the limits of one search.
pub struct Stopper<'a> {
    stop: &'a AtomicBool,
    started: Instant,
    budget: Option<TimeBudget>,
    nodes: u64,
    depth: u32,
}

impl<'a> Stopper<'a> {
    /// A watch over `limits`; time counts from `started`, `stop` ends it all.
    pub fn new(limits: &Limits, started: Instant, stop: &'a AtomicBool) -> Stopper<'a> {
        Stopper {
            stop,
            started,
            budget: limits.time.budget(),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(u32::MAX),
        }
    }

    /// Must the search break off now? Cheap enough to ask at every node: `calls`
    /// counts the questions.
    #[inline]
    pub fn must_stop(&self, calls: u64, nodes: u64) -> bool {
        calls.is_multiple_of(CHECK_INTERVAL) && self.is_over(nodes) || nodes >= self.nodes
    }

    /// That many percent of the node limit.
    pub fn node_share(&self, percent: u64) -> u64 {
        (self.nodes as u128 * percent as u128 / 100) as u64
    }

    /// Reads every limit.
    pub fn is_over(&self, nodes: u64) -> bool {
        self.stop.load(Ordering::Relaxed)
            || nodes >= self.nodes
            || self
                .budget
                .is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// May another iteration of this depth begin?
    pub fn may_begin(&self, depth: u32, nodes: u64) -> bool {
        let in_time = self
            .budget
            .is_none_or(|budget| self.elapsed() < budget.soft);
        depth <= self.depth && in_time && !self.is_over(nodes)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
