//! The sums of the points' features.

use super::REGIONS;
use crate::types::{BoardSize, Point};

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

/// The region of a point: how many of its two coordinates are near a side.
pub fn region(point: Point, size: BoardSize) -> usize {
    let near = |at: u8, side: u8| {
        let border = BORDER.min(side / 3);
        usize::from(at < border || at >= side - border)
    };
    near(point.x, size.width()) + near(point.y, size.height())
}
