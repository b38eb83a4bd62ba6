//! A turn of the engine: what it is asked, how it searches, and what it answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::{Engine, Game, Limits, Report, Request};
use crate::opening::Decision;
use crate::opening::rules::Opening;
use crate::strength::{self, Level};
use crate::time::TimeControl;
use crate::types::Point;

/// What the engine is asked when it has to act.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The position.
    pub game: Game,
    /// The opening in which a step is due.
    pub opening: Option<Opening>,
    /// The level at which it plays.
    pub level: Level,
    /// The longest time.
    pub limit: Duration,
    /// The time that is left on its clock for the rest of the game, and what it had at the beginning.
    pub clock: Option<(Duration, Duration)>,
}

/// What the engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move; `None` if all empty points are forbidden.
    Move(Option<Point>),
    /// A step of the opening.
    Step(Decision),
}

impl Turn {
    /// The limits of the search: that of the move, and what the clock leaves for it.
    fn limits(&self) -> Limits {
        Limits {
            time: TimeControl {
                turn: Some(self.limit),
                left: self.clock.map(|(left, _)| left),
                game: self.clock.map(|(_, start)| start),
                ..TimeControl::default()
            },
            ..Limits::default()
        }
    }

    /// Searches for the answer with at most this number of threads, until `stop` is set. `seed`
    /// varies the choices of weaker levels.
    pub fn search(
        &self,
        engine: &mut Engine,
        threads: usize,
        seed: u64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        // With several threads, weaker levels would not be repeatable.
        let is_strongest = self.level == Level::STRONGEST;
        engine.set_threads(if is_strongest { threads } else { 1 });
        let limits = self.limits();
        let request = Request {
            stop: Some(stop),
            ..Request::new(&self.game, &limits)
        };
        match &self.opening {
            None => {
                let found = strength::find_move(engine, &request, self.level, seed, report);
                Answer::Move(found.best)
            }
            Some(opening) => {
                let level = self.level;
                let decision =
                    strength::decide_step(engine, &request, opening, level, seed, report);
                Answer::Step(decision)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};

    #[test]
    fn a_move_takes_a_small_part_of_what_the_clock_leaves() {
        let mut turn = Turn {
            game: Game::new(BoardSize::square(15).unwrap(), Rule::Freestyle),
            opening: None,
            level: Level::STRONGEST,
            limit: Duration::from_secs(60),
            clock: None,
        };
        let hard = |turn: &Turn| turn.limits().time.budget().unwrap().hard;
        assert!(hard(&turn) > Duration::from_secs(59));
        turn.clock = Some((Duration::from_secs(30), Duration::from_secs(180)));
        assert!(hard(&turn) < Duration::from_secs(6));
        turn.limit = Duration::from_secs(1);
        assert!(hard(&turn) < Duration::from_secs(1));
    }
}
