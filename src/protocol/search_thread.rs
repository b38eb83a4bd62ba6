//! The thread that owns the engine and searches, one job after the other.
//!
//! Jobs wait in a queue, so a new search can be ordered while an aborted one
//! is still on its way out: the session never waits for it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::{Event, Ticket, watch};
use crate::choice::{self, Bounds, Goal};
use crate::engine::{Engine, Game, Limits, Report, View};
use crate::types::Color;

/// The search recurses deeply; untouched pages of its stack cost nothing.
const STACK_BYTES: usize = 64 << 20;

/// Work for the search thread.
pub enum Job {
    /// Forget what was learned from earlier searches.
    Clear,
    /// Forget all that is known, the table too.
    Forget,
    /// Find a move, or make a choice.
    Think(Box<Task>),
    /// Think about a position to know more of it later, and say nothing.
    Ponder(Box<Task>),
}

/// One search.
pub struct Task {
    /// Goes back with everything said about this search.
    pub ticket: Ticket,
    /// The position.
    pub game: Game,
    /// Whose move to find.
    pub side: Color,
    /// What to find if it is not simply a move.
    pub goal: Option<Goal>,
    /// How many of the best lines to tell, from 1.
    pub lines: usize,
    /// Each root move is to be told of.
    pub live: bool,
    /// The limits; `time.spent` so far counts the process start-up only.
    pub limits: Limits,
    /// What the process may use, in bytes.
    pub memory: u64,
    /// When the command arrived. Time in the queue counts as spent.
    pub arrived: Instant,
    /// How the session reaches a search under way.
    pub signals: Arc<Signals>,
}

/// What the session tells a search under way.
#[derive(Debug, Default)]
pub struct Signals {
    /// End early, with the best move so far as the answer.
    stop: AtomicBool,
    /// Nobody waits for the answer any more.
    dropped: AtomicBool,
}

impl Signals {
    /// Asks for the best move so far, now.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Calls the search off; its answer will not be looked at.
    pub fn drop_search(&self) {
        self.dropped.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// Has the search been called off?
    pub fn is_dropped(&self) -> bool {
        self.dropped.load(Ordering::Relaxed)
    }
}

impl Task {
    /// Time used of this move up to now.
    fn spent(&self) -> Duration {
        self.limits
            .time
            .spent
            .saturating_add(self.arrived.elapsed())
    }
}

/// Starts the thread; it ends when the returned sender is dropped.
///
/// # Errors
/// Fails if the system refuses the thread.
pub fn spawn(events: SyncSender<Event>) -> io::Result<Sender<Job>> {
    let (jobs, queue) = mpsc::channel();
    std::thread::Builder::new()
        .name("search".into())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let mut engine = Engine::new();
            for job in queue {
                match job {
                    Job::Clear => engine.clear(),
                    Job::Forget => engine.forget(),
                    Job::Think(task) => think(&mut engine, *task, &events),
                    Job::Ponder(task) => ponder(&mut engine, &task),
                }
            }
        })?;
    Ok(jobs)
}

/// Searches and tells the session. A send fails only when the session is over.
fn think(engine: &mut Engine, mut task: Task, events: &SyncSender<Event>) {
    if task.signals.is_dropped() {
        return;
    }
    engine.set_memory(task.memory);
    task.limits.time.spent = task.spent();
    let ticket = task.ticket;
    let mut report = |report: &Report| {
        let _ = events.send(Event::Iteration(ticket, report.clone()));
    };
    if let Some(goal) = &task.goal {
        let bounds = Bounds {
            limits: task.limits,
            started: Instant::now(),
            stop: &task.signals.stop,
            seed: seed(),
        };
        let choice = choice::choose(engine, &task.game, goal, bounds, &mut report);
        let _ = events.send(Event::Chosen(ticket, choice));
        return;
    }
    engine.set_view(View {
        lines: task.lines,
        ..View::default()
    });
    engine.set_watch(task.live.then(|| watch::watch(ticket, events.clone())));
    let outcome = engine.think(
        &task.game,
        task.side,
        &task.limits,
        Instant::now(),
        &task.signals.stop,
        &mut report,
    );
    engine.set_view(View::default());
    engine.set_watch(None);
    let _ = events.send(Event::Finished(ticket, outcome));
}

/// Searches for the sake of the table.
fn ponder(engine: &mut Engine, task: &Task) {
    if task.signals.is_dropped() {
        return;
    }
    engine.set_memory(task.memory);
    engine.think(
        &task.game,
        task.side,
        &task.limits,
        Instant::now(),
        &task.signals.stop,
        &mut |_| {},
    );
}

/// A number that differs from call to call, so that openings do too.
fn seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}
