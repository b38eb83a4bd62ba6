//! The protocol, spoken with the real program.

mod fixtures;
mod fuzz;
mod process;
#[path = "../support/mod.rs"]
mod support;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits until no other test holds the guard. Tests that measure time or memory hold it, so
/// that they run one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    // A failed test does not affect the next one.
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}
