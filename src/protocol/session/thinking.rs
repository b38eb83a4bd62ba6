//! The session's searches: ordered, watched, stopped, and their moves played.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Answer, Session};
use crate::engine::{Outcome, Report, Stone};
use crate::protocol::Ticket;
use crate::protocol::response::{Refusal, Response};
use crate::protocol::search_thread::{Job, Signals, Task};
use crate::types::Color;

/// Iterations that took no longer than this are not shown: managers log every line.
const SHOWN_FROM: Duration = Duration::from_millis(100);

/// A search whose move the manager waits for.
pub struct Thinking {
    ticket: Ticket,
    side: Color,
    signals: Arc<Signals>,
    /// When the command arrived.
    arrived: Instant,
    /// What the manager's clock showed by then: process start-up.
    startup: Duration,
    /// When to stop, if INFO changed the time during the search.
    pub deadline: Option<Instant>,
    /// When the last iteration finished, from the search's start.
    last_iteration: Duration,
    /// The last report shown.
    shown: Option<Report>,
}

impl Thinking {
    /// Time used of this move up to now.
    pub fn spent(&self) -> Duration {
        self.arrived.elapsed() + self.startup
    }
}

impl<W: Write> Session<W> {
    /// Orders a move for the side whose turn it is.
    pub(super) fn think(&mut self, arrived: Instant) -> Answer {
        let game = self.game.as_ref().ok_or(Refusal::NoGame)?;
        if game.is_full() {
            return Err(Refusal::Full);
        }
        self.tickets += 1;
        let startup = std::mem::take(&mut self.startup);
        let signals = Arc::new(Signals::default());
        let task = Task {
            ticket: self.tickets,
            game: game.clone(),
            side: game.side_to_move(),
            limits: self.settings.limits(startup),
            memory: self.settings.memory(),
            arrived,
            signals: Arc::clone(&signals),
        };
        self.thinking = Some(Thinking {
            ticket: task.ticket,
            side: task.side,
            signals,
            arrived,
            startup,
            deadline: None,
            last_iteration: Duration::ZERO,
            shown: None,
        });
        let debug = self.settings.debug.then(|| describe(&task));
        self.learned = true;
        self.order(Job::Think(Box::new(task)));
        Ok(debug)
    }

    /// Hands a job to the search thread.
    pub(super) fn order(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            log::error!("the search thread is gone");
        }
    }

    /// Asks a search for its move, now.
    pub(super) fn stop(&mut self) -> ControlFlow<()> {
        if let Some(search) = &mut self.thinking {
            search.deadline = None;
            search.signals.stop();
        }
        ControlFlow::Continue(())
    }

    /// Calls a search off. Its time is used all the same.
    pub(super) fn abort(&mut self) {
        if let Some(search) = self.thinking.take() {
            search.signals.drop_search();
            self.settings.clock.charge(search.spent());
        }
    }

    /// Shows an iteration that was long enough to be worth a line.
    pub(super) fn iteration(
        &mut self,
        ticket: Ticket,
        report: Report,
    ) -> io::Result<ControlFlow<()>> {
        if let Some(search) = self.thinking.as_mut().filter(|s| s.ticket == ticket) {
            let took = report.elapsed.saturating_sub(search.last_iteration);
            search.last_iteration = report.elapsed;
            if took > SHOWN_FROM {
                self.out.send(&Response::Progress(report.clone()))?;
                search.shown = Some(report);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Plays the move that was found.
    pub(super) fn finished(
        &mut self,
        ticket: Ticket,
        outcome: Outcome,
    ) -> io::Result<ControlFlow<()>> {
        let Some(search) = self.thinking.take_if(|s| s.ticket == ticket) else {
            return Ok(ControlFlow::Continue(()));
        };
        if search.shown.as_ref() != Some(&outcome.report) {
            self.out.send(&Response::Progress(outcome.report))?;
        }
        let stone = Stone::Of(search.side);
        let played = outcome.best.filter(|point| {
            let put = self.game.as_mut().map(|game| game.put(*point, stone));
            put == Some(Ok(()))
        });
        self.reply(match played {
            Some(point) => Ok(Some(Response::Move(point))),
            None => Err(Refusal::NoMove),
        })?;
        self.settings.clock.charge(search.spent());
        Ok(ControlFlow::Continue(()))
    }
}

/// What a search was ordered with, as a line for developers.
fn describe(task: &Task) -> Response {
    Response::Debug(format!(
        "search {} for {:?} under {} after {} stones: {:?}, memory {}",
        task.ticket,
        task.side,
        task.game.rule().name(),
        task.game.ply(),
        task.limits,
        task.memory,
    ))
}
