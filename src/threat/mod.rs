//! Forced wins: by continuous fours (VCF), and by fours and threes (VCT).

pub mod vcf;
pub mod vct;

pub use vcf::{VcfSolver, Verdict};
pub use vct::VctSolver;

/// Tells a solver whether to break off.
type Stop<'a> = &'a dyn Fn() -> bool;
