//! The thread that owns the engine and does one job after another.
//!
//! Jobs are queued, so the session never waits for an aborted search to return.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::time::{Duration, Instant};

use super::event::{Event, SearchId};
use super::live_moves;
use crate::engine::{
    DEFAULT_MEMORY, Engine, Game, Limits, Outcome, Report, Request, SearchOptions, Stone,
    can_search, forbidden_points, obtainable_table_bytes, search_thread,
};
use crate::opening::{OpeningMove, OpeningRequest};
use crate::random::clock_seed;
use crate::strength::{self, Strength};
use crate::types::{Color, Point, Rule};

/// Work for the search thread.
pub enum Job {
    /// Clear the move statistics of earlier searches.
    Clear,
    /// Clear the move statistics and the transposition table.
    Forget,
    /// Send how full the transposition table is, per mille.
    ShowHashUsage(Sender<u32>),
    /// Find a move, or decide on an opening, and send the result.
    Search(Box<SearchTask>),
    /// Search on the opponent's time to fill the transposition table. Sends
    /// nothing.
    Ponder(Box<SearchTask>),
}

/// What to search, and within which limits.
pub struct SearchTask {
    /// The number of the search, which its events carry.
    pub id: SearchId,
    /// The position.
    pub game: Game,
    /// The side to move.
    pub side: Color,
    /// The decision to make; `None`: find the best move.
    pub opening: Option<OpeningRequest>,
    /// The points on which the best move may not be.
    pub excluded: Vec<Point>,
    /// How many variations to report, at least 1.
    pub multipv: usize,
    /// Report each root move.
    pub is_live: bool,
    /// How strong to play.
    pub strength: Strength,
    /// The limits; `time.spent` is the time used before `arrived`.
    pub limits: Limits,
    /// The memory that the process may use, in bytes.
    pub memory: u64,
    /// The number of search threads.
    pub threads: usize,
    /// When the command arrived. Time in the queue counts as used.
    pub arrived: Instant,
    /// Ends the search from outside.
    pub control: Arc<SearchControl>,
}

/// Lets the session end a search.
#[derive(Debug, Default)]
pub struct SearchControl {
    /// The search must return the best move so far.
    stop: AtomicBool,
    /// The result is not needed.
    aborted: AtomicBool,
}

impl SearchControl {
    /// Ends the search; its result is the best move so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends the search, or keeps it from starting; its result is not needed.
    pub fn abort(&self) {
        self.aborted.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// True if the search has to return.
    #[cfg(test)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// True if the search has been aborted.
    pub fn is_aborted(&self) -> bool {
        self.aborted.load(Ordering::Relaxed)
    }
}

impl SearchTask {
    /// The time used for this move so far.
    fn spent(&self) -> Duration {
        self.limits
            .time
            .spent
            .saturating_add(self.arrived.elapsed())
    }
}

/// Starts the thread. It ends when the returned sender is dropped. The tables for the default
/// rule are built before this returns, so that the first move does not wait for them.
///
/// Also returns the size in bytes of the transposition table for which there is memory, at most
/// the default size. The thread determines it, since the thread itself takes memory.
///
/// # Errors
/// If the thread cannot be started, or if there is too little memory for a search
/// ([`io::ErrorKind::OutOfMemory`]).
pub fn spawn(events: SyncSender<Event>) -> io::Result<(Sender<Job>, u64)> {
    let (jobs, queue) = mpsc::channel();
    let (found, table) = mpsc::channel();
    search_thread("search").spawn(move || {
        let table = can_search().then(|| {
            Engine::build_tables(Rule::default());
            obtainable_table_bytes(DEFAULT_MEMORY)
        });
        // The caller waits for this.
        let _ = found.send(table);
        let mut engine = Engine::new();
        for job in queue {
            let is_intact = match job {
                Job::Clear => returns("clearing statistics", &events, || engine.clear()),
                Job::Forget => returns("clearing the table", &events, || engine.forget()),
                Job::ShowHashUsage(answer) => {
                    let _ = answer.send(engine.hashfull());
                    true
                }
                Job::Search(task) => {
                    let fallback = PanicFallback::new(&task);
                    let work = |last: &mut Report| search(&mut engine, *task, &events, last);
                    fallback.guard(work, &events)
                }
                Job::Ponder(task) => returns("pondering", &events, || ponder(&mut engine, &task)),
            };
            if !is_intact {
                engine = Engine::new();
            }
        }
    })?;
    match table.recv().map_err(io::Error::other)? {
        Some(table) => Ok((jobs, table)),
        None => Err(io::ErrorKind::OutOfMemory.into()),
    }
}

/// Runs `work`, which has no answer. Returns false after a panic.
fn returns(name: &str, events: &SyncSender<Event>, work: impl FnOnce()) -> bool {
    let is_intact = catch_unwind(AssertUnwindSafe(work)).is_ok();
    if !is_intact {
        log::error!("{name} panicked");
        let _ = events.send(Event::Panicked(None));
    }
    is_intact
}

/// What is needed to answer in place of a search that panics. Without an answer the game would
/// be lost on time.
struct PanicFallback {
    /// The number of the search.
    id: SearchId,
    /// The position searched.
    game: Game,
    /// The side to move.
    side: Color,
    /// The points on which a move may not be.
    excluded: Vec<Point>,
    /// The decision to make; `None` for a move.
    opening: Option<OpeningRequest>,
}

impl PanicFallback {
    fn new(task: &SearchTask) -> PanicFallback {
        PanicFallback {
            id: task.id,
            game: task.game.clone(),
            side: task.side,
            excluded: task.excluded.clone(),
            opening: task.opening.clone(),
        }
    }

