//! Enter or Ctrl-C at the terminal ends the review early.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::cli::term::stty::CtrlCLine;

/// The keys that stop a review. Dropping it restores the terminal.
pub struct StopKeys {
    stop: Arc<AtomicBool>,
    is_enter: Arc<AtomicBool>,
    are_read: bool,
    /// Without it, Ctrl-C ends the program.
    _ctrl_c: Option<CtrlCLine>,
}

impl StopKeys {
    /// Reads keys if standard input and standard error, which shows the bar, are terminals,
    /// and the game does not come from standard input.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn new(reads_standard_input: bool) -> io::Result<StopKeys> {
        let are_read =
            !reads_standard_input && io::stdin().is_terminal() && io::stderr().is_terminal();
        let stop = Arc::new(AtomicBool::new(false));
        let is_enter = Arc::new(AtomicBool::new(false));
        if are_read {
            let (stop, is_enter) = (Arc::clone(&stop), Arc::clone(&is_enter));
            // The thread ends with the program.
            thread::Builder::new().name("keys".into()).spawn(move || {
                // The end of input does not stop the review.
                let mut stdin = io::stdin().lock();
                let last = stdin.fill_buf().ok().and_then(|keys| keys.last());
                if let Some(key) = last {
                    is_enter.store(*key == b'\n', Ordering::Relaxed);
                    stop.store(true, Ordering::Relaxed);
                }
            })?;
        }
        Ok(StopKeys {
            stop,
            is_enter,
            are_read,
            _ctrl_c: are_read.then(CtrlCLine::new).flatten(),
        })
    }

    /// Set when a key has been pressed.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// True if Enter has been pressed, which has moved the cursor to the next line.
    pub fn is_enter(&self) -> bool {
        self.is_enter.load(Ordering::Relaxed)
    }

    /// True if keys are read.
    pub fn are_read(&self) -> bool {
        self.are_read
    }
}
