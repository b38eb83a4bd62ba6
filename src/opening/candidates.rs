//! Candidate moves and stone sets, before any search compares them.

use super::series::with;
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::engine::{Game, position_of};
use crate::movegen;
use crate::pattern::Class;
use crate::random::Random;
use crate::types::{Color, Point};

/// Number of stone sets that are generated at random.
const SAMPLES: usize = 192;
/// Largest distance of an opening's stones from its first stone, in points.
const REACH: u8 = 4;

/// Random openings of three stones close to each other, anywhere on the board.
pub fn random_openings(game: &Game, random: &mut Random) -> Vec<Vec<Point>> {
    let points: Vec<Point> = game
        .size()
        .points()
        .filter(|point| game.at(*point).is_none())
        .collect();
    let mut openings = Vec::new();
    for _ in 0..SAMPLES {
        let Some(first) = points.get(random.below(points.len())).copied() else {
            break;
        };
        let mut near: Vec<Point> = points
            .iter()
            .copied()
            .filter(|p| *p != first && p.x.abs_diff(first.x).max(p.y.abs_diff(first.y)) <= REACH)
            .collect();
        random.shuffle(&mut near);
        if let [second, third, ..] = near[..] {
            openings.push(vec![first, second, third]);
        }
    }
    openings
}

/// Sets of one or two stones near those on the board, in random order. No stone wins. `is_over`:
/// there is no time for more sets.
pub fn balancing_sets(
    game: &Game,
    stones: usize,
    random: &mut Random,
    is_over: impl Fn() -> bool,
) -> Vec<Vec<Point>> {
    let mut firsts = non_winning_moves(game);
    random.shuffle(&mut firsts);
    if stones <= 1 {
        return firsts.into_iter().map(|point| vec![point]).collect();
    }
    let mut sets = Vec::new();
    let per_first = SAMPLES.div_ceil(firsts.len().max(1));
    for first in firsts {
        if !sets.is_empty() && is_over() {
            break;
        }
        let mut seconds = non_winning_moves(&with(game, &[first]));
        random.shuffle(&mut seconds);
        sets.extend(seconds.into_iter().take(per_first).map(|s| vec![first, s]));
    }
    random.shuffle(&mut sets);
    sets
}

/// Returns whether either side could win with its next stone.
pub fn has_five_threat(game: &Game) -> bool {
    with_cells!(game.size(), |CELLS| has_five_threat_sized::<CELLS>(game))
}

/// [`has_five_threat`] on a board of `CELLS` cells.
fn has_five_threat_sized<const CELLS: usize>(game: &Game) -> bool {
    let position = position_of::<CELLS>(game, game.side_to_move());
    Color::ALL
        .into_iter()
        .any(|color| position.count(color, Class::Five) > 0)
}

/// The legal moves that do not win at once: near stones, or anywhere on a board without
/// such moves.
pub fn non_winning_moves(game: &Game) -> Vec<Point> {
    with_cells!(game.size(), |CELLS| non_winning_moves_sized::<CELLS>(game))
}

/// [`non_winning_moves`] on a board of `CELLS` cells.
fn non_winning_moves_sized<const CELLS: usize>(game: &Game) -> Vec<Point> {
    let side = game.side_to_move();
    let mut position = position_of::<CELLS>(game, side);
    let candidates = position.candidates();
    let squares = if game.ply() == 0 || candidates.is_empty() {
        *position.empty()
    } else {
        candidates
    };
    let moves = squares.iter().filter(|square| {
        movegen::is_legal(&mut position, side, *square)
            && position.class(side, *square) != Class::Five
    });
    moves.map(Geometry::<CELLS>::point).collect()
}
