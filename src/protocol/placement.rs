//! The lines between BOARD and DONE: a position or a list of points.

use super::command::{Coordinates, Field, Purpose};
use super::response::CommandError;
use crate::engine::{Game, GameError, Stone};
use crate::types::{BoardSize, Color, Point, Rule};

/// No board is wider or higher than this.
const LONGEST_SIDE: i64 = 32;

/// The lines read so far. After an error the remaining lines up to DONE are still read, so that
/// none of them is executed as a command.
///
/// The size of the board is needed only at DONE, since the lines may wait for a search
/// and the size may change meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// What the lines are for.
    purpose: Purpose,
    /// The number of points and malformed lines so far. Blank lines, INFO and STOP do
    /// not count.
    lines: usize,
    /// The points before the first error, all different. Each is on the largest board, which
    /// bounds their number.
    stones: Vec<PlacedStone>,
    /// The first error.
    error: Option<CommandError>,
}

/// A line with a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlacedStone {
    /// The number of the line, from 1.
    line: usize,
    at: Coordinates,
    field: Option<Field>,
}

impl Placement {
    /// Before the first line.
    pub fn new(purpose: Purpose) -> Placement {
        Placement {
            purpose,
            lines: 0,
            stones: Vec::new(),
            error: None,
        }
    }

    /// What the lines are for.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The number of points kept in memory.
    pub fn len(&self) -> usize {
        self.stones.len()
    }

    /// Adds a line with a point and, if it has one, a field.
    pub fn stone(&mut self, at: Coordinates, field: Option<Field>) {
        if self.purpose.needs_field() && field.is_none() {
            return self.malformed();
        }
        self.lines += 1;
        // After an error the points are not needed.
        if self.error.is_some() {
            return;
        }
        let is_outside = |at: i64| !(0..LONGEST_SIDE).contains(&at);
        if is_outside(at.x) || is_outside(at.y) {
            self.error = Some(CommandError::BoardPoint(self.lines, GameError::OffBoard));
        } else if self.stones.iter().any(|stone| stone.at == at) {
            // A list of points may contain a point twice.
            if self.purpose.is_position() {
                self.error = Some(CommandError::BoardPoint(self.lines, GameError::Occupied));
            }
        } else {
            let line = self.lines;
            self.stones.push(PlacedStone { line, at, field });
        }
    }

    /// Adds a malformed line.
    pub fn malformed(&mut self) {
        self.lines += 1;
        self.error
            .get_or_insert(CommandError::MalformedBoardLine(self.lines));
    }

    /// The points and their fields on a board of `size`, which is `None` before START.
    ///
    /// # Errors
    /// The first error among the lines.
    fn on_board(
        &self,
        size: Option<BoardSize>,
    ) -> Result<Vec<(Point, Option<Field>)>, CommandError> {
        let size = size.ok_or(CommandError::NoGame)?;
        let on_board = |stone: &PlacedStone| {
            let off_board = CommandError::BoardPoint(stone.line, GameError::OffBoard);
            Ok((stone.at.on(size).ok_or(off_board)?, stone.field))
        };
        let stones = self.stones.iter().map(on_board).collect::<Result<_, _>>()?;
        // All stones kept come before this error.
        self.error.map_or(Ok(stones), Err)
    }

    /// The list of points, after DONE, on a board of `size`, which is `None` before START.
    ///
    /// # Errors
    /// The first error among the lines.
    pub fn points(&self, size: Option<BoardSize>) -> Result<Vec<Point>, CommandError> {
        let stones = self.on_board(size)?;
        Ok(stones.into_iter().map(|(point, _)| point).collect())
    }

    /// The position, after DONE, on a board of `size`, which is `None` before START.
    ///
    /// It is the engine's turn. Black moves first and the sides take turns, so
    /// the engine is black after an even number of stones.
    ///
    /// # Errors
    /// The first error among the lines.
    pub fn game(&self, size: Option<BoardSize>, rule: Rule) -> Result<Game, CommandError> {
        let stones = self.on_board(size)?;
        let mut game = Game::new(size.ok_or(CommandError::NoGame)?, rule);
        if self.purpose == Purpose::Swap2 {
            put_opening(&mut game, stones)?;
            return Ok(game);
        }
        let played = stones
            .iter()
            .filter(|(_, field)| *field != Some(Field::Blocked));
        let own = if played.count().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        for (point, field) in stones {
            let stone = match field {
                Some(Field::Opponent) => Stone::Of(!own),
                Some(Field::Blocked) => Stone::Blocked,
                Some(Field::Own) | None => Stone::Of(own),
            };
            game.put(point, stone).map_err(CommandError::Point)?;
        }
        Ok(game)
    }
}

