//! Reads the player's lines, even while the engine thinks.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use crate::cli::play::command;

/// The longest line of input in bytes. Longer lines are split.
const MAX_LINE: usize = 4096;
/// The number of lines that may be typed ahead.
const LINES_AHEAD: usize = 64;

/// An event from the player.
#[derive(Debug)]
pub enum Event {
    /// A line was typed. It is given without its line end.
    Line(String),
    /// The input has ended.
    End,
    /// The input cannot be read.
    Failed(io::Error),
}

/// Lets the player interrupt a search.
#[derive(Debug, Default)]
pub struct Interrupt {
    /// The player can interrupt a search, because the input is a terminal.
    pub is_possible: bool,
    /// A search is running that may be stopped.
    searching: AtomicBool,
    /// Ends the search.
    stop: AtomicBool,
}

impl Interrupt {
    /// Runs `search` with the flag that ends it. Keys pressed before the search do not end it.
    pub fn during<T>(&self, search: impl FnOnce(&AtomicBool) -> T) -> T {
        self.stop.store(false, Ordering::SeqCst);
        self.searching.store(true, Ordering::SeqCst);
        let found = search(&self.stop);
        self.searching.store(false, Ordering::SeqCst);
        found
    }

    /// Ends a running search if this event asks for it. Returns the event if it has to be
    /// handled later as well.
    fn pass(&self, event: Event) -> Option<Event> {
        if !self.searching.load(Ordering::SeqCst) {
            return Some(event);
        }
        let stop = || self.stop.store(true, Ordering::SeqCst);
        match &event {
            Event::Line(line) if line.trim().is_empty() => {
                stop();
                None
            }
            Event::Line(line) => {
                if command::is_quit(line) || command::is_pause(line) {
                    stop();
                }
                Some(event)
            }
            Event::End | Event::Failed(_) => {
                stop();
                Some(event)
            }
        }
    }
}

/// Standard input, read by a thread of its own.
pub struct Input {
    events: Receiver<Event>,
    /// Stops searches when a key is pressed.
    pub interrupt: Arc<Interrupt>,
    /// Standard input is a terminal, so lines arrive when the player types them.
    pub is_terminal: bool,
}

impl Input {
    /// Starts to read standard input. The thread ends with the program.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start() -> io::Result<Input> {
        let is_terminal = io::stdin().is_terminal();
        let interrupt = Arc::new(Interrupt {
            is_possible: is_terminal,
            ..Interrupt::default()
        });
        let (sender, events) = mpsc::sync_channel(LINES_AHEAD);
        let shared = Arc::clone(&interrupt);
        thread::Builder::new().name("input".into()).spawn(move || {
            // Lines from a pipe arrive before they are meant to be executed.
            let interrupt = shared.is_possible.then_some(&*shared);
            read(&mut io::stdin().lock(), interrupt, &sender);
        })?;
        Ok(Input {
            events,
            interrupt,
            is_terminal,
        })
    }

    /// The next event.
    pub fn wait(&self) -> Event {
        self.events.recv().unwrap_or(Event::End)
    }

    /// The next event if there is one already. Lines from a pipe wait until the program
    /// asks for one.
    pub fn poll(&self) -> Option<Event> {
        if self.is_terminal {
            self.events.try_recv().ok()
        } else {
            None
        }
    }
}

/// Reads lines until the input ends or the receiver is gone.
fn read(input: &mut impl BufRead, interrupt: Option<&Interrupt>, sender: &SyncSender<Event>) {
    let mut line = Vec::new();
    loop {
        let event = match next_event(input, &mut line) {
            Ok(event) => event,
            Err(error) => Event::Failed(error),
        };
        let is_last = matches!(event, Event::End | Event::Failed(_));
        let passed = match interrupt {
            Some(interrupt) => interrupt.pass(event),
            None => Some(event),
        };
        let is_received = passed.is_none_or(|event| sender.send(event).is_ok());
        if is_last || !is_received {
            return;
        }
    }
}

/// Reads a line, or a part of `MAX_LINE` bytes. `line` is used as a buffer.
fn next_event(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Event> {
    line.clear();
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() && line.is_empty() {
            return Ok(Event::End);
        }
        let room = bytes.len().min(MAX_LINE - line.len());
        let end = bytes[..room].iter().position(|byte| *byte == b'\n');
        line.extend_from_slice(&bytes[..end.unwrap_or(room)]);
        let is_last = bytes.is_empty();
        input.consume(end.map_or(room, |end| end + 1));
        if is_last || end.is_some() || line.len() == MAX_LINE {
            return Ok(Event::Line(String::from_utf8_lossy(line).into_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of an input.
    fn lines(bytes: &[u8]) -> Vec<String> {
        let (mut input, mut line) = (bytes, Vec::new());
        let mut lines = Vec::new();
        loop {
            match next_event(&mut input, &mut line).expect("a readable input") {
                Event::Line(line) => lines.push(line),
                Event::End => return lines,
                Event::Failed(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn lines_are_read_as_they_are() {
        assert_eq!(lines(b"h8\r\n\nundo"), ["h8\r", "", "undo"]);
        let long = vec![b'x'; MAX_LINE + 1];
        let lengths: Vec<usize> = lines(&long).iter().map(String::len).collect();
        assert_eq!(lengths, [MAX_LINE, 1]);
    }

    #[test]
    fn a_search_is_stopped_by_enter_pause_and_quit_alone() {
        let line = |text: &str| Event::Line(text.to_string());
        let interrupt = Interrupt::default();
        let stopped = |event: Event| {
            interrupt.during(|stop| {
                let passed = interrupt.pass(event).is_some();
                (stop.load(Ordering::SeqCst), passed)
            })
        };
        assert_eq!(stopped(line(" ")), (true, false));
        assert_eq!(stopped(line("undo")), (false, true));
        assert_eq!(stopped(line("quit")), (true, true));
        assert_eq!(stopped(line("Pause")), (true, true));
        assert_eq!(stopped(Event::End), (true, true));
        // Between searches everything is passed on.
        assert!(interrupt.pass(line("")).is_some());
    }
}
