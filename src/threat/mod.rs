//! Forced wins: victory by continuous fours (VCF).

pub mod vcf;

pub use vcf::{VcfSolver, Verdict};
