//! What the server tells the pages: one queue of events a page, whose size is bounded.
//!
//! A message of a kind that has a newest state, such as the state of the game, replaces an
//! unread one of that kind. Notices wait in a short queue that drops the oldest. So a page that
//! does not read costs no more memory than one that does.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::json;

use crate::app::events::{KINDS, Kind, Mailbox};
use crate::sync::IgnorePoison;

/// The maximum number of notices that wait for a page.
const MAX_NOTICES: usize = 16;

/// What waits for one page.
#[derive(Default)]
struct Waiting {
    newest: [Option<String>; KINDS],
    notices: VecDeque<String>,
    is_closed: bool,
}

/// The messages for one page. Each is a line of JSON without its line feed.
#[derive(Default)]
pub struct EventQueue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

/// What a page that asks for messages gets.
#[derive(Debug, PartialEq, Eq)]
pub enum Delivery {
    /// These messages, at least one.
    Messages(Vec<String>),
    /// No message came in time.
    Nothing,
    /// No message will come any more.
    Closed,
}

impl Mailbox for EventQueue {
    fn put(&self, kind: Kind, message: String) {
        self.lock().newest[kind as usize] = Some(message);
        self.changed.notify_all();
    }

    fn notify(&self, message: String) {
        let mut waiting = self.lock();
        if waiting.notices.len() == MAX_NOTICES {
            waiting.notices.pop_front();
        }
        waiting.notices.push_back(message);
        self.changed.notify_all();
    }

    fn end(&self, text: &str) {
        self.notify(json!({ "kind": "end", "text": text }).to_string());
        self.close();
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn is_closed(&self) -> bool {
        self.lock().is_closed
    }
}

impl EventQueue {
    /// Waits for messages, at most `timeout`.
    pub fn take(&self, timeout: Duration) -> Delivery {
        let is_idle = |waiting: &mut Waiting| {
            !waiting.is_closed
                && waiting.notices.is_empty()
                && waiting.newest.iter().all(Option::is_none)
        };
        let waited = self
            .changed
            .wait_timeout_while(self.lock(), timeout, is_idle);
        let (mut waiting, _) = waited.ignore_poison();
        let newest = waiting.newest.iter_mut().filter_map(Option::take);
        let mut messages: Vec<String> = newest.collect();
        messages.extend(waiting.notices.drain(..));
        if !messages.is_empty() {
            Delivery::Messages(messages)
        } else if waiting.is_closed {
            Delivery::Closed
        } else {
            Delivery::Nothing
        }
    }

    /// The messages.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().ignore_poison()
    }
}

/// A queue that several threads share.
pub type SharedQueue = Arc<EventQueue>;

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn messages(queue: &EventQueue) -> Vec<String> {
        match queue.take(NOW) {
            Delivery::Messages(messages) => messages,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_newer_state_replaces_an_unread_one() {
        let queue = EventQueue::default();
        queue.put(Kind::Search, "s1".into());
        queue.put(Kind::State, "a".into());
        queue.put(Kind::State, "b".into());
        assert_eq!(messages(&queue), ["b", "s1"]);
        assert_eq!(queue.take(NOW), Delivery::Nothing);
    }

    #[test]
    fn the_oldest_notice_is_dropped() {
        let queue = EventQueue::default();
        for number in 0..MAX_NOTICES + 2 {
            queue.notify(number.to_string());
        }
        let left = messages(&queue);
        assert_eq!((left.len(), left[0].as_str()), (MAX_NOTICES, "2"));
    }

    #[test]
    fn what_was_sent_before_the_end_is_delivered() {
        let queue = EventQueue::default();
        queue.notify("last".into());
        queue.close();
        assert_eq!(messages(&queue), ["last"]);
        assert_eq!(queue.take(Duration::from_secs(60)), Delivery::Closed);
    }

    #[test]
    fn a_waiting_page_is_woken() {
        let queue = Arc::new(EventQueue::default());
        let other = Arc::clone(&queue);
        let waiter = std::thread::spawn(move || other.take(Duration::from_secs(60)));
        queue.put(Kind::State, "x".into());
        assert_eq!(
            waiter.join().unwrap(),
            Delivery::Messages(vec!["x".to_string()])
        );
    }
}
