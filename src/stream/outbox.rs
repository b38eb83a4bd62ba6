//! The answers that wait to be written. One thread writes them, so that lines stay whole.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use crate::sync::IgnorePoison;

/// The bytes of answers that wait to be written before searches wait.
const MAX_UNWRITTEN: usize = 1 << 20;
/// The bytes of answers that wait to be written before no more requests are read.
const MAX_UNWRITTEN_WHILE_READING: usize = 64 << 20;

/// The answers that wait to be written.
#[derive(Default)]
pub struct Outbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: Vec<String>,
    bytes: usize,
    /// The threads that may still send.
    senders: usize,
    input_error: Option<io::Error>,
}

/// How long a sender waits for a client that does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// A search waits until little is unwritten.
    Search,
    /// The reader goes on for longer, so that a client may first send and then read.
    Reader,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().ignore_poison()
    }

    /// All lines that wait, as soon as there are some; `None` when nobody can send any more.
    pub fn take(&self) -> Option<Vec<String>> {
        let is_idle = |state: &mut State| state.lines.is_empty() && state.senders > 0;
        let waited = self.changed.wait_while(self.lock(), is_idle);
        let mut state = waited.ignore_poison();
        if state.lines.is_empty() {
            return None;
        }
        state.bytes = 0;
        self.changed.notify_all();
        Some(std::mem::take(&mut state.lines))
    }

    /// Why the input could not be read to its end, if so.
    pub fn input_error(&self) -> Option<io::Error> {
        self.lock().input_error.take()
    }
}

/// Sends answers. When all senders are dropped, the stream is over.
pub struct Sender {
    outbox: Arc<Outbox>,
    patience: Patience,
}

impl Sender {
    /// A sender to this outbox.
    pub fn new(outbox: Arc<Outbox>, patience: Patience) -> Sender {
        outbox.lock().senders += 1;
        Sender { outbox, patience }
    }

    /// Sends a line without waiting. To be used rarely.
    pub fn send_now(&self, line: String) {
        self.add(self.outbox.lock(), line);
    }

    /// Sends a line, as soon as the client has read enough of the earlier ones.
    pub fn send(&self, line: String) {
        let most = match self.patience {
            Patience::Search => MAX_UNWRITTEN,
            Patience::Reader => MAX_UNWRITTEN_WHILE_READING,
        };
        let is_full = |state: &mut State| state.bytes > most;
        let waited = self.outbox.changed.wait_while(self.outbox.lock(), is_full);
        self.add(waited.ignore_poison(), line);
    }

    /// Sends a line, unless the client does not keep up with reading.
    pub fn send_if_read(&self, line: String) {
        let state = self.outbox.lock();
        if state.bytes <= MAX_UNWRITTEN {
            self.add(state, line);
        }
    }

    fn add(&self, mut state: MutexGuard<'_, State>, line: String) {
        state.bytes += line.len();
        state.lines.push(line);
        self.outbox.changed.notify_all();
    }

    /// Tells that the input could not be read to its end.
    pub fn fail(&self, error: io::Error) {
        self.outbox.lock().input_error = Some(error);
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.outbox.lock().senders -= 1;
        self.outbox.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn searches_wait_for_the_client_and_the_reader_does_not() {
        let outbox = Arc::new(Outbox::default());
        let search = Sender::new(Arc::clone(&outbox), Patience::Search);
        let reader = Sender::new(Arc::clone(&outbox), Patience::Reader);
        search.send("x".repeat(MAX_UNWRITTEN + 1));
        search.send_if_read("left out".to_string());
        reader.send("kept".to_string());
        let thread = std::thread::spawn(move || search.send("late".to_string()));
        std::thread::sleep(Duration::from_millis(50));
        assert!(!thread.is_finished());
        let lines = outbox.take().unwrap();
        assert_eq!((lines.len(), lines[1].as_str()), (2, "kept"));
        assert_eq!(outbox.take().unwrap(), ["late"]);
        thread.join().unwrap();
        drop(reader);
        assert!(outbox.take().is_none());
    }
}
