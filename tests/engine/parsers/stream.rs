//! Requests to the analysis stream.

use goshawk::requests::request::{Order, Request, task};

/// A line is answered under the name that it gives, and nothing that follows the object changes
/// what is read.
pub fn stream(input: &[u8]) {
    let read = |input: &[u8]| match Request::parse(input) {
        Ok(request) => {
            let error = match request.order {
                Ok(Order::Search { .. }) => task(input, request.action).0.err(),
                order => order.err(),
            };
            (Some(request.id), error)
        }
        Err(nameless) => (nameless.id, Some(nameless.error)),
    };
    let (id, error) = read(input);
    if let Some(error) = &error {
        assert!(!error.message.is_empty());
        // A panic is answered like this.
        assert!(!error.message.contains("bug in the program"));
    }
    let Some(id) = id else {
        return;
    };
    let text = id.text.get().as_bytes();
    assert!(input.windows(text.len()).any(|part| part == text));
    let padded = [b" ", input, b" \t"].concat();
    let (again, error_again) = read(&padded);
    let again = again.expect("the same name");
    assert_eq!((again.key(), error_again), (id.key(), error));
}
