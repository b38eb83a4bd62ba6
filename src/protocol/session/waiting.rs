//! The requests that wait until the search before them has ended.

use std::collections::VecDeque;

use crate::protocol::input::Request;
use crate::protocol::reader::Gate;

/// Reading pauses while requests of this weight wait, which is a few megabytes.
const MAX_WEIGHT: usize = 1 << 16;

/// A queue of requests in the order of their arrival.
#[derive(Default)]
pub struct Waiting {
    requests: VecDeque<Request>,
    /// The sum of their weights.
    weight: usize,
    /// Closed while the weight is at its limit.
    gate: Gate,
}

impl Waiting {
    /// An empty queue that closes this gate while it is full.
    pub fn new(gate: Gate) -> Waiting {
        Waiting {
            gate,
            ..Waiting::default()
        }
    }

    /// True if nothing waits.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// The next request.
    pub fn first(&self) -> Option<&Request> {
        self.requests.front()
    }

    /// Adds a request.
    pub fn push(&mut self, request: Request) {
        self.weight += request.weight();
        self.requests.push_back(request);
        self.gate.close(self.weight >= MAX_WEIGHT);
    }

    /// Removes the next request.
    pub fn pop(&mut self) -> Option<Request> {
        let request = self.requests.pop_front()?;
        self.weight -= request.weight();
        self.gate.close(self.weight >= MAX_WEIGHT);
        Some(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::command::Command;

    #[test]
    fn nothing_more_is_read_while_the_queue_is_full() {
        let mut waiting = Waiting::default();
        for _ in 1..MAX_WEIGHT {
            waiting.push(Request::Command(Command::Begin));
            assert!(!waiting.gate.is_closed());
        }
        waiting.push(Request::Command(Command::Restart));
        waiting.push(Request::Command(Command::About));
        assert!(waiting.gate.is_closed());
        assert_eq!(waiting.pop(), Some(Request::Command(Command::Begin)));
        assert!(waiting.gate.is_closed());
        waiting.pop();
        assert!(!waiting.gate.is_closed());
    }
}
