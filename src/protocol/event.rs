//! What a session waits for: events sent by its threads, and timeouts.

use std::time::Instant;

use super::response::Response;
use crate::engine::{Outcome, Report};
use crate::opening::OpeningMove;

/// Everything a session waits for.
#[derive(Debug)]
pub enum Event {
    /// A line of input has arrived.
    Line(InputLine),
    /// The input has ended; no further line will come.
    Eof,
    /// This search has completed an iteration.
    Iteration(SearchId, Report),
    /// A line of output about the root moves of this search.
    Live(SearchId, Response),
    /// This search for a move has ended.
    Finished(SearchId, Outcome),
    /// This search for an opening has ended; `None` if no decision is possible.
    Decided(SearchId, Option<OpeningMove>),
    /// A search for which no answer is due has panicked, or, with its number, one that is
    /// answered next.
    Panicked(Option<SearchId>),
    /// The time limit that INFO set during the search has been reached.
    Deadline,
    /// The time after END in which the search under way can still be answered is over.
    EndLimit,
    /// It is time to check whether anyone still reads the output.
    OutputCheck,
}

/// A line of input without its line feed.
#[derive(Debug)]
pub struct InputLine {
    /// The bytes of the line, cut off at the reader's limit.
    pub bytes: Vec<u8>,
    /// True if the line was longer than the limit.
    pub is_cut: bool,
    /// The whole line has an odd number of quotation marks that no backslash precedes.
    pub has_odd_quotes: bool,
    /// When the line was read.
    pub arrived: Instant,
}

/// The number of a search. It tells the events of an aborted search from those
/// of the current one.
pub type SearchId = u64;
