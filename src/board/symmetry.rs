//! Rotations and reflections of the board.

use super::geometry::LARGE;
use super::{Board, Geometry, zobrist};
use crate::types::{BoardSize, Color, Point, Square};

/// The number of symmetries of a square.
const SYMMETRIES: usize = 8;

/// One of the eight symmetries of a square: an optional swap of rows and columns,
/// followed by optional reflections in either axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Swaps rows and columns.
    swap: bool,
    /// Reverses the order of the columns, after the swap.
    mirror_x: bool,
    /// Reverses the order of the rows, after the swap.
    mirror_y: bool,
}

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..SYMMETRIES).map(|bits| Symmetry {
            swap: bits & 1 != 0,
            mirror_x: bits & 2 != 0,
            mirror_y: bits & 4 != 0,
        })
    }

    /// True if the symmetry maps a board of this size to itself.
    pub const fn fits(self, size: BoardSize) -> bool {
        !self.swap || size.width() == size.height()
    }

    /// The image of a point on a board of a size that the symmetry [fits](Self::fits).
    pub const fn image(self, point: Point, size: BoardSize) -> Point {
        let (x, y) = if self.swap {
            (point.y, point.x)
        } else {
            (point.x, point.y)
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
    /// The symmetries that map the position to itself: stones to stones of the same
    /// colour and blocked points to blocked points. The identity is always among them.
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

/// The keys of a set of stones on a board of any size under all its symmetries.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricKeys {
    keys: [u64; SYMMETRIES],
    size: BoardSize,
}

impl SymmetricKeys {
    /// The keys of the empty board, which are 0.
    pub fn new(size: BoardSize) -> SymmetricKeys {
        SymmetricKeys {
            keys: [0; SYMMETRIES],
            size,
        }
    }

    /// The keys under the symmetries that [fit](Symmetry::fits) the board.
    fn fitting(&mut self) -> impl Iterator<Item = (&mut u64, Symmetry)> {
        let size = self.size;
        let all = self.keys.iter_mut().zip(Symmetry::all());
        all.filter(move |(_, symmetry)| symmetry.fits(size))
    }

    /// Adds or removes a stone.
    pub fn stone(&mut self, color: Color, point: Point) {
        self.toggle(point, |square| zobrist::stone(color, square));
    }

    /// Adds or removes something on a point. `key` gives its key on a square of a large board.
    pub fn toggle(&mut self, point: Point, key: impl Fn(Square) -> u64) {
        let size = self.size;
        for (sum, symmetry) in self.fitting() {
            *sum ^= key(Geometry::<LARGE>::square(symmetry.image(point, size)));
        }
    }

    /// The smallest of the keys, which all symmetric sets of stones share.
    pub fn least(mut self) -> u64 {
        let least = self.fitting().map(|(key, _)| *key).min();
        least.expect("the identity fits every board")
    }
}
