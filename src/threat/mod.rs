//! Forced wins: by continuous fours (VCF), and by fours and threes (VCT).

mod fours;
pub mod sketch;
pub mod vcf;
pub mod vct;

pub use vcf::{VcfSolver, Verdict};
pub use vct::VctSolver;

/// Tells a solver whether to break off.
pub(crate) type Stop<'a> = &'a dyn Fn() -> bool;
