//! Searches that pause, so that whoever has only one thread can do something else meanwhile.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::engine::{Engine, Outcome, Report, Request, SearchOptions, Stop};
use crate::requests::pieces::Pieces;

/// Tells a search from outside what it has to do. It is asked about every half a millisecond.
pub trait Control {
    /// The search has to end with what it has found.
    fn stops(&self) -> bool;

    /// The search has to pause if it can go on later without losing what it has found.
    fn pauses(&self) -> bool {
        false
    }

    /// The search has to pause in any case, even if it then has to begin again.
    fn gives_way(&self) -> bool {
        false
    }
}

/// A flag that another thread sets.
impl Control for AtomicBool {
    fn stops(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Ends or pauses a search.
pub struct EndOrPause<'a> {
    control: &'a dyn Control,
    /// The search goes on later where it has paused.
    is_kept: bool,
    has_paused: Cell<bool>,
}

impl<'a> EndOrPause<'a> {
    /// For a search that goes on where it has paused, if `is_kept`, or else begins again.
    pub fn new(control: &'a dyn Control, is_kept: bool) -> EndOrPause<'a> {
        EndOrPause {
            control,
            is_kept,
            has_paused: Cell::new(false),
        }
    }

    /// Whether the search has paused and is still wanted.
    pub fn has_paused(&self) -> bool {
        self.has_paused.get() && !self.control.stops()
    }
}

impl Stop for EndOrPause<'_> {
    fn is_set(&self) -> bool {
        if self.control.stops() || self.has_paused.get() {
            return true;
        }
        let pauses = self.control.gives_way() || self.is_kept && self.control.pauses();
        self.has_paused.set(pauses);
        pauses
    }
}

/// A search, or what has been found of it when it has paused.
#[derive(Default)]
pub struct Paused(Option<Pieces>);

impl Paused {
    /// Searches on. `None` if the search pauses again.
    pub fn think(
        &mut self,
        engine: &mut Engine,
        request: &Request<'_>,
        control: &dyn Control,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Outcome> {
        let mut pieces = self.0.take().unwrap_or_default();
        let stop = EndOrPause::new(control, true);
        let piece = Request {
            limits: pieces.limits(&request.limits),
            stop: Some(&stop),
            options: SearchOptions {
                forced_wins: request.options.forced_wins && pieces.looks_for_forced_wins(),
                ..request.options
            },
            ..request.clone()
        };
        let found = engine.think(&piece, &mut |found| {
            if let Some(whole) = pieces.report(found) {
                report(&whole);
            }
        });
        let outcome = pieces.add(found);
        if stop.has_paused() && !pieces.are_over(&request.limits) {
            pieces.keep(outcome);
            self.0 = Some(pieces);
            return None;
        }
        Some(outcome)
    }
}
