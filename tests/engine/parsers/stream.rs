//! Requests to the analysis stream.

use goshawk::stream::request::Request;

/// A line is answered under the name that it gives, and nothing that follows the object changes
/// what is read.
pub fn stream(input: &[u8]) {
    let (id, error) = match Request::parse(input) {
        Ok(request) => (Some(request.id), request.order.err()),
        Err(nameless) => (nameless.id, Some(nameless.error)),
    };
    if let Some(error) = &error {
        assert!(!error.message.is_empty());
        // A panic is answered like this.
        assert!(!error.message.contains("error of the program"));
    }
    let Some(id) = id else {
        return;
    };
    let text = id.text.get().as_bytes();
    assert!(input.windows(text.len()).any(|part| part == text));
    let padded = [b" ", input, b" \t"].concat();
    let again = match Request::parse(&padded) {
        Ok(request) => (request.id, request.order.err()),
        Err(nameless) => (nameless.id.expect("the same name"), Some(nameless.error)),
    };
    assert_eq!((again.0.key(), again.1), (id.key(), error));
}
