//! A carrier for tests: a thread for each search, and messages that are kept.

use std::sync::Weak;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::app::search::{Engines, Job, Listener};
use crate::engine::search_thread;

/// Searches each job on a thread of its own.
pub struct Threads {
    app: Weak<Application>,
    stop: Mutex<Arc<AtomicBool>>,
}

impl Threads {
    pub fn new(app: Weak<Application>) -> Threads {
        Threads {
            app,
            stop: Mutex::default(),
        }
    }
}

impl Searcher for Threads {
    fn begin(&self, job: Job) {
        let stop = Arc::new(AtomicBool::new(false));
        let former = std::mem::replace(&mut *self.stop.lock().unwrap(), Arc::clone(&stop));
        former.store(true, Ordering::Relaxed);
        let app = Weak::clone(&self.app);
        let search = move || {
            let Some(app) = app.upgrade() else { return };
            let found = Engines::new(1, 64 << 20).run(&job, stop.as_ref(), app.as_ref());
            app.answer(job.number, found.unwrap());
        };
        search_thread("test").spawn(search).unwrap();
    }

    fn change_means(&self, _threads: usize, _memory: u64) {}

    fn stop(&self) {
        self.stop.lock().unwrap().store(true, Ordering::Relaxed);
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Keeps the messages for a page until they are taken.
#[derive(Default)]
pub struct Inbox(Mutex<Messages>);

#[derive(Default)]
struct Messages {
    /// Each with its kind, if it has one.
    all: Vec<(Option<Kind>, String)>,
    is_closed: bool,
}

impl Inbox {
    /// The messages since the last time.
    pub fn take(&self) -> Vec<String> {
        let messages = std::mem::take(&mut self.0.lock().unwrap().all);
        messages.into_iter().map(|(_, text)| text).collect()
    }
}

impl Mailbox for Inbox {
    fn put(&self, kind: Kind, message: String) {
        let messages = &mut self.0.lock().unwrap().all;
        messages.retain(|(other, _)| *other != Some(kind));
        messages.push((Some(kind), message));
    }

    fn notify(&self, message: String) {
        self.0.lock().unwrap().all.push((None, message));
    }

    fn end(&self, text: &str) {
        self.notify(json!({ "kind": "end", "text": text }).to_string());
        self.close();
    }

    fn close(&self) {
        self.0.lock().unwrap().is_closed = true;
    }

    fn is_closed(&self) -> bool {
        self.0.lock().unwrap().is_closed
    }
}
