//! Requests to the board in the browser.

use std::net::SocketAddr;

use goshawk::web::guard::check_origin;
use goshawk::web::http::{Method, parse_head};

/// A head is read the same way whatever follows it, nothing is read from a part of it, and
/// what the guard lets pass names this machine.
pub fn http(input: &[u8]) {
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
