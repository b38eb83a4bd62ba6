//! The session's searches: ordered, watched, stopped, and their moves played.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Answer, Session};
use crate::engine::{Game, Limits, Outcome, Report, Stone};
use crate::opening::{OpeningMove, OpeningRequest};
use crate::protocol::Ticket;
use crate::protocol::response::{Refusal, Response};
use crate::protocol::search_thread::{Job, Signals, Task};
use crate::protocol::yixin::Swap2Step;
use crate::types::{Color, Point};

/// Iterations that took no longer than this are not shown: managers log every line.
const SHOWN_FROM: Duration = Duration::from_millis(100);

/// A search whose move the manager waits for.
pub struct Thinking {
    ticket: Ticket,
    side: Color,
    /// The part of a swap2 opening that it is for, if Yixin-Board asks.
    pub swap2: Option<Swap2Step>,
    /// The stones found are put on the board.
    kept: bool,
    signals: Arc<Signals>,
    /// When the command arrived.
    arrived: Instant,
    /// What the manager's clock showed by then: process start-up.
    startup: Duration,
    /// True if time, nodes or depth limit the search from its start.
    limited: bool,
    /// When to stop, if INFO changed the time during the search.
    pub deadline: Option<Instant>,
    /// When the last iteration finished, from the search's start.
    last_iteration: Duration,
    /// The best move by the last iteration.
    best: Option<Point>,
    /// The last report shown.
    shown: Option<Report>,
}

impl Thinking {
    /// Which search it is.
    pub fn ticket(&self) -> Ticket {
        self.ticket
    }

    /// Time used of this move up to now.
    pub fn spent(&self) -> Duration {
        self.arrived.elapsed() + self.startup
    }

    /// True if the search ends without a command.
    pub fn is_limited(&self) -> bool {
        self.limited || self.deadline.is_some()
    }
}

impl<W: Write> Session<W> {
    /// Orders a move for the side whose turn it is.
    pub(super) fn think(&mut self, arrived: Instant) -> Answer {
        self.think_wide(1, arrived)
    }

    /// Orders a move for the side whose turn it is, and that many best lines.
    /// With barred points there is one line whatever the number.
    pub(super) fn think_wide(&mut self, lines: usize, arrived: Instant) -> Answer {
        let game = self.game.clone().ok_or(Refusal::NoGame)?;
        let mut barred = self.barred.clone();
        barred.retain(|point| game.size().contains(*point) && game.at(*point).is_none());
        let goal = (!barred.is_empty()).then_some(OpeningRequest::MoveExcluding(barred));
        self.order_search(game, goal, lines, arrived)
    }

    /// Orders a search of that position; without a goal, for a move.
    pub(super) fn search(
        &mut self,
        game: Game,
        goal: Option<OpeningRequest>,
        arrived: Instant,
    ) -> Answer {
        self.order_search(game, goal, 1, arrived)
    }

