//! Output about root moves during a search, at a rate that a person can read.

use std::collections::HashSet;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::event::{Event, SearchId};
use super::response::Response;
use crate::engine::{RootEvent, RootObserver};
use crate::types::Point;

/// The shortest time between two moves shown. Each probe at the root searches
/// all root moves, most of them within microseconds.
const INTERVAL: Duration = Duration::from_millis(50);

/// Which root moves have been shown.
struct LiveMoves {
    /// When a move was last shown, or when the search began.
    last_shown: Instant,
    /// The move shown as being searched.
    current: Option<Point>,
    /// Moves shown to lose; each is shown once.
    lost: HashSet<Point>,
}

impl LiveMoves {
    /// The state at the beginning of a search, before anything is shown.
    fn new(now: Instant) -> LiveMoves {
        LiveMoves {
            last_shown: now,
            current: None,
            lost: HashSet::new(),
        }
    }

    /// The line to print after an event at the root, if any.
    fn line(&mut self, event: RootEvent, now: Instant) -> Option<Response> {
        match event {
            RootEvent::Started(point) => {
                if now.saturating_duration_since(self.last_shown) < INTERVAL {
                    return None;
                }
                self.last_shown = now;
                self.current = Some(point);
                Some(Response::MoveStarted(point))
            }
            RootEvent::Finished(point, loses) => {
                let was_shown = self.current.take_if(|shown| *shown == point).is_some();
                if loses && self.lost.insert(point) {
                    return Some(Response::MoveLoses(point));
                }
                was_shown.then_some(Response::MoveSearched(point))
            }
        }
    }
}

/// An observer that sends the root moves of this search to the session.
pub fn observer(search: SearchId, events: SyncSender<Event>) -> RootObserver {
    let moves = Mutex::new(LiveMoves::new(Instant::now()));
    Arc::new(move |event| {
        let Ok(mut moves) = moves.lock() else {
            return;
        };
        if let Some(response) = moves.line(event, Instant::now()) {
            // The search must not wait for a slow reader: drop the line instead.
            let _ = events.try_send(Event::Live(search, response));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_shown_at_intervals_and_losses_once() {
        let started = Instant::now();
        let mut moves = LiveMoves::new(started);
        let mut line = |event, ms| moves.line(event, started + Duration::from_millis(ms));
        let (a, b) = (Point::new(1, 1), Point::new(2, 2));
        let begin = RootEvent::Started;
        let end = RootEvent::Finished;
        assert_eq!(line(begin(a), 10), None);
        assert_eq!(line(end(a, false), 11), None);
        assert_eq!(line(begin(a), 60), Some(Response::MoveStarted(a)));
        assert_eq!(line(end(a, false), 70), Some(Response::MoveSearched(a)));
        assert_eq!(line(begin(b), 80), None);
        assert_eq!(line(end(b, true), 81), Some(Response::MoveLoses(b)));
        assert_eq!(line(end(b, true), 82), None);
        assert_eq!(line(begin(b), 120), Some(Response::MoveStarted(b)));
        assert_eq!(line(end(b, true), 121), Some(Response::MoveSearched(b)));
    }
}
