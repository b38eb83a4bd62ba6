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
