//! The subset of HTTP/1.1 that the page needs: GET and POST, bodies of a stated length, one
//! request after the other on a connection.

mod answer;
#[cfg(test)]
mod tests;

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::Instant;

pub use answer::{Answer, begin_stream, close};

/// The maximum length of a request's head, in bytes.
pub const MAX_HEAD: usize = 8 << 10;
/// The maximum number of header fields.
const MAX_FIELDS: usize = 64;
/// The methods that are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads something.
    Get,
    /// Does something.
    Post,
}

/// The head of a request.
#[derive(Debug, PartialEq, Eq)]
pub struct Head {
    /// The method.
    pub method: Method,
    /// The path, without the query.
    pub path: String,
    /// The field `Host`.
    pub host: Option<String>,
    /// The field `Origin`.
    pub origin: Option<String>,
    /// The field `Sec-Fetch-Site`.
    pub fetch_site: Option<String>,
    /// The field `X-Goshawk-Token`.
    pub token: Option<String>,
    /// The length of the body in bytes.
    pub length: usize,
    /// The client may send another request on the same connection.
    pub keeps_alive: bool,
}

/// The status of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// 200: the body is the answer.
    Ok,
    /// 204: the action was done.
    NoContent,
    /// 400: the request is malformed.
    BadRequest,
    /// 403: the client may not do this.
    Forbidden,
    /// 404: there is no such path.
    NotFound,
    /// 405: the path exists, but not with this method.
    MethodNotAllowed,
    /// 408: the request was not complete in time.
    Timeout,
    /// 409: the request does not fit the state of the game.
    Conflict,
    /// 411: a body needs a length.
    LengthRequired,
    /// 413: the body is too long.
    TooLarge,
    /// 421: the name in `Host` is not a name of this server.
    Misdirected,
    /// 431: the head is too long.
    HeadTooLarge,
    /// 501: the request uses a part of HTTP that is not supported.
    NotImplemented,
}

impl Status {
    /// The code and the reason, as in a status line.
    pub fn line(self) -> &'static str {
        match self {
            Status::Ok => "200 OK",
            Status::NoContent => "204 No Content",
            Status::BadRequest => "400 Bad Request",
            Status::Forbidden => "403 Forbidden",
            Status::NotFound => "404 Not Found",
            Status::MethodNotAllowed => "405 Method Not Allowed",
            Status::Timeout => "408 Request Timeout",
            Status::Conflict => "409 Conflict",
            Status::LengthRequired => "411 Length Required",
            Status::TooLarge => "413 Content Too Large",
            Status::Misdirected => "421 Misdirected Request",
            Status::HeadTooLarge => "431 Request Header Fields Too Large",
            Status::NotImplemented => "501 Not Implemented",
        }
    }
}

/// Why no request was read.
#[derive(Debug)]
pub enum ReadError {
    /// The client is told this status.
    Refused(Status),
    /// The connection is gone; nobody can be told.
    Gone,
}

impl From<Status> for ReadError {
    fn from(status: Status) -> ReadError {
        ReadError::Refused(status)
    }
}

/// Where the bytes of requests come from.
pub trait Source {
    /// Reads some bytes, at least one.
    ///
    /// # Errors
    /// If there are none before `deadline`, or there will be none any more.
    fn read_before(&mut self, deadline: Instant, buffer: &mut [u8]) -> Result<usize, ReadError>;
}

impl Source for &TcpStream {
    fn read_before(&mut self, deadline: Instant, buffer: &mut [u8]) -> Result<usize, ReadError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Status::Timeout.into());
            }
            let limited = self.set_read_timeout(Some(left));
            limited.map_err(|_| ReadError::Gone)?;
            match self.read(buffer) {
                Ok(0) => return Err(ReadError::Gone),
                Ok(count) => return Ok(count),
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                        return Err(Status::Timeout.into());
                    }
                    io::ErrorKind::Interrupted => {}
                    _ => return Err(ReadError::Gone),
                },
            }
        }
    }
}

/// Reads the requests of a connection, one after the other, each until a deadline.
pub struct Reader<S> {
    source: S,
    deadline: Instant,
    /// Bytes read that follow what has been returned.
    rest: Vec<u8>,
    /// The length of the body that has not been returned.
    unread: usize,
    /// The client allows another request on this connection.
    keeps_alive: bool,
}

impl<S: Source> Reader<S> {
    /// A reader of the first request, which has to be complete at `deadline`.
    pub fn new(source: S, deadline: Instant) -> Reader<S> {
        Reader {
            source,
            deadline,
            rest: Vec::new(),
            unread: 0,
            keeps_alive: true,
        }
    }

    /// Begins with the next request, which has to be complete at `deadline`.
    pub fn begin_next(&mut self, deadline: Instant) {
        self.deadline = deadline;
    }

