//! The thread that reads lines. It looks at the id and the action, answers what needs no search, and
//! puts the rest into the queue, so that it always sees the next line at once.

use std::io::BufRead;
use std::sync::Arc;

use super::Options;
use super::answer;
use super::fields::FieldError;
use super::limits::{MAX_LINE, MAX_QUEUE, MAX_QUEUE_BYTES};
use super::line::{self, Line};
use super::outbox::{Outbox, Patience, Sender};
use super::queue::{Queue, Refusal, Ticket};
use super::request::{Id, Order, Request};
use super::task::Action;

/// Marks the beginning of a text in UTF-8, as some programs on Windows write it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads requests.
pub struct Reader {
    queue: Arc<Queue>,
    sender: Sender,
    options: Options,
}

/// Closes the queue whichever way the reader is left.
struct CloseQueue<'a>(&'a Queue);

impl Drop for CloseQueue<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Reader {
    /// A reader that fills the queue.
    pub fn new(queue: Arc<Queue>, outbox: Arc<Outbox>, options: Options) -> Reader {
        Reader {
            queue,
            sender: Sender::new(outbox, Patience::Reader),
            options,
        }
    }

    /// Reads the input to its end.
    pub fn run(&mut self, mut input: impl BufRead) {
        let queue = Arc::clone(&self.queue);
        let _close = CloseQueue(&queue);
        let mut is_first = true;
        loop {
            match line::read(&mut input) {
                Ok(Line::End) => return,
                Ok(Line::TooLong) => {
                    let message = format!("the line is longer than {MAX_LINE} bytes");
                    let error = FieldError::new(message);
                    self.sender.send(answer::line_error(None, true, &error));
                }
                Ok(Line::Whole(line)) => {
                    let text = match line.strip_prefix(BYTE_ORDER_MARK) {
                        Some(text) if is_first => text,
                        _ => &line,
                    };
                    if !text.trim_ascii().is_empty() {
                        self.read(text);
                    }
                }
                Err(error) => return self.sender.fail(error),
            }
            is_first = false;
        }
    }

    /// Reads a request.
    fn read(&mut self, line: &[u8]) {
        let request = match Request::parse(line) {
            Ok(request) => request,
            Err(found) => {
                let id = found.id.as_ref();
                let is_final = !id.is_some_and(|id| self.queue.has(id));
                let text = answer::line_error(id, is_final, &found.error);
                return self.sender.send(text);
            }
        };
        let (id, action) = (request.id, request.action);
        if !request.unused.is_empty() {
            self.sender
                .send(answer::unused(&id, action, &request.unused));
        }
        if self.queue.has(&id) {
            return self.refuse(&id, action, Refusal::Duplicate);
        }
        match request.order {
            Err(error) => {
                let text = answer::request_error(&id, action, true, &error);
                self.sender.send(text);
            }
            Ok(Order::Version) => self.sender.send(answer::version(&id, &self.options)),
            Ok(Order::Terminate(ids)) => {
                let (items, searching) = self.queue.terminate(ids.as_deref());
                for item in &items {
                    self.sender.send(answer::unsearched(item));
                }
                let text = answer::terminated(&id, items.len(), searching);
                self.sender.send(text);
            }
            Ok(Order::Search { turns, priority }) => {
                // A review is one item, whatever `turns` says.
                let turns = turns.filter(|_| action != Action::Review);
                let ticket = Ticket::new(id.clone(), action, line);
                if let Err(refusal) = self.queue.add(ticket, turns, priority) {
                    self.refuse(&id, action, refusal);
                }
            }
        }
    }

    /// Refuses a request.
    fn refuse(&self, id: &Id, action: Action, refusal: Refusal) {
        let error = match refusal {
            Refusal::Duplicate => {
                FieldError::of("id", "another request with this id has not been answered")
            }
            Refusal::TooManyPositions => FieldError::new(format!(
                "the queue is full: at most {MAX_QUEUE} positions wait or are being searched"
            )),
            Refusal::TooManyBytes => FieldError::new(format!(
                "the queue is full: its requests have at most {MAX_QUEUE_BYTES} bytes"
            )),
        };
        let is_final = refusal != Refusal::Duplicate;
        let text = answer::request_error(id, action, is_final, &error);
        self.sender.send(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::work::work_of;

    #[test]
    fn termination_does_not_wait_until_a_long_request_is_read() {
        let (queue, outbox) = (Arc::new(Queue::default()), Arc::new(Outbox::default()));
        let options = Options {
            threads: 1,
            memory: 1 << 20,
        };
        let position = ".....\\n".repeat(140_000);
        let search =
            format!("{{\"id\": 1, \"action\": \"analyze\", \"position\": \"{position}\"}}");
        let input = format!("{search}\n{{\"id\": 2, \"action\": \"terminate\", \"all\": true}}\n");
        assert!(search.len() > MAX_LINE * 9 / 10 && search.len() <= MAX_LINE);
        // Nobody else reads requests here.
        let mut reader = Reader::new(Arc::clone(&queue), Arc::clone(&outbox), options);
        let work = work_of(|| reader.run(input.as_bytes()));
        assert_eq!(work, 0, "the position is not looked at");
        let lines = outbox.take().unwrap();
        assert!(lines[0].starts_with("{\"id\":1,") && lines[0].contains("\"terminated\":true"));
        assert!(lines[1].starts_with("{\"id\":2,") && lines[1].contains("\"waiting\":1"));
        assert!(queue.next_unread().is_none());
    }
}
