//! The thread that reads what requests ask for: their positions, in any format of records, and their
//! options. What is wrong with them is answered here.

use std::sync::Arc;

use super::answer;
use super::outbox::{Outbox, Patience, Sender};
use super::queue::{Queue, Ticket};
use super::request::task;

/// Reads the tasks of requests.
pub struct Preparer {
    queue: Arc<Queue>,
    sender: Sender,
}

/// Tells that all requests have been read, whichever way the preparer is left.
struct FinishReading<'a>(&'a Queue);

impl Drop for FinishReading<'_> {
    fn drop(&mut self) {
        self.0.finish_reading();
    }
}

impl Preparer {
    /// A preparer for the requests of the queue.
    pub fn new(queue: Arc<Queue>, outbox: Arc<Outbox>) -> Preparer {
        Preparer {
            queue,
            sender: Sender::new(outbox, Patience::Reader),
        }
    }

    /// Reads tasks until no more requests come.
    pub fn run(&mut self) {
        let queue = Arc::clone(&self.queue);
        let _finish = FinishReading(&queue);
        while let Some(ticket) = queue.next_unread() {
            self.prepare(&ticket);
        }
    }

    /// Reads the task of a request.
    fn prepare(&mut self, ticket: &Arc<Ticket>) {
        let (id, action) = (&ticket.id, ticket.action);
        let (task, unused) = task(&ticket.line, action);
        // No answer to a request follows its last one, so the warning comes before any other.
        let warn = || {
            if !unused.is_empty() {
                self.sender.send_now(answer::unused(id, action, &unused));
            }
        };
        let (task, error) = match task {
            Ok(task) => (Some(task), None),
            Err(error) => (None, Some(error)),
        };
        let is_first = self.queue.read(ticket, task, warn);
        if let Some(error) = error.filter(|_| is_first) {
            let text = answer::request_error(id, action, true, &error);
            self.sender.send(text);
        }
    }
}
