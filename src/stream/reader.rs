//! The thread that reads lines. It looks at the id and the action, answers what needs no search, and
//! puts the rest into the queue, so it always sees the next line at once.

use std::io::BufRead;
use std::sync::Arc;

use super::line::{self, Line};
use super::outbox::{Outbox, Patience, Sender};
use super::queue::SharedQueue;
use crate::requests::answer::{self, Service};
use crate::requests::fields::FieldError;
use crate::requests::intake::receive;
use crate::requests::limits::MAX_LINE;
use crate::requests::queue::Queue;
use crate::requests::request::Request;

/// Marks the beginning of a text in UTF-8, as some programs on Windows write it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads requests.
pub struct Reader {
    queue: Arc<SharedQueue>,
    sender: Sender,
    service: Service,
}

/// Closes the queue whichever way the reader is left.
struct CloseQueue<'a>(&'a SharedQueue);

impl Drop for CloseQueue<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Reader {
    /// A reader that fills the queue.
    pub fn new(queue: Arc<SharedQueue>, outbox: Arc<Outbox>, service: Service) -> Reader {
        Reader {
            queue,
            sender: Sender::new(outbox, Patience::Reader),
            service,
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
        let request = Request::parse(line);
        let take = |queue: &mut Queue| receive(queue, request, line, &self.service);
        let answers = self.queue.change(take);
        answers.into_iter().for_each(|text| self.sender.send(text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::work::work_of;

    #[test]
    fn termination_does_not_wait_until_a_long_request_is_read() {
        let (queue, outbox) = (
            Arc::new(SharedQueue::default()),
            Arc::new(Outbox::default()),
        );
        let service = Service {
            threads: 1,
            memory: 1 << 20,
        };
        let position = ".....\\n".repeat(140_000);
        let search =
            format!("{{\"id\": 1, \"action\": \"analyze\", \"position\": \"{position}\"}}");
        let input = format!("{search}\n{{\"id\": 2, \"action\": \"terminate\", \"all\": true}}\n");
        assert!(search.len() > MAX_LINE * 9 / 10 && search.len() <= MAX_LINE);
        // Nobody else reads requests here.
        let mut reader = Reader::new(Arc::clone(&queue), Arc::clone(&outbox), service);
        let work = work_of(|| reader.run(input.as_bytes()));
        assert_eq!(work, 0, "the position is not looked at");
        let lines = outbox.take().unwrap();
        assert!(lines[0].starts_with("{\"id\":1,") && lines[0].contains("\"terminated\":true"));
        assert!(lines[1].starts_with("{\"id\":2,") && lines[1].contains("\"waiting\":1"));
        assert!(queue.next_unread().is_none());
    }
}
