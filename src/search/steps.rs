//! The steps of the search that prune, reduce, extend or prove, by name.
//!
//! Each step can be switched off. Verification needs that, because without any step the search
//! finds exactly the value of plain negamax. So do matches that measure what a step is worth. Debug builds also count how often each step takes effect, so that tests can require it.

/// A step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A proof before the first iteration, or root moves that need no search.
    RootAnalysis,
    /// The static evaluation is corrected by what searches have found.
    Correction,
    /// A bound of the transposition table from a search of another depth is accepted.
    DeeperBound,
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
    /// A late move is searched at reduced depth.
    LateMoveReduction,
    /// A defence far from the last stones is reduced more.
    FarDefenceReduction,
    /// All moves of a node that is expected to fail high lose a ply.
    FailHighReduction,
    /// A forced block at an expected cut node costs a ply.
    BlockReduction,
    /// A reduced move that reached beta is searched deeper than an unreduced one.
    Extension,
    /// An iteration ends when its value is known to within a small tolerance.
    Tolerance,
}

impl Step {
    /// Every step, in index order.
    pub const ALL: [Step; 15] = [
        Step::RootAnalysis,
        Step::Correction,
        Step::DeeperBound,
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
        Step::Extension,
        Step::Tolerance,
    ];

    /// The name in settings and lists, such as `null_move`.
    pub fn name(self) -> String {
        let mut name = String::new();
        for (at, letter) in format!("{self:?}").char_indices() {
            if at > 0 && letter.is_ascii_uppercase() {
                name.push('_');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }
}

/// The steps that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepSet(u32);

impl StepSet {
    /// Every step.
    pub const ALL: StepSet = StepSet((1 << Step::ALL.len()) - 1);
    /// No step: plain alpha-beta with a transposition table.
    pub const NONE: StepSet = StepSet(0);

    /// Whether the step is in the set.
    #[inline(always)]
    pub fn contains(self, step: Step) -> bool {
        self.0 & 1 << step as u32 != 0
    }

    /// The set without a step.
    pub fn without(self, step: Step) -> StepSet {
        StepSet(self.0 & !(1 << step as u32))
    }
}

/// How often each [`Step`] took effect in the searches of one thread.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Counts by index of the step.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_an_index_of_its_own() {
        for (index, step) in Step::ALL.into_iter().enumerate() {
            assert_eq!(step as usize, index);
            assert!(StepSet::ALL.contains(step) && !StepSet::NONE.contains(step));
            let others = StepSet::ALL.without(step);
            for other in Step::ALL {
                assert_eq!(others.contains(other), other != step);
            }
        }
        assert_eq!(Step::LeafVcf.name(), "leaf_vcf");
    }
}
