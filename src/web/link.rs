//! The link to a game over the network, as text and as a QR code.

use std::net::{IpAddr, SocketAddr};

use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Value, json};

use crate::app::token::Token;

/// Cells around the code that readers need to be empty.
const BORDER: i32 = 4;

/// A link with its code.
pub struct Link {
    text: String,
    /// The dark cells, as the path of an SVG picture.
    path: String,
    /// The number of cells of a side, with the border.
    side: i32,
}

impl Link {
    /// The link by which another computer joins a game on this one.
    pub fn new(address: IpAddr, port: u16, invitation: &Token) -> Link {
        let text = format!("{}#join={}", root(address, port), invitation.text());
        let (path, side) = match QrCode::encode_text(&text, QrCodeEcc::Medium) {
            Ok(code) => (path(&code), code.size() + 2 * BORDER),
            // The link is far shorter than what a code can hold.
            Err(_) => (String::new(), 1),
        };
        Link { text, path, side }
    }

    /// The link for the page.
    pub fn json(&self) -> Value {
        json!({
            "text": "Send this link to the other player, or let a phone read the code. \
                     Whoever has the link can join or watch.",
            "link": self.text,
            "path": self.path,
            "side": self.side,
        })
    }
}

/// The address of the page.
pub fn root(address: IpAddr, port: u16) -> String {
    format!("http://{}/", SocketAddr::new(address, port))
}

/// The dark cells of a code: a unit square for each.
fn path(code: &QrCode) -> String {
    let cells = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    let dark = cells.filter(|(x, y)| code.get_module(*x, *y));
    let squares = dark.map(|(x, y)| format!("M{},{}h1v1h-1z", x + BORDER, y + BORDER));
    squares.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_the_address_and_the_invitation() {
        let token = Token::random().unwrap();
        let link = Link::new("192.168.1.5".parse().unwrap(), 8000, &token);
        let expected = format!("http://192.168.1.5:8000/#join={}", token.text());
        assert_eq!(link.text, expected);
        assert!(link.path.starts_with("M4,4h1v1h-1z") && link.side >= 21 + 8);
        let six = Link::new("fe80::1".parse().unwrap(), 8000, &token);
        assert!(six.text.starts_with("http://[fe80::1]:8000/#join="));
    }
}
