//! Decides which requests wait for the search under way, and executes the others.
//!
//! Scripts are piped in as a whole, so requests are answered in order: a request for a move waits
//! until the search before it has ended, and the requests after it wait too. Only urgent requests
//! are executed before them.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::pondering::resumes_after;
use super::state::{Answer, Session};
use crate::protocol::command::{Command, Purpose};
use crate::protocol::input::Request;
use crate::protocol::response::{CommandError, Response};
use crate::protocol::yixin::{YIXIN_PREFIX, YixinCommand};

/// The time after END in which due answers can still be given. The program has to exit within
/// 100 ms of END, and the system may need most of that to release its memory.
const END_LIMIT: Duration = Duration::from_millis(25);

impl<W: Write> Session<W> {
    /// Executes a request that arrived at this time, or puts it at the end of the queue.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn receive(&mut self, request: Request, arrived: Instant) -> io::Result<()> {
        let waits = if self.waiting.is_empty() {
            self.waits(&request)
        } else {
            !request.is_urgent()
        };
        if waits {
            self.waiting.push(request);
            return Ok(());
        }
        self.handle(request, arrived)
    }

    /// Executes the requests that no longer have to wait. Their time starts now.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn handle_waiting(&mut self) -> io::Result<()> {
        while let Some(request) = self.waiting.first() {
            if self.waits(request) {
                break;
            }
            if let Some(request) = self.waiting.pop() {
                self.handle(request, Instant::now())?;
            }
        }
        Ok(())
    }

    /// True if the request has to wait for the search under way. A request that is an error now
    /// does not wait, since it changes nothing.
    fn waits(&self, request: &Request) -> bool {
        self.search.is_some() && self.asks_for_move(request) == Ok(true)
    }

    /// True if the request asks for a move or a decision about an opening.
    ///
    /// # Errors
    /// The error of such a request if it were executed now.
    fn asks_for_move(&self, request: &Request) -> Result<bool, CommandError> {
        match request {
            Request::Command(Command::Begin) => self.check_begin()?,
            Request::Command(Command::Turn(at)) => {
                self.after_turn(*at)?;
            }
            Request::Command(Command::Yixin(
                YixinCommand::Nbest(_) | YixinCommand::SearchDefend | YixinCommand::Balance(..),
            )) => {}
            Request::Placed(placement) => match placement.purpose() {
                Purpose::Play | Purpose::Swap2 => {
                    self.position(placement)?;
                }
                Purpose::Soosorv(step) => {
                    self.soosorv_placed(step, placement)?;
                }
                Purpose::SetUp | Purpose::Exclude | Purpose::Allow => return Ok(false),
            },
            Request::Command(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Executes a request. Pondering ends, and resumes if the position is the same.
    fn handle(&mut self, request: Request, arrived: Instant) -> io::Result<()> {
        let pondered = self.stop_pondering();
        let resumes = resumes_after(&request);
        let answer = match request {
            Request::Command(command) => self.execute(command, arrived)?,
            Request::Placed(placement) => self.placed(&placement, arrived),
        };
        // An error changes nothing.
        let resumes = resumes || answer.is_err();
        self.reply(answer)?;
        self.tell_strength()?;
        if pondered && resumes {
            self.ponder();
        }
        Ok(())
    }

    /// Executes a command that arrived at this time.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn execute(&mut self, command: Command, arrived: Instant) -> io::Result<Answer> {
        Ok(match command {
            Command::Start(size) => self.start(size),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(arrived),
            Command::Turn(at) => self.turn(at, arrived),
            Command::Takeback(at) => self.takeback(at),
            Command::Play(at) => self.play(at),
            Command::About => Ok(Some(Response::About)),
            Command::End => {
                self.end();
                Ok(None)
            }
            Command::Info(info) => {
                self.info(info);
                Ok(None)
            }
            Command::Stop => {
                self.stop();
                Ok(None)
            }
            Command::Yixin(command) => self.yixin(command, arrived)?,
            Command::Unknown(word) => {
                if word.starts_with(YIXIN_PREFIX) {
                    self.speak_yixin();
                }
                Ok(Some(Response::Unknown(word)))
            }
        })
    }

    /// END: answers what is due with the best moves that can be found at once.
    fn end(&mut self) {
        self.ends_at = Some(Instant::now() + END_LIMIT);
        self.stop();
    }
}
