//! Moves that answer a threatened five or open four.

use crate::board::geometry::with_cells;
use crate::board::{Cell, Geometry};
use crate::engine::{Game, position_of};
use crate::movegen::answers;
use crate::position::Position;
use crate::types::{Color, Point, Square};

/// The greatest distance between the two ends of a three.
const ENDS: usize = 6;
/// The fewest stones between the ends of a row that is worth blocking.
const ROW: usize = 2;

/// The points where `side` stops every five of the opponent, or every open four if there
/// are no fives; empty if there are neither, or if nothing stops them. By row, then by column.
pub fn stops(game: &Game, side: Color) -> Vec<Point> {
    with_cells!(game.size(), |CELLS| {
        let found = answers(&position_of::<CELLS>(game, side));
        let mut points: Vec<Point> = found.iter().map(Geometry::<CELLS>::point).collect();
        points.sort_by_key(|point| (point.y, point.x));
        points
    })
}

/// Whether `side` stops a five or an open four both at `one` and at `other`, which are the
/// two ends of the same row of the opponent.
pub fn other_end(game: &Game, side: Color, one: Point, other: Point) -> bool {
    with_cells!(game.size(), |CELLS| {
        let position = position_of::<CELLS>(game, side);
        let [one, other] = [one, other].map(Geometry::<CELLS>::square);
        let found = answers(&position);
        found.contains(one) && found.contains(other) && are_ends(&position, one, other)
    })
}

/// Whether stones of the opponent, and nothing of the side to move, lie between two points
/// on a line.
fn are_ends<const CELLS: usize>(position: &Position<CELLS>, one: Square, other: Square) -> bool {
    let Some(direction) = Geometry::<CELLS>::shared_line(one, other, ENDS) else {
        return false;
    };
    let distance = Geometry::<CELLS>::distance(one, other) as i16;
    let forward = Geometry::<CELLS>::shift(one, direction, distance) == other;
    let sign = if forward { 1 } else { -1 };
    let between = (1..distance).map(|steps| {
        let at = Geometry::<CELLS>::shift(one, direction, sign * steps);
        position.board().at(at)
    });
    let theirs = Cell::stone(!position.side());
    let cells: Vec<Cell> = between.collect();
    let row = cells.iter().filter(|cell| **cell == theirs).count();
    row >= ROW
        && cells
            .iter()
            .all(|cell| [theirs, Cell::Empty].contains(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{parse_moves, parse_point};
    use crate::engine::Stone;
    use crate::types::{BoardSize, Rule};

    #[test]
    fn both_ends_of_a_three_are_found() {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(size, Rule::Freestyle);
        for point in parse_moves("h8 a1 i8 a3 j8", size).unwrap() {
            game.put(point, Stone::Of(game.side_to_move())).unwrap();
        }
        let at = |name: &str| parse_point(name, size).unwrap();
        let ends = |one, other| other_end(&game, Color::White, at(one), at(other));
        assert!(ends("g8", "k8") && ends("k8", "g8"));
        assert!(!ends("g8", "g8") && !ends("g8", "h9") && !ends("k8", "l8"));
        assert!(stops(&game, Color::White).contains(&at("k8")));
        assert_eq!(stops(&game, Color::Black), []);
    }
}
