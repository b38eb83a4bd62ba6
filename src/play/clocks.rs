//! The clocks of a game.
//!
//! Moments are durations since one that the caller has chosen, such as the start of the program.

use std::time::Duration;

use crate::types::Color;

/// The time of each player for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTime {
    /// What each player has at the beginning.
    pub start: Duration,
    /// What each move adds to the time of its player.
    pub increment: Duration,
}

/// Without an increment.
impl From<Duration> for GameTime {
    fn from(start: Duration) -> GameTime {
        GameTime {
            start,
            increment: Duration::ZERO,
        }
    }
}

/// The time that each player has left. No clock runs before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    time: GameTime,
    /// What was left when the current turn began, by [`Color::index`].
    left: [Duration; 2],
    /// The side whose clock runs, and since when.
    running: Option<(Color, Duration)>,
}

impl Clocks {
    /// Clocks that stand at the beginning of `time`.
    pub fn new(time: GameTime) -> Clocks {
        Clocks {
            time,
            left: [time.start; 2],
            running: None,
        }
    }

    /// The time of each player for the game.
    pub fn time(&self) -> GameTime {
        self.time
    }

    /// Adds the increment to the time of the side whose clock runs, which has moved. The first move
    /// of a game adds nothing: no clock runs before it.
    pub fn reward(&mut self) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] += self.time.increment;
        }
    }

    /// Stops the clock that runs, and lets that of `side` run, if any.
    pub fn run(&mut self, side: Option<Color>, now: Duration) {
        self.left = Color::ALL.map(|color| self.left(color, now));
        self.running = side.map(|side| (side, now));
    }

    /// The time left to a side.
    pub fn left(&self, side: Color, now: Duration) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((running, since)) if running == side => {
                left.saturating_sub(now.saturating_sub(since))
            }
            _ => left,
        }
    }

    /// Whether the clock of a side runs.
    pub fn is_running(&self, side: Color) -> bool {
        self.running.is_some_and(|(running, _)| running == side)
    }

    /// The side whose time has run out.
    pub fn flag(&self, now: Duration) -> Option<Color> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// Lets the players change sides with their clocks.
    pub fn swap(&mut self, now: Duration) {
        self.run(None, now);
        self.left.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_clock_of_the_side_to_move_runs() {
        let after = |seconds: u64| Duration::from_secs(1000 + seconds);
        let mut clocks = Clocks::new(Duration::from_secs(60).into());
        assert_eq!(clocks.flag(after(100)), None);
        clocks.run(Some(Color::White), after(0));
        clocks.run(Some(Color::Black), after(10));
        let left = |side, seconds| clocks.left(side, after(seconds)).as_secs();
        assert_eq!((left(Color::White, 30), left(Color::Black, 30)), (50, 40));
        assert!(clocks.is_running(Color::Black) && !clocks.is_running(Color::White));
        assert_eq!(clocks.flag(after(69)), None);
        assert_eq!(clocks.flag(after(70)), Some(Color::Black));
        clocks.swap(after(30));
        assert_eq!(clocks.left(Color::White, after(99)).as_secs(), 40);
    }

    #[test]
    fn a_move_adds_the_increment_to_the_time_of_its_player_only() {
        let mut clocks = Clocks::new(GameTime {
            start: Duration::from_secs(60),
            increment: Duration::from_secs(5),
        });
        clocks.reward();
        let at = Duration::from_secs(10);
        assert_eq!(clocks.left(Color::Black, at).as_secs(), 60, "no clock runs");
        clocks.run(Some(Color::White), Duration::ZERO);
        clocks.reward();
        clocks.run(Some(Color::Black), at);
        let left = Color::ALL.map(|side| clocks.left(side, at).as_secs());
        let of = |side: Color| left[side.index()];
        assert_eq!((of(Color::Black), of(Color::White)), (60, 55));
    }
}
