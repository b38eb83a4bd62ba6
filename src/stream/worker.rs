//! The threads that search. Each takes the next item of the queue and answers it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::outbox::{Outbox, Patience, Sender};
use super::queue::SharedQueue;
use crate::requests::answer;
use crate::requests::fields::FieldError;
use crate::requests::search::{Client, Searcher};

/// A search thread.
pub struct Worker {
    queue: Arc<SharedQueue>,
    sender: Sender,
    searcher: Searcher,
    /// The memory limit of a search in bytes.
    memory: u64,
}

/// Answers during a search are left out while the client does not read.
impl Client for Sender {
    fn send(&self, answer: String) {
        self.send_if_read(answer);
    }
}

impl Worker {
    /// A worker whose searches have this much memory, in bytes.
    pub fn new(queue: Arc<SharedQueue>, outbox: Arc<Outbox>, memory: u64) -> Worker {
        Worker {
            queue,
            sender: Sender::new(outbox, Patience::Search),
            searcher: Searcher::new(memory),
            memory,
        }
    }

    /// Answers items until the queue ends.
    pub fn run(&mut self) {
        while let Some(item) = self.queue.take() {
            let answered = catch_unwind(AssertUnwindSafe(|| {
                // This client pauses no search.
                std::iter::repeat_with(|| self.searcher.answer(&item, &self.sender))
                    .find_map(|text| text)
            }));
            let text = answered.ok().flatten().unwrap_or_else(|| {
                // What the searcher keeps may be inconsistent.
                self.searcher = Searcher::new(self.memory);
                let error = FieldError::new("the search failed; this is a bug in the program");
                answer::item_error(&item, &error)
            });
            self.queue.release(&item);
            self.sender.send(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requests::queue::Ticket;
    use crate::requests::request::{Request, task};

    /// Adds a request to the queue, whose moves are given twice if `is_damaged`.
    fn add(queue: &SharedQueue, line: &str, is_damaged: bool) {
        let Ok(request) = Request::parse(line.as_bytes()) else {
            panic!("a request");
        };
        let Ok(mut task) = task(line.as_bytes(), request.action).0 else {
            panic!("a task");
        };
        if is_damaged {
            let moves = task.subject.record.moves.clone();
            task.subject.record.moves.extend(moves);
        }
        let ticket = Ticket::new(request.id, request.action, line.as_bytes());
        queue.change(|queue| {
            queue.add(ticket, None, 0).unwrap();
            let ticket = queue.next_unread().unwrap();
            assert!(queue.read(&ticket, Some(task)));
        });
    }

    #[test]
    fn a_panic_is_answered_and_the_thread_goes_on() {
        let (queue, outbox) = (
            Arc::new(SharedQueue::default()),
            Arc::new(Outbox::default()),
        );
        for (id, is_damaged) in [(1, true), (2, false)] {
            let line = format!("{{\"id\": {id}, \"action\": \"fouls\", \"moves\": \"h8 i9\"}}");
            add(&queue, &line, is_damaged);
        }
        queue.finish_reading();
        Worker::new(Arc::clone(&queue), Arc::clone(&outbox), 1 << 20).run();
        let lines = outbox.take().unwrap();
        assert!(lines[0].starts_with("{\"id\":1,") && lines[0].contains("the search failed"));
        assert!(lines[1].starts_with("{\"id\":2,") && !lines[1].contains("error"));
        assert!(outbox.take().is_none() && queue.take().is_none());
    }
}
