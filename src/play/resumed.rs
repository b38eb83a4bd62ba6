//! Games to continue: what a record says about a game that people and the engine continue.

use std::fmt;
use std::time::Duration;

use super::finish::Finish;
use super::record::is_own;
use super::seats::Seats;
use crate::board::diagram::Cell;
use crate::engine::{Game, Stone, end_of_play};
use crate::record::Record;
use crate::report::judgement::PositionError;
use crate::types::{BoardSize, Color, OpeningRule, Point, Rule};

/// A game to continue.
#[derive(Debug)]
pub struct Resumed {
    /// The game.
    pub game: Game,
    /// The time that each of its stones took, if it is known.
    pub times: Vec<Option<Duration>>,
    /// The rule of its opening, if it has had one that fits the game.
    pub opening: Option<OpeningRule>,
    /// How it has ended, if it has.
    pub finish: Option<Finish>,
    /// The players of a game that this program has saved, or has played in.
    pub seats: Option<Seats>,
    /// The limit of the engine's moves, if it is known.
    pub limit: Option<Duration>,
    /// The date of the record.
    pub date: Option<String>,
}

/// Why a game cannot be continued.
#[derive(Debug, PartialEq, Eq)]
pub enum NotResumed {
    /// Fouls depend on the order of the stones, which a board does not show.
    NoOrder,
    /// The sides have not taken turns.
    NoTurns,
    /// There are moves after the end of the game.
    Over(PositionError),
}

impl fmt::Display for NotResumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotResumed::NoOrder => f.write_str(
                "a game with fouls cannot be continued from a board, which does not show the \
                 order of the stones",
            ),
            NotResumed::NoTurns => f.write_str(
                "a game can be continued only if the sides have taken turns, black first",
            ),
            NotResumed::Over(error) => write!(f, "{error}"),
        }
    }
}

impl Resumed {
    /// An empty board.
    pub fn empty(size: BoardSize, rule: Rule) -> Resumed {
        Resumed {
            game: Game::new(size, rule),
            times: Vec::new(),
            opening: None,
            finish: None,
            seats: None,
            limit: None,
            date: None,
        }
    }

    /// A game from the position after the first `count` moves of a record, under `rule`: other
    /// players go on with it.
    ///
    /// # Errors
    /// If it cannot be continued.
    pub fn from_position(
        mut record: Record,
        count: usize,
        rule: Rule,
    ) -> Result<Resumed, NotResumed> {
        record.moves.truncate(count);
        record.result = None;
        record.date = None;
        record.opening = None;
        record.move_limit = None;
        Resumed::of_record(&record, rule)
    }

    /// The game after the last move of a record, under `rule`.
    ///
    /// # Errors
    /// If it cannot be continued.
    pub fn of_record(record: &Record, rule: Rule) -> Result<Resumed, NotResumed> {
        let mut game = Game::new(record.size(), rule);
        let start = stones_in_turn(record);
        if rule.spec().fouls.is_some() && start.iter().any(|(_, stone)| *stone != Stone::Blocked) {
            return Err(NotResumed::NoOrder);
        }
        let mut times = vec![None; start.len()];
        times.extend(record.moves.iter().map(|played| played.time));
        let moves = record.moves.iter();
        let moves = moves.map(|played| (played.point, Stone::Of(played.color)));
        for (point, stone) in start.into_iter().chain(moves) {
            if stone != Stone::Blocked && stone != Stone::Of(game.side_to_move()) {
                return Err(NotResumed::NoTurns);
            }
            let put = game.put(point, stone);
            debug_assert_eq!(put, Ok(()), "each point of a record occurs once");
        }
        if record.side_to_move() != game.side_to_move() {
            return Err(NotResumed::NoTurns);
        }
        let finish = match end_of_play(&game) {
            Some((last, _)) if last < game.stones().len() => {
                let error = PositionError::GameOver { number: last + 1 };
                return Err(NotResumed::Over(error));
            }
            Some((_, ending)) => Some(Finish::Board(ending)),
            None => (record.result).map(|result| Finish::of_record(result, record.won_by)),
        };
        let opening = record.opening;
        Ok(Resumed {
            opening: opening.filter(|opening| opening.fits(rule, game.size())),
            game,
            times,
            finish,
            seats: Seats::of_record(record, is_own(record)),
            limit: record.move_limit,
            date: record.date.clone(),
        })
    }
}

/// The blocked points and stones before the first move of a record, in alternating colours as
/// far as their numbers allow.
fn stones_in_turn(record: &Record) -> Vec<(Point, Stone)> {
    let points = |wanted: Cell| {
        let occupied = record.start.occupied();
        occupied.filter_map(move |(point, cell)| (cell == wanted).then_some(point))
    };
    let mut stones: Vec<_> = points(Cell::Blocked).map(|p| (p, Stone::Blocked)).collect();
    let mut white = points(Cell::Stone(Color::White));
    for point in points(Cell::Stone(Color::Black)) {
        stones.push((point, Stone::Of(Color::Black)));
        stones.extend(white.next().map(|point| (point, Stone::Of(Color::White))));
    }
    stones.extend(white.map(|point| (point, Stone::Of(Color::White))));
    stones
}
