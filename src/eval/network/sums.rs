//! The sums of the points' features.

use super::REGIONS;
use crate::types::{BoardSize, Point};

/// The features of a point for each colour, white's first: numbers from 0 to
/// [`FEATURE_MAX`](super::quantity::FEATURE_MAX).
pub type Features<const C: usize> = [[u8; C]; 2];

/// The sums of one colour's features, by region.
pub type RegionSums<const C: usize> = [[u16; C]; REGIONS];

/// Rows and columns at each side of the board that belong to its edges and corners,
/// on boards of 15 points and more.
const BORDER: u8 = 5;

/// The sums of both colours' features, by colour.
///
/// No sum overflows: a region has at most 441 points (the centre of a board of 31),
/// each with a feature of at most 127, which gives less than 65,536.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums<const C: usize>(pub [RegionSums<C>; 2]);

impl<const C: usize> Sums<C> {
    /// Replaces the features of a point of that region.
    #[inline(always)]
    pub fn replace(&mut self, region: u8, old: &Features<C>, new: &Features<C>) {
        for color in 0..2 {
            let sums = &mut self.0[color][usize::from(region)];
            for c in 0..C {
                let change = u16::from(new[color][c]).wrapping_sub(u16::from(old[color][c]));
                sums[c] = sums[c].wrapping_add(change);
            }
        }
    }

    /// Removes a point of that region.
    pub fn leave(&mut self, region: u8, features: &Features<C>) {
        self.replace(region, features, &[[0; C]; 2]);
    }
}

/// The region of a point: how many of its two coordinates are near a side.
pub fn region(point: Point, size: BoardSize) -> usize {
    let near = |at: u8, side: u8| {
        let border = BORDER.min(side / 3);
        usize::from(at < border || at >= side - border)
    };
    near(point.x, size.width()) + near(point.y, size.height())
}
