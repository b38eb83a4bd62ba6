//! The width of a terminal.

use super::Stream;

/// The number of columns of the terminal that a stream writes to, if it is known.
#[cfg(any(unix, windows))]
pub fn columns(stream: Stream) -> Option<usize> {
    use std::io::{stderr, stdout};
    use terminal_size::{Width, terminal_size_of};

    let size = match stream {
        Stream::Output => terminal_size_of(stdout()),
        Stream::Error => terminal_size_of(stderr()),
    };
    let (Width(columns), _) = size?;
    (columns > 0).then_some(columns.into())
}

/// The number of columns of the terminal, which is unknown on other systems.
#[cfg(not(any(unix, windows)))]
pub fn columns(_: Stream) -> Option<usize> {
    None
}
