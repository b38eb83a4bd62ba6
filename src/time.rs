//! Time management: from the limits that the manager sets to a time budget for one move.
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

use crate::types::Score;

/// The limits that the manager has set by `INFO`. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The limit for this move.
    pub turn: Option<Duration>,
    /// The time left for the rest of the game, including this move.
    pub left: Option<Duration>,
    /// The limit for the whole game. It determines what is kept back for the end of the game.
    pub game: Option<Duration>,
    /// The part of this move's time that had passed when the search began, because of
    /// process start-up or commands waiting in the pipe.
    pub spent: Duration,
}

/// The time budget of one search, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// The time planned: no iteration of an ordinary move starts after it.
    pub soft: Duration,
    /// The search stops at this time, even within an iteration.
    pub hard: Duration,
    /// True if the time that this move leaves over is planned for the moves after it.
    pub is_shared: bool,
}

impl TimeBudget {
    /// No iteration of a move of this [weight](MoveWeight::percent) starts after this time.
    pub fn latest_start(&self, weight: u32) -> Duration {
        if self.is_shared {
            (self.soft * weight / 100).min(self.hard * SOFT_PERCENT / 100)
        } else {
            self.soft
        }
    }
}

/// How much time a move deserves, by the iterations of its search so far: more while the
/// best move changes and the value falls, less if nothing new is found.
// CITE: Stockfish, time by the stability of the best move and by falling values.
// Elo: see experiments, "a sixteenth of the remaining time", which includes the number of moves
// that time is divided among.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveWeight {
    /// Recent changes of the best move; one that is an iteration older counts half.
    changes: u32,
    /// How far the last value lies below the one expected.
    fall: u32,
}

impl MoveWeight {
    /// No move weighs more than this, in percent.
    pub const MOST: u32 = STEADY_PERCENT + 2 * CHANGE_PERCENT + FALL_LIMIT as u32 / FALL_PART;

    /// Adds an iteration: whether it has found another best move, its value, and the value
    /// that was expected.
    pub fn add(&mut self, is_changed: bool, value: Score, expected: Score) {
        self.changes = self.changes / 2 + if is_changed { CHANGE_PERCENT } else { 0 };
        self.fall = (expected - value).clamp(0, FALL_LIMIT) as u32;
    }

    /// The time for the move in percent of that of an ordinary one.
    pub fn percent(&self) -> u32 {
        STEADY_PERCENT + self.changes + self.fall / FALL_PART
    }
}

/// Subtracted from every limit, because pipes and the scheduler of a busy machine delay
/// the answer.
const MARGIN: Duration = Duration::from_millis(50);
/// The margin of a short limit is at most the limit divided by this.
const MARGIN_PART: u32 = 3;
/// The number of moves that the remaining time is divided among. Of 828 games at fixed
/// limits, half needed time for no more than 15 moves in all, and from the tenth move on
/// for no more than 10 further ones. Only games that fill the board need many more.
const MOVES_TO_GO: u32 = 16;
/// Kept back from the time that moves share, because a game that fills the board needs a
/// little time for every move. As time runs out, the reserve shrinks to half of what is left,
/// but not below the firm part.
const RESERVE: Duration = Duration::from_secs(1);
/// The firm part of the reserve is the time for the game divided by this, and at most the
/// whole reserve. Late moves use little of it, so that a pause of the machine at the end of a
/// long game does not lose on time.
// A larger part gained nothing in fast games.
const FIRM_PART: u32 = 180;
/// Moves share at least the remaining time divided by this, even within the reserve.
const LAST_PART: u32 = 8;
/// The hard limit of a move is at most the time that moves share divided by this.
const HARD_PART: u32 = 6;
/// The time for a move whose search finds nothing new, in percent of the time planned.
const STEADY_PERCENT: u32 = 75;
/// What a change of the best move adds to that.
const CHANGE_PERCENT: u32 = 50;
/// A fall of the value by this much adds one percent.
const FALL_PART: u32 = 2;
/// A larger fall counts as this.
const FALL_LIMIT: Score = 120;
/// The soft limit is at most this percentage of the hard limit. An iteration started later
/// would rarely finish. The value is high because time left over from a turn is lost.
const SOFT_PERCENT: u32 = 90;

