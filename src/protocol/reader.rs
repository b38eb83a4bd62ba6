//! The reader thread: input bytes become lines, stamped with their arrival.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use super::{Event, Line};

/// The longest line kept, in bytes. Every command fits many times over; what a
/// longer line has beyond it is dropped, so memory stays bounded.
pub const MAX_LINE: usize = 4096;

/// Starts the thread. It ends with the input, after sending [`Event::Eof`], or
/// when nobody listens any more.
///
/// # Errors
/// Fails if the system refuses the thread.
pub fn spawn(input: impl Read + Send + 'static, events: SyncSender<Event>) -> io::Result<()> {
    std::thread::Builder::new()
        .name("reader".into())
        .spawn(move || {
            let ending = Ending(events);
            let mut input = BufReader::new(input);
            while let Some(line) = next_line(&mut input) {
                if ending.0.send(Event::Line(line)).is_err() {
                    return;
                }
            }
        })?;
    Ok(())
}

/// Says at the thread's end that the input is at its own, whatever ended it: the
/// session would wait for ever.
struct Ending(SyncSender<Event>);

impl Drop for Ending {
    fn drop(&mut self) {
        // A session that has ended already needs no word of it.
        let _ = self.0.send(Event::Eof);
    }
}

/// Reads up to the next line feed. `None` at the end of input; a last line
/// without a line feed is incomplete and no command. A failing input is an
/// ended one.
fn next_line(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let mut cut = false;
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
        let room = MAX_LINE - bytes.len();
        cut |= part.len() > room;
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(chunk.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            let arrived = Instant::now();
            return Some(Line {
                bytes,
                cut,
                arrived,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut text = vec![b'a'; 100_000];
        text.extend_from_slice(b"\nEND\r\nlost");
        // A small buffer makes every line span several reads.
        let mut input = BufReader::with_capacity(7, &text[..]);
        let long = next_line(&mut input).unwrap();
        assert_eq!((long.bytes.len(), long.cut), (MAX_LINE, true));
        let end = next_line(&mut input).unwrap();
        assert_eq!((&end.bytes[..], end.cut), (&b"END\r"[..], false));
        assert!(next_line(&mut input).is_none());
    }

    #[test]
    fn a_line_of_just_the_limit_is_whole() {
        let mut text = vec![b'a'; MAX_LINE];
        text.push(b'\n');
        assert!(!next_line(&mut &text[..]).unwrap().cut);
    }
}
