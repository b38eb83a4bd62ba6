//! Which threats exist on the board, as one number.

use crate::pattern::Class;
use crate::pattern::layers::ClassCounts;
use crate::types::Color;

/// Number of [`threat_mask`]s.
pub const THREAT_MASKS: usize = 1 << (2 * THREATS.len());

/// The groups of classes that make up a threat mask, the highest bit first.
pub const THREATS: [&[Class]; 5] = [
    &[Class::OpenFour],
    &[Class::FourThree, Class::FourPlus],
    &[Class::Four],
    &[Class::DoubleThree, Class::OpenThreePlus],
    &[Class::OpenThree],
];

/// The threats on the board as a number below [`THREAT_MASKS`].
///
/// Each group of [`THREATS`] has one bit, set if `side` has a point of one of its
/// classes. The bits of `side` are above those of its opponent.
// CITE: Rapfi, a term by the joint mask of threats on top of the pattern sum.
#[inline]
pub fn threat_mask(counts: &ClassCounts, side: Color) -> usize {
    let mut mask = 0;
    for color in [side, !side] {
        let counts = &counts[color.index()];
        for classes in THREATS {
            let any = classes.iter().any(|class| counts[class.index()] > 0);
            mask = mask << 1 | usize::from(any);
        }
    }
    mask
}
