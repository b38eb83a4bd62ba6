//! The requests that are waiting or being searched. Whoever shares them between threads locks them.
//!
//! A request has a ticket until its last answer is known. One with `turns` has several positions,
//! which are searched independently of each other. A request first waits to be read as a whole,
//! then its positions wait to be searched.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

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
    stop: AtomicBool,
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

    /// Tells its searches to end.
    pub fn terminate(&self) {
        self.stop.store(true, Ordering::Relaxed);
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

/// The queue.
#[derive(Default)]
pub struct Queue {
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
}

impl Queue {
    /// True if a request with this id has not been answered.
    pub fn has(&self, id: &Id) -> bool {
        self.requests.contains_key(id.key())
    }

    /// Adds a request that is to be read; `turns` are its positions, if it has several.
    ///
    /// # Errors
    /// If its id is not free or the queue is full. Nothing is added then.
    pub fn add(
        &mut self,
        ticket: Ticket,
        turns: Option<Vec<usize>>,
        priority: i32,
    ) -> Result<(), Refusal> {
        let count = turns.as_ref().map_or(1, Vec::len);
        if self.has(&ticket.id) {
            return Err(Refusal::Duplicate);
        }
        if self.positions + count > MAX_QUEUE {
            return Err(Refusal::TooManyPositions);
        }
        if self.bytes + ticket.line.len() > MAX_QUEUE_BYTES {
            return Err(Refusal::TooManyBytes);
        }
        self.positions += count;
        self.bytes += ticket.line.len();
        let ticket = Arc::new(ticket);
        let entry = (Arc::clone(&ticket), count);
        self.requests.insert(ticket.id.key().to_string(), entry);
        self.unread.push_back(Unread {
            ticket,
            turns,
            priority,
        });
        Ok(())
    }

    /// The next request to be read, if there is one. [`Queue::read`] says what was read.
    pub fn next_unread(&self) -> Option<Arc<Ticket>> {
        self.unread.front().map(|first| Arc::clone(&first.ticket))
    }

    /// Notes what a request asks for: its positions wait to be searched; `None` if it is wrong, and
    /// its id is free then. False if the request was terminated in the meantime, so that it has
    /// been answered.
    pub fn read(&mut self, ticket: &Arc<Ticket>, task: Option<Task>) -> bool {
        let first = self.unread.front();
        if !first.is_some_and(|unread| Arc::ptr_eq(&unread.ticket, ticket)) {
            return false;
        }
        let Some(unread) = self.unread.pop_front() else {
            return false;
        };
        let items = unread.items();
        match task {
            None => items.iter().for_each(|item| self.release(item)),
            Some(task) => {
                // Nobody else sets it.
                let _ = ticket.task.set(task);
                for item in items {
                    let place = (Reverse(unread.priority), self.number);
                    self.waiting.insert(place, item);
                    self.number += 1;
                }
            }
        }
        true
    }

    /// Takes the next item, if there is one.
    pub fn take(&mut self) -> Option<Item> {
        self.waiting.pop_first().map(|(_, item)| item)
    }

    /// True if no position waits to be searched.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Notes that the answer to an item is known. When it is the last one of the request, the
    /// id can be used again. To be called before the answer is sent.
    pub fn release(&mut self, item: &Item) {
        self.positions -= 1;
        let key = item.ticket.id.key();
        let Some((_, left)) = self.requests.get_mut(key) else {
            debug_assert!(false, "each position is released once");
            return;
        };
        *left -= 1;
        if *left == 0 {
            self.requests.remove(key);
            self.bytes -= item.ticket.line.len();
        }
    }

    /// Ends requests: those with these ids, or all. Returns the items that waited, which nobody
    /// else will answer, and the number of positions that are being searched.
    pub fn terminate(&mut self, ids: Option<&[Id]>) -> (Vec<Item>, usize) {
        let keys: Option<HashSet<&str>> = ids.map(|ids| ids.iter().map(Id::key).collect());
        let is_meant = |key: &String| keys.as_ref().is_none_or(|keys| keys.contains(key.as_str()));
        let mut positions = 0;
        for (key, (ticket, left)) in &self.requests {
            if is_meant(key) {
                ticket.terminate();
                positions += left;
            }
        }
        let mut items = Vec::new();
        self.unread.retain(|unread| {
            let is_kept = !unread.ticket.is_terminated();
            if !is_kept {
                items.extend(unread.items());
            }
            is_kept
        });
        self.waiting.retain(|_, item| {
            let is_kept = !item.ticket.is_terminated();
            if !is_kept {
                items.push(item.clone());
            }
            is_kept
        });
        for item in &items {
            self.release(item);
        }
        let searching = positions - items.len();
        (items, searching)
    }
}
