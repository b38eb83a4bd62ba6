//! Hints and evaluations: searches at full strength that do not play a move.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::board::notation::{point_name, point_names};
use crate::cli::play::format::outlook;
use crate::cli::play::session::GameSession;
use crate::engine::{Limits, Outcome, Request, SearchOptions};
use crate::play::game::Refusal;
use crate::report::text::score_text;

/// The most moves of a variation that are shown.
const MAX_MOVES: usize = 8;
/// The longest time for an evaluation.
const EVALUATION_TIME: Duration = Duration::from_secs(1);
/// The keys of the player during a search.
const KEYS: &str = "; Enter: stop";

impl GameSession {
    /// The move that the engine at full strength would play for the side to move.
    pub(super) fn hint(&mut self, out: &mut dyn Write) -> io::Result<String> {
        if self.game.finish().is_some() {
            return Ok(self.game.explain(Refusal::Over));
        }
        if self.game.opening().is_some() {
            return Ok(self.game.explain(Refusal::InOpening));
        }
        let outcome = self.search(self.game.limit(), out)?;
        let Some(best) = outcome.best else {
            return Ok("You have no legal move.".into());
        };
        let size = self.size();
        Ok(format!(
            "Hint: {} ({}). Expected: {}.",
            point_name(best, size),
            outlook(outcome.report.score),
            self.line(&outcome),
        ))
    }

    /// The value of the position, the win chance and the best line.
    pub(super) fn evaluate(&mut self, out: &mut dyn Write) -> io::Result<String> {
        if self.game.finish().is_some() {
            return Ok(self.game.explain(Refusal::Over));
        }
        let side = self.game.position().side_to_move();
        let outcome = self.search(self.game.limit().min(EVALUATION_TIME), out)?;
        if outcome.best.is_none() {
            return Ok(format!("{} has no legal move.", side.name()));
        }
        let score = outcome.report.score;
        Ok(format!(
            "Value: {}.\nBest line: {} (depth {}).",
            score_text(score, side),
            self.line(&outcome),
            outcome.report.depth,
        ))
    }

    /// Searches the position for the side to move. The player can end the search.
    fn search(&mut self, time: Duration, out: &mut dyn Write) -> io::Result<Outcome> {
        let limits = Limits::of_turn(Some(time));
        let interrupt = Arc::clone(&self.interrupt);
        let mut status = self.status(KEYS, out);
        let outcome = interrupt.during(|stop| {
            let request = Request {
                stop: Some(stop),
                options: SearchOptions::analysis(),
                ..Request::new(self.game.position(), &limits)
            };
            let mut report = |report: &_| status.show(report);
            self.hint_engine.think(&request, &mut report)
        });
        status.clear()?;
        Ok(outcome)
    }

    /// The first moves of the principal variation.
    fn line(&self, outcome: &Outcome) -> String {
        let pv = &outcome.report.pv;
        point_names(&pv[..pv.len().min(MAX_MOVES)], self.size())
    }
}
