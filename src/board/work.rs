//! Counts what readers of text look at, so that tests can show that the time they take is linear.

#[cfg(test)]
thread_local! {
    static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts bytes that are looked at, or comparisons. It does nothing outside of unit tests.
#[inline]
pub(crate) fn count_work(work: usize) {
    #[cfg(test)]
    WORK.set(WORK.get() + work);
    let _ = work;
}

/// The work that `run` does on this thread.
#[cfg(all(test, feature = "reports"))]
pub(crate) fn work_of(run: impl FnOnce()) -> usize {
    WORK.set(0);
    run();
    WORK.get()
}
