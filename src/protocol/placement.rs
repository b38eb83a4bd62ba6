//! The lines between BOARD and DONE: a position or a list of points.

use super::command::{Coordinates, Field};
use super::response::CommandError;
use crate::engine::{Game, GameError, Stone};
use crate::types::{BoardSize, Color, Point, Rule};

/// What the lines are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// BOARD: set up the position and find a move.
    Play,
    /// SWAP2BOARD: answer a swap2 opening.
    Swap2,
    /// YXBOARD: set up the position.
    SetUp,
    /// YXBLOCK: points that the engine must not play.
    Exclude,
    /// YXBLOCKUNDO: points that it may play again.
    Allow,
}

/// The lines read so far. After an error the remaining lines are still read, up
/// to DONE, so that none of them is taken for a command.
#[derive(Debug)]
pub struct Placement {
    /// What the lines are for.
    purpose: Purpose,
    /// The size of the board; `None` before START.
    size: Option<BoardSize>,
    /// The number of points and malformed lines so far. Blank lines, INFO and STOP do
    /// not count.
    lines: usize,
    /// The points so far, all different and on the board.
    stones: Vec<(Point, Option<Field>)>,
    /// The first error.
    error: Option<CommandError>,
}

impl Placement {
    /// Starts reading lines for a board of `size`, which is `None` before START.
    pub fn new(purpose: Purpose, size: Option<BoardSize>) -> Placement {
        Placement {
            purpose,
            size,
            lines: 0,
            stones: Vec::new(),
            error: size.is_none().then_some(CommandError::NoGame),
        }
    }

    /// What the lines are for.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Adds a line with a point and, if it has one, a field.
    pub fn stone(&mut self, coordinates: Coordinates, field: Option<Field>) {
        if matches!(self.purpose, Purpose::Play | Purpose::SetUp) && field.is_none() {
            return self.malformed();
        }
        self.lines += 1;
        // After an error the points are not needed.
        let (None, Some(size)) = (self.error, self.size) else {
            return;
        };
        match coordinates.on(size) {
            None => {
                self.error = Some(CommandError::BoardPoint(self.lines, GameError::OffBoard));
            }
            Some(point) if self.stones.iter().any(|(other, _)| *other == point) => {
                // A list of points may contain a point twice.
                if self.is_position() {
                    self.error = Some(CommandError::BoardPoint(self.lines, GameError::Occupied));
                }
            }
            Some(point) => self.stones.push((point, field)),
        }
    }

    /// True if the lines are a position, false if they are a list of points.
    fn is_position(&self) -> bool {
        !matches!(self.purpose, Purpose::Exclude | Purpose::Allow)
    }

    /// Adds a malformed line.
    pub fn malformed(&mut self) {
        self.lines += 1;
        self.error
            .get_or_insert(CommandError::MalformedBoardLine(self.lines));
    }

