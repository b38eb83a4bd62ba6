//! The requests that wait or are being searched.
//!
//! A request has a ticket until its last answer is known. One with `turns` has several positions,
//! which are searched independently of each other. A request first waits to be read as a whole,
//! then its positions wait to be searched.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use super::limits::{MAX_QUEUE, MAX_QUEUE_BYTES};
use super::request::Id;
use super::task::{Action, Task};

/// A request that has been accepted.
pub struct Ticket {
    /// Its id.
    pub id: Id,
    /// Its action.
    pub action: Action,
    /// Its line.
    pub line: Vec<u8>,
    /// What is asked, once it has been read.
    pub task: OnceLock<Task>,
    /// Ends its searches.
    pub stop: AtomicBool,
}

impl Ticket {
    /// The ticket of a request whose task has not been read.
    pub fn new(id: Id, action: Action, line: &[u8]) -> Ticket {
        Ticket {
            id,
            action,
            line: line.to_vec(),
            task: OnceLock::new(),
            stop: AtomicBool::new(false),
        }
    }

    /// True if its searches have been told to end.
    pub fn is_terminated(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A request whose task has not been read.
struct Unread {
    ticket: Arc<Ticket>,
    /// Its positions, if it has several.
    turns: Option<Vec<usize>>,
    priority: i32,
}

impl Unread {
    /// Its positions.
    fn items(&self) -> Vec<Item> {
        let turns = match &self.turns {
            Some(turns) => turns.iter().copied().map(Some).collect(),
            None => vec![None],
        };
        let item = |turn| Item {
            ticket: Arc::clone(&self.ticket),
            turn,
        };
        turns.into_iter().map(item).collect()
    }
}

/// A position of a request.
#[derive(Clone)]
pub struct Item {
    /// The request.
    pub ticket: Arc<Ticket>,
    /// The number of moves before the position, if the request has `turns`.
    pub turn: Option<usize>,
}

impl Item {
    /// What is asked.
    ///
    /// # Panics
    /// If the request has not been read. It has been when the item comes from [`Queue::take`].
    pub fn task(&self) -> &Task {
        self.ticket.task.get().expect("the request has been read")
    }
}

/// Where an item waits: the highest priority first, then the one that came first.
type Place = (Reverse<i32>, u64);

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Another request with this id has not been answered.
    Duplicate,
    /// There are too many positions.
    TooManyPositions,
    /// The requests take too much memory.
    TooManyBytes,
}

/// The queue, shared by all threads.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The requests that wait to be read, in their order. The first may be being read.
    unread: VecDeque<Unread>,
    waiting: BTreeMap<Place, Item>,
    /// The requests that have not been answered, by the keys of their ids, with the number of
    /// positions that have not been answered.
    requests: HashMap<String, (Arc<Ticket>, usize)>,
    /// The positions that have not been answered.
    positions: usize,
    /// The length of the lines of the requests.
    bytes: usize,
    /// The number of items so far.
    number: u64,
    /// No more requests will come.
    is_closed: bool,
    /// All requests have been read.
    is_read: bool,
}

impl State {
    /// Notes that a position has been answered.
    fn release(&mut self, ticket: &Ticket) {
        self.positions -= 1;
        let key = ticket.id.key();
        let Some((_, left)) = self.requests.get_mut(key) else {
            debug_assert!(false, "each position is released once");
            return;
        };
        *left -= 1;
        if *left == 0 {
            self.requests.remove(key);
            self.bytes -= ticket.line.len();
        }
    }
}

impl Queue {
    /// The state. A thread that panicked while it held it has left it whole.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if a request with this id has not been answered.
    pub fn has(&self, id: &Id) -> bool {
        self.lock().requests.contains_key(id.key())
    }

