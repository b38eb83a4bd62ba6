//! The reader thread: splits the input into lines and notes when each arrived.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use super::event::{Event, InputLine};

/// The longest line that is kept whole, in bytes, much longer than any command.
/// The rest of a longer line is dropped, which bounds the use of memory.
const MAX_LINE: usize = 4096;

/// Starts the thread. It ends with the input, after sending [`Event::Eof`], or
/// when the receiver is dropped.
///
/// # Errors
/// Fails if the thread cannot be started.
pub fn spawn(input: impl Read + Send + 'static, events: SyncSender<Event>) -> io::Result<()> {
    std::thread::Builder::new()
        .name("reader".into())
        .spawn(move || {
            let events = EofOnDrop(events);
            let mut input = BufReader::new(input);
            while let Some(line) = next_line(&mut input) {
                if events.0.send(Event::Line(line)).is_err() {
                    return;
                }
            }
        })?;
    Ok(())
}

/// Sends [`Event::Eof`] when the thread ends, by a panic too: without it the
/// session would wait for ever.
struct EofOnDrop(SyncSender<Event>);

impl Drop for EofOnDrop {
    fn drop(&mut self) {
        // Sending fails if the session has ended already.
        let _ = self.0.send(Event::Eof);
    }
}

/// Reads a line; `None` at the end of input or if the input fails. A last line
/// without a line feed may be incomplete and is ignored.
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
        if chunk.is_empty() {
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
        if end.is_some() {
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

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_not() {
        let mut text = vec![b'a'; 100_000];
        text.extend_from_slice(b"\nEND\r\nincomplete");
        // With a small buffer every line takes several reads.
        let mut input = BufReader::with_capacity(7, &text[..]);
        let long = next_line(&mut input).unwrap();
        assert_eq!((long.bytes.len(), long.is_cut), (MAX_LINE, true));
        let end = next_line(&mut input).unwrap();
        assert_eq!((&end.bytes[..], end.is_cut), (&b"END\r"[..], false));
        assert!(next_line(&mut input).is_none());
    }

    #[test]
    fn a_line_as_long_as_the_limit_is_not_cut() {
        let mut text = vec![b'a'; MAX_LINE];
        text.push(b'\n');
        assert!(!next_line(&mut &text[..]).unwrap().is_cut);
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
