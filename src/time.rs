//! The time manager: from the limits of the manager to a time budget for one move.
//!
//! This is pure arithmetic; nothing here reads a clock.
//!
//! ```
//! use std::time::Duration;
//! use goshawk::time::TimeControl;
//!
//! let control = TimeControl {
//!     turn: Some(Duration::from_secs(5)),
//!     ..TimeControl::default()
//! };
//! let budget = control.budget().unwrap();
//! assert!(budget.soft <= budget.hard && budget.hard < Duration::from_secs(5));
//! assert_eq!(TimeControl::default().budget(), None);
//! ```

use std::time::Duration;

/// The limits that the manager has set by `INFO`. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The limit for this move.
    pub turn: Option<Duration>,
    /// The time left for the rest of the game, including this move.
    pub left: Option<Duration>,
    /// The part of this move's time that had passed when the search began, because of
    /// process start-up or commands waiting in the pipe.
    pub spent: Duration,
}

/// The time budget of one search, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No iteration starts after this time.
    pub soft: Duration,
    /// The search stops at this time, even within an iteration.
    pub hard: Duration,
}

/// Subtracted from every limit, because pipes and the scheduler of a busy machine delay
/// the answer.
const MARGIN: Duration = Duration::from_millis(50);
/// The margin of a short limit is at most the limit divided by this.
const MARGIN_PART: u32 = 3;
/// The number of moves that the remaining time is divided among.
const MOVES_TO_GO: u32 = 24;
/// The hard limit of a move, in shares of the remaining time.
const SHARE_STRETCH: u32 = 4;
/// The soft limit in percent of the hard limit. An iteration started later would rarely
/// finish. The value is high because time left over from a turn is lost.
const SOFT_PERCENT: u32 = 90;

impl TimeControl {
    /// The budget for one move; `None` if there is no time limit.
    pub fn budget(&self) -> Option<TimeBudget> {
        let turn = self.turn.map(|turn| Self::usable(turn, self.spent));
        let left = self.left.map(|left| Self::usable(left, self.spent));
        let (hard, share) = match (turn, left) {
            (None, None) => return None,
            (Some(turn), None) => (turn, turn),
            (None, Some(left)) => (
                left.min(left / MOVES_TO_GO * SHARE_STRETCH),
                left / MOVES_TO_GO,
            ),
            (Some(turn), Some(left)) => (
                turn.min(left / MOVES_TO_GO * SHARE_STRETCH),
                turn.min(left / MOVES_TO_GO),
            ),
        };
        let soft = (hard * SOFT_PERCENT / 100).min(share);
        Some(TimeBudget { soft, hard })
    }

    /// The part of a limit that remains after the margin and the time spent.
    fn usable(limit: Duration, spent: Duration) -> Duration {
        limit
            .saturating_sub(MARGIN.min(limit / MARGIN_PART))
            .saturating_sub(spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn budget(turn: Option<u64>, left: Option<u64>, spent: u64) -> Option<TimeBudget> {
        TimeControl {
            turn: turn.map(ms),
            left: left.map(ms),
            spent: ms(spent),
        }
        .budget()
    }

    #[test]
    fn no_limits_give_no_budget() {
        assert_eq!(budget(None, None, 77), None);
    }

    #[test]
    fn a_turn_is_used_except_for_the_margin() {
        let found = budget(Some(1000), None, 0).unwrap();
        assert_eq!(found.hard, ms(950));
        assert!(found.soft >= ms(800) && found.soft < found.hard);
        // The margin of a short turn is smaller.
        let short = budget(Some(30), None, 0).unwrap();
        assert_eq!(short.hard, ms(20));
    }

    #[test]
    fn budgets_stay_within_their_limits() {
        for turn in [None, Some(0), Some(1), Some(50), Some(5_000), Some(30_000)] {
            for left in [None, Some(0), Some(10), Some(700), Some(90_000)] {
                for spent in [0, 40, 100_000] {
                    let Some(found) = budget(turn, left, spent) else {
                        assert_eq!((turn, left), (None, None));
                        continue;
                    };
                    let limit = turn.unwrap_or(u64::MAX).min(left.unwrap_or(u64::MAX));
                    assert!(found.hard + ms(spent.min(limit)) <= ms(limit));
                    assert!(found.soft <= found.hard);
                }
            }
        }
    }

    #[test]
    fn time_spent_is_subtracted() {
        assert_eq!(budget(Some(1000), None, 300).unwrap().hard, ms(650));
        assert_eq!(budget(Some(1000), None, 2000).unwrap().hard, ms(0));
    }

    #[test]
    fn many_moves_at_the_hard_limit_leave_time() {
        let mut left = 60_000;
        for _ in 0..40 {
            let found = budget(Some(30_000), Some(left), 0).unwrap();
            assert!(found.hard > ms(0));
            left -= found.hard.as_millis() as u64;
        }
        let first = budget(Some(30_000), Some(60_000), 0).unwrap();
        assert!(first.soft >= ms(2_000), "{first:?}");
    }
}
