//! The session with one manager: handles events and executes commands.
//!
//! The methods of [`Session`] are spread over the files of this module: settings
//! and output in `state`, searches in `searching`, and so on. `mod` is the top:
//! it receives events and dispatches commands.

mod active_search;
mod game_commands;
mod pondering;
mod searching;
mod state;
#[cfg(test)]
mod tests;
mod yixin_commands;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::command::{self, BoardLine, Command};
use super::event::{Event, InputLine};
use super::placement::{Placement, Purpose};
use super::response::Response;
use super::yixin::{SkippedLines, YIXIN_PREFIX, YixinCommand};
pub use state::Session;

/// After the end of input a line is printed this often during a search. Without
/// it a program whose manager has crashed could search for hours, limited by a
/// depth that it does not reach: only writing shows that the output is closed.
const OUTPUT_CHECK: Duration = Duration::from_secs(2);

impl<W: Write> Session<W> {
    /// Handles events until END, or until the input has ended and the search
    /// under way at that moment, if any, has been answered.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        loop {
            let flow = match self.next_event(inbox) {
                Event::Line(line) => self.line(&line)?,
                Event::Iteration(id, report) => self.iteration(id, &report)?,
                Event::Live(id, response) => self.live(id, &response)?,
                Event::Finished(id, outcome) => self.finished(id, &outcome)?,
                Event::Decided(id, decision) => self.decided(id, decision)?,
                Event::Deadline => self.stop(),
                Event::OutputCheck => {
                    self.out.send(&Response::Searching)?;
                    ControlFlow::Continue(())
                }
                Event::Eof => self.end_of_input(),
            };
            if flow.is_break() || self.input_ended && self.search.is_none() {
                self.abort();
                self.stop_pondering();
                return Ok(());
            }
        }
    }

    /// Waits for the next event, or for the deadline of the search.
    fn next_event(&self, inbox: &Receiver<Event>) -> Event {
        let deadline = self.search.as_ref().and_then(|search| search.deadline);
        let (wait, event) = match deadline {
            Some(deadline) => {
                let wait = deadline.saturating_duration_since(Instant::now());
                (wait, Event::Deadline)
            }
            None if self.input_ended => (OUTPUT_CHECK, Event::OutputCheck),
            None => return inbox.recv().unwrap_or(Event::Eof),
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

    /// Drops what needs further input. A search under way runs to its own
    /// limits, so that scripts can be piped in; one without limits is stopped.
    fn end_of_input(&mut self) -> ControlFlow<()> {
        if self.input_ended {
            // The channel is closed: the search thread has ended as well.
            return ControlFlow::Break(());
        }
        self.input_ended = true;
        self.placement = None;
        self.stop_pondering();
        match &self.search {
            Some(search) if !search.is_limited() => self.stop(),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Handles a line of input; breaks at END.
    fn line(&mut self, line: &InputLine) -> io::Result<ControlFlow<()>> {
        log::debug!("in: {}", String::from_utf8_lossy(&line.bytes).trim_end());
        let pondered = self.stop_pondering();
        if let Some(placement) = self.placement.take() {
            return self.board_line(placement, line);
        }
        let mut flow = ControlFlow::Continue(());
        let mut resumes = true;
        if let Some(mut command) = command::parse(&line.bytes)
            && !self.skips(line, &command)
        {
            match &mut command {
                // It is never answered.
                Command::Info(_) => {}
                // Its text goes on.
                Command::Yixin(YixinCommand::Database(Some(SkippedLines::Text)))
                    if line.has_odd_quotes => {}
                Command::Yixin(YixinCommand::Database(Some(lines @ SkippedLines::Text))) => {
                    *lines = SkippedLines::UntilDone;
                }
                // No other command is that long.
                _ if line.is_cut => command = Command::Unknown(String::new()),
                _ => {}
            }
            resumes = pondering::resumes_after(&command);
            flow = self.execute(command, line.arrived)?;
        }
        if pondered && resumes {
            self.ponder();
        }
        Ok(flow)
    }

    /// Handles a line between BOARD and DONE; breaks at END.
    fn board_line(
        &mut self,
        mut placement: Placement,
        line: &InputLine,
    ) -> io::Result<ControlFlow<()>> {
        match command::parse_board_line(&line.bytes) {
            Some(BoardLine::Done) => {
                let answer = self.placed(placement, line.arrived);
                self.reply(answer)?;
                return Ok(ControlFlow::Continue(()));
            }
            Some(BoardLine::End) => return Ok(ControlFlow::Break(())),
            Some(BoardLine::Info(info)) => self.info(info),
            Some(BoardLine::Stone(at, field)) if !line.is_cut => placement.stone(at, field),
            Some(BoardLine::Stone(..) | BoardLine::Malformed) => placement.malformed(),
            Some(BoardLine::Stop) => {
                let _ = self.stop();
            }
            None => {}
        }
        self.placement = Some(placement);
        Ok(ControlFlow::Continue(()))
    }

    /// Executes a command that arrived at that time; breaks at END.
    fn execute(&mut self, command: Command, arrived: Instant) -> io::Result<ControlFlow<()>> {
        // These change the position, so the result of a search is not needed.
        if matches!(
            command,
            Command::Start(_)
                | Command::Restart
                | Command::Begin
                | Command::Turn(_)
                | Command::Board
                | Command::Swap2Board
                | Command::Takeback(_)
                | Command::Play(_)
        ) {
            self.abort();
        }
        let answer = match command {
            Command::Start(size) => {
                if size.is_some() {
                    self.settings.rows_first = false;
                }
                self.start(size)
            }
            Command::Restart => self.restart(),
            Command::Begin => self.begin(arrived),
            Command::Turn(at) => self.turn(at, arrived),
            Command::Board => self.board(Purpose::Play),
            Command::Swap2Board => self.board(Purpose::Swap2),
            Command::Takeback(at) => self.takeback(at),
            Command::Play(at) => self.play(at),
            Command::About => Ok(Some(Response::About)),
            Command::End => return Ok(ControlFlow::Break(())),
            Command::Info(info) => {
                self.info(info);
                Ok(None)
            }
            Command::Stop => {
                let _ = self.stop();
                Ok(None)
            }
            Command::Yixin(command) => self.yixin(command, arrived)?,
            Command::Unknown(word) => {
                self.settings.is_yixin |= word.starts_with(YIXIN_PREFIX);
                Ok(Some(Response::Unknown(word)))
            }
        };
        self.reply(answer)?;
        Ok(ControlFlow::Continue(()))
    }
}
