//! Results and fouls, as a referee sees them.

use super::{Game, Stone, position_of};
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::rules::{self, Foul};
use crate::types::{Color, Point};

/// The directions of a row: to the right, down, and both diagonals.
const DIRECTIONS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A row that wins by the rule.
    Row {
        /// The colour of the row.
        winner: Color,
        /// All points of the row, from one end to the other.
        points: Vec<Point>,
    },
    /// No point is empty, or the rule's stone limit is reached.
    Draw,
}

/// The result of a game; `None` if it is not over. A winning row counts whenever it
/// was completed.
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

/// The winning row of `color` that begins at `start`, if there is one.
fn winning_row(game: &Game, start: Point, color: Color) -> Option<Vec<Point>> {
    let own = Some(Stone::Of(color));
    let other = Some(Stone::Of(!color));
    let at = |point: Option<Point>| point.and_then(|point| game.at(point));
    DIRECTIONS.into_iter().find_map(|direction| {
        let before = at(step(game, start, direction, -1));
        if before == own {
            return None;
        }
        let row: Vec<Point> = (0..)
            .map_while(|steps| step(game, start, direction, steps))
            .take_while(|point| game.at(*point) == own)
            .collect();
        let after = at(step(game, start, direction, row.len() as i16));
        game.rule()
            .five_rule(color)
            .wins(row.len(), before == other, after == other)
            .then_some(row)
    })
}

/// The point `steps` steps away, if it is on the board.
fn step(game: &Game, from: Point, direction: (i16, i16), steps: i16) -> Option<Point> {
    let x = u8::try_from(i16::from(from.x) + steps * direction.0).ok()?;
    let y = u8::try_from(i16::from(from.y) + steps * direction.1).ok()?;
    let point = Point::new(x, y);
    game.size().contains(point).then_some(point)
}

/// The foul that the side to move would commit on an empty point; `None` if the move
/// is legal.
///
/// ```
/// use goshawk::engine::{Foul, Game, Stone, foul};
/// use goshawk::types::{BoardSize, Color, Point, Rule};
///
/// let mut game = Game::new(BoardSize::new(15, 15).unwrap(), Rule::Renju);
/// for x in [3, 4, 5, 7, 8] {
///     game.put(Point::new(x, 7), Stone::Of(Color::Black)).unwrap();
///     game.put(Point::new(x, 0), Stone::Of(Color::White)).unwrap();
/// }
/// assert_eq!(foul(&game, Point::new(6, 7)), Some(Foul::Overline));
/// ```
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
