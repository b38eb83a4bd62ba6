//! How often each step of the search took effect: for tests.
//!
//! Debug builds count; in release builds the counters are empty and cost nothing.

/// A step that prunes, reduces, extends or proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A bound of the transposition table answers the probe.
    TtCutoff,
    /// A VCF at a leaf or at a razored node.
    LeafVcf,
    /// A VCF at an inner node.
    InnerVcf,
    /// Near the leaves, an evaluation far below beta.
    Razoring,
    /// An evaluation far above beta.
    ReverseFutility,
    /// A pass reaches beta.
    NullMove,
    /// The remaining moves of a node are not searched.
    MoveCountPruning,
    /// A late move is searched less deep.
    LateMoveReduction,
    /// A defence far from the last stones is reduced more.
    FarDefenceReduction,
    /// All moves of a node that is expected to fail high are searched a ply less deep.
    FailHighReduction,
    /// A forced block at an expected cut node is searched a ply less deep.
    BlockReduction,
    /// A reduced move that reached beta is searched again.
    ReSearch,
    /// Such a move is searched deeper than an unreduced one.
    Extension,
}

impl Step {
    /// Every step, in index order.
    pub const ALL: [Step; 13] = [
        Step::TtCutoff,
        Step::LeafVcf,
        Step::InnerVcf,
        Step::Razoring,
        Step::ReverseFutility,
        Step::NullMove,
        Step::MoveCountPruning,
        Step::LateMoveReduction,
        Step::FarDefenceReduction,
        Step::FailHighReduction,
        Step::BlockReduction,
        Step::ReSearch,
        Step::Extension,
    ];
}

/// How often each [`Step`] took effect in the searches of one thread.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    #[cfg(debug_assertions)]
    counts: [u64; Step::ALL.len()],
}

impl Statistics {
    /// Counts a step once. Does nothing in a release build.
    #[inline(always)]
    pub(super) fn count(&mut self, step: Step) {
        #[cfg(debug_assertions)]
        {
            self.counts[step as usize] += 1;
        }
        #[cfg(not(debug_assertions))]
        let _ = step;
    }

    /// How often a step took effect. Debug builds only.
    #[cfg(debug_assertions)]
    pub fn of(&self, step: Step) -> u64 {
        self.counts[step as usize]
    }
}