/// Places a swap2 opening on an empty board: no stones, two black and one white, or three
/// black and two white.
///
/// Managers send `x,y` in the order of play, black first. If there are fields that fit an
/// opening, they determine the colours: black has one stone more.
fn put_opening(game: &mut Game, stones: Vec<(Point, Option<Field>)>) -> Result<(), CommandError> {
    let count = stones.len();
    let number = |wanted| {
        let fields = stones.iter().map(|(_, field)| *field);
        fields.filter(|field| *field == Some(wanted)).count()
    };
    if ![0, 3, 5].contains(&count) || number(Field::Blocked) > 0 {
        return Err(CommandError::Swap2Board);
    }
    let black = match (number(Field::Own), number(Field::Opponent)) {
        (own, opponent) if own == opponent + 1 && own + opponent == count => Some(Field::Own),
        (own, opponent) if opponent == own + 1 && own + opponent == count => Some(Field::Opponent),
        _ => None,
    };
    for (index, (point, field)) in stones.into_iter().enumerate() {
        let is_black = match black {
            Some(_) => field == black,
            None => index.is_multiple_of(2),
        };
        let color = if is_black { Color::Black } else { Color::White };
        game.put(point, Stone::Of(color))
            .map_err(CommandError::Point)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Coordinates {
        Coordinates { x, y }
    }

    fn fifteen() -> Option<BoardSize> {
        BoardSize::square(15)
    }

    #[test]
    fn the_engine_is_black_after_an_even_number_of_stones() {
        let mut placement = Placement::new(Purpose::Play);
        placement.stone(at(7, 7), Some(Field::Opponent));
        placement.stone(at(0, 0), Some(Field::Blocked));
        let game = placement.game(fifteen(), Rule::Renju).unwrap();
        assert_eq!(game.side_to_move(), Color::White);
        let expected = [
            (Point::new(7, 7), Stone::Of(Color::Black)),
            (Point::new(0, 0), Stone::Blocked),
        ];
        assert_eq!(game.stones(), expected);

        let mut placement = Placement::new(Purpose::Play);
        placement.stone(at(7, 7), Some(Field::Own));
        placement.stone(at(8, 8), Some(Field::Opponent));
        let game = placement.game(fifteen(), Rule::Renju).unwrap();
        assert_eq!(game.at(Point::new(7, 7)), Some(Stone::Of(Color::Black)));
        let empty = Placement::new(Purpose::Play);
        let game = empty.game(fifteen(), Rule::Renju).unwrap();
        assert_eq!(game.side_to_move(), Color::Black);
    }

    #[test]
    fn the_first_error_is_reported_with_its_line() {
        let mut placement = Placement::new(Purpose::Play);
        placement.stone(at(7, 7), Some(Field::Own));
        placement.stone(at(7, 7), Some(Field::Own));
        placement.malformed();
        placement.stone(at(15, 0), Some(Field::Own));
        let error = CommandError::BoardPoint(2, GameError::Occupied);
        assert_eq!(placement.game(fifteen(), Rule::Freestyle), Err(error));
        // On a smaller board another line is the first error.
        let error = CommandError::BoardPoint(1, GameError::OffBoard);
        let small = BoardSize::square(5);
        assert_eq!(placement.game(small, Rule::Freestyle), Err(error));
    }

    fn opening(stones: &[(i64, Option<Field>)]) -> Result<Vec<Stone>, CommandError> {
        let mut placement = Placement::new(Purpose::Swap2);
        for (x, field) in stones {
            placement.stone(at(*x, 7), *field);
        }
        let game = placement.game(fifteen(), Rule::Freestyle)?;
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
        let mut placement = Placement::new(Purpose::Play);
        placement.stone(at(7, 7), Some(Field::Own));
        placement.malformed();
        let game = placement.game(None, Rule::Freestyle);
        assert_eq!(game, Err(CommandError::NoGame));
    }

    #[test]
    fn a_list_of_points_takes_bounded_memory() {
        let mut list = Placement::new(Purpose::Exclude);
        for number in 0..1 << 16 {
            list.stone(at(number % 32, number / 32 % 32), None);
        }
        assert_eq!(list.len(), 32 * 32);
        let mut list = Placement::new(Purpose::Exclude);
        list.stone(at(3, 4), None);
        list.stone(at(3, 4), None);
        assert_eq!(list.points(fifteen()), Ok(vec![Point::new(3, 4)]));
        list.stone(at(32, 0), None);
        let error = CommandError::BoardPoint(3, GameError::OffBoard);
        assert_eq!(list.points(fifteen()), Err(error));
    }
}
