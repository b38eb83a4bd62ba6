//! Solvers for forced wins: by continuous fours ([`vcf`]), with the fewest fours
//! ([`shortest_vcf`]), and by continuous threats, fours and open threes among them ([`vct`]).

mod failures;
mod idle_fours;
pub mod line_board;
mod scope;
pub mod shortest_vcf;
pub mod vcf;
pub mod vct;

pub use shortest_vcf::{SHORTEN_BUDGET, ShortestVcf, ShortestVcfSolver, VcfWin};
pub use vcf::{StopCheck, VcfResult, VcfSolver};
pub use vct::{VctResult, VctSolver};

use vcf::MAX_FOURS;

/// The most fours of a VCF that ends within this number of plies: each takes two, and the
/// five is one more.
pub fn fours_within(plies: usize) -> u8 {
    let fours = plies.saturating_sub(1) / 2;
    u8::try_from(fours).unwrap_or(u8::MAX).min(MAX_FOURS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fours_and_their_replies_fit_into_the_plies() {
        let fours = [0, 1, 2, 3, 4, 5, 9].map(fours_within);
        assert_eq!(fours, [0, 0, 0, 1, 1, 2, 4]);
        assert_eq!(fours_within(1000), MAX_FOURS);
    }
}
