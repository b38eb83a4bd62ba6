//! Who may do what: the checks that every request passes before it is read any further.
//!
//! The server has no passwords. It trusts whoever knows a token:
//!
//! - the owner's token is part of the address that the program prints, in the fragment, which
//!   browsers do not send; the page sends it in a header of its own;
//! - the address that the program opens contains a token that can be exchanged for it once. The
//!   browser finds it in a file that only the user may read, because other users of this machine
//!   can see the arguments of processes;
//! - each player and spectator over the network has a token for one game.
//!
//! A page of another site cannot use the server, because it cannot send that header without
//! permission, which is never given, and because its `Origin` is refused. A name that
//! resolves to this machine (DNS rebinding) is refused by its `Host`.
// CITE: the attack and the defence: D. Jackson et al., "Protecting browsers from DNS rebinding
// attacks", ACM CCS 2007.

use std::net::{IpAddr, SocketAddr};

use super::http::{Head, Method, Status};

/// The beginning of the paths that need a token.
const API: &str = "/api/";

/// Checks where a request comes from. `local` is the address of this machine to which the
/// client is connected.
///
/// # Errors
/// If the request was made by a page of another site, or for another name.
pub fn check_origin(head: &Head, local: SocketAddr) -> Result<(), Status> {
    let host = head.host.as_deref().ok_or(Status::BadRequest)?;
    if !names(host, local) {
        return Err(Status::Misdirected);
    }
    // Links of other sites may lead to the page, whose files are no secret.
    let is_own_page = |site: &str| matches!(site, "same-origin" | "none");
    let is_foreign = head.fetch_site.as_deref().is_some_and(|s| !is_own_page(s));
    if is_foreign && (head.method == Method::Post || head.path.starts_with(API)) {
        return Err(Status::Forbidden);
    }
    let is_own = |origin: &str| origin.strip_prefix("http://") == Some(host);
    match (head.method, head.origin.as_deref()) {
        (_, Some(origin)) if !is_own(origin) => Err(Status::Forbidden),
        (Method::Post, None) => Err(Status::Forbidden),
        _ => Ok(()),
    }
}

/// Whether `host` is `localhost`, if the connection is from this machine, or the address to
/// which the client is connected, with the port.
fn names(host: &str, local: SocketAddr) -> bool {
    // Browsers omit the default port.
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, "80"),
    };
    if port.parse() != Ok(local.port()) {
        return false;
    }
    let address = local.ip().to_canonical();
    if name.eq_ignore_ascii_case("localhost") {
        return address.is_loopback();
    }
    let name = match name.strip_prefix('[').and_then(|n| n.strip_suffix(']')) {
        Some(inner) => inner,
        None => name,
    };
    name.parse::<IpAddr>()
        .is_ok_and(|named| named.to_canonical() == address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::http::parse_head;

    fn check(text: &str, local: &str) -> Result<(), Status> {
        let text = format!("{text}\r\n\r\n")
            .replace('\n', "\r\n")
            .replace("\r\r", "\r");
        let (head, _) = parse_head(text.as_bytes()).unwrap().unwrap();
        check_origin(&head, local.parse().unwrap())
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let get = |host: &str, local: &str| check(&format!("GET / HTTP/1.1\nHost: {host}"), local);
        for (host, local) in [
            ("localhost:8000", "127.0.0.1:8000"),
            ("LOCALHOST:8000", "[::1]:8000"),
            ("127.0.0.1:8000", "127.0.0.1:8000"),
            ("[::1]:8000", "[::1]:8000"),
            ("localhost", "127.0.0.1:80"),
            ("[::1]", "[::1]:80"),
            ("192.168.1.5:8000", "192.168.1.5:8000"),
            ("192.168.1.5:8000", "[::ffff:192.168.1.5]:8000"),
        ] {
            assert_eq!(get(host, local), Ok(()), "{host}");
        }
        for (host, local) in [
            ("evil.test:8000", "127.0.0.1:8000"),
            ("localhost", "127.0.0.1:8000"),
            ("localhost:8001", "127.0.0.1:8000"),
            ("localhost:8000", "192.168.1.5:8000"),
            ("localhost.evil.test:8000", "127.0.0.1:8000"),
            ("127.0.0.1.evil.test:8000", "127.0.0.1:8000"),
            ("192.168.1.6:8000", "192.168.1.5:8000"),
            ("", "127.0.0.1:8000"),
        ] {
            assert_eq!(get(host, local), Err(Status::Misdirected), "{host}");
        }
        assert_eq!(
            check("GET / HTTP/1.1", "127.0.0.1:8000"),
            Err(Status::BadRequest)
        );
    }

    #[test]
    fn a_post_needs_our_origin() {
        let post = |fields: &str| {
            let head = "POST /api/act HTTP/1.1\nContent-Length: 0\nHost: localhost:8000\n";
            check(&format!("{head}{fields}"), "127.0.0.1:8000")
        };
        assert_eq!(post("Origin: http://localhost:8000"), Ok(()));
        for fields in [
            "X-Other: none",
            "Origin: http://127.0.0.1:8000",
            "Origin: https://localhost:8000",
            "Origin: http://evil.test",
            "Origin: null",
            "Origin: http://localhost:8000\nSec-Fetch-Site: cross-site",
            "Origin: http://localhost:8000\nSec-Fetch-Site: same-site",
        ] {
            assert_eq!(post(fields), Err(Status::Forbidden), "{fields}");
        }
    }

    #[test]
    fn a_get_from_another_site_is_refused() {
        let get = |field: &str| {
            let head = "GET /api/events HTTP/1.1\nHost: localhost:8000\n";
            check(&format!("{head}{field}"), "127.0.0.1:8000")
        };
        assert_eq!(get("Sec-Fetch-Site: none"), Ok(()));
        assert_eq!(get("Sec-Fetch-Site: cross-site"), Err(Status::Forbidden));
        assert_eq!(get("Origin: http://evil.test"), Err(Status::Forbidden));
    }

    #[test]
    fn a_link_of_another_site_leads_to_the_page() {
        let link = "GET / HTTP/1.1\nHost: localhost:8000\nSec-Fetch-Site: cross-site";
        assert_eq!(check(link, "127.0.0.1:8000"), Ok(()));
    }
}
