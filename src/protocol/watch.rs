//! Root moves told live, at a pace that a person can follow and a manager can bear.

use std::collections::HashSet;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::response::Response;
use super::{Event, Ticket};
use crate::engine::{RootEvent, RootObserver};
use crate::types::Point;

/// Moves are shown no closer to each other than this. Each probe of the root
/// goes over all of them, most in no time.
const PACE: Duration = Duration::from_millis(50);

/// What the manager has been told.
struct Told {
    /// When the last move was shown, or the search began.
    since: Instant,
    /// The move shown as being searched.
    current: Option<Point>,
    /// Moves told to lose; each is told once.
    lost: HashSet<Point>,
}

impl Told {
    fn new(now: Instant) -> Told {
        Told {
            since: now,
            current: None,
            lost: HashSet::new(),
        }
    }

    /// What to say of a step.
    fn line(&mut self, step: RootEvent, now: Instant) -> Option<Response> {
        match step {
            RootEvent::Started(point) => {
                if now.saturating_duration_since(self.since) < PACE {
                    return None;
                }
                self.since = now;
                self.current = Some(point);
                Some(Response::Trying(point))
            }
            RootEvent::Finished(point, loses) => {
                let was_shown = self.current.take_if(|shown| *shown == point).is_some();
                if loses && self.lost.insert(point) {
                    return Some(Response::Loses(point));
                }
                was_shown.then_some(Response::Tried(point))
            }
        }
    }
}

/// An observer that sends the root events of the search with that ticket to the session.
pub fn watch(ticket: Ticket, events: SyncSender<Event>) -> RootObserver {
    let told = Mutex::new(Told::new(Instant::now()));
    Arc::new(move |step| {
        let Ok(mut told) = told.lock() else {
            return;
        };
        if let Some(response) = told.line(step, Instant::now()) {
            // The search does not wait for a slow reader: the line is lost then.
            let _ = events.try_send(Event::Live(ticket, response));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_shown_at_a_pace_and_losses_once() {
        let begun = Instant::now();
        let mut told = Told::new(begun);
        let mut line = |step, ms| told.line(step, begun + Duration::from_millis(ms));
        let (a, b) = (Point::new(1, 1), Point::new(2, 2));
        assert_eq!(line(RootEvent::Started(a), 10), None);
        assert_eq!(line(RootEvent::Finished(a, false), 11), None);
        assert_eq!(line(RootEvent::Started(a), 60), Some(Response::Trying(a)));
        assert_eq!(
            line(RootEvent::Finished(a, false), 70),
            Some(Response::Tried(a))
        );
        assert_eq!(line(RootEvent::Started(b), 80), None);
        assert_eq!(
            line(RootEvent::Finished(b, true), 81),
            Some(Response::Loses(b))
        );
        assert_eq!(line(RootEvent::Finished(b, true), 82), None);
        assert_eq!(line(RootEvent::Started(b), 120), Some(Response::Trying(b)));
        assert_eq!(
            line(RootEvent::Finished(b, true), 121),
            Some(Response::Tried(b))
        );
    }
}
