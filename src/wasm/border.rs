//! The border to JavaScript: six functions that are called from there, and four of there that are
//! called. Texts are in UTF-8; JavaScript writes them to the place that `goshawk_text` names, and
//! reads them where `send` tells.
//!
//! The only file with `unsafe`: the compiler cannot check that the names are free, and that
//! JavaScript has the functions. Nothing here reads through a pointer.

#![allow(unsafe_code, reason = "functions of the border are declared with it")]

use std::cell::RefCell;
use std::time::Duration;

use super::session::Session;
use crate::clock;
use crate::requests::queue::Ticket;
use crate::requests::search::Client;
use crate::tools::bench;

#[link(wasm_import_module = "goshawk")]
unsafe extern "C" {
    /// The time since any fixed moment, in milliseconds.
    safe fn now() -> f64;
    /// Takes an answer.
    safe fn send(text: *const u8, length: usize);
    /// Takes the message of a panic. The module cannot be used any more.
    safe fn fail(text: *const u8, length: usize);
    /// Whether the page has ended the request with this number.
    safe fn is_terminated(request: u32) -> u32;
}

/// What is kept between calls.
#[derive(Default)]
struct State {
    session: Option<Session>,
    /// The text that JavaScript writes.
    text: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

struct Page {
    /// When the piece of a search began, if it pauses.
    started: Option<clock::Instant>,
    /// The length of the piece.
    slice: Duration,
}

impl Client for Page {
    fn is_terminated(&self, ticket: &Ticket) -> bool {
        let is_terminated = ticket.is_terminated() || is_terminated(number(ticket)) != 0;
        if is_terminated {
            ticket.terminate();
        }
        is_terminated
    }

    fn pauses(&self) -> bool {
        self.started
            .is_some_and(|started| started.elapsed() >= self.slice)
    }

    fn send(&self, answer: String) {
        send(answer.as_ptr(), answer.len());
    }
}

impl Page {
    /// A page that pauses no search.
    fn patient() -> Page {
        Page {
            started: None,
            slice: Duration::ZERO,
        }
    }
}

/// The number by which JavaScript knows a request; 0 if its id is none.
fn number(ticket: &Ticket) -> u32 {
    ticket.id.key().parse().unwrap_or(0)
}

/// The time for [`clock`].
fn time() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

/// Begins, with this much memory for each search in megabytes. To be called once, first.
#[unsafe(no_mangle)]
extern "C" fn goshawk_start(memory: u32) {
    clock::set(time);
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        fail(text.as_ptr(), text.len());
    }));
    STATE.with_borrow_mut(|state| state.session = Some(Session::new(u64::from(memory) << 20)));
}

/// Where a text of this many bytes is to be written.
#[unsafe(no_mangle)]
extern "C" fn goshawk_text(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.text = vec![0; length];
        state.text.as_mut_ptr()
    })
}

/// Takes the text as a request.
#[unsafe(no_mangle)]
extern "C" fn goshawk_receive() {
    STATE.with_borrow_mut(|state| {
        let line = std::mem::take(&mut state.text);
        if let Some(session) = &mut state.session {
            session.receive(&line, &Page::patient());
        }
    });
}

/// The number of the request that `goshawk_search` searches; -1 if nothing waits.
#[unsafe(no_mangle)]
extern "C" fn goshawk_next() -> f64 {
    STATE.with_borrow_mut(|state| {
        let session = state.session.as_mut();
        let item = session.and_then(|session| session.next(&Page::patient()));
        item.map_or(-1.0, |item| f64::from(number(&item.ticket)))
    })
}

/// Searches. After this many milliseconds a search for the best moves pauses, unless it is 0.
#[unsafe(no_mangle)]
extern "C" fn goshawk_search(slice: f64) {
    let page = Page {
        started: (slice > 0.0).then(clock::Instant::now),
        slice: Duration::from_secs_f64(slice.max(0.0) / 1000.0),
    };
    STATE.with_borrow_mut(|state| {
        if let Some(session) = &mut state.session {
            session.search(&page);
        }
    });
}

/// Runs `bench` to a depth, 0 for the default, and sends its last line.
#[unsafe(no_mangle)]
extern "C" fn goshawk_bench(depth: u32) {
    let depth = if depth == 0 { bench::DEPTH } else { depth };
    let summary = bench::run(depth, 1);
    let text = format!("{} nodes {} nps", summary.nodes(), summary.nps());
    send(text.as_ptr(), text.len());
}
