//! How much is read and kept, so that no client can take up all memory or stop the program.

use std::time::Duration;

/// The longest line, in bytes, without its end.
pub const MAX_LINE: usize = 1 << 20;
/// The deepest nesting of objects and lists in a line.
pub const MAX_DEPTH: usize = 32;
/// The most fields of a request. The actions know a quarter of them.
pub const MAX_FIELDS: usize = 100;
/// The longest `id`, in bytes, as it is written.
pub const MAX_ID: usize = 256;
/// The most positions that wait or are being searched.
pub const MAX_QUEUE: usize = 100_000;
/// The most bytes of the requests that wait or are being searched.
pub const MAX_QUEUE_BYTES: usize = 64 << 20;
/// The most entries of `turns`.
pub const MAX_TURNS: usize = 1024;
/// The largest `multipv`.
pub const MAX_LINES: usize = 99;
/// The longest time, in seconds.
pub const MAX_TIME: f64 = 86_400.0;

/// Time for a position if no limit is given.
pub const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// The same for `solve`.
pub const DEFAULT_SOLVE_TIME: Duration = Duration::from_secs(10);
/// The same for each position of a review.
pub const DEFAULT_REVIEW_TIME: Duration = Duration::from_millis(500);
