//! How long threads have waited for a processor. Tests subtract this time from
//! delays, so that a busy machine does not make them fail.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long threads had waited at some moment.
#[derive(Default)]
pub struct Waits {
    /// The waiting time of each thread at that moment.
    before: HashMap<PathBuf, Duration>,
}

impl Waits {
    /// Starts measuring. Only Linux reports waiting times; elsewhere they are zero.
    pub fn from_now(threads: &[PathBuf]) -> Waits {
        let now = |thread: &PathBuf| Some((thread.clone(), waited(thread)?));
        Waits {
            before: threads.iter().filter_map(now).collect(),
        }
    }

    /// How long these threads have waited since then, or since they were started.
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

/// The threads of a process, without helper threads, which delay nothing.
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

/// How long a thread has waited so far: the second number of its `schedstat`.
fn waited(thread: &Path) -> Option<Duration> {
    let text = std::fs::read_to_string(thread.join("schedstat")).ok()?;
    let nanos = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}
