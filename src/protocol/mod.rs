//! The Gomocup (Piskvork) protocol over standard input and output.
//!
//! Three threads, besides the helper threads of the engine:
//!
//! ```text
//! input -> reader thread --Line, Eof-----------+
//!                                              v
//!          search thread --Iteration, Live, -> Session -> Writer -> output
//!              ^           Finished, Decided     |
//!              +------------- Job ---------------+
//! ```
//!
//! The session runs on the calling thread. It waits on one queue of events and
//! never on the input or on a search, so STOP, INFO, END and the end of input
//! take effect while the engine searches.
//!
//! # Files
//! Each file uses only those above it.
//!
//! - `text`, `info`, `yixin`, `command`: parse a line of input.
//! - `detail`, `search_line`, `response`: every line of output, and the writer.
//! - `event`: what the threads send to the session.
//! - `reader`, `live_moves`, `search_thread`: the other threads.
//! - `placement`: the lines between BOARD and DONE.
//! - `input`: combines lines into requests.
//! - `options`: the arguments of the program.
//! - `clock`, `settings`: the settings made with INFO.
//! - `session`: the state of the dialogue; executes commands.
//!
//! # Rules of the protocol
//! If there is too little memory for the transposition table, the program says so in a `MESSAGE`
//! line when it starts and plays with a smaller table.
//!
//! Every command gets at most one answer, and INFO none. `MESSAGE` and `DEBUG`
//! lines may come before an answer; `INFO` lines only if the manager has asked
//! for them. A command that is answered with an error changes nothing and does not disturb the
//! current search.
//!
//! Commands are answered in order. A command that asks for a move waits until the search before
//! it has ended, and so do the commands after it, except STOP, END and INFO keys for time, which
//! act at once. Other commands act at once if nothing waits before them. Those that change the
//! position abort the search under way, which is then not answered. Yixin-Board's
//! START, its swap2 steps and its first Soosyrv-8 step are exceptions: they print the move that is
//! due from the aborted search.
//!
//! At the end of input, commands already received are answered; the last line needs no line
//! feed. Searches run to their own limits of time, nodes or depth, and are stopped at once if
//! they have none. Meanwhile `MESSAGE` lines show whether the output is still open; if it is
//! not, the session ends. A BOARD without DONE is ignored. END stops the search under way and
//! ends the session within a fraction of a second, after the best move so far is printed.

mod clock;
mod command;
mod detail;
mod event;
mod info;
mod input;
mod live_moves;
mod opening_answer;
mod options;
mod placement;
mod reader;
mod response;
mod search_line;
mod search_thread;
mod session;
mod settings;
mod soosorv;
mod text;
mod yixin;

use std::io::{self, Read, Write};
use std::sync::mpsc;

pub use options::Options;
use reader::Gate;
use session::Session;

/// The number of events that are queued before their senders have to wait. It and the
/// [`Gate`] bound the memory that a flood of commands can take.
const QUEUED_EVENTS: usize = 1024;

/// Runs a session until END or the end of input, and the searches that are due then.
///
/// INFO can change the `options`.
///
/// Returns without waiting for the threads it has started: the caller is
/// expected to exit the process.
///
/// # Errors
/// If the output cannot be written, if a thread cannot be started, for example because there is
/// no memory for its stack, or if there is too little memory for a search.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    options: &Options,
) -> io::Result<()> {
    let (events, inbox) = mpsc::sync_channel(QUEUED_EVENTS);
    let unstarted = |error: io::Error| {
        let text = match error.kind() {
            io::ErrorKind::OutOfMemory => "too little memory for a search".to_string(),
            _ => format!("cannot start a thread, probably for lack of memory: {error}"),
        };
        io::Error::new(error.kind(), text)
    };
    // The search thread comes first: its stack is large, and the allocator reserves address
    // space for each thread.
    let (jobs, table) = search_thread::spawn(events.clone()).map_err(unstarted)?;
    let gate = Gate::default();
    reader::spawn(input, events, &gate).map_err(unstarted)?;
    let mut session = Session::new(output, jobs, clock::process_age());
    session.set_gate(gate);
    session.set_options(options);
    session.warn_of_small_table(table)?;
    session.run(&inbox)
}
