//! What is done with a request before it is searched.

use std::sync::Arc;

use super::answer::{self, Service};
use super::fields::FieldError;
use super::limits::{MAX_QUEUE, MAX_QUEUE_BYTES};
use super::queue::{Queue, Refusal, Ticket};
use super::request::{Id, Malformed, Order, Request};
use super::task::{Action, Task};

/// Takes a request, which was read from `line`: answers what needs no search, and puts the rest
/// into the queue. Returns the answers.
pub fn receive(
    queue: &mut Queue,
    request: Result<Request, Malformed>,
    line: &[u8],
    service: &Service,
) -> Vec<String> {
    let request = match request {
        Ok(request) => request,
        Err(found) => {
            let id = found.id.as_ref();
            let is_final = !id.is_some_and(|id| queue.has(id));
            return vec![answer::line_error(id, is_final, &found.error)];
        }
    };
    let (id, action) = (request.id, request.action);
    let mut answers = Vec::new();
    if !request.unused.is_empty() {
        answers.push(answer::unused(&id, action, &request.unused));
    }
    if queue.has(&id) {
        answers.push(refusal(&id, action, Refusal::Duplicate));
        return answers;
    }
    match request.order {
        Err(error) => answers.push(answer::request_error(&id, action, true, &error)),
        Ok(Order::Version) => answers.push(answer::version(&id, service)),
        Ok(Order::Terminate(ids)) => {
            let (items, searching) = queue.terminate(ids.as_deref());
            answers.extend(items.iter().map(answer::unsearched));
            answers.push(answer::terminated(&id, items.len(), searching));
        }
        Ok(Order::Search { turns, priority }) => {
            // A review is one item, whatever `turns` says.
            let turns = turns.filter(|_| action != Action::Review);
            let ticket = Ticket::new(id.clone(), action, line);
            let added = queue.add(ticket, turns, priority);
            answers.extend(added.err().map(|error| refusal(&id, action, error)));
        }
    }
    answers
}

/// Why a request is refused.
fn refusal(id: &Id, action: Action, refusal: Refusal) -> String {
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
    answer::request_error(id, action, is_final, &error)
}

/// Puts the positions of a request into the queue, or answers what is wrong with it; `read` is what
/// [`task`](super::request::task) has read. Returns the answers, which come before any other about
/// its positions.
pub fn prepare(
    queue: &mut Queue,
    ticket: &Arc<Ticket>,
    read: (Result<Task, FieldError>, Vec<String>),
) -> Vec<String> {
    let (id, action) = (&ticket.id, ticket.action);
    let (task, unused) = read;
    let (task, error) = match task {
        Ok(task) => (Some(task), None),
        Err(error) => (None, Some(error)),
    };
    let mut answers = Vec::new();
    if queue.read(ticket, task) {
        if !unused.is_empty() {
            answers.push(answer::unused(id, action, &unused));
        }
        answers.extend(error.map(|error| answer::request_error(id, action, true, &error)));
    }
    answers
}
