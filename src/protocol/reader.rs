//! The reader thread: splits the input into lines and notes when each arrived.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Instant;

use crate::sync::IgnorePoison;

use super::event::{Event, InputLine};

/// The longest line that is kept whole, in bytes. It is much longer than any command. The rest
/// of a longer line is dropped, which bounds memory use.
const MAX_LINE: usize = 4096;

/// Lets the session pause the reader, so that commands that wait for a search take a bounded
/// amount of memory. The gate opens when it is dropped.
#[derive(Default)]
pub struct Gate(Arc<GateState>);

/// The state of the gate that both threads share.
#[derive(Default)]
struct GateState {
    is_closed: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    /// Pauses the reader, or lets it continue.
    pub fn close(&self, is_closed: bool) {
        let mut state = self.0.lock();
        if *state != is_closed {
            *state = is_closed;
            self.0.changed.notify_all();
        }
    }

    /// True if the reader is paused.
    #[cfg(test)]
    pub fn is_closed(&self) -> bool {
        *self.0.lock()
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.close(false);
    }
}

impl GateState {
    fn lock(&self) -> MutexGuard<'_, bool> {
        self.is_closed.lock().ignore_poison()
    }

    /// Waits until the gate is open.
    fn pass(&self) {
        let mut is_closed = self.lock();
        while *is_closed {
            is_closed = self.changed.wait(is_closed).ignore_poison();
        }
    }
}

/// Starts the thread. It ends with the input, after sending [`Event::Eof`], or
/// when the receiver is dropped. It sends lines only while the gate is open.
///
/// # Errors
/// If the thread cannot be started.
pub fn spawn(
    input: impl Read + Send + 'static,
    events: SyncSender<Event>,
    gate: &Gate,
) -> io::Result<()> {
    let gate = Arc::clone(&gate.0);
    std::thread::Builder::new()
        .name("reader".into())
        .spawn(move || {
            let events = EofOnDrop(events);
            let mut input = BufReader::new(input);
            while let Some(line) = next_line(&mut input) {
                gate.pass();
                if events.0.send(Event::Line(line)).is_err() {
                    return;
                }
            }
        })?;
    Ok(())
}

/// Sends [`Event::Eof`] when the thread ends, even by a panic: otherwise the session would wait
/// forever.
struct EofOnDrop(SyncSender<Event>);

impl Drop for EofOnDrop {
    fn drop(&mut self) {
        // Sending fails if the session has ended already.
        let _ = self.0.send(Event::Eof);
    }
}

/// Reads a line; `None` at the end of input or if the input fails. The last line needs
/// no line feed.
fn next_line(input: &mut impl BufRead) -> Option<InputLine> {
    let mut bytes = Vec::new();
    let mut is_cut = false;
    let mut quotes = Quotes::default();
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        let is_last = chunk.is_empty();
        if is_last && bytes.is_empty() {
            return None;
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        quotes.read(part);
        let room = MAX_LINE - bytes.len();
        is_cut |= part.len() > room;
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(chunk.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() || is_last {
            let arrived = Instant::now();
            return Some(InputLine {
                bytes,
                is_cut,
                has_odd_quotes: quotes.are_odd,
                arrived,
            });
        }
    }
}

/// Counts quotation marks. A backslash makes the next byte a part of the text.
#[derive(Default)]
struct Quotes {
    are_odd: bool,
    is_escaped: bool,
}

impl Quotes {
    fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.are_odd ^= *byte == b'"' && !self.is_escaped;
            self.is_escaped = *byte == b'\\' && !self.is_escaped;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_not() {
        let mut text = vec![b'a'; 100_000];
        text.extend_from_slice(b"\nEND\r\nlast");
        // With a small buffer every line takes several reads.
        let mut input = BufReader::with_capacity(7, &text[..]);
        let long = next_line(&mut input).unwrap();
        assert_eq!((long.bytes.len(), long.is_cut), (MAX_LINE, true));
        let end = next_line(&mut input).unwrap();
        assert_eq!((&end.bytes[..], end.is_cut), (&b"END\r"[..], false));
        // The last line has no line feed.
        assert_eq!(next_line(&mut input).unwrap().bytes, b"last");
        assert!(next_line(&mut input).is_none());
    }

    #[test]
    fn a_line_as_long_as_the_limit_is_not_cut() {
        let mut text = vec![b'a'; MAX_LINE];
        text.push(b'\n');
        assert!(!next_line(&mut &text[..]).unwrap().is_cut);
    }

    #[test]
    fn nothing_is_sent_while_the_gate_is_closed() {
        let (events, inbox) = mpsc::sync_channel(8);
        let gate = Gate::default();
        gate.close(true);
        spawn(&b"ABOUT\nEND"[..], events, &gate).unwrap();
        let wait = Duration::from_millis(20);
        assert!(inbox.recv_timeout(wait).is_err());
        drop(gate);
        let received: Vec<_> = inbox.iter().collect();
        assert!(matches!(
            received[..],
            [Event::Line(_), Event::Line(_), Event::Eof]
        ));
    }

    #[test]
    fn quotation_marks_are_counted_in_the_whole_line() {
        let odd = |line: &str| {
            let mut input = BufReader::with_capacity(7, line.as_bytes());
            next_line(&mut input).expect("a line").has_odd_quotes
        };
        assert!(!odd("\n") && !odd("a \"b\" c\n") && !odd("\\\"\n"));
        assert!(odd("\"\n") && odd("\"a\\\"\n") && odd("\\\\\"\n"));
        let long = "x".repeat(MAX_LINE);
        assert!(odd(&format!("\"{long}\n")) && !odd(&format!("\"{long}\"\n")));
    }
}
