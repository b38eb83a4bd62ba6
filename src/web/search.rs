//! The engine of the board: one thread that searches for one thing at a time.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::engine::{Engine, Game, Limits, Report, Request, search_thread};
use crate::opening::{OpeningMove, OpeningRequest};
use crate::strength::{self, Level};
use crate::time::TimeControl;
use crate::types::{Point, Score};

/// Memory of the engine that gives hints and values, in bytes.
const ADVICE_MEMORY: u64 = 64 << 20;

/// What the engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A move for the game at a playing level.
    Move(Level),
    /// A step of swap2 at a playing level.
    Swap2(Level),
    /// A good move for a person, at full strength.
    Hint,
    /// The value of the position.
    Value,
}

/// A search.
#[derive(Clone, Debug)]
pub struct Job {
    /// The number by which the answer is recognised.
    pub number: u64,
    /// What to find.
    pub task: Task,
    /// The game.
    pub game: Game,
    /// The longest time.
    pub limit: Duration,
    /// Varies the choices of weaker levels.
    pub seed: u64,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A move; `None` if there is no legal one.
    Move(Option<Point>),
    /// A step of the opening; `None` if there is nothing to choose from.
    Swap2(Option<OpeningMove>),
    /// A good move and its score for the side to move.
    Hint(Option<Point>, Score),
    /// The score for the side to move.
    Value(Score),
    /// Nothing: the search failed. The reason has been logged.
    Failed,
}

/// What the thread tells of its searches.
pub trait Listener: Send + Sync {
    /// An iteration has ended.
    fn progress(&self, number: u64, report: &Report);
    /// A search has ended, by itself or because it was stopped.
    fn answer(&self, number: u64, found: Found);
}

/// What is to be done.
#[derive(Default)]
struct Orders {
    /// The job after the present one. A newer one replaces it.
    next: Option<(Job, Arc<AtomicBool>)>,
    /// Ends the present search.
    present: Option<Arc<AtomicBool>>,
    is_over: bool,
}

/// The orders, shared by the thread and those who give them.
#[derive(Default)]
struct Desk {
    orders: Mutex<Orders>,
    changed: Condvar,
}

impl Desk {
    /// The orders. A thread that panicked while it held them has left them whole.
    fn lock(&self) -> MutexGuard<'_, Orders> {
        match self.orders.lock() {
            Ok(guard) => guard,
            Err(poisoned) => poisoned.into_inner(),
        }
    }

    /// Waits for a job; `None` when the thread has to end.
    fn take(&self) -> Option<(Job, Arc<AtomicBool>)> {
        let is_idle = |orders: &mut Orders| orders.next.is_none() && !orders.is_over;
        let waited = self.changed.wait_while(self.lock(), is_idle);
        let mut orders = match waited {
            Ok(orders) => orders,
            Err(poisoned) => poisoned.into_inner(),
        };
        if orders.is_over {
            return None;
        }
        let next = orders.next.take()?;
        orders.present = Some(Arc::clone(&next.1));
        Some(next)
    }
}

/// The thread that searches. Dropping this ends it.
pub struct Searcher {
    desk: Arc<Desk>,
}

impl Searcher {
    /// Starts the thread, whose engine uses this number of search threads and bytes of
    /// memory.
    ///
    /// # Errors
    /// If the system has no memory for a thread.
    pub fn start(threads: usize, memory: u64, listener: Arc<dyn Listener>) -> io::Result<Searcher> {
        let desk = Arc::new(Desk::default());
        let orders = Arc::clone(&desk);
        search_thread("board search").spawn(move || {
            let mut engines = Engines::new(threads, memory);
            while let Some((job, stop)) = orders.take() {
                let found = engines.run(&job, &stop, listener.as_ref());
                orders.lock().present = None;
                listener.answer(job.number, found);
            }
        })?;
        Ok(Searcher { desk })
    }

    /// Stops the present search and begins another one.
    pub fn begin(&self, job: Job) {
        let mut orders = self.desk.lock();
        if let Some(stop) = &orders.present {
            stop.store(true, Ordering::Relaxed);
        }
        orders.next = Some((job, Arc::new(AtomicBool::new(false))));
        self.desk.changed.notify_all();
    }

