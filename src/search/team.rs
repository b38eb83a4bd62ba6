//! What the threads of one search share besides the transposition table.
//!
//! The main worker reports. The helpers have no limits on depth or nodes and search until
//! the main search has ended. What they find reaches the main worker through the table, as
//! bounds on the root's value, and as votes for the move to play.

use super::busy::BusyMoves;
use super::shared_bounds::SharedBounds;
use super::vote::Verdict;
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
    /// What each helper reports.
    helpers: Vec<HelperState>,
    /// The moves that the threads are searching.
    busy: BusyMoves,
    /// The bounds of the root's value.
    bounds: SharedBounds,
}

/// What a helper reports, on a cache line of its own. On a shared one, each write of a
/// thread would take the line from all others.
#[derive(Debug, Default)]
#[repr(align(128))]
struct HelperState {
    nodes: AtomicU64,
    /// The packed [`Verdict`]; 0 if there is none.
    verdict: AtomicU64,
}

impl Team {
    /// A team of a main worker and `helpers` helpers.
    pub fn new(helpers: usize) -> Team {
        Team {
            ended: AtomicBool::new(false),
            depth: AtomicU32::new(1),
            helpers: (0..helpers).map(|_| HelperState::default()).collect(),
            busy: BusyMoves::new(),
            bounds: SharedBounds::new(),
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

    /// The moves that the threads are searching.
    #[inline]
    pub(super) fn busy(&self) -> &BusyMoves {
        &self.busy
    }

    /// The bounds of the root's value.
    #[inline]
    pub(super) fn bounds(&self) -> &SharedBounds {
        &self.bounds
    }

    /// The flag that is set when the main search has ended.
    pub(super) fn ended(&self) -> &AtomicBool {
        &self.ended
    }

    /// The nodes that all helpers have reported so far.
    pub fn helper_nodes(&self) -> u64 {
        let states = self.helpers.iter();
        states
            .map(|state| state.nodes.load(Ordering::Relaxed))
            .sum()
    }

    /// Reports the nodes of a helper, counted from 0.
    pub(super) fn set_nodes(&self, helper: usize, nodes: u64) {
        self.helpers[helper].nodes.store(nodes, Ordering::Relaxed);
    }

    /// The verdict of each helper that has finished an iteration.
    pub(super) fn verdicts(&self) -> impl Iterator<Item = Verdict> + '_ {
        let words = self.helpers.iter().map(|state| &state.verdict);
        words.filter_map(|word| Verdict::unpack(word.load(Ordering::Relaxed)))
    }

    /// Sets the verdict of a helper, counted from 0.
    pub(super) fn set_verdict(&self, helper: usize, verdict: Verdict) {
        let word = &self.helpers[helper].verdict;
        word.store(verdict.pack(), Ordering::Relaxed);
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
    fn helpers_share_no_cache_line() {
        let team = Team::new(3);
        (0..3).for_each(|helper| team.set_nodes(helper, 10 + helper as u64));
        assert_eq!(team.helper_nodes(), 33);
        let address = |state: &HelperState| std::ptr::from_ref(state).addr();
        for pair in team.helpers.windows(2) {
            assert!(address(&pair[1]) - address(&pair[0]) >= CACHE_LINES);
        }
        assert_eq!(align_of::<HelperState>(), CACHE_LINES);
    }

    #[test]
    fn only_helpers_with_a_result_have_a_verdict() {
        let team = Team::new(3);
        assert_eq!(team.verdicts().count(), 0);
        let verdict = Verdict {
            best: crate::types::Square(5),
            score: -3,
            depth: 7,
        };
        team.set_verdict(1, verdict);
        assert!(team.verdicts().eq([verdict]));
    }
}
