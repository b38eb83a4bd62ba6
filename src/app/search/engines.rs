//! The engines that search, and how each task is carried out.

use std::io;
use std::time::Duration;

use super::pausing::{Control, EndOrPause, Paused};
use super::puzzles::{find_puzzles, judge};
use super::tasks::{Found, Job, Listener, Reasons, Task};
use super::win::find_win;
use crate::engine::{Engine, Limits, Outcome, Report, Request, SearchOptions, memory_for_table};
use crate::play::turn::Think;
use crate::report::explain::explanation;
use crate::report::review::evaluate::{Part, Reviewer, TABLE, Watcher};
use crate::report::review::game::PlayedGame;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::whole::Review;

/// The nodes of a search that judges a move in a puzzle.
const JUDGE_NODES: u64 = 200_000;

/// The engines. Advice has one of its own, so that the transposition table of a weak level
/// does not contain results of deep searches.
pub struct Engines {
    playing: Engine,
    advising: Engine,
    threads: usize,
    /// The memory of advice, in bytes.
    advice: u64,
    /// The number of the job that is searched, or has paused.
    present: u64,
    paused: Paused,
    /// What has been done of a review that has paused.
    review: Option<Part>,
}

impl Engines {
    /// Engines that use this number of threads and bytes of memory together.
    pub fn new(threads: usize, memory: u64) -> Engines {
        let advice = memory / 2;
        let mut engines = Engines {
            playing: Engine::new(),
            advising: Engine::new(),
            threads,
            advice,
            present: 0,
            paused: Paused::default(),
            review: None,
        };
        engines.playing.set_memory(memory - advice);
        engines.advising.set_memory(advice);
        engines
    }

