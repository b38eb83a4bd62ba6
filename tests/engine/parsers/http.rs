//! Requests to the board in the browser.

use std::net::SocketAddr;
use std::time::Instant;

use goshawk::web::guard::check_origin;
use goshawk::web::http::{Head, Method, ReadError, Reader, Source, Status, parse_head};

/// The longest body that is read, in bytes.
const LIMIT: usize = 1 << 10;

/// A head is read the same way whatever follows it, nothing is read from a part of it, and
/// what the guard lets pass names this machine.
pub fn http(input: &[u8]) {
    read(input);
    let Ok(Some((head, end))) = parse_head(input) else {
        return;
    };
    assert!(end <= input.len() && head.path.starts_with('/'));
    assert_eq!(parse_head(&input[..end]), Ok(Some((head, end))));
    for shorter in 0..end {
        assert!(!matches!(parse_head(&input[..shorter]), Ok(Some(_))));
    }
    let (head, _) = parse_head(input).unwrap().unwrap();
    let local: SocketAddr = "127.0.0.1:8000".parse().unwrap();
    if check_origin(&head, local).is_ok() {
        let host = head.host.expect("a host was checked");
        let own = [
            "localhost:8000",
            "127.0.0.1:8000",
            "[::ffff:127.0.0.1]:8000",
        ];
        let is_own = own.iter().any(|own| own.eq_ignore_ascii_case(&host));
        assert!(is_own || host.parse() == Ok(local), "{host}");
        if head.method == Method::Post {
            assert_eq!(head.origin, Some(format!("http://{host}")));
        }
    }
}

/// A client that sends its bytes in pieces of this length.
struct Pieces<'a>(&'a [u8], usize);

impl Source for Pieces<'_> {
    fn read_before(&mut self, _: Instant, buffer: &mut [u8]) -> Result<usize, ReadError> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        if count == 0 {
            return Err(ReadError::Gone);
        }
        let (piece, rest) = self.0.split_at(count);
        buffer[..count].copy_from_slice(piece);
        self.0 = rest;
        Ok(count)
    }
}

/// The status with which a request was refused; `None` if the client was gone.
type Refused = Option<Status>;

/// The requests of a connection, up to the first that is refused or the last one.
fn requests(input: &[u8], piece: usize) -> Vec<Result<(Head, Vec<u8>), Refused>> {
    let refused = |error| match error {
        ReadError::Refused(status) => Some(status),
        ReadError::Gone => None,
    };
    let mut reader = Reader::new(Pieces(input, piece), Instant::now());
    let mut found = Vec::new();
    while found.last().is_none_or(Result::is_ok) && (found.is_empty() || reader.can_go_on()) {
        let request = reader.head().and_then(|head| {
            let body = reader.body(&head, LIMIT)?;
            Ok((head, body))
        });
        found.push(request.map_err(refused));
    }
    found
}

/// The first request is the same in whatever pieces it arrives, and a body has its length.
fn read(input: &[u8]) {
    let whole = requests(input, input.len());
    let cut = requests(input, 1 + input.len() % 13);
    assert_eq!(whole.first(), cut.first());
    for found in [&whole, &cut] {
        let read = found.iter().flatten();
        let bytes: usize = read.clone().map(|(_, body)| body.len()).sum();
        assert!(bytes <= input.len());
        for (head, body) in read {
            assert_eq!(head.length, body.len());
        }
    }
}
