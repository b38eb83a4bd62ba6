//! Solvers for forced wins: by continuous fours ([`vcf`]) and by continuous threats,
//! fours and open threes among them ([`vct`]).

pub mod line_board;
pub mod vcf;
pub mod vct;

pub use vcf::{StopCheck, VcfResult, VcfSolver};
pub use vct::{VctResult, VctSolver};
