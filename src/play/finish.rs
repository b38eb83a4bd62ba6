//! How a game has ended: on the board, by resignation, by time, by agreement, or as its record
//! says.

use crate::board::notation::point_names;
use crate::engine::Ending;
use crate::play::seats::Seats;
use crate::record::{GameResult, WonBy};
use crate::report::judgement;
use crate::report::text::foul_text;
use crate::types::{BoardSize, Color, Point};

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The stones decide it.
    Board(Ending),
    /// This side has resigned.
    Resigned(Color),
    /// The time of this side has run out.
    OutOfTime(Color),
    /// The players have agreed on a draw.
    Agreed,
    /// The record states the result and perhaps the reason, but the board does not show it.
    Told(GameResult, Option<WonBy>),
}

impl Finish {
    /// The result for a record.
    pub fn result(&self) -> GameResult {
        let of = |winner: Option<Color>| winner.map_or(GameResult::Draw, GameResult::Win);
        match self {
            Finish::Board(ending) => of(ending.winner()),
            Finish::Resigned(loser) | Finish::OutOfTime(loser) => GameResult::Win(!*loser),
            Finish::Agreed => GameResult::Draw,
            Finish::Told(result, _) => *result,
        }
    }

    /// How the game was won for a record, if that was not by a row.
    pub fn won_by(&self) -> Option<WonBy> {
        match self {
            Finish::Resigned(_) => Some(WonBy::Resignation),
            Finish::OutOfTime(_) => Some(WonBy::Time),
            Finish::Told(_, won_by) => *won_by,
            Finish::Board(_) | Finish::Agreed => None,
        }
    }

    /// The end that a record states.
    pub fn of_record(result: GameResult, won_by: Option<WonBy>) -> Finish {
        match (result, won_by) {
            (GameResult::Win(winner), Some(WonBy::Resignation)) => Finish::Resigned(!winner),
            (GameResult::Win(winner), Some(WonBy::Time)) => Finish::OutOfTime(!winner),
            _ => Finish::Told(result, won_by),
        }
    }

    /// The points of the winning row or of the foul.
    pub fn points(&self) -> &[Point] {
        match self {
            Finish::Board(ending) => ending.points(),
            _ => &[],
        }
    }

    /// The result as a phrase for a picture.
    pub fn summary(&self, size: BoardSize) -> String {
        match self {
            Finish::Board(ending) => judgement::summary(ending, size),
            Finish::Resigned(loser) => format!("{} resigned", loser.name()),
            Finish::OutOfTime(loser) => format!("{} ran out of time", loser.name()),
            Finish::Agreed => "draw by agreement".to_string(),
            Finish::Told(GameResult::Win(winner), _) => format!("{} won", winner.name()),
            Finish::Told(GameResult::Draw, _) => "draw".to_string(),
        }
    }

    /// The result as a sentence for the players.
    pub fn sentence(&self, seats: &Seats, size: BoardSize) -> String {
        let ending = match self {
            Finish::Board(ending) => ending,
            Finish::Resigned(loser) => {
                let verb = verb(seats, *loser, "resign", "resigns");
                let wins = self::verb(seats, !*loser, "win", "wins");
                let [loser, winner] = [*loser, !*loser].map(|side| seats.subject(side));
                return format!("{loser} {verb}; {winner} {wins}.");
            }
            Finish::OutOfTime(loser) => {
                return format!("{} ran out of time.", seats.subject(*loser));
            }
            Finish::Agreed => return "The players have agreed to a draw.".into(),
            Finish::Told(GameResult::Win(winner), _) => {
                let winner = winner.name();
                return format!("The record says that {winner} won; `undo` continues the game.");
            }
            Finish::Told(GameResult::Draw, _) => {
                return "The record says that the game was a draw; `undo` continues it.".into();
            }
        };
        let Some(winner) = ending.winner() else {
            return "The game is a draw.".into();
        };
        let verb = verb(seats, winner, "win", "wins");
        let wins = format!("{} {verb}", seats.subject(winner));
        let points = point_names(ending.points(), size);
        match ending {
            Ending::Foul { foul, .. } => format!(
                "{wins}: {points} is forbidden to black, {}.",
                foul_text(*foul)
            ),
            _ => format!("{wins} with {points}."),
        }
    }
}

/// The verb form that agrees with the player of a side.
fn verb(seats: &Seats, side: Color, you: &'static str, other: &'static str) -> &'static str {
    if seats.only_person() == Some(side) {
        you
    } else {
        other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_record_states_of_an_end_is_read_back() {
        let (black, white) = (Color::Black, Color::White);
        for finish in [
            Finish::Resigned(white),
            Finish::OutOfTime(black),
            Finish::Told(GameResult::Win(white), None),
            Finish::Told(GameResult::Win(black), Some(WonBy::Forfeit)),
            Finish::Told(GameResult::Draw, None),
        ] {
            let again = Finish::of_record(finish.result(), finish.won_by());
            assert_eq!(again, finish);
        }
        assert_eq!(Finish::OutOfTime(black).won_by(), Some(WonBy::Time));
    }
}
