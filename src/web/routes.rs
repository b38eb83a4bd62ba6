//! What the server answers to each request.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::action::Action;
use super::events::Delivery;
use super::guard;
use super::http::{self, Answer, Head, Method, ReadError, Reader, Status};
use super::listen::Ticket;
use super::page;
use super::room::Viewer;
use super::server::{Answered, Server};
use super::study::Saved;

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
    let limited = stream.set_write_timeout(Some(ANSWER_TIME));
    if limited.is_err() || stream.set_nodelay(true).is_err() {
        return;
    }
    let mut reader = Reader::new(stream, Instant::now() + REQUEST_TIME);
    loop {
        let answer = match answer(server, stream, &mut reader, ticket) {
            Ok(Reply::Whole(answer)) => answer,
            Ok(Reply::Events(viewer)) => {
                ticket.serve();
                // When the page is gone, nobody is left to be told.
                let _ = send_events(server, stream, viewer);
                return;
            }
            Err(ReadError::Refused(status)) => Answer::empty(status),
            Err(ReadError::Gone) => return,
        };
        let is_last = !reader.can_go_on();
        if answer.send(stream, is_last).is_err() {
            return;
        }
        if is_last {
            return http::close(stream);
        }
        ticket.wait();
        reader.begin_next(Instant::now() + REQUEST_TIME);
    }
}

/// Answers a client that is not admitted.
pub fn refuse(stream: &TcpStream) {
    let limited = stream.set_write_timeout(Some(Duration::from_millis(100)));
    if limited.is_ok() {
        // A client that does not take it is not waited for.
        let _ = Answer::empty(Status::Busy).send(stream, true);
    }
}

/// How a request is answered.
enum Reply {
    /// By an answer.
    Whole(Answer),
    /// By a stream of events.
    Events(Viewer),
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
    let reply = match (head.method, head.path.as_str()) {
        (Method::Get, "/api/events") => Reply::Events(viewer(server, &head)?),
        (Method::Post, "/api/act") => {
            viewer(server, &head)?;
            let body = reader.body(&head, MAX_ACTION)?;
            ticket.serve();
            // The token may have become invalid while the body arrived.
            Reply::Whole(act(server, viewer(server, &head)?, &body))
        }
        (Method::Post, "/api/study") => {
            let viewer = viewer(server, &head)?;
            if viewer != Viewer::Owner {
                return Err(Status::Forbidden.into());
            }
            let body = reader.body(&head, MAX_UPLOAD)?;
            ticket.serve();
            Reply::Whole(match server.read_study(&body) {
                Ok(()) => Answer::empty(Status::NoContent),
                Err(text) => refusal(Status::Conflict, &text),
            })
        }
        (Method::Post, "/api/join") => {
            let body = reader.body(&head, MAX_ACTION)?;
            ticket.serve();
            Reply::Whole(join(server, &head, &body))
        }
        (Method::Post, "/api/open") => {
            ticket.serve();
            let code = head.token.as_deref().unwrap_or_default();
            let owner = server.open(code).ok_or(Status::Forbidden)?;
            Reply::Whole(document_answer(Status::Ok, &json!({ "token": owner })))
        }
        (_, "/api/events" | "/api/act" | "/api/join" | "/api/open" | "/api/study") => {
            return Err(Status::MethodNotAllowed.into());
        }
        (Method::Get, path) => {
            ticket.serve();
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

/// Who sends a request.
fn viewer(server: &Server, head: &Head) -> Result<Viewer, Status> {
    let token = head.token.as_deref().ok_or(Status::Forbidden)?;
    server.viewer(token).ok_or(Status::Forbidden)
}

/// Carries out the action in a body.
fn act(server: &Server, viewer: Viewer, body: &[u8]) -> Answer {
    let action: Action = match serde_json::from_slice(body) {
        Ok(action) => action,
        Err(error) => return refusal(Status::BadRequest, &error.to_string()),
    };
    match server.act(viewer, action) {
        Ok(Answered::Nothing) => Answer::empty(Status::NoContent),
        Ok(Answered::Document(document)) => document_answer(Status::Ok, &document),
        Ok(Answered::File(Saved { media_type, bytes })) => Answer {
            status: Status::Ok,
            media_type,
            body: bytes,
        },
        Err((status, text)) => refusal(status, &text),
    }
}

/// Lets a guest join.
fn join(server: &Server, head: &Head, body: &[u8]) -> Answer {
    let join: Join = match serde_json::from_slice(body) {
        Ok(join) => join,
        Err(error) => return refusal(Status::BadRequest, &error.to_string()),
    };
    let invitation = head.token.as_deref().unwrap_or_default();
    match server.join(invitation, &join.name) {
        Some(token) => document_answer(Status::Ok, &json!({ "token": token })),
        None => refusal(Status::Forbidden, "This invitation is no longer valid."),
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
fn send_events(server: &Server, mut stream: &TcpStream, viewer: Viewer) -> std::io::Result<()> {
    http::begin_stream(stream, "application/x-ndjson")?;
    let mailbox = server.connect(viewer);
    let sent = loop {
        let text = match mailbox.take(HEARTBEAT) {
            Delivery::Messages(messages) => messages.join("\n") + "\n",
            Delivery::Nothing => "\n".to_string(),
            Delivery::Closed => break Ok(()),
        };
        let written = stream.write_all(text.as_bytes());
        if written.is_err() {
            break written;
        }
    };
    server.disconnect(&mailbox);
    sent
}
