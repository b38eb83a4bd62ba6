//! The threads that search. Each takes the next item of the queue and answers it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::value::RawValue;

use super::answer::{self, Explained, Found};
use super::fields::FieldError;
use super::outbox::{Outbox, Patience, Sender};
use super::position::Subject;
use super::queue::{Item, Queue};
use super::task::{Search, Solve, Work};
use crate::engine::{Engine, Limits, Outcome, Report, Request, SearchOptions};
use crate::report::analysis::AnalysisDocument;
use crate::report::document::Head;
use crate::report::explain::explanation;
use crate::report::input::{contradicted_result, position_after};
use crate::report::judgement::{Judgement, PositionError, judge};
use crate::report::position::InputPosition;
use crate::report::review::document::ReviewDocument;
use crate::report::review::evaluate::{Reviewer, Watcher};
use crate::report::review::game::PlayedGame;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::whole::Review;
use crate::report::solve::document::SolveDocument;
use crate::report::solve::proof;
use crate::solve::{self, DEFAULT_ENTRIES, entries_within};
use crate::types::Rule;

/// A search thread.
pub struct Worker {
    queue: Arc<Queue>,
    sender: Sender,
    engine: Engine,
    /// The memory limit of a search in bytes.
    memory: u64,
}

impl Worker {
    /// A worker whose searches have this much memory, in bytes.
    pub fn new(queue: Arc<Queue>, outbox: Arc<Outbox>, memory: u64) -> Worker {
        Worker {
            queue,
            sender: Sender::new(outbox, Patience::Search),
            engine: engine(memory),
            memory,
        }
    }

    /// Answers items until the queue ends.
    pub fn run(&mut self) {
        while let Some(item) = self.queue.take() {
            let answered = catch_unwind(AssertUnwindSafe(|| self.answer(&item)));
            let text = answered.unwrap_or_else(|_| {
                // What the engine keeps may be inconsistent.
                self.engine = engine(self.memory);
                let error = FieldError::new("the search failed; this is an error of the program");
                answer::item_error(&item, &error)
            });
            self.queue.release(&item);
            self.sender.send(text);
        }
    }

    /// The last answer about an item.
    fn answer(&mut self, item: &Item) -> String {
        let task = item.task();
        let later;
        let subject = match item.turn {
            Some(turn) => {
                later = task.subject.after(turn);
                &later
            }
            None => &task.subject,
        };
        // A search does not depend on what was searched before it.
        self.engine.restart();
        let answered = match &task.work {
            Work::Search { search, explains } => self.search(item, subject, search, *explains),
            Work::Solve(options) => self.solve(item, subject, options),
            Work::Fouls => fouls(item, subject),
            Work::Review { limits, opening } => self.review(item, subject, *limits, *opening),
        };
        answered.unwrap_or_else(|error| {
            let error = FieldError::of(subject.field, error.to_string());
            answer::item_error(item, &error)
        })
    }

    /// Finds the best moves.
    fn search(
        &mut self,
        item: &Item,
        subject: &Subject,
        search: &Search,
        explains: bool,
    ) -> Result<String, PositionError> {
        let (position, judgement) = position(subject, Rule::default())?;
        if judgement.ending.is_some() {
            let mut found = Found::document(AnalysisDocument::new(&position, &judgement, None));
            found.explanation = explains.then(Vec::new);
            return Ok(last(item, found));
        }
        let game = position.game(position.rule);
        let request = Request {
            side: position.side,
            stop: Some(&item.ticket.stop),
            options: SearchOptions {
                multipv: search.multipv,
                ignores_stone_limit: search.ignores_stone_limit,
                ..SearchOptions::analysis()
            },
            excluded: search.exclude.clone(),
            ..Request::new(&game, &search.limits)
        };
        let mut interval = Interval::new(item.task().report_every);
        let sender = &self.sender;
        let mut report = |report: &Report| {
            if interval.is_over() {
                let found = AnalysisDocument::during_search(&position, &judgement, report);
                sender.send_if_read(answer::during_search(item, found));
            }
        };
        let outcome: Outcome = self.engine.think(&request, &mut report);
        let document = AnalysisDocument::new(&position, &judgement, Some(&outcome));
        let mut found = Found::document(document);
        found.explanation = explains.then(|| {
            let rows = explanation(&game, position.side, &outcome).into_iter();
            rows.map(|(about, text)| Explained { about, text })
                .collect()
        });
        Ok(last(item, found))
    }

    /// Looks for a forced win.
    fn solve(
        &mut self,
        item: &Item,
        subject: &Subject,
        options: &Solve,
    ) -> Result<String, PositionError> {
        let (position, judgement) = position(subject, Rule::default())?;
        let no_proof = || options.proof.then_some(None);
        if judgement.ending.is_some() {
            let mut found = Found::document(SolveDocument::new(&position, &judgement, None));
            found.proof = no_proof();
            return Ok(last(item, found));
        }
        let game = position.game(position.rule);
        let request = solve::Request {
            vcf: options.vcf,
            vct: options.vct,
            shortest: options.shortest,
            time: options.limits.time.turn,
            nodes: options.limits.nodes,
            ignores_stone_limit: options.ignores_stone_limit,
            entries: entries_within(self.memory).min(DEFAULT_ENTRIES),
            full: options.full,
            ..solve::Request::new(&game, position.side)
        };
        let answer = solve::solve(&request, &|| item.ticket.is_terminated());
        let document = SolveDocument::new(&position, &judgement, Some((&request, &answer)));
        let mut found = Found::document(document);
        let win = answer.win.as_ref().filter(|_| options.proof);
        let proof = win.and_then(|win| {
            let proof = win.requested_proof(&request)?;
            let text = proof::text(&position, &request, win.kind, proof);
            RawValue::from_string(text.trim_end().to_string()).ok()
        });
        found.proof = no_proof().map(|_| proof);
        Ok(last(item, found))
    }

