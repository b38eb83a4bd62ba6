//! The subset of HTTP/1.1 that the page needs: GET and POST, bodies of a stated length, one
//! request a connection.

mod answer;

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
    /// 503: too many connections.
    Busy,
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
            Status::Busy => "503 Service Unavailable",
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

/// Reads from a client until a deadline for the whole request.
pub struct Reader<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
    /// Bytes read that belong to the body.
    rest: Vec<u8>,
}

impl<'a> Reader<'a> {
    /// A reader of one request, which has to be complete at `deadline`.
    pub fn new(stream: &'a TcpStream, deadline: Instant) -> Reader<'a> {
        Reader {
            stream,
            deadline,
            rest: Vec::new(),
        }
    }

    /// Reads the head.
    ///
    /// # Errors
    /// If the head is malformed, too long, not complete in time, or the client is gone.
    pub fn head(&mut self) -> Result<Head, ReadError> {
        let mut bytes = Vec::with_capacity(1024);
        loop {
            if let Some((head, end)) = parse_head(&bytes)? {
                self.rest = bytes.split_off(end);
                return Ok(head);
            }
            if bytes.len() >= MAX_HEAD {
                return Err(Status::HeadTooLarge.into());
            }
            let mut part = [0; 1024];
            let wanted = part.len().min(MAX_HEAD - bytes.len());
            let count = self.read(&mut part[..wanted])?;
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
        // What follows the body would be a second request, which is not read.
        body.truncate(head.length);
        while body.len() < head.length {
            let mut part = [0; 16 << 10];
            let wanted = part.len().min(head.length - body.len());
            let count = self.read(&mut part[..wanted])?;
            body.extend_from_slice(&part[..count]);
        }
        Ok(body)
    }

    /// Reads some bytes, at least one.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Status::Timeout.into());
        }
        let limited = self.stream.set_read_timeout(Some(left));
        limited.map_err(|_| ReadError::Gone)?;
        let mut stream = self.stream;
        match stream.read(buffer) {
            Ok(0) => Err(ReadError::Gone),
            Ok(count) => Ok(count),
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Err(Status::Timeout.into()),
                io::ErrorKind::Interrupted => self.read(buffer),
                _ => Err(ReadError::Gone),
            },
        }
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
    };
    Ok(Some((head, end)))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Result<Option<(Head, usize)>, Status> {
        parse_head(text.as_bytes())
    }

    #[test]
    fn a_head_is_parsed_when_it_is_complete() {
        let text = "POST /api/act?x=1 HTTP/1.1\r\nHost: localhost:8\r\ncontent-length: 5\r\n\
                    X-Goshawk-Token: abc\r\nOrigin: http://localhost:8\r\n\r\nhello";
        for end in 0..text.len() - 5 {
            assert!(matches!(head(&text[..end]), Ok(None)), "{end}");
        }
        let (head, end) = head(text).unwrap().unwrap();
        assert_eq!(&text[end..], "hello");
        assert_eq!(
            (head.method, head.path.as_str()),
            (Method::Post, "/api/act")
        );
        assert_eq!(head.host.as_deref(), Some("localhost:8"));
        assert_eq!(head.origin.as_deref(), Some("http://localhost:8"));
        assert_eq!(head.token.as_deref(), Some("abc"));
        assert_eq!(head.length, 5);
    }

    #[test]
    fn what_is_not_supported_is_refused() {
        let refused = |text: &str| head(text).unwrap_err();
        for (text, status) in [
            ("PUT / HTTP/1.1\r\n\r\n", Status::NotImplemented),
            ("GET http://a/ HTTP/1.1\r\n\r\n", Status::BadRequest),
            ("POST / HTTP/1.1\r\n\r\n", Status::LengthRequired),
            ("\u{16}\u{3}\u{1}", Status::BadRequest),
            (
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                Status::BadRequest,
            ),
            (
                "POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\n",
                Status::BadRequest,
            ),
            (
                "POST / HTTP/1.1\r\nContent-Length: \r\n\r\n",
                Status::BadRequest,
            ),
            (
                "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n",
                Status::BadRequest,
            ),
            (
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
                Status::NotImplemented,
            ),
        ] {
            assert_eq!(refused(text), status, "{text:?}");
        }
    }

    #[test]
    fn a_length_beyond_all_limits_is_not_an_error_of_the_head() {
        let text = "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n";
        assert_eq!(head(text).unwrap().unwrap().0.length, usize::MAX);
    }

    #[test]
    fn too_many_fields_are_refused() {
        let fields: String = (0..MAX_FIELDS + 1)
            .map(|n| format!("F{n}: v\r\n"))
            .collect();
        let text = format!("GET / HTTP/1.1\r\n{fields}\r\n");
        assert_eq!(head(&text).unwrap_err(), Status::HeadTooLarge);
    }
}
