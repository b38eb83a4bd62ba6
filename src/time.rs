//! The time manager: how long a move may take. Pure arithmetic, no clock.

use std::time::Duration;

/// What the manager allows, as told by INFO. `None` is "no limit of this kind".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// For this move.
    pub turn: Option<Duration>,
    /// What is left of the whole game's time, this move included.
    pub left: Option<Duration>,
    /// Already used of this move when the search begins (process start-up,
    /// commands that waited in the pipe).
    pub spent: Duration,
}

/// How long to think, counted from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Start no further iteration after this.
    pub soft: Duration,
    /// Stop searching at this moment, whatever the state.
    pub hard: Duration,
}

/// Kept back from every limit: the way of the answer through pipes and
/// schedulers of a busy machine.
const MARGIN: Duration = Duration::from_millis(50);
/// Of a short turn no more than this part is kept back, as a divisor.
const MARGIN_PART: u32 = 3;
/// The game's remaining time is spread over this many moves.
const MOVES_TO_GO: u32 = 24;
/// One move may take this many times its even share of the remaining time.
const SHARE_STRETCH: u32 = 4;
/// Share of the hard limit after which a new iteration would hardly find
/// anything, in percent. Time that a turn leaves over is lost, so it is high.
const SOFT_PERCENT: u32 = 90;

impl TimeControl {
    /// The budget for one move, or `None` if time does not bound it.
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

    /// A limit less the margin and what is spent.
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
    fn without_limits_time_bounds_nothing() {
        assert_eq!(budget(None, None, 77), None);
    }

    #[test]
    fn a_turn_is_used_up_but_for_the_margin() {
        let found = budget(Some(1000), None, 0).unwrap();
        assert_eq!(found.hard, ms(950));
        assert!(found.soft >= ms(800) && found.soft < found.hard);
        // Of a short turn only a part is kept back.
        let short = budget(Some(30), None, 0).unwrap();
        assert_eq!(short.hard, ms(20));
    }

    #[test]
    fn no_budget_passes_a_limit() {
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
    fn what_is_spent_already_is_taken_off() {
        assert_eq!(budget(Some(1000), None, 300).unwrap().hard, ms(650));
        assert_eq!(budget(Some(1000), None, 2000).unwrap().hard, ms(0));
    }

    #[test]
    fn a_game_of_average_length_is_never_starved() {
        // Moves that each take their whole hard limit leave time for many more.
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