    /// Whether another request may follow. It may not if the client wants the connection closed,
    /// if a body was not read, or if the client has sent more before it had the answer: where
    /// the next request begins must never be a matter of opinion.
    pub fn can_go_on(&self) -> bool {
        self.keeps_alive && self.unread == 0 && self.rest.is_empty()
    }

    /// Reads the head.
    ///
    /// # Errors
    /// If the head is malformed, too long, not complete in time, or the client is gone. One that
    /// has not begun with a request in time counts as gone, because it expects no answer.
    pub fn head(&mut self) -> Result<Head, ReadError> {
        self.keeps_alive = false;
        let mut bytes = std::mem::take(&mut self.rest);
        loop {
            if let Some((head, end)) = parse_head(&bytes)? {
                self.rest = bytes.split_off(end);
                self.unread = head.length;
                self.keeps_alive = head.keeps_alive;
                return Ok(head);
            }
            if bytes.len() >= MAX_HEAD {
                return Err(Status::HeadTooLarge.into());
            }
            let mut part = [0; 1024];
            let wanted = part.len().min(MAX_HEAD - bytes.len());
            let read = self.source.read_before(self.deadline, &mut part[..wanted]);
            let count = match read {
                Err(ReadError::Refused(Status::Timeout)) if bytes.is_empty() => {
                    return Err(ReadError::Gone);
                }
                read => read?,
            };
            bytes.extend_from_slice(&part[..count]);
        }
    }

    /// Reads the body of a request.
    ///
    /// # Errors
    /// If it is longer than `limit`, not complete in time, or the client is gone.
    pub fn body(&mut self, head: &Head, limit: usize) -> Result<Vec<u8>, ReadError> {
        if head.length > limit {
            return Err(Status::TooLarge.into());
        }
        let mut body = std::mem::take(&mut self.rest);
        self.rest = body.split_off(head.length.min(body.len()));
        while body.len() < head.length {
            let mut part = [0; 16 << 10];
            let wanted = part.len().min(head.length - body.len());
            let count = self
                .source
                .read_before(self.deadline, &mut part[..wanted])?;
            body.extend_from_slice(&part[..count]);
        }
        self.unread = 0;
        Ok(body)
    }
}

/// The head at the beginning of `bytes` and its length; `None` if it is not complete.
///
/// # Errors
/// If it is malformed or asks for something that is not supported.
pub fn parse_head(bytes: &[u8]) -> Result<Option<(Head, usize)>, Status> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut request = httparse::Request::new(&mut fields);
    let end = match request.parse(bytes) {
        Ok(httparse::Status::Complete(end)) => end,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Status::HeadTooLarge),
        Err(_) => return Err(Status::BadRequest),
    };
    let method = match request.method {
        Some("GET") => Method::Get,
        Some("POST") => Method::Post,
        _ => return Err(Status::NotImplemented),
    };
    let target = request.path.unwrap_or_default();
    let path = target.split(['?', '#']).next().unwrap_or_default();
    if !path.starts_with('/') {
        return Err(Status::BadRequest);
    }
    let field = |name: &str| single_field(request.headers, name);
    if field("Transfer-Encoding")?.is_some() {
        return Err(Status::NotImplemented);
    }
    let length = match (method, field("Content-Length")?) {
        (_, Some(text)) => parse_length(&text)?,
        (Method::Get, None) => 0,
        (Method::Post, None) => return Err(Status::LengthRequired),
    };
    let head = Head {
        method,
        path: path.to_string(),
        host: field("Host")?,
        origin: field("Origin")?,
        fetch_site: field("Sec-Fetch-Site")?,
        token: field("X-Goshawk-Token")?,
        length,
        keeps_alive: keeps_alive(request.version, request.headers),
    };
    Ok(Some((head, end)))
}

/// Whether the client keeps the connection: it does in HTTP/1.1, unless it says otherwise.
fn keeps_alive(version: Option<u8>, fields: &[httparse::Header<'_>]) -> bool {
    let says_close = |field: &httparse::Header<'_>| {
        let mut words = field.value.split(|byte| *byte == b',');
        field.name.eq_ignore_ascii_case("Connection")
            && words.any(|word| word.trim_ascii().eq_ignore_ascii_case(b"close"))
    };
    version == Some(1) && !fields.iter().any(says_close)
}

/// The value of a field that may occur once.
fn single_field(fields: &[httparse::Header<'_>], name: &str) -> Result<Option<String>, Status> {
    let mut values = fields
        .iter()
        .filter(|field| field.name.eq_ignore_ascii_case(name));
    let Some(field) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(Status::BadRequest);
    }
    let text = str::from_utf8(field.value).map_err(|_| Status::BadRequest)?;
    Ok(Some(text.to_string()))
}

/// The number in `Content-Length`. A number beyond all limits counts as the largest.
fn parse_length(text: &str) -> Result<usize, Status> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Status::BadRequest);
    }
    Ok(text.parse().unwrap_or(usize::MAX))
}