    /// Reviews a game.
    fn review(
        &mut self,
        item: &Item,
        subject: &Subject,
        limits: Limits,
        opening: Option<usize>,
    ) -> Result<String, PositionError> {
        let mut record = subject.record.clone();
        let game = PlayedGame::new(&record, subject.rule.unwrap_or_default(), opening)?;
        let contradicted = contradicted_result(&record, game.ending.as_ref());
        record.notes.extend(contradicted);
        let mut progress = ReviewProgress {
            item,
            positions: game.plies.len(),
            interval: Interval::new(item.task().report_every),
            sender: &self.sender,
        };
        let mut reviewer = Reviewer::new(&game, limits, &mut self.engine, &item.ticket.stop);
        // The watcher does not fail.
        let is_complete = reviewer.run(&mut progress).unwrap_or(false);
        let moves = reviewer.into_moves();
        let review = Review::new(record, game, moves, is_complete);
        Ok(last(item, Found::document(ReviewDocument(&review))))
    }
}

/// An engine with one thread and this much memory, in bytes.
fn engine(memory: u64) -> Engine {
    let mut engine = Engine::new();
    engine.set_memory(memory);
    engine
}

/// The last answer about an item that was searched.
fn last<D: Serialize>(item: &Item, found: Found<D>) -> String {
    answer::last(item, item.ticket.is_terminated(), found)
}

/// The position of a request, under the rule `otherwise` if it does not tell, with what the rules
/// say about it.
fn position(
    subject: &Subject,
    otherwise: Rule,
) -> Result<(InputPosition, Judgement), PositionError> {
    let rule = subject.rule.unwrap_or(otherwise);
    let position = position_after(&subject.record, rule, subject.side);
    let judgement = judge(&position, rule)?;
    Ok((position, judgement))
}

/// Lists the forbidden points.
fn fouls(item: &Item, subject: &Subject) -> Result<String, PositionError> {
    let (position, judgement) = position(subject, Rule::Renju)?;
    let head = Head::new("fouls", &position, &judgement);
    Ok(last(item, Found::document(head)))
}

/// Tells when it is time for another answer during a search.
struct Interval {
    every: Option<Duration>,
    last: Instant,
}

impl Interval {
    fn new(every: Option<Duration>) -> Interval {
        Interval {
            every,
            last: Instant::now(),
        }
    }

    /// True once in every interval.
    fn is_over(&mut self) -> bool {
        let is_over = self.every.is_some_and(|every| self.last.elapsed() >= every);
        if is_over {
            self.last = Instant::now();
        }
        is_over
    }
}

/// Tells how far a review is.
struct ReviewProgress<'a> {
    item: &'a Item,
    positions: usize,
    interval: Interval,
    sender: &'a Sender,
}

impl Watcher for ReviewProgress<'_> {
    fn searched(&mut self, number: usize) {
        if self.interval.is_over() {
            let text = answer::progress(self.item, number, self.positions);
            self.sender.send_if_read(text);
        }
    }

    fn reviewed(&mut self, _reviewed: &ReviewedMove) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::queue::Ticket;
    use super::super::request::{Request, task};
    use super::*;

    /// Adds a request to the queue, whose moves are given twice if `is_damaged`.
    fn add(queue: &Queue, line: &str, is_damaged: bool) {
        let Ok(request) = Request::parse(line.as_bytes()) else {
            panic!("a request");
        };
        let Ok(mut task) = task(line.as_bytes(), request.action).0 else {
            panic!("a task");
        };
        if is_damaged {
            let moves = task.subject.record.moves.clone();
            task.subject.record.moves.extend(moves);
        }
        let ticket = Ticket::new(request.id, request.action, line.as_bytes());
        queue.add(ticket, None, 0).unwrap();
        let ticket = queue.next_unread().unwrap();
        assert!(queue.read(&ticket, Some(task), || {}));
    }

    #[test]
    fn a_panic_is_answered_and_the_thread_goes_on() {
        let (queue, outbox) = (Arc::new(Queue::default()), Arc::new(Outbox::default()));
        for (id, is_damaged) in [(1, true), (2, false)] {
            let line = format!("{{\"id\": {id}, \"action\": \"fouls\", \"moves\": \"h8 i9\"}}");
            add(&queue, &line, is_damaged);
        }
        queue.finish_reading();
        Worker::new(Arc::clone(&queue), Arc::clone(&outbox), 1 << 20).run();
        let lines = outbox.take().unwrap();
        assert!(lines[0].starts_with("{\"id\":1,") && lines[0].contains("the search failed"));
        assert!(lines[1].starts_with("{\"id\":2,") && !lines[1].contains("error"));
        assert!(outbox.take().is_none() && queue.take().is_none());
    }
}
