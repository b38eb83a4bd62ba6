//! The search that the application asks for. There is one thread, so it is searched in pieces,
//! between the actions of the page.

use std::sync::Mutex;
use std::time::Duration;

use crate::app::search::{Job, Searcher, Task};
use crate::sync::IgnorePoison;

/// The longest search for a forced win where an action cannot interrupt it.
const LONGEST_WIN: Duration = Duration::from_secs(10);
/// The most memory for searches, in bytes.
pub const MOST_MEMORY: u64 = 512 << 20;

/// A search that is to be carried out.
#[derive(Clone)]
pub struct Order {
    /// What is searched.
    pub job: Job,
    /// It has to end with what it has found.
    pub is_stopped: bool,
}

/// The search that is wanted now.
pub struct Desk {
    orders: Mutex<Orders>,
    /// An action interrupts every search.
    is_interruptible: bool,
}

#[derive(Default)]
struct Orders {
    present: Option<Order>,
    /// Other memory for the searches to come, in bytes.
    memory: Option<u64>,
}

impl Desk {
    /// Without a search. Every search is interrupted by an action if `is_interruptible`.
    pub fn new(is_interruptible: bool) -> Desk {
        Desk {
            orders: Mutex::default(),
            is_interruptible,
        }
    }

    /// The search that is wanted.
    pub fn order(&self) -> Option<Order> {
        self.orders.lock().ignore_poison().present.clone()
    }

    /// Whether a search is wanted.
    pub fn has_order(&self) -> bool {
        self.orders.lock().ignore_poison().present.is_some()
    }

    /// Forgets a search that has ended.
    pub fn finish(&self, number: u64) {
        let mut orders = self.orders.lock().ignore_poison();
        orders.present.take_if(|order| order.job.number == number);
    }

    /// The memory that searches have from now on, if that has changed.
    pub fn new_memory(&self) -> Option<u64> {
        self.orders.lock().ignore_poison().memory.take()
    }
}

impl Searcher for Desk {
    fn begin(&self, mut job: Job) {
        if job.task == Task::Win && !self.is_interruptible {
            job.limit = job.limit.min(LONGEST_WIN);
        }
        // Nobody waits for the answer of the one that was wanted before.
        self.orders.lock().ignore_poison().present = Some(Order {
            job,
            is_stopped: false,
        });
    }

    fn change_means(&self, _threads: usize, memory: u64) {
        self.orders.lock().ignore_poison().memory = Some(memory.min(MOST_MEMORY));
    }

    fn stop(&self) {
        if let Some(order) = &mut self.orders.lock().ignore_poison().present {
            order.is_stopped = true;
        }
    }
}
