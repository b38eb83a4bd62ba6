//! BOARD … DONE: a position told line by line.

use super::command::{Coordinates, Field};
use super::response::Refusal;
use crate::engine::{Game, GameError, Stone};
use crate::types::{BoardSize, Color, Point, Rule};

/// What the position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// BOARD: keep it and find a move.
    Play,
    /// SWAP2BOARD: decide about an opening.
    Swap2,
    /// YXBOARD: keep it, no more.
    Keep,
    /// YXBLOCK: no position, but points not to be played.
    Bar,
    /// YXBLOCKUNDO: points that may be played again.
    Unbar,
}

/// A position in the making. The first fault is kept, and the rest of the
/// lines is read all the same, so that DONE ends it in every case.
#[derive(Debug)]
pub struct Placement {
    purpose: Purpose,
    size: Option<BoardSize>,
    /// Lines so far, blank ones not counted.
    lines: usize,
    stones: Vec<(Point, Option<Field>)>,
    fault: Option<Refusal>,
}

impl Placement {
    /// Begins a position on a board of `size`, `None` if no game has been started.
    pub fn new(purpose: Purpose, size: Option<BoardSize>) -> Placement {
        Placement {
            purpose,
            size,
            lines: 0,
            stones: Vec::new(),
            fault: size.is_none().then_some(Refusal::NoGame),
        }
    }

    /// What the position is for.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Adds a line that named a stone.
    pub fn stone(&mut self, coordinates: Coordinates, field: Option<Field>) {
        if matches!(self.purpose, Purpose::Play | Purpose::Keep) && field.is_none() {
            return self.malformed();
        }
        self.lines += 1;
        // With a fault there will be no position: nothing more is stored.
        let (None, Some(size)) = (self.fault, self.size) else {
            return;
        };
        match coordinates.on(size) {
            None => self.fault = Some(Refusal::BoardStone(self.lines, GameError::OffBoard)),
            Some(point) if self.stones.iter().any(|(other, _)| *other == point) => {
                // Points to bar may well be named twice.
                if self.is_position() {
                    self.fault = Some(Refusal::BoardStone(self.lines, GameError::Occupied));
                }
            }
            Some(point) => self.stones.push((point, field)),
        }
    }

    /// Is it a position rather than a list of points?
    fn is_position(&self) -> bool {
        !matches!(self.purpose, Purpose::Bar | Purpose::Unbar)
    }

    /// Adds a line that made no sense.
    pub fn malformed(&mut self) {
        self.lines += 1;
        self.fault.get_or_insert(Refusal::BoardForm(self.lines));
    }

    /// The points named, once DONE has come.
    ///
    /// # Errors
    /// The first fault among the lines.
    pub fn points(self) -> Result<Vec<Point>, Refusal> {
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.stones.into_iter().map(|(point, _)| point).collect()),
        }
    }

    /// The position, once DONE has come.
    ///
    /// Black has moved first and the sides in turn, so after an even number of
    /// stones the engine, whose move it is, is black.
    ///
    /// # Errors
    /// The first fault among the lines.
    pub fn finish(self, rule: Rule) -> Result<Game, Refusal> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if self.purpose == Purpose::Swap2 {
            return self.opening(rule);
        }
        let mut game = Game::new(self.size.ok_or(Refusal::NoGame)?, rule);
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
            game.put(point, stone).map_err(Refusal::Stone)?;
        }
        Ok(game)
    }

    /// An opening of swap2: 0, 3 or 5 stones, the odd one more being black's.
    ///
    /// Managers send `x,y` in the order of play, black first. Where fields tell
    /// the colours apart they count instead: black is who has one stone more.
    fn opening(self, rule: Rule) -> Result<Game, Refusal> {
        let count = self.stones.len();
        let has = |wanted| {
            self.stones
                .iter()
                .filter(|(_, f)| *f == Some(wanted))
                .count()
        };
        if ![0, 3, 5].contains(&count) || has(Field::Blocked) > 0 {
            return Err(Refusal::Swap2);
        }
        let black = match (has(Field::Own), has(Field::Opponent)) {
            (own, opponent) if own == opponent + 1 && own + opponent == count => Some(Field::Own),
            (own, opponent) if opponent == own + 1 && own + opponent == count => {
                Some(Field::Opponent)
            }
            _ => None,
        };
        let mut game = Game::new(self.size.ok_or(Refusal::NoGame)?, rule);
        for (at, (point, field)) in self.stones.into_iter().enumerate() {
            let is_black = match black {
                Some(_) => field == black,
                None => at.is_multiple_of(2),
            };
            let color = if is_black { Color::Black } else { Color::White };
            game.put(point, Stone::Of(color)).map_err(Refusal::Stone)?;
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
    fn the_number_of_stones_tells_who_is_black() {
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
    fn the_first_fault_is_told_with_its_line() {
        let mut placement = fifteen();
        placement.stone(at(7, 7), Some(Field::Own));
        placement.stone(at(7, 7), Some(Field::Own));
        placement.malformed();
        placement.stone(at(15, 0), Some(Field::Own));
        let fault = Refusal::BoardStone(2, GameError::Occupied);
        assert_eq!(placement.finish(Rule::Freestyle), Err(fault));
    }

    fn opening(stones: &[(i64, Option<Field>)]) -> Result<Vec<Stone>, Refusal> {
        let mut placement = Placement::new(Purpose::Swap2, BoardSize::square(15));
        for (x, field) in stones {
            placement.stone(at(*x, 7), *field);
        }
        let game = placement.finish(Rule::Freestyle)?;
        Ok(game.stones().iter().map(|(_, stone)| *stone).collect())
    }

    #[test]
    fn an_opening_alternates_unless_fields_say_otherwise() {
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
        assert_eq!(opening(&four), Err(Refusal::Swap2));
        let walls = [(1, own), (2, other), (3, Some(Field::Blocked))];
        assert_eq!(opening(&walls), Err(Refusal::Swap2));
    }

    #[test]
    fn a_position_needs_a_size() {
        let mut placement = Placement::new(Purpose::Play, None);
        placement.stone(at(7, 7), Some(Field::Own));
        placement.malformed();
        assert_eq!(placement.finish(Rule::Freestyle), Err(Refusal::NoGame));
    }
}
