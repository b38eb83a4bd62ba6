//! Heads, and several requests on one connection.

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

/// A client that sends these parts one after the other.
struct Parts(Vec<&'static str>);

impl Source for Parts {
    fn read_before(&mut self, _: Instant, buffer: &mut [u8]) -> Result<usize, ReadError> {
        if self.0.is_empty() {
            return Err(ReadError::Gone);
        }
        let part = self.0.remove(0).as_bytes();
        buffer[..part.len()].copy_from_slice(part);
        Ok(part.len())
    }
}

fn reader(parts: &[&'static str]) -> Reader<Parts> {
    Reader::new(Parts(parts.to_vec()), Instant::now())
}

#[test]
fn requests_follow_each_other() {
    let post = "POST /api/act HTTP/1.1\r\nContent-Length: 5\r\n\r\nhe";
    let mut reader = reader(&[
        "GET /a HTTP/1.1\r\n",
        "\r\n",
        post,
        "llo",
        "GET /b HTTP/1.1\r\n\r\n",
    ]);
    assert_eq!(reader.head().unwrap().path, "/a");
    assert!(reader.can_go_on());
    let head = reader.head().unwrap();
    assert!(!reader.can_go_on(), "the body has not been read");
    assert_eq!(reader.body(&head, 5).unwrap(), b"hello");
    assert!(reader.can_go_on());
    assert_eq!(reader.head().unwrap().path, "/b");
    assert!(matches!(reader.head(), Err(ReadError::Gone)));
    assert!(!reader.can_go_on());
}

#[test]
fn no_request_follows_where_its_beginning_is_doubtful() {
    for (parts, why) in [
        ("GET / HTTP/1.0\r\n\r\n", "the version"),
        (
            "GET / HTTP/1.1\r\nConnection: x, Close\r\n\r\n",
            "the client closes",
        ),
        (
            "GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\n",
            "a body that nobody reads",
        ),
        (
            "GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n",
            "a second request too early",
        ),
        ("GET / HTTP/1.1\r\n\r\n\r\n", "bytes that nobody asked for"),
    ] {
        let mut reader = reader(&[parts]);
        assert_eq!(reader.head().unwrap().path, "/");
        assert!(!reader.can_go_on(), "{why}");
    }
    let mut reader = reader(&["POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nabc"]);
    let head = reader.head().unwrap();
    assert_eq!(reader.body(&head, 5).unwrap(), b"a");
    assert!(!reader.can_go_on(), "more than the body");
}
