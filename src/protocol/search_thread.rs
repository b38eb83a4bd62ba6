//! The thread that owns the engine and searches, one job after the other.
//!
//! Jobs wait in a queue, so a new search can be ordered while an aborted one
//! is still on its way out: the session never waits for it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::{Event, Ticket, watch};
use crate::engine::{Engine, Game, Limits, Outcome, Report, STACK_BYTES, View, forbidden_points};
use crate::opening::{self, Bounds, OpeningRequest};
use crate::types::{Color, Point};

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
    pub goal: Option<OpeningRequest>,
    /// How many of the best lines to tell, from 1.
    pub lines: usize,
    /// Each root move is to be told of.
    pub live: bool,
    /// The limits; `time.spent` so far counts the process start-up only.
    pub limits: Limits,
    /// What the process may use, in bytes.
    pub memory: u64,
    /// Search threads.
    pub threads: usize,
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
                    Job::Think(task) => {
                        let rescue = Rescue::of(&task);
                        let work = |last: &mut Report| think(&mut engine, *task, &events, last);
                        if !rescue.watch(work, &events) {
                            engine = Engine::new();
                        }
                    }
                    Job::Ponder(task) => {
                        // Nobody waits for an answer, so there is none to rescue.
                        let work = || ponder(&mut engine, &task);
                        if catch_unwind(AssertUnwindSafe(work)).is_err() {
                            log::error!("pondering has failed");
                            engine = Engine::new();
                        }
                    }
                }
            }
        })?;
    Ok(jobs)
}

/// The answer to a search that fails by a fault of ours: without one the game
/// would be lost.
struct Rescue {
    ticket: Ticket,
    game: Game,
    side: Color,
    /// A choice was wanted, not simply a move.
    chooses: bool,
}

impl Rescue {
    fn of(task: &Task) -> Rescue {
        Rescue {
            ticket: task.ticket,
            game: task.game.clone(),
            side: task.side,
            chooses: task.goal.is_some(),
        }
    }

    /// Lets `work` search, which leaves its last report behind. If it fails, the
    /// answer is the best move by then, or any. Returns whether all went well.
    fn watch(self, work: impl FnOnce(&mut Report), events: &SyncSender<Event>) -> bool {
        let mut last = Report::default();
        if catch_unwind(AssertUnwindSafe(|| work(&mut last))).is_ok() {
            return true;
        }
        log::error!("search {} has failed", self.ticket);
        let answer = if self.chooses {
            Event::Chosen(self.ticket, None)
        } else {
            let best = last.pv.first().copied();
            let best = best.or_else(|| any_move(&self.game, self.side));
            Event::Finished(self.ticket, Outcome { best, report: last })
        };
        let _ = events.send(answer);
        false
    }
}

/// The point nearest to the middle on which `side` may play.
fn any_move(game: &Game, side: Color) -> Option<Point> {
    let forbidden = match side {
        Color::Black => forbidden_points(game),
        Color::White => Vec::new(),
    };
    let size = game.size();
    let off = |at: u8, length: u8| (2 * i32::from(at) + 1 - i32::from(length)).pow(2);
    size.points()
        .filter(|point| game.at(*point).is_none() && !forbidden.contains(point))
        .min_by_key(|point| off(point.x, size.width()) + off(point.y, size.height()))
}

/// Searches and tells the session; `last` is the last report told. A send fails
/// only when the session is over.
fn think(engine: &mut Engine, mut task: Task, events: &SyncSender<Event>, last: &mut Report) {
    if task.signals.is_dropped() {
        return;
    }
    engine.set_memory(task.memory);
    engine.set_threads(task.threads);
    task.limits.time.spent = task.spent();
    let ticket = task.ticket;
    let mut report = |report: &Report| {
        last.clone_from(report);
        let _ = events.send(Event::Iteration(ticket, report.clone()));
    };
    if let Some(goal) = &task.goal {
        let bounds = Bounds {
            limits: task.limits,
            started: Instant::now(),
            stop: &task.signals.stop,
            seed: seed(),
        };
        let decision = opening::decide(engine, &task.game, goal, bounds, &mut report);
        let _ = events.send(Event::Chosen(ticket, decision));
        return;
    }
    engine.set_view(View {
        lines: task.lines,
        ..View::default()
    });
    engine.set_observer(task.live.then(|| watch::watch(ticket, events.clone())));
    let outcome = engine.think(
        &task.game,
        task.side,
        &task.limits,
        Instant::now(),
        &task.signals.stop,
        &mut report,
    );
    engine.set_view(View::default());
    engine.set_observer(None);
    let _ = events.send(Event::Finished(ticket, outcome));
}

/// Searches for the sake of the table.
fn ponder(engine: &mut Engine, task: &Task) {
    if task.signals.is_dropped() {
        return;
    }
    engine.set_memory(task.memory);
    engine.set_threads(task.threads);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Stone;
    use crate::types::{BoardSize, Rule};

    /// What the session is told if a search fails after those reports.
    fn told(chooses: bool, game: &Game, reports: &[Report]) -> Event {
        let (events, inbox) = mpsc::sync_channel(8);
        let rescue = Rescue {
            ticket: 7,
            game: game.clone(),
            side: game.side_to_move(),
            chooses,
        };
        let work = |last: &mut Report| {
            reports.iter().for_each(|report| last.clone_from(report));
            std::panic::resume_unwind(Box::new("on purpose"));
        };
        assert!(!rescue.watch(work, &events));
        inbox.try_recv().expect("an answer")
    }

    #[test]
    fn a_search_that_fails_is_answered_all_the_same() {
        let mut game = Game::new(BoardSize::square(15).unwrap(), Rule::Renju);
        let report = |x, y| Report {
            pv: vec![Point::new(x, y)],
            ..Report::default()
        };
        let best = |event| match event {
            Event::Finished(7, outcome) => outcome.best,
            other => panic!("{other:?}"),
        };
        let reports = [report(1, 2), report(3, 4)];
        assert_eq!(best(told(false, &game, &reports)), Some(Point::new(3, 4)));
        assert_eq!(best(told(false, &game, &[])), Some(Point::new(7, 7)));
        assert!(matches!(
            told(true, &game, &reports),
            Event::Chosen(7, None)
        ));
        // The middle would be an overline of black's.
        for x in [4, 5, 6, 8, 9, 10] {
            game.put(Point::new(x, 7), Stone::Of(Color::Black)).unwrap();
        }
        let any = best(told(false, &game, &[])).unwrap();
        assert!(game.at(any).is_none() && any != Point::new(7, 7), "{any:?}");
    }

    #[test]
    fn a_search_that_ends_well_is_not_answered_twice() {
        let (events, inbox) = mpsc::sync_channel(8);
        let game = Game::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        let rescue = Rescue {
            ticket: 1,
            side: game.side_to_move(),
            game,
            chooses: false,
        };
        assert!(rescue.watch(|last| last.depth = 1, &events));
        assert!(inbox.try_recv().is_err());
    }
}
