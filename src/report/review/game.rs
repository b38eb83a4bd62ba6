//! Plays through the moves of a record.

use std::time::Duration;

use crate::engine::{Ending, Game, Stone, ending, foul_of, result};
use crate::record::Record;
use crate::report::boards;
use crate::report::judgement::{PositionError, moves_after_the_end};
use crate::types::{Color, Point, Rule};

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who played it.
    pub side: Color,
    /// Where; `None` for a pass.
    pub point: Option<Point>,
}

/// A game with the positions before and after each ply.
#[derive(Debug)]
pub struct PlayedGame {
    /// The stones before the first move.
    pub start: Game,
    /// The plies up to the end of the game.
    pub plies: Vec<Ply>,
    /// The end of the game, if the last ply has ended it.
    pub ending: Option<Ending>,
    /// The number of plies, from the first, that belong to the opening.
    pub opening: usize,
    /// A note on what is wrong with the record, if anything.
    pub note: Option<String>,
}

impl PlayedGame {
    /// Plays the moves of a record that has moves. `opening` is the number of moves that belong to
    /// the opening, if it is known.
    ///
    /// # Errors
    /// If the game is over before the first move, or the stones before it show two results.
    pub fn new(
        record: &Record,
        rule: Rule,
        opening: Option<usize>,
    ) -> Result<PlayedGame, PositionError> {
        let start = boards::game(&record.start, rule);
        match result(&start) {
            Ok(None) => {}
            Ok(Some(_)) => return Err(PositionError::GameOver { number: 1 }),
            Err(found) => return Err(PositionError::contradiction(&found, record.size())),
        }
        let mut game = PlayedGame {
            start,
            plies: plies(record),
            ending: None,
            opening: opening.unwrap_or_else(|| untimed_moves(record)),
            note: None,
        };
        game.find_end();
        Ok(game)
    }

    /// Drops the plies after the end of the game.
    fn find_end(&mut self) {
        let mut game = self.start.clone();
        for (at, ply) in self.plies.iter().enumerate() {
            let Some(point) = ply.point else {
                continue;
            };
            self.ending = foul_ending(&game, *ply).or_else(|| {
                let put = game.put(point, Stone::Of(ply.side));
                debug_assert_eq!(put, Ok(()), "each point of a record occurs once");
                ending(&game)
            });
            if self.ending.is_some() {
                self.note = moves_after_the_end(at + 1, self.plies.len() - at - 1);
                self.plies.truncate(at + 1);
                return;
            }
        }
    }

    /// The game after a number of plies.
    pub fn after(&self, plies: usize) -> Game {
        let mut game = self.start.clone();
        for ply in &self.plies[..plies] {
            if let Some(point) = ply.point {
                let put = game.put(point, Stone::Of(ply.side));
                debug_assert_eq!(put, Ok(()), "each point of a record occurs once");
            }
        }
        game
    }

    /// The side to move after a number of plies.
    pub fn side_after(&self, plies: usize) -> Color {
        match self.plies.get(plies) {
            Some(ply) => ply.side,
            None => !self.plies[plies - 1].side,
        }
    }
}

/// The plies of a record, with a pass wherever a side did not move in its turn.
fn plies(record: &Record) -> Vec<Ply> {
    let mut plies: Vec<Ply> = Vec::with_capacity(record.moves.len());
    let mut add = |side: Color, point: Option<Point>| {
        if plies.last().is_some_and(|last| last.side == side) {
            let side = !side;
            plies.push(Ply { side, point: None });
        }
        plies.extend(point.map(|point| Ply {
            side,
            point: Some(point),
        }));
    };
    for played in &record.moves {
        add(played.color, Some(played.point));
    }
    // After a pass at the end, the side of the last move is to move again.
    add(record.side_to_move(), None);
    plies
}

/// The number of moves at the beginning that took no time, if all others took some. In
/// tournaments they are an opening that the players did not choose.
fn untimed_moves(record: &Record) -> usize {
    let took_time = |time: Option<Duration>| time.is_some_and(|time| time > Duration::ZERO);
    let times = record.moves.iter().map(|played| took_time(played.time));
    let times: Vec<bool> = times.collect();
    let untimed = times.iter().take_while(|took| !**took).count();
    if untimed < times.len() && times[untimed..].iter().all(|took| *took) {
        untimed
    } else {
        0
    }
}

/// The end of the game if the next ply is a foul.
fn foul_ending(game: &Game, ply: Ply) -> Option<Ending> {
    let point = ply.point.filter(|_| game.rule().has_fouls(ply.side))?;
    let points = vec![point];
    foul_of(game, ply.side, point).map(|foul| Ending::Foul { foul, points })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Given;

    fn game(text: &str) -> PlayedGame {
        let record = Record::parse(text, &Given::default()).unwrap();
        let rule = record.rule.unwrap_or_default();
        PlayedGame::new(&record, rule, None).unwrap()
    }

    #[test]
    fn a_missing_turn_is_a_pass() {
        let game = game("(;GM[4]SZ[15];B[hh];B[ii];W[aa];B[])");
        let shown: Vec<_> = game
            .plies
            .iter()
            .map(|ply| (ply.side.name(), ply.point.is_some()))
            .collect();
        let expected = [
            ("black", true),
            ("white", false),
            ("black", true),
            ("white", true),
            ("black", false),
        ];
        assert_eq!(shown, expected);
        assert_eq!(game.side_after(2), Color::Black);
        assert_eq!(game.side_after(5), Color::White);
        assert_eq!(game.after(3).ply(), 2);
    }

    #[test]
    fn the_game_ends_with_a_row_or_a_foul() {
        let five = game("h8 i9 h9 i10 h10 i11 h11 i13 h12 a1 a2");
        assert_eq!(five.plies.len(), 9);
        let winner = five.ending.as_ref().and_then(Ending::winner);
        assert_eq!(winner, Some(Color::Black));
        assert!(five.note.unwrap().ends_with("move 9, but 2 moves follow"));
        let foul = game("# rule: renju\nf8 a1 g8 o15 h10 a15 h9 o1 h8");
        assert!(matches!(foul.ending, Some(Ending::Foul { .. })));
    }

    #[test]
    fn the_opening_is_what_took_no_time() {
        let text = |times: [u32; 4]| {
            let [a, b, c, d] = times;
            format!("Piskvorky 15x15, 11:11, 0\n8,8,{a}\n9,7,{b}\n9,9,{c}\n7,7,{d}\n-1\n")
        };
        assert_eq!(game(&text([0, 0, 5, 7])).opening, 2);
        assert_eq!(game(&text([3, 0, 5, 7])).opening, 0);
        assert_eq!(game(&text([0, 0, 5, 0])).opening, 0);
        assert_eq!(game(&text([0, 0, 0, 0])).opening, 0);
    }
}
