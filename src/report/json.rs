//! Documents in JSON: one line of text each.

use std::io;

use serde::{Serialize, Serializer};
use serde_json::ser::{CharEscape, CompactFormatter, Formatter};

/// The text of a document, in one line that ends with a line feed.
///
/// Control characters that JSON allows in strings are escaped as well, because terminals
/// interpret them.
///
/// # Panics
/// If the document has a map whose keys are not strings.
pub fn document(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, Escaping);
    // Writing to a vector cannot fail.
    let written = value.serialize(&mut serializer);
    written.expect("documents are structures of strings and numbers");
    text.push(b'\n');
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// A number rounded to this many decimal places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<const PLACES: i32>(pub f64);

impl<const PLACES: i32> Serialize for Rounded<PLACES> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let factor = 10f64.powi(PLACES);
        serializer.serialize_f64((self.0 * factor).round() / factor)
    }
}

/// A formatter without white space and control characters.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        // The control characters of ASCII except DEL have been escaped already.
        while let Some(at) = rest.find(char::is_control) {
            let (before, from) = rest.split_at(at);
            let mut chars = from.chars();
            let control = u32::from(chars.next().unwrap_or_default());
            write!(writer, "{before}\\u{control:04x}")?;
            rest = chars.as_str();
        }
        writer.write_all(rest.as_bytes())
    }

    fn write_char_escape<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        CompactFormatter.write_char_escape(writer, escape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(document(&"a \"b\" \\ /"), "\"a \\\"b\\\" \\\\ /\"\n");
        let controls = "\"\\u0000\\u001b\\n\\u007f\\u009b!\"\n";
        assert_eq!(document(&"\0\x1b\n\x7f\u{9b}!"), controls);
        assert_eq!(document(&"● \u{1f600}"), "\"● \u{1f600}\"\n");
    }

    #[test]
    fn numbers_have_few_places() {
        let shown = |number: f64| document(&Rounded::<3>(number));
        assert_eq!(shown(0.12345), "0.123\n");
        assert_eq!(shown(0.5), "0.5\n");
        assert_eq!(shown(2.0), "2.0\n");
    }
}
