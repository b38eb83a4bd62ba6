//! Keys that stop a search: Enter, or `q` and Enter. The settings of the terminal are not changed,
//! so a line has to be ended. Ctrl-C ends the program.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// The hint that tells the user which key stops a search.
pub const HINT: &str = "Enter: stop";

/// True for a line that stops a search.
pub fn stops(line: &str) -> bool {
    ["", "q", "quit"].contains(&line.trim().to_lowercase().as_str())
}

/// Reads keys while a command thinks.
pub struct StopKeys {
    shared: Arc<Shared>,
    are_read: bool,
}

/// What the thread that reads the keys has read.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// Lines that were typed since they were last counted.
    typed: AtomicUsize,
}

impl StopKeys {
    /// Reads keys if standard input is a terminal and is not the command's input, standard error
    /// is a terminal, and the command is not in the background.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn unless(reads_standard_input: bool) -> io::Result<StopKeys> {
        let is_watched = io::stdin().is_terminal() && io::stderr().is_terminal();
        StopKeys::new(!reads_standard_input && is_watched && is_in_foreground())
    }

    /// Reads keys from standard input if `are_read`. The thread ends with the program.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn new(are_read: bool) -> io::Result<StopKeys> {
        let keys = StopKeys {
            shared: Arc::default(),
            are_read,
        };
        if are_read {
            let shared = Arc::clone(&keys.shared);
            thread::Builder::new().name("keys".into()).spawn(move || {
                let mut line = String::new();
                // The end of input does not stop a search.
                while io::stdin().read_line(&mut line).is_ok_and(|read| read > 0) {
                    shared.typed.fetch_add(1, Ordering::Relaxed);
                    if stops(&line) {
                        shared.stop.store(true, Ordering::Relaxed);
                    }
                    line.clear();
                }
            })?;
        }
        Ok(keys)
    }

    /// True if keys are read.
    pub fn are_read(&self) -> bool {
        self.are_read
    }

    /// True if a key has stopped the search.
    pub fn is_pressed(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }

    /// The flag that is set when a key stops the search. The program may set it as well.
    pub fn stop(&self) -> &AtomicBool {
        &self.shared.stop
    }

    /// The number of lines typed since the last call.
    pub fn take_typed(&self) -> usize {
        self.shared.typed.swap(0, Ordering::Relaxed)
    }
}

/// False for a background job, which the system would suspend if it read the terminal. True if
/// that is unknown.
fn is_in_foreground() -> bool {
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else {
        return true;
    };
    // The name of the program, in parentheses, may have blanks. It is followed by the state, the
    // parent, the process group, the session, the terminal and its foreground group.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = fields.split_whitespace().collect();
    fields.get(2) == fields.get(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_and_q_stop() {
        for line in ["\n", "\r\n", " ", "q\n", "Q", "quit\r\n"] {
            assert!(stops(line), "{line:?}");
        }
        for line in ["h8\n", "quite", "undo"] {
            assert!(!stops(line), "{line:?}");
        }
    }
}
