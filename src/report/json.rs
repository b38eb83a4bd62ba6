//! Writes JSON: each value is written where the structure expects one, so that a
//! document is always well formed.

use std::fmt::{Display, Write as _};

/// The text of a document, in one line that ends with a line feed.
///
/// ```text
/// document(|value| value.object(|object| object.field("side").text("black")))
/// ```
/// is `{"side":"black"}`.
pub fn document(write: impl FnOnce(Value<'_>)) -> String {
    let mut text = String::new();
    write(Value { text: &mut text });
    text.push('\n');
    text
}

/// A place for one value.
#[must_use = "a document without the value is malformed"]
pub struct Value<'a> {
    text: &'a mut String,
}

impl Value<'_> {
    /// Writes `null`.
    pub fn null(self) {
        self.text.push_str("null");
    }

    /// Writes `true` or `false`.
    pub fn boolean(self, value: bool) {
        self.text.push_str(if value { "true" } else { "false" });
    }

    /// Writes a number without a fraction.
    pub fn integer(self, value: impl Into<i128>) {
        self.display(value.into());
    }

    /// Writes a finite number with this many decimal places.
    pub fn number(self, value: f64, places: usize) {
        debug_assert!(value.is_finite(), "JSON has no infinity");
        self.display(format_args!("{value:.places$}"));
    }

    /// Writes a string, with escapes where JSON requires them.
    pub fn text(self, value: &str) {
        self.text.push('"');
        for c in value.chars() {
            match c {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                // Control characters other than those of ASCII need no escape, but a
                // terminal would obey them.
                c if c.is_control() => {
                    // Writing to a string cannot fail.
                    let _ = write!(self.text, "\\u{:04x}", u32::from(c));
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }

    /// Writes an array of what `write` adds.
    pub fn array(self, write: impl FnOnce(&mut Array<'_>)) {
        self.text.push('[');
        write(&mut Array {
            text: self.text,
            is_empty: true,
        });
        self.text.push(']');
    }

    /// Writes an object with the fields that `write` adds.
    pub fn object(self, write: impl FnOnce(&mut Object<'_>)) {
        self.text.push('{');
        write(&mut Object {
            text: self.text,
            is_empty: true,
        });
        self.text.push('}');
    }

    /// Writes a value whose `Display` output is JSON.
    fn display(self, value: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{value}");
    }
}

/// An array being written.
pub struct Array<'a> {
    text: &'a mut String,
    is_empty: bool,
}

impl Array<'_> {
    /// Adds an element.
    pub fn item(&mut self) -> Value<'_> {
        separate(self.text, &mut self.is_empty);
        Value { text: self.text }
    }
}

/// An object being written.
pub struct Object<'a> {
    text: &'a mut String,
    is_empty: bool,
}

impl Object<'_> {
    /// Adds a field. Each name may be used once.
    pub fn field(&mut self, name: &str) -> Value<'_> {
        separate(self.text, &mut self.is_empty);
        Value { text: self.text }.text(name);
        self.text.push(':');
        Value { text: self.text }
    }
}

/// Writes a comma, except before the first element.
fn separate(text: &mut String, is_empty: &mut bool) {
    if !std::mem::replace(is_empty, false) {
        text.push(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_nested() {
        let text = document(|value| {
            value.object(|object| {
                object.field("none").array(|_| {});
                object.field("list").array(|list| {
                    list.item().integer(-3);
                    list.item().number(0.5, 3);
                    list.item().object(|_| {});
                });
                object.field("is").boolean(true);
                object.field("not").null();
            });
        });
        let expected = r#"{"none":[],"list":[-3,0.500,{}],"is":true,"not":null}"#;
        assert_eq!(text, format!("{expected}\n"));
    }

    #[test]
    fn strings_are_escaped() {
        let text = |text: &str| document(|value| value.text(text));
        assert_eq!(text("a \"b\" \\ /"), "\"a \\\"b\\\" \\\\ /\"\n");
        let controls = "\"\\u0000\\u001b\\u000a\\u007f\\u009b\"\n";
        assert_eq!(text("\0\x1b\n\x7f\u{9b}"), controls);
        assert_eq!(text("● \u{1f600}"), "\"● \u{1f600}\"\n");
    }
}
