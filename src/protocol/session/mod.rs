//! The session with one manager: handles events and executes commands.
//!
//! The methods of [`Session`] are spread over the files of this module: settings
//! and output in `state`, searches in `searching`, and so on. `requests` decides what
//! waits for a search, and executes the rest. `mod` is the top: it receives events.

mod active_search;
mod game_commands;
mod opening_steps;
mod pondering;
mod requests;
mod searching;
mod state;
#[cfg(test)]
mod tests;
mod waiting;
mod yixin_commands;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::event::{Event, InputLine};
use super::response::Response;
pub use state::Session;

/// The time between lines that are printed during a search after the end of input. Only writing
/// shows that the output is closed: without these lines, a program whose manager has crashed
/// could search for hours if only the depth is limited.
const OUTPUT_CHECK: Duration = Duration::from_secs(2);

impl<W: Write> Session<W> {
    /// Handles events until END, or until the input has ended and all commands received
    /// have been answered.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        loop {
            let event = self.next_event(inbox);
            if self.event(event)?.is_break() || self.is_done() {
                self.abort();
                self.stop_pondering();
                return Ok(());
            }
        }
    }

    /// Handles an event, then the requests that no longer have to wait. Breaks if the session has
    /// to end at once.
    fn event(&mut self, event: Event) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Line(line) => self.line(&line)?,
            Event::Iteration(id, report) => self.iteration(id, &report)?,
            Event::Live(id, response) => self.live(id, &response)?,
            Event::Finished(id, outcome) => self.finished(id, &outcome)?,
            Event::Decided(id, decision) => self.decided(id, decision)?,
            Event::Panicked(id) => self.panicked(id)?,
            Event::Deadline => self.stop(),
            Event::EndLimit => {
                self.answer_at_once()?;
                return Ok(ControlFlow::Break(()));
            }
            Event::OutputCheck => self.out.send(&Response::Searching)?,
            Event::Eof if self.input_ended => {
                // The channel is closed: the search thread has ended as well.
                return Ok(ControlFlow::Break(()));
            }
            Event::Eof => self.end_of_input(),
        }
        self.handle_waiting()?;
        Ok(ControlFlow::Continue(()))
    }

    /// True if the input has ended and everything has been answered.
    fn is_done(&self) -> bool {
        let is_last = self.input_ended || self.ends_at.is_some();
        is_last && self.search.is_none() && self.waiting.is_empty()
    }

    /// Waits for the next event, or for the deadline of the search.
    fn next_event(&self, inbox: &Receiver<Event>) -> Event {
        let deadline = self.search.as_ref().and_then(|search| search.deadline);
        let until = |at: Instant| at.saturating_duration_since(Instant::now());
        let (wait, event) = match (self.ends_at, deadline) {
            (Some(at), _) => (until(at), Event::EndLimit),
            (None, Some(at)) => (until(at), Event::Deadline),
            (None, None) if self.input_ended => (OUTPUT_CHECK, Event::OutputCheck),
            (None, None) => return inbox.recv().unwrap_or(Event::Eof),
        };
        // Queued events must not delay the deadline.
        if wait.is_zero() {
            return event;
        }
        match inbox.recv_timeout(wait) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => event,
            Err(RecvTimeoutError::Disconnected) => Event::Eof,
        }
    }

    /// Drops what needs further input. A search under way runs to its own limits, so that scripts
    /// can be piped in; a search without limits is stopped.
    fn end_of_input(&mut self) {
        self.input_ended = true;
        self.stop_pondering();
        if self
            .search
            .as_ref()
            .is_some_and(|search| !search.is_limited())
        {
            self.stop();
        }
    }

    /// Handles a line of input.
    fn line(&mut self, line: &InputLine) -> io::Result<()> {
        log::debug!("in: {}", String::from_utf8_lossy(&line.bytes).trim_end());
        // END is the last command.
        if self.ends_at.is_some() {
            return Ok(());
        }
        match self.input.read(line) {
            Some(request) => self.receive(request, line.arrived),
            None => Ok(()),
        }
    }
}
