//! How long threads have waited for a processor. What a program is late because
//! the machine had none for it is no fault of the program's.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Threads, and how long each had waited when they were looked at.
#[derive(Default)]
pub struct Waits {
    before: HashMap<PathBuf, Duration>,
}

impl Waits {
    /// The waits of these threads from now on. Where the system does not tell
    /// (Linux does), nobody ever waits.
    pub fn from_now(threads: &[PathBuf]) -> Waits {
        let told = |thread: &PathBuf| Some((thread.clone(), waited(thread)?));
        Waits {
            before: threads.iter().filter_map(told).collect(),
        }
    }

    /// How long these threads have waited since; all of it for a new one.
    pub fn since(&self, threads: &[PathBuf]) -> Duration {
        let since = |thread: &PathBuf| {
            let before = self.before.get(thread).copied().unwrap_or_default();
            Some(waited(thread)?.saturating_sub(before))
        };
        threads.iter().filter_map(since).sum()
    }
}

/// The calling thread.
pub fn this_thread() -> Option<PathBuf> {
    Some(Path::new("/proc").join(std::fs::read_link("/proc/thread-self").ok()?))
}

/// The threads of a process. A helper's waits excuse nobody.
pub fn threads_of(process: u32) -> Vec<PathBuf> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
    let is_helper = |task: &PathBuf| {
        let name = std::fs::read_to_string(task.join("comm")).unwrap_or_default();
        name.trim() == "helper"
    };
    tasks
        .into_iter()
        .flatten()
        .filter_map(|task| Some(task.ok()?.path()))
        .filter(|task| !is_helper(task))
        .collect()
}

/// The second number of a thread's `schedstat`, in nanoseconds.
fn waited(thread: &Path) -> Option<Duration> {
    let text = std::fs::read_to_string(thread.join("schedstat")).ok()?;
    let nanos = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}
