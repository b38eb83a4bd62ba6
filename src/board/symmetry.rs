//! Turned and mirrored boards.

use super::{Board, Geometry};
use crate::types::{BoardSize, Point};

/// One of the eight ways to lay a square board on itself: perhaps swap rows and
/// columns, then perhaps mirror either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    swap: bool,
    mirror_x: bool,
    mirror_y: bool,
}

impl Symmetry {
    /// All eight, the one that moves nothing first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            swap: bits & 1 != 0,
            mirror_x: bits & 2 != 0,
            mirror_y: bits & 4 != 0,
        })
    }

    /// Does it lay a board of this size on itself?
    pub const fn fits(self, size: BoardSize) -> bool {
        !self.swap || size.width() == size.height()
    }

    /// Where a point goes on a board of a size that it fits.
    pub const fn image(self, point: Point, size: BoardSize) -> Point {
        let (x, y) = match self.swap {
            true => (point.y, point.x),
            false => (point.x, point.y),
        };
        Point::new(
            if self.mirror_x {
                size.width() - 1 - x
            } else {
                x
            },
            if self.mirror_y {
                size.height() - 1 - y
            } else {
                y
            },
        )
    }
}

impl<const CELLS: usize> Board<CELLS> {
    /// The symmetries that leave every stone and every blocked point as it is; the one
    /// that moves nothing always does.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let size = self.size();
        let at = |point: Point| self.at(Geometry::<CELLS>::square(point));
        Symmetry::all()
            .filter(|symmetry| symmetry.fits(size))
            .filter(|symmetry| {
                size.points()
                    .all(|point| at(point) == at(symmetry.image(point, size)))
            })
            .collect()
    }
}
