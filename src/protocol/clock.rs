//! The time left for a game, and the age of the process.

use std::time::Duration;

/// A `time_left` of this or more, in ms, means that there is no limit. It is the
/// largest signed 32-bit integer, which Piskvork sends.
const UNLIMITED_LEFT: i64 = 2_147_483_647;

/// A start-up time longer than this is treated as a wrong measurement.
const MAX_STARTUP: Duration = Duration::from_secs(10);

/// The time left for a game: what the manager sent last, less what the engine
/// has used since.
#[derive(Clone, Debug, Default)]
pub struct GameClock {
    /// The time left that the manager last sent in this game, `Some(None)` if it is
    /// unlimited. If it came during a search, this is what was left when that began.
    reported: Option<Option<Duration>>,
    /// The time used since then, or since the game began.
    used: Duration,
}

impl GameClock {
    /// Starts a new game. A `time_left` sent since the last move belongs to it.
    pub fn new_game(&mut self) {
        if self.used > Duration::ZERO {
            *self = GameClock::default();
        }
    }

    /// Sets the time left in ms, as sent by the manager. It replaces Goshawk's own
    /// measurement. `spent` is the time that a search under way has used: it will be
    /// charged when the search ends, but the manager has already subtracted it.
    pub fn set_left(&mut self, ms: i64, spent: Duration) {
        self.reported = Some(match ms {
            UNLIMITED_LEFT.. => None,
            _ => Some(Duration::from_millis(ms.max(0).unsigned_abs()).saturating_add(spent)),
        });
        self.used = Duration::ZERO;
    }

    /// Adds the time used for a move.
    pub fn charge(&mut self, used: Duration) {
        self.used = self.used.saturating_add(used);
    }

    /// The time left in a game whose time limit is `whole`, at least zero;
    /// `None` if there is no limit.
    pub fn left(&self, whole: Option<Duration>) -> Option<Duration> {
        let base = self.reported.unwrap_or(whole);
        base.map(|base| base.saturating_sub(self.used))
    }
}

/// The time since the process was started; zero if it is unknown.
///
/// Managers count this time towards the first move.
pub fn process_age() -> Duration {
    // On other systems `/proc` may describe another process: under Wine a
    // Windows program sees that of Wine's server.
    let age = if cfg!(target_os = "linux") {
        age_from_proc()
    } else {
        None
    };
    age.filter(|age| *age <= MAX_STARTUP).unwrap_or_default()
}

/// The age of the process from Linux's `/proc`, accurate to 10 ms.
fn age_from_proc() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let uptime = std::fs::read_to_string("/proc/uptime").ok()?;
    age(&stat, &uptime)
}

/// The age of a process from the text of its `/proc/PID/stat` and of `/proc/uptime`.
fn age(stat: &str, uptime: &str) -> Option<Duration> {
    /// The times in `stat` are in units of 1/100 s, a constant of Linux's user
    /// interface.
    const TICKS: f64 = 100.0;
    /// `starttime` is field 22. Counting starts after the command name (field 2),
    /// which may contain spaces and parentheses.
    const STARTTIME_AFTER_NAME: usize = 22 - 3;
    let after_name = &stat[stat.rfind(')')? + 1..];
    let start: f64 = after_name
        .split_whitespace()
        .nth(STARTTIME_AFTER_NAME)?
        .parse()
        .ok()?;
    let now: f64 = uptime.split_whitespace().next()?.parse().ok()?;
    // Fails on a negative age, as in containers that have an uptime of their own.
    Duration::try_from_secs_f64(now - start / TICKS).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn time_left_replaces_our_own_measurement() {
        let mut clock = GameClock::default();
        assert_eq!(clock.left(None), None);
        clock.charge(SECOND);
        assert_eq!(clock.left(Some(10 * SECOND)), Some(9 * SECOND));
        clock.set_left(5000, Duration::ZERO);
        assert_eq!(clock.left(Some(10 * SECOND)), Some(5 * SECOND));
        clock.charge(2 * SECOND);
        assert_eq!(clock.left(None), Some(3 * SECOND));
        clock.charge(9 * SECOND);
        assert_eq!(clock.left(None), Some(Duration::ZERO));
    }

    #[test]
    fn the_time_of_a_search_under_way_is_not_subtracted_twice() {
        let mut clock = GameClock::default();
        clock.set_left(5000, 2 * SECOND);
        clock.charge(3 * SECOND);
        assert_eq!(clock.left(None), Some(4 * SECOND));
    }

    #[test]
    fn a_negative_time_left_is_zero_and_the_largest_one_is_no_limit() {
        let mut clock = GameClock::default();
        clock.set_left(-500, Duration::ZERO);
        assert_eq!(clock.left(Some(SECOND)), Some(Duration::ZERO));
        clock.set_left(2_147_483_647, SECOND);
        assert_eq!(clock.left(Some(SECOND)), None);
        clock.set_left(i64::MIN, Duration::ZERO);
        assert_eq!(clock.left(None), Some(Duration::ZERO));
    }

    #[test]
    fn a_new_game_keeps_only_a_time_left_sent_after_the_last_move() {
        let mut clock = GameClock::default();
        clock.set_left(1000, Duration::ZERO);
        clock.new_game();
        assert_eq!(clock.left(None), Some(SECOND));
        clock.charge(SECOND / 2);
        clock.new_game();
        assert_eq!(clock.left(Some(9 * SECOND)), Some(9 * SECOND));
    }

    #[test]
    fn a_process_name_may_contain_spaces_and_parentheses() {
        let stat = "42 (a b) c) R 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 12345 0 0";
        let read = age(stat, "123.70 99.00").unwrap();
        assert_eq!(read.as_millis(), 250);
        assert_eq!(age(stat, "1.00 1.00"), None);
        assert_eq!(age("", ""), None);
    }
}
