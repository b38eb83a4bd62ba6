//! Takes requests, searches, and answers, all on one thread.

use crate::requests::answer::{self, Service};
use crate::requests::fields::FieldError;
use crate::requests::intake::{prepare, receive};
use crate::requests::limits::MAX_LINE;
use crate::requests::queue::{Item, Queue};
use crate::requests::request::{Request, task};
use crate::requests::search::{Client, Searcher};

/// The requests and the engine.
pub struct Session {
    service: Service,
    queue: Queue,
    searcher: Searcher,
    /// What is searched, while its search has paused as well.
    current: Option<Item>,
}

impl Session {
    /// A session whose searches have this much memory, in bytes.
    pub fn new(memory: u64) -> Session {
        Session {
            service: Service { threads: 1, memory },
            queue: Queue::default(),
            searcher: Searcher::new(memory),
            current: None,
        }
    }

    /// Takes a request. What needs no search is answered at once.
    pub fn receive(&mut self, line: &[u8], client: &dyn Client) {
        let answers = if line.len() > MAX_LINE {
            let message = format!("the line is longer than {MAX_LINE} bytes");
            vec![answer::line_error(None, true, &FieldError::new(message))]
        } else {
            receive(&mut self.queue, Request::parse(line), line, &self.service)
        };
        answers.into_iter().for_each(|text| client.send(text));
    }

    /// What [`Session::search`] searches; `None` if nothing waits.
    pub fn next(&mut self, client: &dyn Client) -> Option<&Item> {
        while let Some(ticket) = self.queue.next_unread() {
            let read = task(&ticket.line, ticket.action);
            let answers = prepare(&mut self.queue, &ticket, read);
            answers.into_iter().for_each(|text| client.send(text));
        }
        if self.current.is_none() {
            self.current = self.queue.take();
        }
        self.current.as_ref()
    }

    /// Searches what [`Session::next`] has told, and answers it unless the search pauses.
    pub fn search(&mut self, client: &dyn Client) {
        let Some(item) = self.current.take() else {
            return;
        };
        match self.searcher.answer(&item, client) {
            Some(text) => {
                self.queue.release(&item);
                client.send(text);
            }
            None => self.current = Some(item),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use serde_json::Value;

    use super::*;

    /// Keeps answers, and pauses searches after so many questions, in each piece half as many more.
    struct Page {
        answers: RefCell<Vec<Value>>,
        pause_at: Cell<u64>,
        asked: Cell<u64>,
    }

    impl Client for Page {
        fn pauses(&self) -> bool {
            self.asked.set(self.asked.get() + 1);
            let pauses = self.asked.get() >= self.pause_at.get();
            if pauses {
                self.asked.set(0);
                self.pause_at.set(self.pause_at.get() * 3 / 2);
            }
            pauses
        }

        fn send(&self, answer: String) {
            let answer = serde_json::from_str(&answer).expect("JSON");
            self.answers.borrow_mut().push(answer);
        }
    }

    impl Page {
        fn new(pause_at: u64) -> Page {
            Page {
                answers: RefCell::default(),
                pause_at: Cell::new(pause_at),
                asked: Cell::new(0),
            }
        }
    }

    const MEMORY: u64 = 40 << 20;

    /// Asks, searches to the end, and returns the answers and the number of pieces.
    fn ask(lines: &[&str], pause_at: u64) -> (Vec<Value>, usize) {
        let (mut session, page) = (Session::new(MEMORY), Page::new(pause_at));
        for line in lines {
            session.receive(line.as_bytes(), &page);
        }
        let mut pieces = 0;
        while session.next(&page).is_some() {
            session.search(&page);
            pieces += 1;
            assert!(pieces < 10_000, "the search does not end");
        }
        (page.answers.into_inner(), pieces)
    }

    #[test]
    fn a_search_in_pieces_uses_the_limits_of_the_whole_and_is_answered_once() {
        let line = r#"{"id": 1, "action": "analyze", "moves": "h8 i9 i8", "nodes": 20000}"#;
        let (whole, pieces) = ask(&[line], u64::MAX);
        assert_eq!((whole.len(), pieces), (1, 1));
        let (answers, pieces) = ask(&[line], 40);
        assert_eq!(answers.len(), 1);
        assert!(pieces > 3, "{pieces}");
        let nodes = |answer: &Value| answer["document"]["search"]["nodes"].as_u64().unwrap();
        assert!(nodes(&answers[0]) >= 20_000 && nodes(&answers[0]) < 21_000);
        // It gets as far as a part of the search in one piece.
        let depth = |answer: &Value| answer["document"]["search"]["depth"].as_u64().unwrap();
        assert!(2 * depth(&answers[0]) >= depth(&whole[0]), "{}", answers[0]);
    }

    #[test]
    fn reports_of_a_search_in_pieces_get_deeper() {
        let line =
            r#"{"id": 1, "action": "analyze", "moves": "h8 i9", "depth": 9, "report_every": 1e-9}"#;
        let (answers, pieces) = ask(&[line], 30);
        assert!(pieces > 1);
        let depths: Vec<u64> = answers
            .iter()
            .map(|answer| answer["document"]["search"]["depth"].as_u64().unwrap())
            .collect();
        assert!(
            depths.is_sorted() && depths.last() == Some(&9),
            "{depths:?}"
        );
    }

    #[test]
    fn mates_are_found_in_pieces_as_well() {
        for moves in ["h8 a1 i8 c1 j8 e1", "h8 a1 i8 c1 h9 e1 i9 g1"] {
            let line =
                format!(r#"{{"id": 1, "action": "analyze", "moves": "{moves}", "nodes": 30000}}"#);
            let (whole, _) = ask(&[&line], u64::MAX);
            let (pieces, _) = ask(&[&line], 3);
            let of = |answers: &[Value]| answers[0]["document"]["search"]["lines"][0].clone();
            assert_eq!(of(&whole)["mate"], of(&pieces)["mate"], "{moves}");
        }
    }

    #[test]
    fn what_pauses_can_be_terminated_and_the_rest_is_searched() {
        let (mut session, page) = (Session::new(MEMORY), Page::new(20));
        for line in [
            r#"{"id": 1, "action": "analyze", "moves": "h8 i9", "depth": 60}"#,
            r#"{"id": 2, "action": "fouls", "moves": "h8 i9"}"#,
            r#"{"id": 3, "action": "analyze", "moves": "h8 h8"}"#,
        ] {
            session.receive(line.as_bytes(), &page);
        }
        assert!(session.next(&page).is_some());
        session.search(&page);
        assert_eq!(page.answers.borrow().len(), 1, "only the error of 3");
        session.receive(br#"{"id": 4, "action": "terminate", "ids": [1]}"#, &page);
        while session.next(&page).is_some() {
            session.search(&page);
        }
        let answers = page.answers.into_inner();
        let ids: Vec<u64> = answers.iter().map(|a| a["id"].as_u64().unwrap()).collect();
        assert_eq!(ids, [3, 4, 1, 2]);
        assert_eq!(answers[1]["searching"], 1);
        assert_eq!(answers[2]["terminated"], true);
    }

    #[test]
    fn a_line_that_is_too_long_is_an_error() {
        let line = format!("{{\"id\": \"{}\"}}", "x".repeat(MAX_LINE));
        let (answers, _) = ask(&[&line], u64::MAX);
        assert!(
            answers[0]["error"]["message"]
                .as_str()
                .unwrap()
                .contains("longer")
        );
    }
}
