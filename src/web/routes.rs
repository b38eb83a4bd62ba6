//! What the server answers to each request.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::events::{Delivery, EventQueue, SharedQueue};
use super::guard;
use super::http::{self, Answer, Method, ReadError, Reader, Status};
use super::listen::Ticket;
use super::page;
use super::server::Server;
use crate::app::action::Action;
use crate::app::application::Answered;
use crate::app::rights::{Denial, Permission, Refused};
use crate::app::study::Saved;

/// The longest time for a whole request to arrive, counted from the answer to the one before it on
/// the same connection.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// The longest time for an answer, or a part of a stream, to be taken.
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// The longest body of an action.
const MAX_ACTION: usize = 64 << 10;
/// The longest file that is studied.
const MAX_UPLOAD: usize = 16 << 20;
/// A stream without news sends an empty line after this time, which finds out whether the
/// page is still there.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// What a guest posts to join a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Join {
    name: String,
}

/// Serves one connection: reads requests and answers them, until one of the two closes it.
pub fn serve(server: &Server, stream: &TcpStream, ticket: &Ticket) {
    ticket.begin();
    let limited = stream.set_write_timeout(Some(ANSWER_TIME));
    if limited.is_err() || stream.set_nodelay(true).is_err() {
        return;
    }
    let mut reader = Reader::new(stream, Instant::now() + REQUEST_TIME);
    loop {
        let answer = match answer(server, stream, &mut reader, ticket) {
            Ok(Reply::Whole(answer)) => answer,
            Ok(Reply::Events(queue)) => {
                // When the page is gone, nobody is left to be told.
                let _ = send_events(stream, &queue);
                server.app.disconnect(queue.as_ref());
                return;
            }
            Err(ReadError::Refused(status)) => Answer::empty(status),
            Err(ReadError::Gone) => return,
        };
        let is_last = !reader.can_go_on();
        if answer.send(stream, is_last).is_err() {
            return;
        }
        ticket.end_answer();
        if is_last {
            return http::close(stream);
        }
        reader.begin_next(Instant::now() + REQUEST_TIME);
    }
}

/// How a request is answered.
enum Reply {
    /// By an answer.
    Whole(Answer),
    /// By a stream of events.
    Events(SharedQueue),
}

/// The answer to a request.
fn answer(
    server: &Server,
    stream: &TcpStream,
    reader: &mut Reader<&TcpStream>,
    ticket: &Ticket,
) -> Result<Reply, ReadError> {
    let head = reader.head()?;
    let local = stream.local_addr().map_err(|_| ReadError::Gone)?;
    guard::check_origin(&head, local)?;
    let token = head.token.as_deref().unwrap_or_default();
    if head.token.is_some() {
        ticket.show(server.app.viewer(token));
    }
    let reply = match (head.method, head.path.as_str()) {
        (Method::Get, "/api/events") => {
            ticket.begin_answer();
            let queue = SharedQueue::default();
            let connected = server.app.connect(token, Arc::clone(&queue) as _);
            connected.map_or_else(refused, |()| Reply::Events(queue))
        }
        (Method::Post, "/api/act") => {
            // Nobody else's action is read, and an action is not known before it is.
            if let Err(refusal) = server.app.may(token, Permission::Watch) {
                return Ok(refused(refusal));
            }
            let body = reader.body(&head, MAX_ACTION)?;
            ticket.begin_answer();
            Reply::Whole(act(server, token, &body))
        }
        (Method::Post, "/api/study") => {
            if let Err(refusal) = server.app.may(token, Permission::OpenStudy) {
                return Ok(refused(refusal));
            }
            let body = reader.body(&head, MAX_UPLOAD)?;
            ticket.begin_answer();
            let read = server.app.read_study(token, &body);
            read.map_or_else(refused, |()| Reply::Whole(Answer::empty(Status::NoContent)))
        }
        (Method::Post, "/api/join") => {
            let body = reader.body(&head, MAX_ACTION)?;
            ticket.begin_answer();
            Reply::Whole(join(server, token, &body))
        }
        (Method::Post, "/api/invitation") => {
            ticket.begin_answer();
            let told = server.app.invited(token).ok_or(Status::Forbidden)?;
            Reply::Whole(document_answer(Status::Ok, &told))
        }
        (Method::Post, "/api/open") => {
            ticket.begin_answer();
            let owner = server.open(token).ok_or(Status::Forbidden)?;
            Reply::Whole(document_answer(Status::Ok, &json!({ "token": owner })))
        }
        (
            _,
            "/api/events" | "/api/act" | "/api/invitation" | "/api/join" | "/api/open"
            | "/api/study",
        ) => {
            return Err(Status::MethodNotAllowed.into());
        }
        (Method::Get, path) => {
            ticket.begin_answer();
            let file = page::file_at(path).ok_or(Status::NotFound)?;
            Reply::Whole(Answer {
                status: Status::Ok,
                media_type: file.media_type,
                body: file.text.as_bytes().to_vec(),
            })
        }
        (Method::Post, _) => return Err(Status::NotFound.into()),
    };
    Ok(reply)
}

/// Carries out the action in a body.
fn act(server: &Server, token: &str, body: &[u8]) -> Answer {
    let action: Action = match serde_json::from_slice(body) {
        Ok(action) => action,
        Err(error) => return refusal(Status::BadRequest, &error.to_string()),
    };
    match server.app.act(token, action) {
        Ok(Answered::Nothing) => Answer::empty(Status::NoContent),
        Ok(Answered::Document(document)) => document_answer(Status::Ok, &document),
        Ok(Answered::File(Saved { media_type, bytes })) => Answer {
            status: Status::Ok,
            media_type,
            body: bytes,
        },
        Err((denial, text)) => refusal(status(denial), &text),
    }
}

/// Lets a guest join.
fn join(server: &Server, invitation: &str, body: &[u8]) -> Answer {
    let join: Join = match serde_json::from_slice(body) {
        Ok(join) => join,
        Err(error) => return refusal(Status::BadRequest, &error.to_string()),
    };
    match server.app.join(invitation, &join.name) {
        Some(token) => document_answer(Status::Ok, &json!({ "token": token })),
        None => refusal(Status::Forbidden, "This invitation is no longer valid."),
    }
}

/// The answer to whoever may not do something.
fn refused((denial, text): Refused) -> Reply {
    Reply::Whole(refusal(status(denial), &text))
}

/// The status of an answer to whoever is denied something.
fn status(denial: Denial) -> Status {
    match denial {
        Denial::Forbidden => Status::Forbidden,
        Denial::Conflict => Status::Conflict,
    }
}

/// An answer with a reason for the user.
fn refusal(status: Status, text: &str) -> Answer {
    document_answer(status, &json!({ "error": text }))
}

/// An answer with a JSON document.
fn document_answer(status: Status, document: &Value) -> Answer {
    Answer {
        status,
        media_type: "application/json",
        body: document.to_string().into_bytes(),
    }
}

/// Sends events until the page or the stream of messages ends.
fn send_events(mut stream: &TcpStream, queue: &EventQueue) -> std::io::Result<()> {
    http::begin_stream(stream, "application/x-ndjson")?;
    loop {
        let text = match queue.take(HEARTBEAT) {
            Delivery::Messages(messages) => messages.join("\n") + "\n",
            Delivery::Nothing => "\n".to_string(),
            Delivery::Closed => return Ok(()),
        };
        stream.write_all(text.as_bytes())?;
    }
}