    /// The list of points, after DONE.
    ///
    /// # Errors
    /// The first error among the lines.
    pub fn points(self) -> Result<Vec<Point>, CommandError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.stones.into_iter().map(|(point, _)| point).collect()),
        }
    }

    /// The position, after DONE.
    ///
    /// It is the engine's turn. Black moves first and the sides take turns, so
    /// the engine is black after an even number of stones.
    ///
    /// # Errors
    /// The first error among the lines.
    pub fn finish(self, rule: Rule) -> Result<Game, CommandError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.purpose == Purpose::Swap2 {
            return self.opening(rule);
        }
        let mut game = Game::new(self.size.ok_or(CommandError::NoGame)?, rule);
        let played = self
            .stones
            .iter()
            .filter(|(_, field)| *field != Some(Field::Blocked));
        let own = if played.count().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        for (point, field) in self.stones {
            let stone = match field {
                Some(Field::Opponent) => Stone::Of(!own),
                Some(Field::Blocked) => Stone::Blocked,
                Some(Field::Own) | None => Stone::Of(own),
            };
            game.put(point, stone).map_err(CommandError::Point)?;
        }
        Ok(game)
    }

    /// A swap2 opening: no stones, two black and one white, or three black and
    /// two white.
    ///
    /// Managers send `x,y` in the order of play, black first. If there are
    /// fields that fit an opening, they decide: black has one stone more.
    fn opening(self, rule: Rule) -> Result<Game, CommandError> {
        let count = self.stones.len();
        let number = |wanted| {
            let fields = self.stones.iter().map(|(_, field)| *field);
            fields.filter(|field| *field == Some(wanted)).count()
        };
        if ![0, 3, 5].contains(&count) || number(Field::Blocked) > 0 {
            return Err(CommandError::Swap2Board);
        }
        let black = match (number(Field::Own), number(Field::Opponent)) {
            (own, opponent) if own == opponent + 1 && own + opponent == count => Some(Field::Own),
            (own, opponent) if opponent == own + 1 && own + opponent == count => {
                Some(Field::Opponent)
            }
            _ => None,
        };
        let mut game = Game::new(self.size.ok_or(CommandError::NoGame)?, rule);
        for (index, (point, field)) in self.stones.into_iter().enumerate() {
            let is_black = match black {
                Some(_) => field == black,
                None => index.is_multiple_of(2),
            };
            let color = if is_black { Color::Black } else { Color::White };
            game.put(point, Stone::Of(color))
                .map_err(CommandError::Point)?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Coordinates {
        Coordinates { x, y }
    }

    fn fifteen() -> Placement {
        Placement::new(Purpose::Play, BoardSize::square(15))
    }

    #[test]
    fn the_engine_is_black_after_an_even_number_of_stones() {
        let mut placement = fifteen();
        placement.stone(at(7, 7), Some(Field::Opponent));
        placement.stone(at(0, 0), Some(Field::Blocked));
        let game = placement.finish(Rule::Renju).unwrap();
        assert_eq!(game.side_to_move(), Color::White);
        let expected = [
            (Point::new(7, 7), Stone::Of(Color::Black)),
            (Point::new(0, 0), Stone::Blocked),
        ];
        assert_eq!(game.stones(), expected);

        let mut placement = fifteen();
        placement.stone(at(7, 7), Some(Field::Own));
        placement.stone(at(8, 8), Some(Field::Opponent));
        let game = placement.finish(Rule::Renju).unwrap();
        assert_eq!(game.at(Point::new(7, 7)), Some(Stone::Of(Color::Black)));
        assert_eq!(
            fifteen().finish(Rule::Renju).unwrap().side_to_move(),
            Color::Black
        );
    }

    #[test]
    fn the_first_error_is_reported_with_its_line() {
        let mut placement = fifteen();
        placement.stone(at(7, 7), Some(Field::Own));
        placement.stone(at(7, 7), Some(Field::Own));
        placement.malformed();
        placement.stone(at(15, 0), Some(Field::Own));
        let error = CommandError::BoardPoint(2, GameError::Occupied);
        assert_eq!(placement.finish(Rule::Freestyle), Err(error));
    }

    fn opening(stones: &[(i64, Option<Field>)]) -> Result<Vec<Stone>, CommandError> {
        let mut placement = Placement::new(Purpose::Swap2, BoardSize::square(15));
        for (x, field) in stones {
            placement.stone(at(*x, 7), *field);
        }
        let game = placement.finish(Rule::Freestyle)?;
        Ok(game.stones().iter().map(|(_, stone)| *stone).collect())
    }

    #[test]
    fn colours_of_an_opening_alternate_unless_fields_decide() {
        let (black, white) = (Stone::Of(Color::Black), Stone::Of(Color::White));
        let (own, other) = (Some(Field::Own), Some(Field::Opponent));
        assert_eq!(opening(&[]), Ok(vec![]));
        for [a, b, c] in [[None; 3], [own; 3], [own, other, own], [other, own, other]] {
            let stones = opening(&[(1, a), (2, b), (3, c)]);
            assert_eq!(stones, Ok(vec![black, white, black]));
        }
        let stones = opening(&[(1, other), (2, other), (3, own)]);
        assert_eq!(stones, Ok(vec![black, black, white]));
        let four: Vec<_> = (1..5).map(|x| (x, None)).collect();
        assert_eq!(opening(&four), Err(CommandError::Swap2Board));
        let blocked = [(1, own), (2, other), (3, Some(Field::Blocked))];
        assert_eq!(opening(&blocked), Err(CommandError::Swap2Board));
    }

    #[test]
    fn there_is_no_position_before_start() {
        let mut placement = Placement::new(Purpose::Play, None);
        placement.stone(at(7, 7), Some(Field::Own));
        placement.malformed();
        assert_eq!(placement.finish(Rule::Freestyle), Err(CommandError::NoGame));
    }
}