    /// Stops the present search, whose answer is what it has found so far, and the one that
    /// has not begun.
    pub fn stop(&self) {
        let orders = self.desk.lock();
        let next = orders.next.as_ref().map(|(_, stop)| stop);
        for stop in orders.present.iter().chain(next) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        let mut orders = self.desk.lock();
        orders.is_over = true;
        if let Some(stop) = &orders.present {
            stop.store(true, Ordering::Relaxed);
        }
        self.desk.changed.notify_all();
    }
}

/// The engines. Advice has one of its own, so that the transposition table of a weak level
/// does not contain results of deep searches.
struct Engines {
    playing: Engine,
    advising: Engine,
    threads: usize,
}

impl Engines {
    fn new(threads: usize, memory: u64) -> Engines {
        let mut engines = Engines {
            playing: Engine::new(),
            advising: Engine::new(),
            threads,
        };
        engines.playing.set_memory(memory);
        engines.advising.set_memory(ADVICE_MEMORY);
        engines
    }

    /// Runs a search. A panic of the search is logged by the hook and counts as a failure.
    fn run(&mut self, job: &Job, stop: &AtomicBool, listener: &dyn Listener) -> Found {
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
        let limits = Limits {
            time: TimeControl {
                turn: Some(job.limit),
                ..TimeControl::default()
            },
            ..Limits::default()
        };
        let request = Request {
            stop: Some(stop),
            ..Request::new(&job.game, &limits)
        };
        let mut report = |report: &Report| listener.progress(job.number, report);
        // With several threads, weaker levels would not be repeatable.
        let threads = |level: Level| {
            if level == Level::STRONGEST {
                self.threads
            } else {
                1
            }
        };
        match job.task {
            Task::Move(level) => {
                self.playing.set_threads(threads(level));
                let best =
                    strength::find_move(&mut self.playing, &request, level, job.seed, &mut report);
                Found::Move(best)
            }
            Task::Swap2(level) => {
                self.playing.set_threads(threads(level));
                let engine = &mut self.playing;
                let step = OpeningRequest::Swap2;
                let seed = job.seed;
                Found::Swap2(strength::decide_opening(
                    engine,
                    &request,
                    &step,
                    level,
                    seed,
                    &mut report,
                ))
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};
    use std::sync::mpsc;

    /// Sends answers to a test.
    struct Answers(Mutex<mpsc::Sender<(u64, Found)>>);

    impl Listener for Answers {
        fn progress(&self, _number: u64, _report: &Report) {}

        fn answer(&self, number: u64, found: Found) {
            // A test that has ended does not listen.
            let _ = self.0.lock().unwrap().send((number, found));
        }
    }

    fn searcher() -> (Searcher, mpsc::Receiver<(u64, Found)>) {
        let (sender, receiver) = mpsc::channel();
        let listener = Arc::new(Answers(Mutex::new(sender)));
        (Searcher::start(1, 64 << 20, listener).unwrap(), receiver)
    }

    fn job(number: u64, task: Task, seconds: u64) -> Job {
        Job {
            number,
            task,
            game: Game::new(BoardSize::square(15).unwrap(), Rule::Freestyle),
            limit: Duration::from_secs(seconds),
            seed: 1,
        }
    }

    const PATIENCE: Duration = Duration::from_secs(30);

    #[test]
    fn every_search_is_answered_in_order() {
        let (searcher, answers) = searcher();
        let weak = Level::new(1).unwrap();
        for number in 1..4 {
            searcher.begin(job(number, Task::Move(weak), 1));
            let (answered, found) = answers.recv_timeout(PATIENCE).unwrap();
            assert_eq!(answered, number);
            assert!(matches!(found, Found::Move(Some(_))));
        }
    }

    #[test]
    fn a_stopped_search_answers_and_a_new_one_replaces_it() {
        let (searcher, answers) = searcher();
        searcher.begin(job(1, Task::Hint, 600));
        searcher.stop();
        assert_eq!(answers.recv_timeout(PATIENCE).unwrap().0, 1);
        searcher.begin(job(2, Task::Hint, 600));
        std::thread::sleep(Duration::from_millis(50));
        searcher.begin(job(3, Task::Move(Level::new(1).unwrap()), 1));
        let last = std::iter::from_fn(|| answers.recv_timeout(PATIENCE).ok())
            .find(|(number, _)| *number == 3);
        assert!(matches!(last, Some((3, Found::Move(Some(_))))));
    }
}
