//! The engines that search, and how each task is carried out.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::puzzles::{find_puzzles, judge};
use super::tasks::{Found, Job, Listener, Reasons, Task};
use super::win::find_win;
use crate::engine::{Engine, Limits, Report, Request, SearchOptions, memory_for_table};
use crate::report::explain::explanation;
use crate::report::review::evaluate::{Reviewer, TABLE, Watcher};
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
        };
        engines.playing.set_memory(memory - advice);
        engines.advising.set_memory(advice);
        engines
    }

    /// Runs a search. A panic of the search is logged by the hook and counts as a failure.
    pub fn run(&mut self, job: &Job, stop: &AtomicBool, listener: &dyn Listener) -> Found {
        let searched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            self.search(job, stop, listener)
        }));
        searched.unwrap_or_else(|_| {
            // What the engines keep may be inconsistent.
            self.playing.forget();
            self.advising.forget();
            Found::Failed
        })
    }

    fn search(&mut self, job: &Job, stop: &AtomicBool, listener: &dyn Listener) -> Found {
        let limits = limits(job);
        let request = Request {
            side: job.side,
            stop: Some(stop),
            ..Request::new(&job.game, &limits)
        };
        let mut report = |report: &Report| listener.progress(job.number, report);
        match job.task {
            Task::Play => {
                // Whoever asks for it passes the turn.
                let Some(turn) = &job.turn else {
                    return Found::Failed;
                };
                let (engine, threads) = (&mut self.playing, self.threads);
                Found::Play(turn.search(engine, threads, job.seed, stop, &mut report))
            }
            Task::Hint => {
                self.advising.set_threads(self.threads);
                let outcome = self.advising.think(&request, &mut report);
                Found::Hint(outcome.best, outcome.report.score)
            }
            Task::Value => {
                self.advising.set_threads(1);
                let outcome = self.advising.think(&request, &mut |_| {});
                Found::Value(outcome.report.score)
            }
            Task::Variations(_) | Task::Reasons => {
                self.advising.set_threads(self.threads);
                let options = SearchOptions {
                    multipv: match job.task {
                        Task::Variations(variations) => variations,
                        _ => 2,
                    },
                    ..SearchOptions::analysis()
                };
                let request = Request { options, ..request };
                let outcome = self.advising.think(&request, &mut report);
                match job.task {
                    Task::Reasons => Found::Reasons(Reasons {
                        rows: explanation(&job.game, job.side, &outcome),
                        best: outcome.best,
                        score: outcome.report.score,
                    }),
                    _ => Found::Variations(Box::new(outcome)),
                }
            }
            Task::Judge => {
                self.advising.set_threads(1);
                let outcome = self.advising.think(&request, &mut |_| {});
                Found::Judged(judge(&job.game, job.side, &outcome, stop))
            }
            Task::Puzzles => find_puzzles(job, stop),
            Task::Win => Found::Win(find_win(&job.game, job.side, job.limit, stop)),
            Task::Review(_) => {
                // The same game gets the same grades: they depend neither on what was searched
                // before, nor on the number of threads, nor on the size of the table.
                self.advising.forget();
                self.advising.set_threads(1);
                let memory = memory_for_table(TABLE).min(self.advice);
                self.advising.set_memory(memory);
                let found = review(job, limits, &mut self.advising, stop, listener);
                self.advising.forget();
                self.advising.set_memory(self.advice);
                found
            }
        }
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

/// Reviews a game.
fn review(
    job: &Job,
    limits: Limits,
    engine: &mut Engine,
    stop: &AtomicBool,
    listener: &dyn Listener,
) -> Found {
    let Some(record) = job.record.clone().filter(|record| !record.moves.is_empty()) else {
        return Found::NoReview("There are no moves to review.".into());
    };
    let game = match PlayedGame::new(&record, job.game.rule(), None) {
        Ok(game) => game,
        Err(_) => return Found::NoReview("The game is over before its first move.".into()),
    };
    let mut progress = Progress {
        number: job.number,
        all: game.plies.len(),
        listener,
    };
    let mut reviewer = Reviewer::new(&game, limits, engine, stop);
    // The watcher does not fail.
    let done = reviewer.run(&mut progress).unwrap_or(false);
    let moves = reviewer.into_moves();
    Found::Review(Box::new(Review::new(record, game, moves, done)))
}

/// Tells how far a review is.
struct Progress<'a> {
    number: u64,
    all: usize,
    listener: &'a dyn Listener,
}

impl Watcher for Progress<'_> {
    fn searched(&mut self, number: usize) {
        self.listener.reviewed(self.number, number, self.all);
    }

    fn reviewed(&mut self, _reviewed: &ReviewedMove) -> io::Result<()> {
        Ok(())
    }
}
