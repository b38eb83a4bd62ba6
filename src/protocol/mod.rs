//! The Gomocup (Piskvork) protocol: the only room that knows text.
//!
//! ```text
//! input -> reader thread --Line, Eof-------+
//!                                          v
//!          search thread --Iteration,--> Session -> Response -> one writer
//!              ^           Finished        |
//!              +---------- jobs -----------+
//! ```
//!
//! The session waits on one closed `Event` enum and never reads by itself, so
//! STOP, INFO, END and the end of input act while the engine thinks.

mod clock;
mod command;
mod info;
mod placement;
mod reader;
mod response;
mod search_thread;
mod session;
mod settings;
mod watch;
mod yixin;

use std::io::{self, Read, Write};
use std::sync::mpsc;
use std::time::Instant;

use crate::engine::{Outcome, Report};
use crate::opening::OpeningMove;
use response::Response;
use session::Session;

/// Events that may wait unread before their senders have to wait too. It
/// bounds the memory that a flood of commands can take.
const QUEUED_EVENTS: usize = 1024;

/// Everything that can happen to a session.
#[derive(Debug)]
enum Event {
    /// A line of input arrived.
    Line(Line),
    /// The input has ended; no further line will come.
    Eof,
    /// The search of that ticket has finished an iteration.
    Iteration(Ticket, Report),
    /// A line about the search of that ticket, for managers who want it live.
    Live(Ticket, Response),
    /// The search of that ticket has ended.
    Finished(Ticket, Outcome),
    /// The choice of that ticket has been made; `None`: there was nothing to choose from.
    Chosen(Ticket, Option<OpeningMove>),
    /// The time limit that INFO set during the search has been reached.
    Deadline,
}

/// A line of input without its line end.
#[derive(Debug)]
struct Line {
    /// The bytes, at most [`reader::MAX_LINE`] of them.
    bytes: Vec<u8>,
    /// True if the line was longer and has been cut.
    cut: bool,
    /// When it was read.
    arrived: Instant,
}

/// Tells searches apart, so that news of an aborted one is not taken for the
/// present one's.
type Ticket = u64;

/// Speaks the protocol until END or the end of the input.
///
/// `threads` search threads are used until INFO asks for another number; no
/// more than run at the same time on this machine.
///
/// Returns without waiting for a search in progress: the caller is expected to
/// end the process, and with it the remaining threads.
///
/// # Errors
/// Fails if the output cannot be written or a thread cannot be started.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    threads: usize,
) -> io::Result<()> {
    let startup = clock::process_age();
    let (events, inbox) = mpsc::sync_channel(QUEUED_EVENTS);
    reader::spawn(input, events.clone())?;
    let jobs = search_thread::spawn(events)?;
    let mut session = Session::new(output, jobs, startup);
    session.set_threads(threads);
    session.run(&inbox)
}
