//! How games end, and which points the rules close: what a referee says.

use super::{Game, Stone, position_of};
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::rules::{self, Foul};
use crate::types::{Color, Point};

/// The ways of a row: to the right, down, and both diagonals.
const WAYS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A row that wins by the rule.
    Row {
        /// Whose row.
        winner: Color,
        /// The whole row, in order.
        points: Vec<Point>,
    },
    /// No empty point is left, or the rule calls it a draw.
    Draw,
}

/// Is the game over, and how? A row counts wherever it lies and whenever it
/// was made.
pub fn ending(game: &Game) -> Option<Ending> {
    for (point, stone) in game.stones() {
        let Stone::Of(winner) = *stone else {
            continue;
        };
        if let Some(points) = winning_row(game, *point, winner) {
            return Some(Ending::Row { winner, points });
        }
    }
    let drawn = with_cells!(game.size(), |CELLS| rules::is_drawn(&position_of::<CELLS>(
        game,
        game.side_to_move()
    )));
    drawn.then_some(Ending::Draw)
}

/// The winning row that begins at a stone of `color`, if there is one.
fn winning_row(game: &Game, start: Point, color: Color) -> Option<Vec<Point>> {
    let own = Some(Stone::Of(color));
    let other = Some(Stone::Of(!color));
    let at = |point: Option<Point>| point.and_then(|point| game.at(point));
    WAYS.into_iter().find_map(|way| {
        let before = at(step(game, start, way, -1));
        if before == own {
            return None;
        }
        let row: Vec<Point> = (0..)
            .map_while(|steps| step(game, start, way, steps))
            .take_while(|point| game.at(*point) == own)
            .collect();
        let after = at(step(game, start, way, row.len() as i16));
        game.rule()
            .five_rule(color)
            .wins(row.len(), before == other, after == other)
            .then_some(row)
    })
}

/// The point some steps further on, if it lies on the board.
fn step(game: &Game, from: Point, way: (i16, i16), steps: i16) -> Option<Point> {
    let x = u8::try_from(i16::from(from.x) + steps * way.0).ok()?;
    let y = u8::try_from(i16::from(from.y) + steps * way.1).ok()?;
    let point = Point::new(x, y);
    game.size().contains(point).then_some(point)
}

/// The foul that the side to move would commit on an empty point of the board;
/// `None` if it may play there.
pub fn foul(game: &Game, point: Point) -> Option<Foul> {
    with_cells!(game.size(), |CELLS| foul_sized::<CELLS>(game, point))
}

fn foul_sized<const CELLS: usize>(game: &Game, point: Point) -> Option<Foul> {
    let side = game.side_to_move();
    let mut position = position_of::<CELLS>(game, side);
    rules::foul(&mut position, side, Geometry::<CELLS>::square(point))
}

/// The empty points forbidden to black, whichever side is to move, by row, then
/// by column.
pub fn forbidden_points(game: &Game) -> Vec<Point> {
    if !game.rule().has_fouls(Color::Black) {
        return Vec::new();
    }
    with_cells!(game.size(), |CELLS| forbidden_sized::<CELLS>(game))
}

fn forbidden_sized<const CELLS: usize>(game: &Game) -> Vec<Point> {
    let mut position = position_of::<CELLS>(game, Color::Black);
    let empty = *position.empty();
    let mut fouls: Vec<Point> = empty
        .iter()
        .filter(|square| rules::is_forbidden(&mut position, Color::Black, *square))
        .map(Geometry::<CELLS>::point)
        .collect();
    fouls.sort_by_key(|point| (point.y, point.x));
    fouls
}
