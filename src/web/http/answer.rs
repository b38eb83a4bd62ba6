//! Answers, and how a connection is closed.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::Status;

/// How long a refused client may go on sending before the connection is closed. Closing it at
/// once would discard the answer that is on its way.
const LINGER: Duration = Duration::from_millis(500);
/// The most bytes that a refused client may still send.
const LINGER_BYTES: usize = 1 << 20;

/// Says that no request can follow on the connection.
const LAST: &str = "Connection: close\r\n";

/// What the browser is told with every answer: to load nothing from elsewhere, to run no
/// script that is not ours, to let no other page show or read ours, and to store nothing.
const COMMON_FIELDS: &str = "\
    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Cache-Control: no-store\r\n";

/// An answer that is known as a whole.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: Status,
    /// The media type of the body.
    pub media_type: &'static str,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// An answer without a body.
    pub fn empty(status: Status) -> Answer {
        Answer {
            status,
            media_type: "text/plain; charset=utf-8",
            body: Vec::new(),
        }
    }

    /// Sends the answer. `is_last` tells the client that the connection will be closed.
    ///
    /// # Errors
    /// If the client is gone.
    pub fn send(&self, mut stream: &TcpStream, is_last: bool) -> io::Result<()> {
        let connection = if is_last { LAST } else { "" };
        let head = format!(
            "HTTP/1.1 {}\r\n{connection}{COMMON_FIELDS}Content-Type: {}\r\nContent-Length: {}\r\n\r\n",
            self.status.line(),
            self.media_type,
            self.body.len()
        );
        let mut message = head.into_bytes();
        message.extend_from_slice(&self.body);
        stream.write_all(&message)?;
        stream.flush()
    }
}

/// Begins an answer whose body is sent line by line until the connection is closed.
///
/// # Errors
/// If the client is gone.
pub fn begin_stream(mut stream: &TcpStream, media_type: &str) -> io::Result<()> {
    let head =
        format!("HTTP/1.1 200 OK\r\n{LAST}{COMMON_FIELDS}Content-Type: {media_type}\r\n\r\n");
    stream.write_all(head.as_bytes())
}

/// Closes a connection so that a client that is still sending receives its answer.
pub fn close(mut stream: &TcpStream) {
    if stream.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let until = Instant::now() + LINGER;
    let mut buffer = [0; 16 << 10];
    let mut bytes = 0;
    while bytes < LINGER_BYTES {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return;
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(count) => bytes += count,
        }
    }
}