    /// Adds a request that is to be read; `turns` are its positions, if it has several.
    ///
    /// # Errors
    /// If its id is not free or the queue is full. Nothing is added then.
    pub fn add(
        &self,
        ticket: Ticket,
        turns: Option<Vec<usize>>,
        priority: i32,
    ) -> Result<(), Refusal> {
        let mut state = self.lock();
        let count = turns.as_ref().map_or(1, Vec::len);
        if state.requests.contains_key(ticket.id.key()) {
            return Err(Refusal::Duplicate);
        }
        if state.positions + count > MAX_QUEUE {
            return Err(Refusal::TooManyPositions);
        }
        if state.bytes + ticket.line.len() > MAX_QUEUE_BYTES {
            return Err(Refusal::TooManyBytes);
        }
        state.positions += count;
        state.bytes += ticket.line.len();
        let ticket = Arc::new(ticket);
        let entry = (Arc::clone(&ticket), count);
        state.requests.insert(ticket.id.key().to_string(), entry);
        state.unread.push_back(Unread {
            ticket,
            turns,
            priority,
        });
        self.changed.notify_all();
        Ok(())
    }

    /// The next request to be read, as soon as there is one; `None` when none will come.
    /// [`Queue::read`] says what was read.
    pub fn next_unread(&self) -> Option<Arc<Ticket>> {
        let is_idle = |state: &mut State| state.unread.is_empty() && !state.is_closed;
        let waited = self.changed.wait_while(self.lock(), is_idle);
        let state = waited.unwrap_or_else(PoisonError::into_inner);
        state.unread.front().map(|first| Arc::clone(&first.ticket))
    }

    /// Notes what a request asks for: its positions wait to be searched; `None` if it is wrong, and
    /// its id is free then. `announce` is called before anybody can answer about a position. False if
    /// the request was terminated in the meantime, so that it has been answered.
    pub fn read(&self, ticket: &Arc<Ticket>, task: Option<Task>, announce: impl FnOnce()) -> bool {
        let mut state = self.lock();
        let first = state.unread.front();
        if !first.is_some_and(|unread| Arc::ptr_eq(&unread.ticket, ticket)) {
            return false;
        }
        let Some(unread) = state.unread.pop_front() else {
            return false;
        };
        announce();
        let items = unread.items();
        match task {
            None => items.iter().for_each(|item| state.release(&item.ticket)),
            Some(task) => {
                // Nobody else sets it.
                let _ = ticket.task.set(task);
                for item in items {
                    let place = (Reverse(unread.priority), state.number);
                    state.waiting.insert(place, item);
                    state.number += 1;
                }
            }
        }
        self.changed.notify_all();
        true
    }

    /// All requests have been read. What waits is still searched.
    pub fn finish_reading(&self) {
        self.lock().is_read = true;
        self.changed.notify_all();
    }

    /// Takes the next item, as soon as there is one; `None` when none will come.
    pub fn take(&self) -> Option<Item> {
        let is_idle = |state: &mut State| state.waiting.is_empty() && !state.is_read;
        let waited = self.changed.wait_while(self.lock(), is_idle);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.waiting.pop_first().map(|(_, item)| item)
    }

    /// Notes that the answer to an item is known. When it is the last one of the request, the
    /// id can be used again. To be called before the answer is sent.
    pub fn release(&self, item: &Item) {
        self.lock().release(&item.ticket);
    }

    /// Ends requests: those with these ids, or all. Returns the items that waited, which nobody
    /// else will answer, and the number of positions that are being searched.
    pub fn terminate(&self, ids: Option<&[Id]>) -> (Vec<Item>, usize) {
        let mut state = self.lock();
        let keys: Option<HashSet<&str>> = ids.map(|ids| ids.iter().map(Id::key).collect());
        let is_meant = |key: &String| keys.as_ref().is_none_or(|keys| keys.contains(key.as_str()));
        let mut positions = 0;
        for (key, (ticket, left)) in &state.requests {
            if is_meant(key) {
                ticket.stop.store(true, Ordering::Relaxed);
                positions += left;
            }
        }
        let mut items = Vec::new();
        state.unread.retain(|unread| {
            let is_kept = !unread.ticket.is_terminated();
            if !is_kept {
                items.extend(unread.items());
            }
            is_kept
        });
        state.waiting.retain(|_, item| {
            let is_kept = !item.ticket.is_terminated();
            if !is_kept {
                items.push(item.clone());
            }
            is_kept
        });
        for item in &items {
            state.release(&item.ticket);
        }
        let searching = positions - items.len();
        (items, searching)
    }

    /// No more requests will come. What waits is still read and searched.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}
