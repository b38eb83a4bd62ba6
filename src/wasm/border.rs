//! The border to JavaScript: functions that are called from there, and functions of there that are
//! called. The engine has six and four; the board, in builds with the feature `app`, has others. Texts are in UTF-8; JavaScript writes them to the place that `goshawk_text` names, and
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
    /// The time since the beginning of 1970, in milliseconds. It never goes back.
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

/// The board in a page without a server.
#[cfg(feature = "app")]
mod board {
    use std::cell::RefCell;
    use std::sync::Arc;
    use std::time::Duration;

    use serde_json::{Value, json};

    use super::{STATE, fail, send, time};
    use crate::app::study::Saved;
    use crate::clock;
    use crate::wasm::board::{Board, Page, Reply};

    #[link(wasm_import_module = "goshawk-board")]
    unsafe extern "C" {
        /// Takes a message for the page.
        safe fn tell(text: *const u8, length: usize);
        /// Stores a change of what is kept in the browser.
        safe fn store(text: *const u8, length: usize);
        /// Takes a file, before the answer that names its media type.
        safe fn take_file(bytes: *const u8, length: usize);
        /// Whether an action waits.
        safe fn has_news() -> u32;
    }

    thread_local! {
        static BOARD: RefCell<Option<Board>> = const { RefCell::new(None) };
    }

    /// The page in JavaScript.
    struct Browser;

    impl Page for Browser {
        fn tell(&self, message: &str) {
            tell(message.as_ptr(), message.len());
        }

        fn store(&self, change: &str) {
            store(change.as_ptr(), change.len());
        }

        fn has_news(&self) -> bool {
            has_news() != 0
        }
    }

    /// The text that JavaScript has written.
    fn text() -> Vec<u8> {
        STATE.with_borrow_mut(|state| std::mem::take(&mut state.text))
    }

    /// Sends an answer: `null`, or an object with `document`, `file` or `error`.
    fn answer(reply: Reply) {
        let answer = match reply {
            Reply::Done(Value::Null) => Value::Null,
            Reply::Done(document) => json!({ "document": document }),
            Reply::File(Saved { media_type, bytes }) => {
                take_file(bytes.as_ptr(), bytes.len());
                json!({ "file": media_type })
            }
            Reply::Refused(text) => json!({ "error": text }),
        };
        let text = answer.to_string();
        send(text.as_ptr(), text.len());
    }

    /// Begins with the text as what is handed in. To be called once, first. Answers.
    #[unsafe(no_mangle)]
    extern "C" fn goshawk_board_start() {
        clock::set(time);
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            fail(text.as_ptr(), text.len());
        }));
        let reply = match Board::new(&text(), Arc::new(Browser)) {
            Ok(board) => {
                BOARD.set(Some(board));
                Reply::Done(Value::Null)
            }
            Err(error) => Reply::Refused(error),
        };
        answer(reply);
    }

    /// Does something with the board, once it has begun.
    fn with(act: impl FnOnce(&mut Board)) {
        BOARD.with_borrow_mut(|board| {
            if let Some(board) = board {
                act(board);
            }
        });
    }

    /// Carries out the text as an action. Answers.
    #[unsafe(no_mangle)]
    extern "C" fn goshawk_board_act() {
        let text = text();
        with(|board| answer(board.act(&String::from_utf8_lossy(&text))));
    }

    /// Studies the text as a file. Answers.
    #[unsafe(no_mangle)]
    extern "C" fn goshawk_board_upload() {
        let bytes = text();
        with(|board| answer(board.upload(&bytes)));
    }

    /// Takes the text as the saved games.
    #[unsafe(no_mangle)]
    extern "C" fn goshawk_board_games() {
        let text = text();
        with(|board| board.take_games(&text));
    }

    /// Notes that a game has been stored, or with the text why not.
    #[unsafe(no_mangle)]
    extern "C" fn goshawk_board_stored() {
        let text = text();
        let error = String::from_utf8_lossy(&text);
        with(|board| board.note_stored(Some(&*error).filter(|error| !error.is_empty())));
    }

    /// Stores what is studied.
    #[unsafe(no_mangle)]
    extern "C" fn goshawk_board_leave() {
        with(|board| board.store_study());
    }

    /// Lets the clocks of games run.
    #[unsafe(no_mangle)]
    extern "C" fn goshawk_board_tick() {
        with(|board| board.tick());
    }

    /// Searches for so many milliseconds, or until an action waits. Returns 1 if a search is wanted
    /// then, and else 0; with 0 milliseconds this is all that it does.
    #[unsafe(no_mangle)]
    extern "C" fn goshawk_board_search(slice: f64) -> u32 {
        let mut has_search = false;
        with(|board| {
            if slice > 0.0 {
                board.search(Duration::from_secs_f64(slice / 1000.0));
            }
            has_search = board.has_search();
        });
        u32::from(has_search)
    }
}
