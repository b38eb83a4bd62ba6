//! Two clocks: the game's, kept by ourselves, and the age of the process.

use std::time::Duration;

/// A `time_left` from here on means no limit (32-bit managers' largest number), in ms.
const UNLIMITED_LEFT: i64 = 2_147_483_647;

/// Start-up times beyond this are not believed.
const MAX_STARTUP: Duration = Duration::from_secs(10);

/// What is left of a game's time: as the manager told it, less what was used since.
#[derive(Clone, Debug, Default)]
pub struct GameClock {
    /// The last `time_left` in ms, if one was told for this game.
    told: Option<i64>,
    /// Time used since then, or since the game began.
    used: Duration,
}

impl GameClock {
    /// A new game begins. A `time_left` told since the last move was meant for it.
    pub fn new_game(&mut self) {
        if self.used > Duration::ZERO {
            *self = GameClock::default();
        }
    }

    /// The manager says what is left, in ms. Its word counts more than our own clock.
    pub fn tell_left(&mut self, ms: i64) {
        self.told = Some(ms);
        self.used = Duration::ZERO;
    }

    /// Time was used for a move.
    pub fn charge(&mut self, used: Duration) {
        self.used = self.used.saturating_add(used);
    }

    /// What is left when a game of `whole` duration is played; `None`: no limit.
    /// An overdrawn clock shows zero.
    pub fn left(&self, whole: Option<Duration>) -> Option<Duration> {
        let base = match self.told {
            Some(UNLIMITED_LEFT..) => None,
            Some(ms) => Some(Duration::from_millis(ms.max(0).unsigned_abs())),
            None => whole,
        };
        base.map(|base| base.saturating_sub(self.used))
    }
}

/// How long ago the process was started; zero if the system does not say.
///
/// Managers count start-up on the first move.
pub fn process_age() -> Duration {
    // Other systems may show a `/proc` that tells of another process: Wine
    // shows a Windows program that of Wine's own server.
    let told = if cfg!(target_os = "linux") {
        age_from_proc()
    } else {
        None
    };
    told.filter(|age| *age <= MAX_STARTUP).unwrap_or_default()
}

/// The age by Linux's `/proc`, to 10 ms.
fn age_from_proc() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let uptime = std::fs::read_to_string("/proc/uptime").ok()?;
    age(&stat, &uptime)
}

/// The age from the texts of `/proc/self/stat` and `/proc/uptime`.
fn age(stat: &str, uptime: &str) -> Option<Duration> {
    /// Ticks a second of the times in `stat`: fixed in Linux's user interface.
    const TICKS: f64 = 100.0;
    /// `starttime` is field 22; counting begins after the command's name
    /// (field 2), which may itself hold spaces and parentheses.
    const STARTTIME_AFTER_NAME: usize = 22 - 3;
    let after_name = &stat[stat.rfind(')')? + 1..];
    let start: f64 = after_name
        .split_whitespace()
        .nth(STARTTIME_AFTER_NAME)?
        .parse()
        .ok()?;
    let now: f64 = uptime.split_whitespace().next()?.parse().ok()?;
    // Fails if the two disagree, as in containers with an uptime of their own.
    Duration::try_from_secs_f64(now - start / TICKS).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_managers_word_counts_more_than_the_own_clock() {
        let mut clock = GameClock::default();
        assert_eq!(clock.left(None), None);
        clock.charge(SECOND);
        assert_eq!(clock.left(Some(10 * SECOND)), Some(9 * SECOND));
        clock.tell_left(5000);
        assert_eq!(clock.left(Some(10 * SECOND)), Some(5 * SECOND));
        clock.charge(2 * SECOND);
        assert_eq!(clock.left(None), Some(3 * SECOND));
        clock.charge(9 * SECOND);
        assert_eq!(clock.left(None), Some(Duration::ZERO));
    }

    #[test]
    fn overdue_is_zero_and_the_largest_number_is_unlimited() {
        let mut clock = GameClock::default();
        clock.tell_left(-500);
        assert_eq!(clock.left(Some(SECOND)), Some(Duration::ZERO));
        clock.tell_left(2_147_483_647);
        assert_eq!(clock.left(Some(SECOND)), None);
        clock.tell_left(i64::MIN);
        assert_eq!(clock.left(None), Some(Duration::ZERO));
    }

    #[test]
    fn a_new_game_forgets_the_old_games_clock_only() {
        let mut clock = GameClock::default();
        clock.tell_left(1000);
        clock.new_game();
        assert_eq!(clock.left(None), Some(SECOND));
        clock.charge(SECOND / 2);
        clock.new_game();
        assert_eq!(clock.left(Some(9 * SECOND)), Some(9 * SECOND));
    }

    #[test]
    fn the_age_is_read_past_a_hostile_process_name() {
        let stat = "42 (a b) c) R 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 12345 0 0";
        let read = age(stat, "123.70 99.00").unwrap();
        assert_eq!(read.as_millis(), 250);
        assert_eq!(age(stat, "1.00 1.00"), None);
        assert_eq!(age("", ""), None);
    }
}
