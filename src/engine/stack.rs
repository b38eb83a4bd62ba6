//! Threads with a stack large enough for a search.

use std::io;
use std::panic::resume_unwind;
use std::thread::{self, Builder};

/// The stack of a searching thread in bytes. A search recurses up to
/// [`MAX_PLY`](crate::search::MAX_PLY) plies, and the solvers below it. Untouched
/// pages cost nothing.
pub const SEARCH_STACK_BYTES: usize = 64 << 20;

/// A builder for a thread on which searches can run.
pub fn search_thread(name: &str) -> Builder {
    Builder::new()
        .name(name.into())
        .stack_size(SEARCH_STACK_BYTES)
}

/// Runs `work` on a thread with the stack of a search and waits for it. The stack
/// of the main thread is only 1 MiB on Windows. WebAssembly has no threads: there `work` runs in
/// place, and the module is built with a large stack.
///
/// # Errors
/// If the system cannot start a thread.
///
/// # Panics
/// If `work` does.
pub fn on_search_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    thread::scope(|scope| {
        let thread = search_thread("search").spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