    /// Runs a search. `None` if it pauses; it goes on when the job is given again. A panic of the
    /// search is logged by the hook and counts as a failure.
    pub fn run(
        &mut self,
        job: &Job,
        control: &dyn Control,
        listener: &dyn Listener,
    ) -> Option<Found> {
        if job.number != self.present {
            self.present = job.number;
            self.paused = Paused::default();
            if self.review.take().is_some() {
                self.end_review();
            }
        }
        let searched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            self.search(job, control, listener)
        }));
        searched.unwrap_or_else(|_| {
            // What the engines keep may be inconsistent.
            self.playing.forget();
            self.advising.forget();
            Some(Found::Failed)
        })
    }

    fn search(
        &mut self,
        job: &Job,
        control: &dyn Control,
        listener: &dyn Listener,
    ) -> Option<Found> {
        let mut report = |report: &Report| listener.progress(job.number, report);
        match job.task {
            Task::Play => self.play(job, control, &mut report),
            Task::Hint => {
                let outcome = self.advise(
                    job,
                    self.threads,
                    SearchOptions::default(),
                    control,
                    &mut report,
                )?;
                Some(Found::Hint(outcome.best, outcome.report.score))
            }
            Task::Value => {
                let options = SearchOptions::default();
                let outcome = self.advise(job, 1, options, control, &mut |_| {})?;
                Some(Found::Value(outcome.report.score))
            }
            Task::Variations(variations) => {
                let options = SearchOptions {
                    multipv: variations,
                    ..SearchOptions::analysis()
                };
                let outcome = self.advise(job, self.threads, options, control, &mut report)?;
                Some(Found::Variations(Box::new(outcome)))
            }
            Task::Reasons => {
                let options = SearchOptions {
                    multipv: 2,
                    ..SearchOptions::analysis()
                };
                let outcome = self.advise(job, self.threads, options, control, &mut report)?;
                Some(Found::Reasons(Reasons {
                    rows: explanation(&job.game, job.side, &outcome),
                    best: outcome.best,
                    score: outcome.report.score,
                }))
            }
            Task::Win => {
                let stop = EndOrPause::new(control, false);
                let win = find_win(&job.game, job.side, job.limit, &stop);
                (!stop.has_paused()).then_some(Found::Win(win))
            }
            Task::Judge => {
                let options = SearchOptions::default();
                let outcome = self.advise(job, 1, options, control, &mut |_| {})?;
                let stop = EndOrPause::new(control, false);
                let judged = judge(&job.game, job.side, &outcome, &stop);
                (!stop.has_paused()).then_some(Found::Judged(judged))
            }
            Task::Puzzles => {
                let stop = EndOrPause::new(control, false);
                let found = find_puzzles(job, &stop);
                (!stop.has_paused()).then_some(found)
            }
            Task::Review(_) => self.review(job, control, listener),
        }
    }

    /// Finds what the engine plays.
    fn play(
        &mut self,
        job: &Job,
        control: &dyn Control,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Found> {
        // Whoever asks for it passes the turn.
        let Some(turn) = &job.turn else {
            return Some(Found::Failed);
        };
        self.playing.set_threads(turn.threads(self.threads));
        let stop = EndOrPause::new(control, false);
        let paused = &mut self.paused;
        let think: Think<'_> =
            &mut |engine, request, report| paused.think(engine, request, control, report);
        let answer = turn.search_by(&mut self.playing, think, job.seed, &stop, report)?;
        (!stop.has_paused()).then_some(Found::Play(answer))
    }

    /// Searches the position of a job with these options.
    fn advise(
        &mut self,
        job: &Job,
        threads: usize,
        options: SearchOptions,
        control: &dyn Control,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Outcome> {
        self.advising.set_threads(threads);
        let request = Request {
            side: job.side,
            options,
            ..Request::new(&job.game, &limits(job))
        };
        let paused = &mut self.paused;
        paused.think(&mut self.advising, &request, control, report)
    }

    /// Reviews a game.
    fn review(
        &mut self,
        job: &Job,
        control: &dyn Control,
        listener: &dyn Listener,
    ) -> Option<Found> {
        let Some(record) = job.record.clone().filter(|record| !record.moves.is_empty()) else {
            return Some(Found::NoReview("There are no moves to review.".into()));
        };
        let game = match PlayedGame::new(&record, job.game.rule(), None) {
            Ok(game) => game,
            Err(_) => {
                let text = "The game is over before its first move.";
                return Some(Found::NoReview(text.into()));
            }
        };
        let part = self.review.take();
        if part.is_none() {
            // The same game gets the same grades: they depend neither on what was searched before,
            // nor on the number of threads, nor on the size of the table.
            self.advising.forget();
            let memory = memory_for_table(TABLE).min(self.advice);
            self.advising.set_memory(memory);
        }
        self.advising.set_threads(1);
        let mut progress = Progress {
            number: job.number,
            all: game.plies.len(),
            control,
            is_first: true,
            has_paused: false,
            listener,
        };
        let stop = EndOrPause::new(control, false);
        let mut reviewer = Reviewer::new(&game, limits(job), &mut self.advising, &stop)
            .after(part.unwrap_or_default());
        // The watcher does not fail.
        let done = reviewer.run(&mut progress).unwrap_or(false);
        if progress.has_paused || !done && stop.has_paused() {
            self.review = Some(reviewer.into_part());
            return None;
        }
        let moves = reviewer.into_moves();
        self.end_review();
        Some(Found::Review(Box::new(Review::new(
            record, game, moves, done,
        ))))
    }

    /// Gives other advice the whole memory again.
    fn end_review(&mut self) {
        self.advising.forget();
        self.advising.set_memory(self.advice);
    }
}

/// The limits of a search.
fn limits(job: &Job) -> Limits {
    match job.task {
        Task::Judge => Limits {
            nodes: Some(JUDGE_NODES),
            ..Limits::default()
        },
        Task::Review(nodes) => Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        Task::Variations(_) if job.limit == Duration::MAX => Limits::default(),
        _ => Limits::of_turn(Some(job.limit)),
    }
}

/// Tells how far a review is, and pauses it between two moves.
struct Progress<'a> {
    number: u64,
    all: usize,
    control: &'a dyn Control,
    /// No move has been reviewed since it went on: at least one is, however short the piece.
    is_first: bool,
    has_paused: bool,
    listener: &'a dyn Listener,
}

impl Watcher for Progress<'_> {
    fn searched(&mut self, number: usize) {
        self.listener.reviewed(self.number, number, self.all);
    }

    fn reviewed(&mut self, _reviewed: &ReviewedMove) -> io::Result<()> {
        Ok(())
    }

    fn pauses(&mut self) -> bool {
        let is_first = std::mem::take(&mut self.is_first);
        self.has_paused = !is_first && !self.control.stops() && self.control.pauses();
        self.has_paused
    }
}