    fn order_search(
        &mut self,
        game: Game,
        goal: Option<OpeningRequest>,
        lines: usize,
        arrived: Instant,
    ) -> Answer {
        if game.is_full() {
            return Err(Refusal::Full);
        }
        self.tickets += 1;
        let startup = std::mem::take(&mut self.startup);
        let signals = Arc::new(Signals::default());
        let task = Task {
            ticket: self.tickets,
            side: game.side_to_move(),
            game,
            goal,
            lines,
            live: self.settings.is_realtime(),
            limits: self.settings.limits(startup),
            memory: self.settings.memory(),
            threads: self.settings.threads(),
            arrived,
            signals: Arc::clone(&signals),
        };
        self.thinking = Some(Thinking {
            ticket: task.ticket,
            side: task.side,
            swap2: None,
            kept: task.goal != Some(OpeningRequest::Swap2),
            signals,
            arrived,
            startup,
            limited: is_limited(&task.limits),
            deadline: None,
            last_iteration: Duration::ZERO,
            best: None,
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
            let is_first = search.best.is_none();
            search.best = report.pv.first().copied();
            let took = report.elapsed.saturating_sub(search.last_iteration);
            search.last_iteration = report.elapsed;
            let is_long = took > SHOWN_FROM;
            if is_long {
                search.shown = Some(report.clone());
                self.out.send(&Response::Progress(report.clone()))?;
            }
            if is_first {
                self.show_details(None)?;
            }
            self.show_details(Some(&report))?;
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
            self.out.send(&Response::Progress(outcome.report.clone()))?;
        }
        // An iteration cut short may have found a better move.
        if search.best.is_some() && search.best != outcome.report.pv.first().copied() {
            self.show_details(Some(&outcome.report))?;
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
        if played.is_some() {
            self.ponder();
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<W: Write> Session<W> {
    /// Tells what was chosen and, if it is a part of the game, plays it.
    pub(super) fn chosen(
        &mut self,
        ticket: Ticket,
        choice: Option<OpeningMove>,
    ) -> io::Result<ControlFlow<()>> {
        let Some(search) = self.thinking.take_if(|s| s.ticket == ticket) else {
            return Ok(ControlFlow::Continue(()));
        };
        if let Some(step) = search.swap2 {
            for line in step.answer(choice) {
                self.out.send(&line)?;
            }
            self.settings.clock.charge(search.spent());
            return Ok(ControlFlow::Continue(()));
        }
        let answer = match choice {
            Some(OpeningMove::Swap) => Ok(Some(Response::Swap)),
            Some(OpeningMove::Stones(stones)) if !search.kept || self.put_all(&stones) => {
                Ok(Some(Response::Stones(stones)))
            }
            Some(OpeningMove::Stones(_)) | None => Err(Refusal::NoMove),
        };
        self.reply(answer)?;
        self.settings.clock.charge(search.spent());
        Ok(ControlFlow::Continue(()))
    }

    /// Puts stones on the board, colours in turn; all or none.
    fn put_all(&mut self, stones: &[Point]) -> bool {
        let Some(mut game) = self.game.clone() else {
            return false;
        };
        let all = stones.iter().all(|point| {
            let stone = Stone::Of(game.side_to_move());
            game.put(*point, stone).is_ok()
        });
        if all {
            self.game = Some(game);
        }
        all
    }
}

/// True if any limit bounds the search.
fn is_limited(limits: &Limits) -> bool {
    limits.time.budget().is_some() || limits.nodes.is_some() || limits.depth.is_some()
}

/// What a search was ordered with, as a line for developers.
fn describe(task: &Task) -> Response {
    Response::Debug(format!(
        "search {} for {:?} under {} after {} stones: {:?}, memory {}, threads {}",
        task.ticket,
        task.side,
        task.game.rule().name(),
        task.game.ply(),
        task.limits,
        task.memory,
        task.threads,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};
    use std::sync::mpsc::{self, Receiver};

    /// A session that has ordered a search, with nobody to do it.
    fn searching(out: &mut Vec<u8>) -> (Session<&mut Vec<u8>>, Receiver<Job>) {
        let (jobs, queue) = mpsc::channel();
        let mut session = Session::new(out, jobs, Duration::from_millis(20));
        let size = BoardSize::square(15).unwrap();
        session.game = Some(Game::new(size, Rule::Freestyle));
        assert_eq!(session.think(Instant::now()), Ok(None));
        (session, queue)
    }

    fn report(depth: u32, ms: u64) -> Report {
        Report {
            depth,
            seldepth: depth,
            score: 0,
            is_lower_bound: false,
            nodes: 10,
            elapsed: Duration::from_millis(ms),
            pv: Vec::new(),
            others: Vec::new(),
        }
    }

    fn outcome(best: Option<Point>, report: Report) -> Outcome {
        Outcome { best, report }
    }

    /// The first words of each line: `MESSAGE depth N`, or the answer.
    fn lines(out: &[u8]) -> Vec<String> {
        let text = String::from_utf8(out.to_vec()).unwrap();
        let first_words = |line: &str| line.split(' ').take(3).collect::<Vec<_>>().join(" ");
        text.lines().map(first_words).collect()
    }

    #[test]
    fn long_iterations_and_the_last_one_are_shown_once() {
        let mut out = Vec::new();
        let (mut session, _queue) = searching(&mut out);
        for (depth, ms) in [(1, 1), (2, 90), (3, 195)] {
            let _ = session.iteration(1, report(depth, ms)).unwrap();
        }
        let best = Some(Point::new(7, 7));
        let _ = session.finished(1, outcome(best, report(3, 195))).unwrap();
        assert_eq!(lines(&out), ["MESSAGE depth 3", "7,7"]);

        let mut out = Vec::new();
        let (mut session, _queue) = searching(&mut out);
        let _ = session.iteration(1, report(1, 101)).unwrap();
        let _ = session.finished(1, outcome(best, report(1, 101))).unwrap();
        assert_eq!(lines(&out), ["MESSAGE depth 1", "7,7"]);
    }

    #[test]
    fn news_of_an_aborted_search_is_not_told() {
        let mut out = Vec::new();
        let (mut session, _queue) = searching(&mut out);
        session.abort();
        assert_eq!(session.think(Instant::now()), Ok(None));
        let _ = session.iteration(1, report(1, 500)).unwrap();
        let old = outcome(Some(Point::new(7, 7)), report(1, 500));
        let _ = session.finished(1, old).unwrap();
        assert!(session.thinking.is_some());
        assert!(out.is_empty());
    }

    #[test]
    fn no_move_and_an_impossible_move_are_errors() {
        for best in [None, Some(Point::new(15, 0))] {
            let mut out = Vec::new();
            let (mut session, _queue) = searching(&mut out);
            let _ = session.finished(1, outcome(best, report(1, 1))).unwrap();
            assert_eq!(lines(&out), ["MESSAGE depth 1", "ERROR no legal"]);
        }
    }

    #[test]
    fn start_up_counts_on_the_first_move_only() {
        let mut out = Vec::new();
        let (mut session, queue) = searching(&mut out);
        session.abort();
        assert_eq!(session.think(Instant::now()), Ok(None));
        let spent: Vec<_> = queue
            .try_iter()
            .filter_map(|job| match job {
                Job::Think(task) => Some(task.limits.time.spent.as_millis()),
                Job::Clear | Job::Forget | Job::Ponder(_) => None,
            })
            .collect();
        assert_eq!(spent, [20, 0]);
    }

    #[test]
    fn only_an_engine_that_has_learned_is_told_to_forget() {
        let mut out = Vec::new();
        let (mut session, queue) = searching(&mut out);
        session.forget();
        session.forget();
        let cleared = queue.try_iter().filter(|job| matches!(job, Job::Clear));
        assert_eq!(cleared.count(), 1);
    }
}
