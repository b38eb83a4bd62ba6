//! When a search must stop: nodes, depth, clock, the stop flag, or the team.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::busy::BusyMoves;
use super::shared_bounds::SharedBounds;
use super::team::Team;
use super::vote::Verdict;
use crate::clock::Instant;
use crate::time::{TimeBudget, TimeControl};
use crate::types::Score;

/// The limits of one search. A search without limits ends only by the stop flag, by a
/// proved result, or at the maximum depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clock.
    pub time: TimeControl,
    /// The maximum number of nodes, including those of helper threads. It may be
    /// exceeded slightly.
    pub nodes: Option<u64>,
    /// The maximum depth in plies.
    pub depth: Option<u32>,
}

impl Limits {
    /// The limits of a search that may take this long, if that is limited, and nothing else.
    pub fn of_turn(turn: Option<Duration>) -> Limits {
        Limits {
            time: TimeControl {
                turn,
                ..TimeControl::default()
            },
            ..Limits::default()
        }
    }
}

/// Tells a search from outside that it has to end. It is asked about every half a millisecond.
pub trait Stop {
    /// True if the search has to end.
    fn is_set(&self) -> bool;
}

/// A flag that another thread sets.
impl Stop for AtomicBool {
    fn is_set(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// The clock is read every this many calls, a power of two. The work between
/// takes up to half a millisecond, on a busy machine ten times as long.
const CHECK_INTERVAL: u64 = 64;

/// Tests whether a search must stop.
pub struct Stopper<'a> {
    stop: &'a dyn Stop,
    started: Instant,
    budget: Option<TimeBudget>,
    nodes: u64,
    depth: u32,
    role: Role<'a>,
    /// The bound and the depth of the probe of the root, if other threads can answer it.
    probe: Option<(Score, i32)>,
}

/// The limit that decides what else may be done in a search, such as looking for forced wins at
/// the root. If there are several, the first of these counts, so that a search whose nodes or
/// depth are limited gives the same result on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MainLimit {
    /// The number of nodes.
    Nodes,
    /// The depth.
    Depth,
    /// The clock, with the soft limit of its budget.
    Time(Duration),
    /// The search goes on until it is stopped.
    None,
}

