//! The player's lines, which are read while the engine thinks.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use crate::cli::play::command;
use crate::cli::term::stty::{CTRL_C, CtrlCLine};

/// Longest line of input in bytes. Longer lines are split.
const MAX_LINE: usize = 4096;
/// Number of lines that may be typed ahead.
const LINES_AHEAD: usize = 64;

/// What the player has done.
#[derive(Debug)]
pub enum Event {
    /// Typed a line; it has no line end.
    Line(String),
    /// Pressed Ctrl-C while no search was running, or for the second time during one.
    CtrlC,
    /// Ended the input.
    End,
    /// The input cannot be read.
    Failed(io::Error),
}

/// How the player interrupts a search.
#[derive(Debug, Default)]
pub struct Interrupt {
    /// The player can interrupt a search, because the input is a terminal.
    pub is_possible: bool,
    /// A search is running that may be stopped.
    searching: AtomicBool,
    /// Ends the search.
    stop: AtomicBool,
    /// Ctrl-C has ended the search.
    by_ctrl_c: AtomicBool,
}

impl Interrupt {
    /// Runs `search` with the flag that ends it. Keys pressed before it do not end it.
    pub fn during<T>(&self, search: impl FnOnce(&AtomicBool) -> T) -> T {
        self.stop.store(false, Ordering::SeqCst);
        self.searching.store(true, Ordering::SeqCst);
        let found = search(&self.stop);
        self.searching.store(false, Ordering::SeqCst);
        found
    }

    /// True if Ctrl-C has ended a search since the last call.
    pub fn take_ctrl_c(&self) -> bool {
        self.by_ctrl_c.swap(false, Ordering::SeqCst)
    }

    /// Ends a running search if this event asks for it. Returns the event if it has to be
    /// handled later as well.
    fn pass(&self, event: Event) -> Option<Event> {
        if !self.searching.load(Ordering::SeqCst) {
            return Some(event);
        }
        let stop = || self.stop.swap(true, Ordering::SeqCst);
        match &event {
            Event::Line(line) if line.trim().is_empty() => {
                stop();
                None
            }
            Event::Line(line) => {
                if command::is_quit(line) {
                    stop();
                }
                Some(event)
            }
            Event::CtrlC => match stop() {
                true => Some(event),
                false => {
                    self.by_ctrl_c.store(true, Ordering::SeqCst);
                    None
                }
            },
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
    /// Standard input is a terminal, so that lines come when the player types them.
    pub is_terminal: bool,
    /// Restores the terminal at the end.
    _ctrl_c: Option<CtrlCLine>,
}

impl Input {
    /// Starts to read standard input. The thread ends with the program.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start() -> io::Result<Input> {
        let is_terminal = io::stdin().is_terminal();
        let _ctrl_c = is_terminal.then(CtrlCLine::new).flatten();
        let interrupt = Arc::new(Interrupt {
            is_possible: is_terminal,
            ..Interrupt::default()
        });
        let (sender, events) = mpsc::sync_channel(LINES_AHEAD);
        let shared = Arc::clone(&interrupt);
        thread::Builder::new().name("input".into()).spawn(move || {
            // Lines from a pipe are there before they are meant to be executed.
            let interrupt = shared.is_possible.then_some(&*shared);
            read(&mut io::stdin().lock(), interrupt, &sender);
        })?;
        Ok(Input {
            events,
            interrupt,
            is_terminal,
            _ctrl_c,
        })
    }

    /// The next event.
    pub fn wait(&self) -> Event {
        self.events.recv().unwrap_or(Event::End)
    }

    /// The next event if there is one already. Lines from a pipe wait until the program
    /// asks for one.
    pub fn poll(&self) -> Option<Event> {
        match self.is_terminal {
            true => self.events.try_recv().ok(),
            false => None,
        }
    }
}

/// Reads lines until the input ends or nobody receives them.
fn read(input: &mut impl BufRead, interrupt: Option<&Interrupt>, sender: &SyncSender<Event>) {
    let mut line = Vec::new();
    loop {
        let event = match next_event(input, &mut line, interrupt.is_some()) {
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

/// Reads a line, or a part of `MAX_LINE` bytes. With `keys`, Ctrl-C ends a line too: it is
/// an event on an empty line, and clears any other. `line` is used as a buffer.
fn next_event(input: &mut impl BufRead, line: &mut Vec<u8>, keys: bool) -> io::Result<Event> {
    line.clear();
    let text = |line: &[u8]| Event::Line(String::from_utf8_lossy(line).into_owned());
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            return Ok(if line.is_empty() {
                Event::End
            } else {
                text(line)
            });
        }
        let is_end = |byte: &u8| *byte == b'\n' || (keys && *byte == CTRL_C);
        let room = bytes.len().min(MAX_LINE - line.len());
        let end = bytes[..room].iter().position(is_end);
        line.extend_from_slice(&bytes[..end.unwrap_or(room)]);
        let ctrl_c = end.is_some_and(|end| bytes[end] == CTRL_C);
        input.consume(end.map_or(room, |end| end + 1));
        if ctrl_c {
            return Ok(if line.is_empty() {
                Event::CtrlC
            } else {
                text(b"")
            });
        }
        if end.is_some() || line.len() == MAX_LINE {
            return Ok(text(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events of an input in short: lines as they are.
    fn events(bytes: &[u8], keys: bool) -> Vec<String> {
        let (mut input, mut line) = (bytes, Vec::new());
        let mut shown = Vec::new();
        loop {
            match next_event(&mut input, &mut line, keys).expect("a readable input") {
                Event::Line(line) => shown.push(line),
                Event::CtrlC => shown.push("Ctrl-C".into()),
                Event::End => return shown,
                Event::Failed(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn lines_end_with_enter_or_ctrl_c() {
        assert_eq!(events(b"h8\r\n\nundo", true), ["h8\r", "", "undo"]);
        assert_eq!(events(b"\x03h8\x03j9\n", true), ["Ctrl-C", "", "j9"]);
        assert_eq!(events(b"\x03h8\n", false), ["\x03h8"]);
        let long = vec![b'x'; MAX_LINE + 1];
        let lengths: Vec<usize> = events(&long, true).iter().map(String::len).collect();
        assert_eq!(lengths, [MAX_LINE, 1]);
    }

    #[test]
    fn a_search_is_stopped_by_enter_ctrl_c_and_quit_alone() {
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
        assert_eq!(stopped(Event::End), (true, true));
        assert!(!interrupt.take_ctrl_c());
        assert_eq!(stopped(Event::CtrlC), (true, false));
        assert!(interrupt.take_ctrl_c() && !interrupt.take_ctrl_c());
        // The second one leaves the game.
        let passed = interrupt
            .during(|_| [Event::CtrlC, Event::CtrlC].map(|event| interrupt.pass(event).is_some()));
        assert_eq!(passed, [false, true]);
        // Between searches everything is passed on.
        assert!(interrupt.pass(line("")).is_some());
        assert!(interrupt.pass(Event::CtrlC).is_some());
    }
}
