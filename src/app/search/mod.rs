//! What the application asks of the engine. A carrier decides on which thread it is searched.
//!
//! - this file: what a carrier offers;
//! - `tasks`: what can be asked and answered;
//! - `engines`: how it is found; `pausing`: searches that pause; `win`: forced wins with proofs;
//!   `puzzles`: puzzles in a game, and moves in a puzzle.

mod engines;
mod pausing;
mod puzzles;
mod tasks;
mod win;

pub use engines::Engines;
pub use pausing::Control;
pub use tasks::{Found, Job, Listener, Reasons, Task};
pub use win::Win;

/// Searches for one thing at a time, and tells a [`Listener`] what it finds.
pub trait Searcher: Send + Sync {
    /// Stops the current search and begins another one.
    fn begin(&self, job: Job);

    /// Gives the searches that begin from now on other means: the number of threads, and bytes of
    /// memory.
    fn change_means(&self, threads: usize, memory: u64);

    /// Stops the current search, whose answer is what it has found so far, and the one that
    /// has not begun.
    fn stop(&self);
}
