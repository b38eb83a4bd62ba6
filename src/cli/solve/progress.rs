//! The progress of `solve`: a line on standard error, if that is a terminal.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::cli::term::Terminal;
use crate::cli::term::keys::{HINT, StopKeys};
use crate::cli::term::layout::time_used;
use crate::cli::term::live::Live;
use crate::solve::{ENTRY_BYTES, Watcher};

/// Time between two updates of the line.
const INTERVAL: Duration = Duration::from_millis(250);

/// The line that shows what is being done, and the time.
pub struct ProgressLine<'a> {
    live: RefCell<Live>,
    keys: &'a StopKeys,
    /// What is being done.
    stage: Cell<&'static str>,
    /// When it was begun.
    started: Cell<Instant>,
    /// The time that it may take.
    limit: Cell<Option<Duration>>,
    updated: Cell<Option<Instant>>,
}

/// A time in whole tenths of a second, at least one.
fn rounded(time: Duration) -> Duration {
    let tenths = (time.as_millis() + 50) / 100;
    Duration::from_millis(100) * u32::try_from(tenths.max(1)).unwrap_or(u32::MAX)
}

impl<'a> ProgressLine<'a> {
    /// Nothing is shown yet.
    pub fn new(keys: &'a StopKeys) -> ProgressLine<'a> {
        ProgressLine {
            live: RefCell::new(Live::new(Terminal::of_stderr())),
            keys,
            stage: Cell::new(""),
            started: Cell::new(Instant::now()),
            limit: Cell::new(None),
            updated: Cell::new(None),
        }
    }

    /// Updates the line if the last update is long enough ago.
    fn update(&self) {
        let last = self.updated.get().unwrap_or(self.started.get());
        if last.elapsed() < INTERVAL {
            return;
        }
        let mut live = self.live.borrow_mut();
        if live.is_live() {
            let hint = if self.keys.are_read() { HINT } else { "" };
            let stage = format!("{}: ", self.stage.get());
            let room = live.width().saturating_sub(stage.len());
            let used = time_used(self.started.get().elapsed(), self.limit.get(), hint, room);
            live.draw_on_stderr(&[stage + &used], self.keys.take_typed());
        }
        self.updated.set(Some(Instant::now()));
    }

    /// Clears the line.
    pub fn clear(&self) {
        self.live.borrow_mut().clear_stderr(self.keys.take_typed());
    }
}

/// Keys end the search.
impl Watcher for ProgressLine<'_> {
    fn stops(&self) -> bool {
        self.update();
        self.keys.is_pressed()
    }

    /// The limit is shown in tenths of a second.
    fn begin(&self, stage: &'static str, limit: Option<Duration>) {
        self.stage.set(stage);
        self.started.set(Instant::now());
        self.limit.set(limit.map(rounded));
    }

    fn reduced(&self, entries: usize) {
        let mib = (entries as u64 * ENTRY_BYTES) >> 20;
        // If standard error is closed, the search still runs.
        let _ = writeln!(
            io::stderr(),
            "pbrain-goshawk: too little memory: the proof table has {mib} MiB"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_shown_in_tenths_of_a_second() {
        let shown = |ms| rounded(Duration::from_millis(ms)).as_secs_f64().to_string();
        assert_eq!(shown(983), "1");
        assert_eq!(shown(2500), "2.5");
        assert_eq!(shown(3), "0.1");
        assert_eq!(rounded(Duration::from_secs(86_400)).as_secs(), 86_400);
    }
}
