//! The helper threads. They live as long as the engine and wait for jobs; each
//! keeps its move statistics from one job to the next.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;

use super::search_thread;
use super::thread_data::ThreadDataSet;

/// A unit of work for a helper thread, run with that thread's data.
pub type Job = Box<dyn FnOnce(&mut ThreadDataSet) + Send>;

/// The helper threads of an engine.
#[derive(Default)]
pub struct WorkerPool {
    threads: Vec<Helper>,
    /// Threads that finish their queued jobs and then end.
    leaving: Vec<JoinHandle<()>>,
}

impl WorkerPool {
    /// Starts or retires threads until there are `count`, or fewer if the system
    /// refuses to start more. Returns the number of threads. Does not wait for
    /// retired threads, because a clock may be running.
    pub fn resize(&mut self, count: usize) -> usize {
        self.leaving.retain(|thread| !thread.is_finished());
        let surplus = self.threads.drain(count.min(self.threads.len())..);
        self.leaving.extend(surplus.map(|helper| helper.thread));
        while self.threads.len() < count {
            match Helper::start() {
                Ok(helper) => self.threads.push(helper),
                Err(error) => {
                    log::warn!(
                        "cannot start more than {} helper threads: {error}",
                        self.threads.len()
                    );
                    break;
                }
            }
        }
        self.threads.len()
    }

    /// Queues one job for each helper; `job` makes it from the helper's number,
    /// counted from 0. Returns at once.
    pub fn submit(&self, mut job: impl FnMut(usize) -> Job) {
        for (number, helper) in self.threads.iter().enumerate() {
            helper.submit(job(number));
        }
    }
}

/// Waits until all queued jobs are done.
impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.resize(0);
        for thread in self.leaving.drain(..) {
            // Jobs that panic are caught in the thread.
            let _ = thread.join();
        }
    }
}

/// A thread that runs jobs until its sender is dropped.
struct Helper {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
}

impl Helper {
    fn start() -> std::io::Result<Helper> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let thread = search_thread("helper").spawn(move || {
            let mut data = ThreadDataSet::default();
            for job in queue {
                // The main search does not depend on helpers. After a panic
                // the thread's data may be inconsistent: start with new data.
                if catch_unwind(AssertUnwindSafe(|| job(&mut data))).is_err() {
                    log::error!("a job of a helper thread panicked; its data is reset");
                    data = ThreadDataSet::default();
                }
            }
        })?;
        Ok(Helper { jobs, thread })
    }

    fn submit(&self, job: Job) {
        // The thread lives as long as the sender, so sending cannot fail.
        let _ = self.jobs.send(job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::geometry::SMALL;
    use crate::engine::thread_data::DataFor;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_panicking_job_resets_its_own_thread_only() {
        let done = Arc::new(AtomicUsize::new(0));
        let mut pool = WorkerPool::default();
        assert_eq!(pool.resize(3), 3);
        pool.submit(|number| {
            let done = Arc::clone(&done);
            Box::new(move |data| {
                DataFor::<SMALL>::data(data);
                if number == 1 {
                    // Unlike panic!, this prints no message.
                    std::panic::resume_unwind(Box::new("test"));
                }
                done.fetch_add(1, Ordering::Relaxed);
            })
        });
        pool.submit(|number| {
            let done = Arc::clone(&done);
            Box::new(move |data| {
                assert_eq!(data.is_new(), number == 1);
                done.fetch_add(10, Ordering::Relaxed);
            })
        });
        assert_eq!(pool.resize(1), 1);
        drop(pool);
        assert_eq!(done.load(Ordering::Relaxed), 32);
    }
}
