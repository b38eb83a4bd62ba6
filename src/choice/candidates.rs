//! Where choices choose from: openings at random, legal moves.

use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::engine::{Game, position_of};
use crate::movegen;
use crate::pattern::Class;
use crate::types::{Color, Point};

/// Stone sets looked at before any is searched.
pub const SAMPLES: usize = 192;
/// The stones of an opening lie no further from the first one than this.
const REACH: u8 = 4;

/// Openings of three stones anywhere on the board, close to each other.
pub fn opening_sets(game: &Game, dice: &mut Dice) -> Vec<Vec<Point>> {
    let points: Vec<Point> = game
        .size()
        .points()
        .filter(|point| game.at(*point).is_none())
        .collect();
    let mut sets = Vec::new();
    for _ in 0..SAMPLES {
        let Some(first) = points.get(dice.below(points.len())).copied() else {
            break;
        };
        let mut near: Vec<Point> = points
            .iter()
            .copied()
            .filter(|p| *p != first && p.x.abs_diff(first.x).max(p.y.abs_diff(first.y)) <= REACH)
            .collect();
        dice.shuffle(&mut near);
        if let [second, third, ..] = near[..] {
            sets.push(vec![first, second, third]);
        }
    }
    sets
}

/// Which points count as possible moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Followers {
    /// Those near stones, unless there are none.
    Near,
    /// All empty points.
    All,
}

/// The legal moves of the side to move, and whether each wins at once.
pub fn followers(game: &Game, which: Followers) -> Vec<(Point, bool)> {
    with_cells!(game.size(), |CELLS| followers_sized::<CELLS>(game, which))
}

fn followers_sized<const CELLS: usize>(game: &Game, which: Followers) -> Vec<(Point, bool)> {
    let side = game.side_to_move();
    let mut position = position_of::<CELLS>(game, side);
    let mut set = *position.empty();
    if which == Followers::Near && !position.candidates().is_empty() {
        set = position.candidates();
    }
    let squares: Vec<_> = set.iter().collect();
    squares
        .into_iter()
        .filter(|square| movegen::is_legal(&mut position, side, *square))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|square| {
            let wins = position.class(side, square) == Class::Five;
            (Geometry::<CELLS>::point(square), wins)
        })
        .collect()
}

/// Can either side win with its next stone?
pub fn five_is_near(game: &Game) -> bool {
    with_cells!(game.size(), |CELLS| five_is_near_sized::<CELLS>(game))
}

fn five_is_near_sized<const CELLS: usize>(game: &Game) -> bool {
    let position = position_of::<CELLS>(game, game.side_to_move());
    Color::ALL
        .into_iter()
        .any(|color| position.count(color, Class::Five) > 0)
}

/// The legal moves that do not win at once: near stones, or anywhere if there are none.
pub fn quiet_followers(game: &Game) -> Vec<Point> {
    let which = match game.ply() {
        0 => Followers::All,
        _ => Followers::Near,
    };
    let moves = followers(game, which);
    let quiet = moves.into_iter().filter(|(_, wins)| !wins);
    quiet.map(|(point, _)| point).collect()
}

/// Random numbers.
// CITE: S. Vigna, splitmix64.
pub struct Dice(pub u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        (self.roll() % (end as u64).max(1)) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}
