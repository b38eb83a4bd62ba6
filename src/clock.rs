//! The clock: the one place where the engine reads the time.
//!
//! Operating systems have a clock. WebAssembly has none: whoever loads the module passes one in.

#[cfg(not(target_family = "wasm"))]
pub use calendar::{of_file, since_1970, since_1970 as since_a_fixed_moment};
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use handed_in::{Instant, set, since_1970, since_1970 as since_a_fixed_moment};

#[cfg(not(target_family = "wasm"))]
mod calendar {
    use std::fs::Metadata;
    use std::time::{Duration, SystemTime};

    /// The time since the beginning of 1970 in universal time; 0 if the clock is before that.
    pub fn since_1970() -> Duration {
        elapsed_at(SystemTime::now())
    }

    /// The time from the beginning of 1970 to the moment when a file was written; 0 if the system
    /// does not know it.
    pub fn of_file(metadata: &Metadata) -> Duration {
        metadata.modified().map_or(Duration::ZERO, elapsed_at)
    }

    fn elapsed_at(time: SystemTime) -> Duration {
        let elapsed = time.duration_since(SystemTime::UNIX_EPOCH);
        elapsed.unwrap_or_default()
    }
}

#[cfg(target_family = "wasm")]
mod handed_in {
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The time since the beginning of 1970 in universal time.
    type Clock = fn() -> Duration;

    static CLOCK: OnceLock<Clock> = OnceLock::new();

    /// Hands in the clock, before anything else is called. The first one stays.
    pub fn set(clock: Clock) {
        let _ = CLOCK.set(clock);
    }

    /// The time since the beginning of 1970 in universal time. Without a clock, time stands still.
    pub fn since_1970() -> Duration {
        CLOCK.get().map_or(Duration::ZERO, |clock| clock())
    }

    /// A moment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(since_1970())
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            since_1970().saturating_sub(self.0)
        }
    }
}
