//! Solvers for forced wins: by continuous fours ([`vcf`]), with the fewest fours
//! ([`shortest_vcf`]), and by continuous threats, fours and open threes among them ([`vct`]).

mod idle_fours;
pub mod line_board;
pub mod shortest_vcf;
pub mod vcf;
pub mod vct;

pub use shortest_vcf::{SHORTEN_BUDGET, ShortestVcf, ShortestVcfSolver, VcfWin};
pub use vcf::{StopCheck, VcfResult, VcfSolver};
pub use vct::{VctResult, VctSolver};
