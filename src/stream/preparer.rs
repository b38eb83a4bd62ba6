//! The thread that reads what requests ask for: their positions, in any format of records, and their
//! options. What is wrong with them is answered here.

use std::sync::Arc;

use super::outbox::{Outbox, Patience, Sender};
use super::queue::SharedQueue;
use crate::requests::intake::prepare;
use crate::requests::queue::Ticket;
use crate::requests::request::task;

/// Reads the tasks of requests.
pub struct Preparer {
    queue: Arc<SharedQueue>,
    sender: Sender,
}

/// Tells that all requests have been read, whichever way the preparer is left.
struct FinishReading<'a>(&'a SharedQueue);

impl Drop for FinishReading<'_> {
    fn drop(&mut self) {
        self.0.finish_reading();
    }
}

impl Preparer {
    /// A preparer for the requests of the queue.
    pub fn new(queue: Arc<SharedQueue>, outbox: Arc<Outbox>) -> Preparer {
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
        let read = task(&ticket.line, ticket.action);
        let answers = self.queue.change(|queue| {
            let answers = prepare(queue, ticket, read);
            if ticket.task.get().is_none() {
                return answers;
            }
            // A warning. No answer to a request follows its last one, so it comes before any other.
            answers
                .into_iter()
                .for_each(|text| self.sender.send_now(text));
            Vec::new()
        });
        answers.into_iter().for_each(|text| self.sender.send(text));
    }
}