    /// Runs `work`, which stores its last report in its argument. If it panics, the answer is the
    /// best move so far, or else any move or decision. Returns false after a panic.
    fn guard(self, work: impl FnOnce(&mut Report), events: &SyncSender<Event>) -> bool {
        let mut last = Report::default();
        if catch_unwind(AssertUnwindSafe(|| work(&mut last))).is_ok() {
            return true;
        }
        log::error!("search {} panicked", self.id);
        let _ = events.send(Event::Panicked(Some(self.id)));
        let answer = if let Some(opening) = &self.opening {
            Event::Decided(self.id, any_decision(&self.game, opening))
        } else {
            let best = last.pv.first().copied();
            let best = best.or_else(|| any_move(&self.game, self.side, &self.excluded));
            Event::Finished(self.id, Outcome { best, report: last })
        };
        let _ = events.send(answer);
        false
    }
}

/// The legal move of `side` nearest to the centre or, if there is none, the nearest empty point:
/// a foul ends the game at once, but without a move the manager would wait until the time is up.
/// `None` if all empty points are `excluded`.
pub fn any_move(game: &Game, side: Color, excluded: &[Point]) -> Option<Point> {
    let forbidden = match side {
        Color::Black => forbidden_points(game),
        Color::White => Vec::new(),
    };
    let size = game.size();
    let off_centre = |at: u8, length: u8| (2 * i32::from(at) + 1 - i32::from(length)).pow(2);
    size.points()
        .filter(|point| game.at(*point).is_none() && !excluded.contains(point))
        .min_by_key(|point| {
            let distance = off_centre(point.x, size.width()) + off_centre(point.y, size.height());
            (forbidden.contains(point), distance)
        })
}

/// A decision about an opening without any search: to swap sides, or the free points nearest to the
/// centre. `None` for a step of an opening that Yixin-Board leads, and if there are not enough points.
pub fn any_decision(game: &Game, opening: &OpeningRequest) -> Option<OpeningMove> {
    let count = match opening {
        OpeningRequest::Swap2 if game.ply() > 0 => return Some(OpeningMove::Swap),
        OpeningRequest::Swap2 => 3,
        OpeningRequest::Balance { stones, .. } => *stones,
        OpeningRequest::Step(_) => return None,
    };
    let mut game = game.clone();
    let mut stones = Vec::with_capacity(count);
    for _ in 0..count {
        let side = game.side_to_move();
        let point = any_move(&game, side, &[])?;
        game.put(point, Stone::Of(side)).ok()?;
        stones.push(point);
    }
    Some(OpeningMove::Stones(stones))
}

/// Searches and sends reports and result to the session. `last` becomes the last
/// report. Sending fails only after the session has ended.
fn search(
    engine: &mut Engine,
    mut task: SearchTask,
    events: &SyncSender<Event>,
    last: &mut Report,
) {
    if task.control.is_aborted() {
        return;
    }
    engine.set_memory(task.memory);
    engine.set_threads(task.threads);
    task.limits.time.spent = task.spent();
    let id = task.id;
    let mut report = |report: &Report| {
        last.clone_from(report);
        let _ = events.send(Event::Iteration(id, report.clone()));
    };
    if let Some(opening) = &task.opening {
        let (request, strength) = (request(&task), task.strength);
        let decision = strength::decide_opening(
            engine,
            &request,
            opening,
            strength,
            clock_seed(),
            &mut report,
        );
        let _ = events.send(Event::Decided(id, decision));
        return;
    }
    let request = Request {
        options: SearchOptions {
            multipv: task.multipv,
            searches_only_move: task.multipv > 1,
            ..SearchOptions::default()
        },
        root_observer: task
            .is_live
            .then(|| live_moves::observer(id, events.clone())),
        ..request(&task)
    };
    let outcome = if task.strength == Strength::FULL {
        engine.think(&request, &mut report)
    } else {
        strength::find_move(engine, &request, task.strength, clock_seed(), &mut report)
    };
    let _ = events.send(Event::Finished(id, outcome));
}

/// Searches to fill the transposition table.
fn ponder(engine: &mut Engine, task: &SearchTask) {
    if task.control.is_aborted() {
        return;
    }
    engine.set_memory(task.memory);
    engine.set_threads(task.threads);
    let request = Request {
        options: SearchOptions::analysis(),
        ..request(task)
    };
    engine.think(&request, &mut |_| {});
}

/// The request for a task. Its clock starts now.
fn request(task: &SearchTask) -> Request<'_> {
    Request {
        side: task.side,
        stop: Some(&task.control.stop),
        excluded: task.excluded.clone(),
        ..Request::new(&task.game, &task.limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};

    /// The event that is sent when a search panics after these reports.
    fn event_after_panic(
        opening: Option<OpeningRequest>,
        game: &Game,
        reports: &[Report],
    ) -> Event {
        let (events, inbox) = mpsc::sync_channel(8);
        let fallback = PanicFallback {
            id: 7,
            game: game.clone(),
            side: game.side_to_move(),
            excluded: Vec::new(),
            opening,
        };
        let work = |last: &mut Report| {
            reports.iter().for_each(|report| last.clone_from(report));
            std::panic::resume_unwind(Box::new("test"));
        };
        assert!(!fallback.guard(work, &events));
        // The message to the manager comes first.
        let told = inbox.try_recv().expect("an event");
        assert!(matches!(told, Event::Panicked(Some(7))));
        inbox.try_recv().expect("an answer")
    }

    #[test]
    fn a_search_that_panics_is_answered() {
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
        assert_eq!(
            best(event_after_panic(None, &game, &reports)),
            Some(Point::new(3, 4))
        );
        assert_eq!(
            best(event_after_panic(None, &game, &[])),
            Some(Point::new(7, 7))
        );
        let points = |list: &[(u8, u8)]| -> Vec<Point> {
            list.iter().map(|(x, y)| Point::new(*x, *y)).collect()
        };
        for (opening, expected) in [
            (OpeningRequest::Swap2, points(&[(7, 7), (7, 6), (6, 7)])),
            (
                OpeningRequest::Balance { stones: 1, bias: 0 },
                points(&[(7, 7)]),
            ),
        ] {
            match event_after_panic(Some(opening), &game, &reports) {
                Event::Decided(7, Some(OpeningMove::Stones(stones))) => {
                    assert_eq!(stones, expected)
                }
                other => panic!("{other:?}"),
            }
        }
        for (x, y) in [(7, 7), (8, 8), (7, 8)] {
            let stone = Stone::Of(game.side_to_move());
            game.put(Point::new(x, y), stone).unwrap();
        }
        assert!(matches!(
            event_after_panic(Some(OpeningRequest::Swap2), &game, &[]),
            Event::Decided(7, Some(OpeningMove::Swap))
        ));
        game = Game::new(BoardSize::square(15).unwrap(), Rule::Renju);
        // Black may not play in the centre, where a stone would make an overline.
        for x in [4, 5, 6, 8, 9, 10] {
            game.put(Point::new(x, 7), Stone::Of(Color::Black)).unwrap();
        }
        let any = best(event_after_panic(None, &game, &[])).unwrap();
        assert!(game.at(any).is_none() && any != Point::new(7, 7), "{any:?}");
    }

    #[test]
    fn a_search_that_does_not_panic_is_not_answered_twice() {
        let (events, inbox) = mpsc::sync_channel(8);
        let game = Game::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        let fallback = PanicFallback {
            id: 1,
            side: game.side_to_move(),
            game,
            excluded: Vec::new(),
            opening: None,
        };
        assert!(fallback.guard(|last| last.depth = 1, &events));
        assert!(returns("test", &events, || ()));
        assert!(inbox.try_recv().is_err());
    }

    #[test]
    fn a_panic_without_an_answer_is_told() {
        let (events, inbox) = mpsc::sync_channel(8);
        let work = || std::panic::resume_unwind(Box::new("test"));
        assert!(!returns("test", &events, work));
        let told: Vec<_> = inbox.try_iter().collect();
        assert!(matches!(told[..], [Event::Panicked(None)]));
    }
}