impl TimeControl {
    /// The budget for one move; `None` if there is no time limit.
    pub fn budget(&self) -> Option<TimeBudget> {
        let turn = self.turn.map(|turn| Self::usable(turn, self.spent));
        let left = self.left.map(|left| Self::usable(left, self.spent));
        let spendable = left.map(|left| self.spendable(left));
        let share = spendable.map(|left| left / MOVES_TO_GO);
        let longest = [turn, spendable.map(|left| left / HARD_PART)];
        let hard = longest.into_iter().flatten().min()?;
        let most = hard * SOFT_PERCENT / 100;
        Some(TimeBudget {
            soft: share.map_or(most, |share| share.min(most)),
            hard,
            is_shared: share.is_some_and(|share| share < most),
        })
    }

    /// The part of the remaining time that moves share.
    fn spendable(&self, left: Duration) -> Duration {
        let firm = self.game.unwrap_or_default() / FIRM_PART;
        let reserve = RESERVE.min(firm.max(left / 2));
        left.saturating_sub(reserve).max(left / LAST_PART)
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
            game: None,
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

    #[test]
    fn a_short_clock_lasts_until_the_board_is_full() {
        for start in [9_000, 60_000, 180_000].map(ms) {
            let mut left = start;
            for own_move in 0..113 {
                let control = TimeControl {
                    left: Some(left),
                    game: Some(start),
                    ..TimeControl::default()
                };
                // An ordinary move, with what pipes and scheduler add.
                let used = control.budget().unwrap().latest_start(110) + ms(1);
                assert!(used < left, "move {own_move} of a game of {start:?}");
                left -= used;
            }
            assert!(left > start / FIRM_PART / 2, "{left:?} of {start:?}");
        }
    }

    #[test]
    fn late_moves_of_a_long_game_use_little_of_the_reserve() {
        let soft = |left, game: Option<u64>| {
            let control = TimeControl {
                left: Some(ms(left)),
                game: game.map(ms),
                ..TimeControl::default()
            };
            control.budget().unwrap().soft
        };
        // Early, and in a fast game, the limit for the game does not matter.
        assert_eq!(soft(60_000, Some(180_000)), soft(60_000, None));
        assert_eq!(soft(1_500, Some(9_000)), soft(1_500, None));
        assert!(soft(1_500, Some(180_000)) < soft(1_500, Some(9_000)));
        // A longer game has no larger reserve.
        assert_eq!(soft(1_500, Some(180_000)), soft(1_500, Some(900_000)));
        // Within the reserve, a move still gets some time.
        let late = soft(500, Some(180_000));
        assert!(late >= ms(3) && late < soft(500, None) / 3, "{late:?}");
    }

    #[test]
    fn only_time_that_can_be_saved_depends_on_the_weight() {
        let game = budget(Some(30_000), Some(160_000), 0).unwrap();
        assert_eq!(game.latest_start(100), game.soft);
        assert_eq!(game.latest_start(150), game.soft * 3 / 2);
        assert!(game.latest_start(10_000) < game.hard);
        // Time left over from a turn is lost, and a long clock has enough for every turn.
        for left in [None, Some(900_000)] {
            let turn = budget(Some(5_000), left, 0).unwrap();
            assert_eq!(turn.latest_start(10), turn.soft);
            assert!(turn.soft >= ms(4_000), "{turn:?}");
        }
    }

    #[test]
    fn a_move_weighs_more_while_its_search_changes_its_mind() {
        let mut weight = MoveWeight::default();
        assert!(weight.percent() < 100);
        weight.add(true, 50, 50);
        let changed = weight.percent();
        assert!(changed > 100);
        weight.add(true, 50, 50);
        assert!(weight.percent() > changed);
        for _ in 0..10 {
            weight.add(false, 50, 50);
        }
        assert_eq!(weight, MoveWeight::default());
        weight.add(false, -50, 50);
        assert!(weight.percent() > 100);
        weight.add(false, i16::MIN.into(), 30_000);
        assert!(weight.percent() < MoveWeight::MOST);
        weight.add(false, 50, -50);
        assert_eq!(weight, MoveWeight::default());
    }
}
