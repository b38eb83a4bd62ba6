//! Locks that stay usable after a thread has panicked while holding them.

use std::sync::LockResult;

/// A lock that is used although a thread has panicked while it held it.
///
/// What the locks of this program protect is whole at every point at which code could panic, and a
/// panic is reported by its own thread, so the others go on.
pub trait IgnorePoison {
    /// What the lock gives.
    type Guard;

    /// The guard, whether the lock is poisoned or not.
    fn ignore_poison(self) -> Self::Guard;
}

impl<G> IgnorePoison for LockResult<G> {
    type Guard = G;

    fn ignore_poison(self) -> G {
        self.unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    #[test]
    fn a_lock_outlasts_a_thread_that_panicked() {
        let lock = Mutex::new(7);
        let panicked = thread::scope(|scope| {
            let holder = scope.spawn(|| {
                let _guard = lock.lock();
                std::panic::resume_unwind(Box::new("a panic that nobody is told of"));
            });
            holder.join().is_err()
        });
        assert!(panicked && lock.is_poisoned());
        assert_eq!(*lock.lock().ignore_poison(), 7);
    }
}
