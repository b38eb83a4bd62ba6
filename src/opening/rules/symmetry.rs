//! Equivalent fifth moves: points that a symmetry of the stones on the board maps to each other.
//!
//! The symmetries are those of the stones alone, wherever they lie on the board. They include
//! rotations and reflections of the plane that do not map the board to itself: such a pair of fifth
//! moves differs only in its distance from the edges, and renju regards it as symmetrical.

use crate::engine::{Game, Stone};
use crate::types::Point;

/// The eight rotations and reflections of the grid, as `[xx, xy, yx, yy]`: the image of `(x, y)` is
/// `(xx * x + xy * y, yx * x + yy * y)`.
const MAPS: [[i32; 4]; 8] = [
    [1, 0, 0, 1],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [-1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [0, 1, -1, 0],
    [0, -1, -1, 0],
];

/// The symmetries that map the stones of a position to themselves, each colour to itself.
///
/// A symmetry fixes the centre of gravity of the stones. Coordinates are measured from it and
/// multiplied by the number of stones, which makes them whole numbers.
#[derive(Clone, Debug)]
pub struct Symmetries {
    maps: Vec<[i32; 4]>,
    count: i32,
    sum: (i32, i32),
}

impl Symmetries {
    /// The symmetries of the stones of a game. Without stones, only the identity.
    pub fn of(game: &Game) -> Symmetries {
        let stones = game.stones();
        let sum = stones.iter().fold((0, 0), |(x, y), (point, _)| {
            (x + i32::from(point.x), y + i32::from(point.y))
        });
        let mut symmetries = Symmetries {
            maps: vec![MAPS[0]],
            count: stones.len() as i32,
            sum,
        };
        if stones.is_empty() {
            return symmetries;
        }
        let measured: Vec<((i32, i32), Stone)> = (stones.iter())
            .map(|(point, stone)| (symmetries.measured(*point), *stone))
            .collect();
        symmetries.maps = MAPS
            .into_iter()
            .filter(|map| {
                let mut images = measured
                    .iter()
                    .map(|(at, stone)| (image(*map, *at), *stone));
                images.all(|mapped| measured.contains(&mapped))
            })
            .collect();
        symmetries
    }

    /// Whether a symmetry maps the first point to the second. Each point is equivalent to itself.
    pub fn are_equivalent(&self, first: Point, second: Point) -> bool {
        let (first_at, second_at) = (self.measured(first), self.measured(second));
        let mut images = self.maps.iter().map(|map| image(*map, first_at));
        first == second || images.any(|mapped| mapped == second_at)
    }

    /// A point in the coordinates of the symmetries.
    fn measured(&self, point: Point) -> (i32, i32) {
        let x = self.count * i32::from(point.x) - self.sum.0;
        let y = self.count * i32::from(point.y) - self.sum.1;
        (x, y)
    }
}

/// The image of coordinates.
fn image([xx, xy, yx, yy]: [i32; 4], (x, y): (i32, i32)) -> (i32, i32) {
    (xx * x + xy * y, yx * x + yy * y)
}
