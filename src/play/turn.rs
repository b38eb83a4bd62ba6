//! A turn of the engine: what it is asked, how it searches, and what it answers.

use std::time::Duration;

use crate::engine::{Engine, Game, Limits, Outcome, Report, Request, Stop};
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

/// Carries out a search in the engine and tells the reports; `None` if it pauses.
pub type Think<'a> =
    &'a mut dyn FnMut(&mut Engine, &Request<'_>, &mut dyn FnMut(&Report)) -> Option<Outcome>;

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
        stop: &dyn Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        engine.set_threads(self.threads(threads));
        let think: Think<'_> = &mut |engine, request, report| Some(engine.think(request, report));
        let found = self.search_by(engine, think, seed, stop, report);
        found.expect("this search does not pause")
    }

    /// Searches as [`Turn::search`] does, by a search that may pause: this then returns `None`. It
    /// goes on when it is called again with the same arguments. Decisions in an opening do not
    /// pause.
    pub fn search_by(
        &self,
        engine: &mut Engine,
        think: Think<'_>,
        seed: u64,
        stop: &dyn Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Answer> {
        let limits = self.limits();
        let request = Request {
            stop: Some(stop),
            ..Request::new(&self.game, &limits)
        };
        match &self.opening {
            None => {
                let think = &mut |request: &Request<'_>| think(engine, request, report);
                let found = strength::find_move_by(think, &request, self.level, seed)?;
                Some(Answer::Move(found.best))
            }
            Some(opening) => {
                let level = self.level;
                let decision =
                    strength::decide_step(engine, &request, opening, level, seed, report);
                Some(Answer::Step(decision))
            }
        }
    }

    /// The number of threads for the search, of `threads` that there are.
    pub fn threads(&self, threads: usize) -> usize {
        // With several threads, weaker levels would not be repeatable.
        if self.level == Level::STRONGEST {
            threads
        } else {
            1
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
