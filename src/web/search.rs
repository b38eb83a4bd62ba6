//! The engine of the board: one thread that searches for one thing at a time.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use crate::app::search::{Engines, Found, Job, Listener, Searcher};
use crate::engine::search_thread;
use crate::sync::IgnorePoison;

/// What is to be done.
#[derive(Default)]
struct Orders {
    /// The job after the current one. A newer one replaces it.
    next: Option<(Job, Arc<AtomicBool>)>,
    /// Ends the current search.
    present: Option<Arc<AtomicBool>>,
    /// Other means for the searches to come: the number of threads, and bytes of memory.
    means: Option<(usize, u64)>,
    is_over: bool,
}

/// What the thread does next.
struct Order {
    job: Job,
    stop: Arc<AtomicBool>,
    means: Option<(usize, u64)>,
}

/// The orders, shared by the thread and those who give them.
#[derive(Default)]
struct Desk {
    orders: Mutex<Orders>,
    changed: Condvar,
}

impl Desk {
    /// The orders.
    fn lock(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().ignore_poison()
    }

    /// Waits for a job; `None` when the thread has to end.
    fn take(&self) -> Option<Order> {
        let is_idle = |orders: &mut Orders| orders.next.is_none() && !orders.is_over;
        let waited = self.changed.wait_while(self.lock(), is_idle);
        let mut orders = waited.ignore_poison();
        if orders.is_over {
            return None;
        }
        let (job, stop) = orders.next.take()?;
        orders.present = Some(Arc::clone(&stop));
        let means = orders.means.take();
        Some(Order { job, stop, means })
    }
}

/// The thread that searches. Dropping this ends it.
pub struct SearchThread {
    desk: Arc<Desk>,
}

impl SearchThread {
    /// Starts the thread, whose engine uses this number of search threads and bytes of
    /// memory.
    ///
    /// # Errors
    /// If the system has no memory for a thread.
    pub fn start(
        threads: usize,
        memory: u64,
        listener: Arc<dyn Listener>,
    ) -> io::Result<SearchThread> {
        let desk = Arc::new(Desk::default());
        let orders = Arc::clone(&desk);
        search_thread("board search").spawn(move || {
            let mut engines = Engines::new(threads, memory);
            while let Some(Order { job, stop, means }) = orders.take() {
                if let Some((threads, memory)) = means {
                    engines = Engines::new(threads, memory);
                }
                let found = engines.run(&job, stop.as_ref(), listener.as_ref());
                orders.lock().present = None;
                // A flag does not pause a search.
                listener.answer(job.number, found.unwrap_or(Found::Failed));
            }
        })?;
        Ok(SearchThread { desk })
    }
}

impl Searcher for SearchThread {
    fn begin(&self, job: Job) {
        let mut orders = self.desk.lock();
        if let Some(stop) = &orders.present {
            stop.store(true, Ordering::Relaxed);
        }
        orders.next = Some((job, Arc::new(AtomicBool::new(false))));
        self.desk.changed.notify_all();
    }

    fn change_means(&self, threads: usize, memory: u64) {
        self.desk.lock().means = Some((threads, memory));
    }

    fn stop(&self) {
        let orders = self.desk.lock();
        let next = orders.next.as_ref().map(|(_, stop)| stop);
        for stop in orders.present.iter().chain(next) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        let mut orders = self.desk.lock();
        orders.is_over = true;
        if let Some(stop) = &orders.present {
            stop.store(true, Ordering::Relaxed);
        }
        self.desk.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::search::Task;
    use crate::engine::{Game, Report};
    use crate::play::turn::{Answer, Turn};
    use crate::record::{Given, Record};
    use crate::strength::Level;
    use crate::types::{BoardSize, Color, Rule};
    use std::sync::mpsc;
    use std::time::Duration;

    /// Sends answers to a test.
    struct Answers(Mutex<mpsc::Sender<(u64, Found)>>);

    impl Listener for Answers {
        fn progress(&self, _number: u64, _report: &Report) {}

        fn reviewed(&self, _number: u64, _done: usize, _all: usize) {}

        fn answer(&self, number: u64, found: Found) {
            // A test that has ended does not listen.
            let _ = self.0.lock().unwrap().send((number, found));
        }
    }

    fn searcher() -> (SearchThread, mpsc::Receiver<(u64, Found)>) {
        let (sender, receiver) = mpsc::channel();
        let listener = Arc::new(Answers(Mutex::new(sender)));
        (
            SearchThread::start(1, 64 << 20, listener).unwrap(),
            receiver,
        )
    }

    fn job(number: u64, task: Task, seconds: u64) -> Job {
        let game = Game::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        let limit = Duration::from_secs(seconds);
        Job {
            number,
            task,
            turn: Some(Turn {
                game: game.clone(),
                opening: None,
                level: Level::new(1).unwrap(),
                limit,
                clock: None,
            }),
            game,
            side: Color::Black,
            record: None,
            limit,
            seed: 1,
        }
    }

    const PATIENCE: Duration = Duration::from_secs(30);

    #[test]
    fn every_search_is_answered_in_order() {
        let (searcher, answers) = searcher();
        for number in 1..4 {
            searcher.begin(job(number, Task::Play, 1));
            let (answered, found) = answers.recv_timeout(PATIENCE).unwrap();
            assert_eq!(answered, number);
            assert!(matches!(found, Found::Play(Answer::Move(Some(_)))));
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
        searcher.begin(job(3, Task::Play, 1));
        let last = std::iter::from_fn(|| answers.recv_timeout(PATIENCE).ok())
            .find(|(number, _)| *number == 3);
        assert!(matches!(
            last,
            Some((3, Found::Play(Answer::Move(Some(_)))))
        ));
    }

    #[test]
    fn a_review_does_not_depend_on_threads_memory_or_earlier_searches() {
        let record = Record::parse("h8 i9 h6 g8 g9 i7 i6 f7 f8 h9 e6 h10", &Given::default());
        let review = |threads, memory: u64, is_fresh: bool| {
            let (sender, answers) = mpsc::channel();
            let listener = Arc::new(Answers(Mutex::new(sender)));
            let searcher = SearchThread::start(threads, memory << 20, listener).unwrap();
            if !is_fresh {
                searcher.begin(job(1, Task::Hint, 1));
                answers.recv_timeout(PATIENCE).unwrap();
            }
            searcher.begin(Job {
                record: Some(record.clone().unwrap()),
                ..job(2, Task::Review(3_000), 600)
            });
            match answers.recv_timeout(PATIENCE).unwrap() {
                (2, Found::Review(review)) => review.moves,
                (number, _) => panic!("{number}"),
            }
        };
        let first = review(1, 128, true);
        assert_eq!(first.len(), 12);
        assert!(first.iter().any(|moved| moved.loss() > 0.0));
        assert_eq!(review(1, 128, true), first);
        assert_eq!(review(2, 256, false), first);
    }
}
