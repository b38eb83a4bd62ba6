//! When to stop: nodes, depth, clock, a word from outside or from the team.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::team::Team;
use crate::time::{TimeBudget, TimeControl};

/// What bounds one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The manager's clock.
    pub time: TimeControl,
    /// Search at most about this many nodes, those of helper threads included.
    pub nodes: Option<u64>,
    /// Search at most this deep, in plies.
    pub depth: Option<u32>,
}

/// The clock is read once in this many calls, a power of two: at the latest after
/// half a millisecond of work, which on a busy machine can take ten times as long.
const CHECK_INTERVAL: u64 = 64;

/// Watches the limits of one search.
pub struct Stopper<'a> {
    stop: &'a AtomicBool,
    started: Instant,
    budget: Option<TimeBudget>,
    nodes: u64,
    depth: u32,
    role: Role<'a>,
}

/// The part of a thread in its search.
#[derive(Clone, Copy)]
enum Role<'a> {
    Alone,
    Main(&'a Team),
    Helper(&'a Team, usize),
}

impl<'a> Stopper<'a> {
    /// A watch over `limits`; time counts from `started`, `stop` ends it all.
    pub fn new(limits: &Limits, started: Instant, stop: &'a AtomicBool) -> Stopper<'a> {
        Stopper {
            stop,
            started,
            budget: limits.time.budget(),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(u32::MAX),
            role: Role::Alone,
        }
    }

    /// The watch of a main search: its team's nodes count towards the limit.
    pub fn leading(self, team: &'a Team) -> Stopper<'a> {
        let role = Role::Main(team);
        Stopper { role, ..self }
    }

    /// The watch of a helper, counted from 0: it ends with the main search or at
    /// the latest when that must, whatever the limits of depth and nodes.
    pub fn helping(limits: &Limits, started: Instant, team: &'a Team, number: usize) -> Self {
        let time = limits.time;
        let limits = Limits {
            time,
            ..Limits::default()
        };
        Stopper {
            role: Role::Helper(team, number),
            ..Stopper::new(&limits, started, team.ended())
        }
    }

    /// Must the search break off now? Cheap enough to ask at every node: `calls`
    /// counts the questions.
    #[inline]
    pub fn must_stop(&self, calls: u64, nodes: u64) -> bool {
        calls.is_multiple_of(CHECK_INTERVAL) && self.is_over(nodes) || nodes >= self.nodes
    }

    /// That many percent of the node limit.
    pub fn node_share(&self, percent: u64) -> u64 {
        (self.nodes as u128 * percent as u128 / 100) as u64
    }

    /// What this move is to take of the clock, about, if there is one.
    pub fn time_planned(&self) -> Option<Duration> {
        self.budget.map(|budget| budget.soft)
    }

    /// Is that much of the time planned for this move used up, in percent?
    pub fn has_spent(&self, percent: u64) -> bool {
        self.budget
            .is_some_and(|budget| self.elapsed() >= budget.soft * percent as u32 / 100)
    }

    /// Reads every limit. `nodes` are this thread's.
    pub fn is_over(&self, nodes: u64) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.all_nodes(nodes) >= self.nodes
            || self
                .budget
                .is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// May another iteration of this depth begin?
    pub fn may_begin(&self, depth: u32, nodes: u64) -> bool {
        let in_time = self
            .budget
            .is_none_or(|budget| self.elapsed() < budget.soft);
        depth <= self.depth && in_time && !self.is_over(nodes)
    }

    /// What a thread that searched so many nodes is to count: a main search
    /// counts its helpers' too, a helper tells its own.
    pub(super) fn all_nodes(&self, nodes: u64) -> u64 {
        match self.role {
            Role::Alone => nodes,
            Role::Main(team) => nodes + team.helper_nodes(),
            Role::Helper(team, number) => {
                team.tell_nodes(number, nodes);
                nodes
            }
        }
    }

    /// The main search goes on to that depth.
    pub(super) fn tell_depth(&self, depth: u32) {
        if let Role::Main(team) = self.role {
            team.tell_depth(depth);
        }
    }

    /// Is this the watch of a helper?
    pub(super) fn is_helping(&self) -> bool {
        matches!(self.role, Role::Helper(..))
    }

    /// The depth that the main search is at, for a helper.
    pub(super) fn team_depth(&self) -> u32 {
        match self.role {
            Role::Helper(team, _) => team.depth(),
            Role::Alone | Role::Main(_) => 0,
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_time_planned() {
        // A game clock plans a part of what it allows a move at most.
        let time = TimeControl {
            left: Some(Duration::from_secs(240)),
            ..TimeControl::default()
        };
        let limits = Limits {
            time,
            ..Limits::default()
        };
        let stop = AtomicBool::new(false);
        let budget = time.budget().expect("a clock");
        assert!(budget.soft * 2 < budget.hard);
        // Half of the time planned is gone.
        let started = Instant::now() - budget.soft / 2;
        let stopper = Stopper::new(&limits, started, &stop);
        assert_eq!(stopper.time_planned(), Some(budget.soft));
        assert!(stopper.has_spent(49));
        assert!(!stopper.has_spent(60));
        let unlimited = Stopper::new(&Limits::default(), started, &stop);
        assert!(!unlimited.has_spent(1));
    }
}
