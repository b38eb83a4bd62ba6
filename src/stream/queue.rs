//! The queue that the threads share. They wait here for work.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use crate::requests::queue::{Item, Queue, Ticket};
use crate::sync::IgnorePoison;

/// The queue, shared by all threads.
#[derive(Default)]
pub struct SharedQueue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    queue: Queue,
    /// No more requests will come.
    is_closed: bool,
    /// All requests have been read.
    is_read: bool,
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().ignore_poison()
    }

    /// Changes the queue, and wakes the threads that wait for something in it.
    pub fn change<T>(&self, change: impl FnOnce(&mut Queue) -> T) -> T {
        let changed = change(&mut self.lock().queue);
        self.changed.notify_all();
        changed
    }

    /// The next request to be read, as soon as there is one; `None` when none will come.
    pub fn next_unread(&self) -> Option<Arc<Ticket>> {
        let is_idle = |state: &mut State| state.queue.next_unread().is_none() && !state.is_closed;
        let waited = self.changed.wait_while(self.lock(), is_idle);
        let state = waited.ignore_poison();
        state.queue.next_unread()
    }

    /// All requests have been read. What waits is still searched.
    pub fn finish_reading(&self) {
        self.lock().is_read = true;
        self.changed.notify_all();
    }

    /// Takes the next item, as soon as there is one; `None` when none will come.
    pub fn take(&self) -> Option<Item> {
        let is_idle = |state: &mut State| state.queue.is_idle() && !state.is_read;
        let waited = self.changed.wait_while(self.lock(), is_idle);
        let mut state = waited.ignore_poison();
        state.queue.take()
    }

    /// Notes that the answer to an item is known. To be called before the answer is sent.
    pub fn release(&self, item: &Item) {
        self.lock().queue.release(item);
    }

    /// No more requests will come. What waits is still read and searched.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}
