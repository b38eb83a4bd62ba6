//! The searches, and the answers about positions.

use std::cell::Cell;
use std::io;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use super::answer::{self, Explained, Found};
use super::fields::FieldError;
use super::pieces::Pieces;
use super::position::Subject;
use super::queue::{Item, Ticket};
use super::task::{Search, Solve, Work};
use crate::clock::Instant;
use crate::engine::{Engine, Limits, Report, Request, SearchOptions, Stop};
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

/// Who has asked for the searches, as far as these need to know.
pub trait Client {
    /// True if the searches of a request have to end.
    fn is_terminated(&self, ticket: &Ticket) -> bool {
        ticket.is_terminated()
    }

    /// True if a search for the best moves has to pause. It goes on when its item is given to
    /// [`Searcher::answer`] again. Other searches do not pause.
    fn pauses(&self) -> bool {
        false
    }

    /// Takes an answer that is not the last one. It may be left out.
    fn send(&self, answer: String);
}

/// Ends the searches of an item.
struct End<'a> {
    item: &'a Item,
    client: &'a dyn Client,
}

impl Stop for End<'_> {
    fn is_set(&self) -> bool {
        self.client.is_terminated(&self.item.ticket)
    }
}

/// Ends or pauses the search of an item.
struct EndOrPause<'a> {
    end: &'a End<'a>,
    /// The search has been paused.
    has_paused: Cell<bool>,
}

impl Stop for EndOrPause<'_> {
    fn is_set(&self) -> bool {
        if self.end.is_set() {
            return true;
        }
        let pauses = self.end.client.pauses();
        self.has_paused.set(self.has_paused.get() || pauses);
        self.has_paused.get()
    }
}

/// Searches positions, one at a time.
pub struct Searcher {
    engine: Engine,
    /// The memory limit of a search in bytes.
    memory: u64,
    /// The search that has paused.
    paused: Option<Pieces>,
}

impl Searcher {
    /// A searcher with one thread, whose searches have this much memory, in bytes.
    pub fn new(memory: u64) -> Searcher {
        let mut engine = Engine::new();
        engine.set_memory(memory);
        Searcher {
            engine,
            memory,
            paused: None,
        }
    }

    /// The last answer about an item; `None` if its search has paused, and the item has to be given
    /// again before any other.
    pub fn answer(&mut self, item: &Item, client: &dyn Client) -> Option<String> {
        let task = item.task();
        let later;
        let subject = match item.turn {
            Some(turn) => {
                later = task.subject.after(turn);
                &later
            }
            None => &task.subject,
        };
        if self.paused.is_none() {
            // A search does not depend on what was searched before it.
            self.engine.restart();
        }
        let end = End { item, client };
        let answered = match &task.work {
            Work::Search { search, explains } => self.search(&end, subject, search, *explains),
            Work::Solve(options) => self.solve(&end, subject, options).map(Some),
            Work::Fouls => fouls(item, subject).map(Some),
            Work::Review { limits, opening } => {
                self.review(&end, subject, *limits, *opening).map(Some)
            }
        };
        answered.unwrap_or_else(|error| {
            let error = FieldError::of(subject.field, error.to_string());
            Some(answer::item_error(item, &error))
        })
    }

    /// Finds the best moves.
    fn search(
        &mut self,
        end: &End<'_>,
        subject: &Subject,
        search: &Search,
        explains: bool,
    ) -> Result<Option<String>, PositionError> {
        let (item, client) = (end.item, end.client);
        let (position, judgement) = position(subject, Rule::default())?;
        if judgement.ending.is_some() {
            let mut found = Found::document(AnalysisDocument::new(&position, &judgement, None));
            found.explanation = explains.then(Vec::new);
            return Ok(Some(last(item, found)));
        }
        let game = position.game(position.rule);
        let mut pieces = self.paused.take().unwrap_or_default();
        let limits = pieces.limits(&search.limits);
        let stop = EndOrPause {
            end,
            has_paused: Cell::new(false),
        };
        let request = Request {
            side: position.side,
            stop: Some(&stop),
            options: SearchOptions {
                multipv: search.multipv,
                ignores_stone_limit: search.ignores_stone_limit,
                forced_wins: pieces.looks_for_forced_wins(),
                ..SearchOptions::analysis()
            },
            excluded: search.exclude.clone(),
            ..Request::new(&game, &limits)
        };
        let mut interval = Interval::new(item.task().report_every);
        let mut report = |report: &Report| {
            if let Some(report) = pieces.report(report)
                && interval.is_over()
            {
                let found = AnalysisDocument::during_search(&position, &judgement, &report);
                client.send(answer::during_search(item, found));
            }
        };
        let outcome = self.engine.think(&request, &mut report);
        let outcome = pieces.add(outcome);
        if stop.has_paused.get() && !item.ticket.is_terminated() && !pieces.are_over(&search.limits)
        {
            pieces.keep(outcome);
            self.paused = Some(pieces);
            return Ok(None);
        }
        let document = AnalysisDocument::new(&position, &judgement, Some(&outcome));
        let mut found = Found::document(document);
        found.explanation = explains.then(|| {
            let rows = explanation(&game, position.side, &outcome).into_iter();
            rows.map(|(about, text)| Explained { about, text })
                .collect()
        });
        Ok(Some(last(item, found)))
    }

    /// Looks for a forced win.
    fn solve(
        &mut self,
        end: &End<'_>,
        subject: &Subject,
        options: &Solve,
    ) -> Result<String, PositionError> {
        let item = end.item;
        let (position, judgement) = position(subject, Rule::default())?;
        let no_proof = || options.proof.then_some(None);
        if judgement.ending.is_some() {
            let mut found = Found::document(SolveDocument::new(&position, &judgement, None));
            found.proof = no_proof();
            return Ok(last(item, found));
        }
        // The memory of WebAssembly never shrinks, so that it has the table of the engine or that of
        // the proof.
        if cfg!(target_family = "wasm") {
            self.engine.forget();
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
        let answer = solve::solve(&request, &|| end.is_set());
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
        end: &End<'_>,
        subject: &Subject,
        limits: Limits,
        opening: Option<usize>,
    ) -> Result<String, PositionError> {
        let item = end.item;
        let mut record = subject.record.clone();
        let game = PlayedGame::new(&record, subject.rule.unwrap_or_default(), opening)?;
        let contradicted = contradicted_result(&record, game.ending.as_ref());
        record.notes.extend(contradicted);
        let mut progress = ReviewProgress {
            item,
            positions: game.plies.len(),
            interval: Interval::new(item.task().report_every),
            client: end.client,
        };
        let mut reviewer = Reviewer::new(&game, limits, &mut self.engine, end);
        // The watcher does not fail.
        let is_complete = reviewer.run(&mut progress).unwrap_or(false);
        let moves = reviewer.into_moves();
        let review = Review::new(record, game, moves, is_complete);
        Ok(last(item, Found::document(ReviewDocument(&review))))
    }
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
    client: &'a dyn Client,
}

impl Watcher for ReviewProgress<'_> {
    fn searched(&mut self, number: usize) {
        if self.interval.is_over() {
            let text = answer::progress(self.item, number, self.positions);
            self.client.send(text);
        }
    }

    fn reviewed(&mut self, _reviewed: &ReviewedMove) -> io::Result<()> {
        Ok(())
    }
}