/// The role of a thread in its search.
#[derive(Clone, Copy)]
enum Role<'a> {
    Alone,
    Main(&'a Team),
    Helper(&'a Team, usize),
}

impl<'a> Stopper<'a> {
    /// The stopper of a search with one thread. Time counts from `started`;
    /// `stop` ends the search.
    pub fn new(limits: &Limits, started: Instant, stop: &'a dyn Stop) -> Stopper<'a> {
        Stopper {
            stop,
            started,
            budget: limits.time.budget(),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(u32::MAX),
            role: Role::Alone,
            probe: None,
        }
    }

    /// The stopper of a main worker. The nodes of its team count towards the limit.
    pub fn leading(self, team: &'a Team) -> Stopper<'a> {
        let role = Role::Main(team);
        Stopper { role, ..self }
    }

    /// The stopper of a helper, counted from 0. It ends with the main search, or by the
    /// clock; the limits of depth and nodes do not apply to it.
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

    /// True if the search must stop now. Cheap enough to be called at every node;
    /// `calls` counts the calls, `nodes` are those of this thread.
    #[inline]
    pub fn must_stop(&self, calls: u64, nodes: u64) -> bool {
        calls.is_multiple_of(CHECK_INTERVAL) && (self.is_over(nodes) || self.is_answered())
            || nodes >= self.nodes
    }

    /// `percent` percent of the node limit.
    pub fn node_share(&self, percent: u64) -> u64 {
        (self.nodes as u128 * percent as u128 / 100) as u64
    }

    /// The limit that shares of the search are measured by.
    pub(super) fn main_limit(&self) -> MainLimit {
        match self.budget {
            _ if self.nodes < u64::MAX => MainLimit::Nodes,
            _ if self.depth < u32::MAX => MainLimit::Depth,
            Some(budget) => MainLimit::Time(budget.soft),
            None => MainLimit::None,
        }
    }

    /// True if `percent` percent of the soft limit have passed. False without a clock.
    pub fn has_spent(&self, percent: u64) -> bool {
        self.budget
            .is_some_and(|budget| self.elapsed() >= budget.soft * percent as u32 / 100)
    }

    /// Tests every limit but that of depth. `nodes` are those of this thread.
    pub fn is_over(&self, nodes: u64) -> bool {
        self.stop.is_set()
            || self.all_nodes(nodes) >= self.nodes
            || self
                .budget
                .is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// True if an iteration of this depth may begin. `weight` is that of the move, see
    /// [`MoveWeight::percent`](crate::time::MoveWeight::percent).
    pub fn may_begin(&self, depth: u32, nodes: u64, weight: u32) -> bool {
        let in_time = self
            .budget
            .is_none_or(|budget| self.elapsed() < budget.latest_start(weight));
        depth <= self.depth && in_time && !self.is_over(nodes)
    }

    /// The nodes that count for a thread that has searched `nodes`: a main worker adds
    /// those of its helpers, a helper reports its own to the team.
    pub(super) fn all_nodes(&self, nodes: u64) -> u64 {
        match self.role {
            Role::Alone => nodes,
            Role::Main(team) => nodes + team.helper_nodes(),
            Role::Helper(team, number) => {
                team.set_nodes(number, nodes);
                nodes
            }
        }
    }

    /// What the helpers have found within the limit of depth, for a main worker.
    pub(super) fn helper_verdicts(&self) -> impl Iterator<Item = Verdict> + '_ {
        let team = match self.role {
            Role::Main(team) => Some(team),
            Role::Alone | Role::Helper(..) => None,
        };
        let verdicts = team.into_iter().flat_map(Team::verdicts);
        verdicts.filter(|verdict| verdict.depth <= self.depth)
    }

    /// Tells the team what a helper has found.
    pub(super) fn set_verdict(&self, verdict: Verdict) {
        if let Role::Helper(team, number) = self.role {
            team.set_verdict(number, verdict);
        }
    }

    /// Sets the depth of the team if this is the main worker.
    pub(super) fn set_team_depth(&self, depth: u32) {
        if let Role::Main(team) = self.role {
            team.set_depth(depth);
        }
    }

    /// The moves that the threads of the team are searching; `None` if there is no team.
    #[inline]
    pub(super) fn busy_moves(&self) -> Option<&'a BusyMoves> {
        match self.role {
            Role::Alone => None,
            Role::Main(team) | Role::Helper(team, _) => Some(team.busy()),
        }
    }

    /// The bounds of the root's value that the team has proved; `None` if there is no team.
    pub(super) fn bounds(&self) -> Option<&'a SharedBounds> {
        match self.role {
            Role::Alone => None,
            Role::Main(team) | Role::Helper(team, _) => Some(team.bounds()),
        }
    }

    /// Sets the probe of the root that is being searched.
    pub(super) fn set_probe(&mut self, probe: Option<(Score, i32)>) {
        self.probe = probe;
    }

    /// True if another thread has answered the probe of the root.
    fn is_answered(&self) -> bool {
        self.probe.is_some_and(|(beta, depth)| {
            self.bounds()
                .is_some_and(|bounds| bounds.at(depth).answer(beta).is_some())
        })
    }

    /// True for a helper.
    pub(super) fn is_helper(&self) -> bool {
        matches!(self.role, Role::Helper(..))
    }

    /// The depth of the main search, for a helper; otherwise 0.
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
    fn shares_are_percentages_of_the_soft_limit() {
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
        assert_eq!(stopper.main_limit(), MainLimit::Time(budget.soft));
        assert!(stopper.has_spent(49));
        assert!(!stopper.has_spent(60));
        let unlimited = Stopper::new(&Limits::default(), started, &stop);
        assert!(!unlimited.has_spent(1));
        assert_eq!(unlimited.main_limit(), MainLimit::None);
    }

    #[test]
    fn limits_that_do_not_depend_on_the_machine_come_first() {
        let limits = Limits {
            depth: Some(9),
            ..Limits::of_turn(Some(Duration::from_secs(60)))
        };
        let main_limit = |limits: &Limits| {
            let stop = AtomicBool::new(false);
            Stopper::new(limits, Instant::now(), &stop).main_limit()
        };
        assert_eq!(main_limit(&limits), MainLimit::Depth);
        let nodes = Some(5_000);
        assert_eq!(main_limit(&Limits { nodes, ..limits }), MainLimit::Nodes);
    }
}
