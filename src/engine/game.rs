//! The state of one game: size, rule and stones.

use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::position::Position;
use crate::types::{BoardSize, Color, Point, Rule};

/// The contents of an occupied point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    /// A player's stone.
    Of(Color),
    /// A point on which no stone can be placed (field 3 of the BOARD command).
    Blocked,
}

/// Why a stone cannot be placed or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The point is not on the board.
    OffBoard,
    /// The point has a stone or is blocked.
    Occupied,
    /// The point is empty.
    Empty,
}

/// The state of one game: size, rule, and the stones in order. Plain data, cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    size: BoardSize,
    rule: Rule,
    stones: Vec<(Point, Stone)>,
}

impl Game {
    /// An empty board.
    pub fn new(size: BoardSize, rule: Rule) -> Game {
        Game {
            size,
            rule,
            stones: Vec::new(),
        }
    }
    /// Width and height of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }
    /// The rule of the game.
    pub fn rule(&self) -> Rule {
        self.rule
    }
    /// Changes the rule; the stones stay.
    pub fn set_rule(&mut self, rule: Rule) {
        self.rule = rule;
    }
    /// Stones and blocked points in the order in which they were placed.
    pub fn stones(&self) -> &[(Point, Stone)] {
        &self.stones
    }
    /// The contents of a point, or `None` if it is empty.
    pub fn at(&self, point: Point) -> Option<Stone> {
        self.stones
            .iter()
            .find(|(p, _)| *p == point)
            .map(|(_, stone)| *stone)
    }
    /// Number of stones, not counting blocked points.
    pub fn ply(&self) -> usize {
        self.stones
            .iter()
            .filter(|(_, s)| *s != Stone::Blocked)
            .count()
    }
    /// True if no point is empty.
    pub fn is_full(&self) -> bool {
        self.stones.len() == self.size.area()
    }
    /// Places a stone or blocks a point. An error changes nothing.
    pub fn put(&mut self, point: Point, stone: Stone) -> Result<(), GameError> {
        if !self.size.contains(point) {
            return Err(GameError::OffBoard);
        }
        if self.at(point).is_some() {
            return Err(GameError::Occupied);
        }
        self.stones.push((point, stone));
        Ok(())
    }
    /// Removes a stone or frees a blocked point, and returns what was there. An error changes nothing.
    pub fn take(&mut self, point: Point) -> Result<Stone, GameError> {
        if !self.size.contains(point) {
            return Err(GameError::OffBoard);
        }
        let at = self
            .stones
            .iter()
            .rposition(|(p, _)| *p == point)
            .ok_or(GameError::Empty)?;
        Ok(self.stones.remove(at).1)
    }
    /// The side to move by the parity of the stones: black after an even number.
    pub fn side_to_move(&self) -> Color {
        if self.ply().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }
}

/// The points that the symmetries of the position map a point to, the point itself included.
/// Moves there are equally good.
pub fn images(game: &Game, point: Point) -> Vec<Point> {
    let size = game.size();
    let mut points: Vec<Point> = with_cells!(size, |CELLS| {
        let position = position_of::<CELLS>(game, game.side_to_move());
        let symmetries = position.board().symmetries();
        symmetries.iter().map(|it| it.image(point, size)).collect()
    });
    points.sort_unstable_by_key(|point| (point.y, point.x));
    points.dedup();
    points
}

/// A game as a position of the core with `side` to move. Where the stones do not
/// alternate in colour, passes stand between them.
///
/// # Panics
/// If the board does not fit into `CELLS` cells.
pub fn position_of<const CELLS: usize>(game: &Game, side: Color) -> Position<CELLS> {
    let blocked: Vec<Point> = game
        .stones()
        .iter()
        .filter(|(_, stone)| *stone == Stone::Blocked)
        .map(|(point, _)| *point)
        .collect();
    let stones = game.stones().iter().filter_map(|(point, stone)| {
        let Stone::Of(color) = *stone else {
            return None;
        };
        Some((Geometry::<CELLS>::square(*point), color))
    });
    let first = stones.clone().next().map_or(side, |(_, color)| color);
    let mut position = Position::new(game.size(), game.rule(), first, &blocked);
    for (square, color) in stones {
        if position.side() != color {
            position.pass();
        }
        position.make(square);
    }
    if position.side() != side {
        position.pass();
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::geometry::SMALL;

    #[test]
    fn images_are_the_points_of_equally_good_moves() {
        let mut game = Game::new(BoardSize::new(15, 15).expect("a size"), Rule::Freestyle);
        let corners = [(0, 0), (14, 0), (0, 14), (14, 14)].map(|(x, y)| Point::new(x, y));
        assert_eq!(images(&game, corners[1]), corners);
        for (x, y) in [(7, 7), (8, 7)] {
            let stone = Stone::Of(game.side_to_move());
            game.put(Point::new(x, y), stone).expect("an empty point");
        }
        let rows = [Point::new(3, 6), Point::new(3, 8)];
        assert_eq!(images(&game, rows[1]), rows);
        assert_eq!(images(&game, Point::new(3, 7)), [Point::new(3, 7)]);
    }

    #[test]
    fn a_game_of_alternating_stones_has_no_passes() {
        let mut game = Game::new(BoardSize::new(15, 15).expect("a size"), Rule::Freestyle);
        for x in 0..5 {
            let side = game.side_to_move();
            let position = position_of::<SMALL>(&game, side);
            assert_eq!(position.side(), side);
            assert_eq!(
                position
                    .plies()
                    .collect::<Option<Vec<_>>>()
                    .map(|p| p.len()),
                Some(x)
            );
            game.put(Point::new(x as u8, 7), Stone::Of(side))
                .expect("an empty point");
        }
    }

    #[test]
    fn passes_stand_between_stones_of_one_colour() {
        let mut game = Game::new(BoardSize::new(15, 15).expect("a size"), Rule::Freestyle);
        for x in 0..2 {
            game.put(Point::new(x, 7), Stone::Of(Color::White))
                .expect("an empty point");
        }
        let position = position_of::<SMALL>(&game, Color::White);
        let passes: Vec<bool> = position.plies().map(|ply| ply.is_none()).collect();
        assert_eq!(passes, [false, true, false, true]);
        assert_eq!(position.side(), Color::White);
    }
}
