//! The search whose result the manager is waiting for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::{Game, Limits, Report};
use crate::opening::{OpeningMove, OpeningRequest};
use crate::protocol::event::SearchId;
use crate::protocol::search_thread::{SearchControl, SearchTask, any_decision, any_move};
use crate::protocol::soosorv::SoosorvStep;
use crate::protocol::yixin::Swap2Step;
use crate::types::{Color, Point};

/// The step of an opening of Yixin-Board that a search answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningStep {
    /// A step of swap2.
    Swap2(Swap2Step),
    /// A step of Soosyrv-8.
    Soosorv(SoosorvStep),
}

/// What the session stores about the search under way.
pub struct ActiveSearch {
    /// The number of the search.
    pub id: SearchId,
    /// The side to move.
    pub side: Color,
    /// The step of Yixin-Board's opening that the search answers, if any.
    pub opening_step: Option<OpeningStep>,
    /// The decision about an opening that the search is for, and the position; `None` for a move.
    opening: Option<(OpeningRequest, Game)>,
    /// True if the stones found are to be placed on the board.
    pub is_kept: bool,
    /// The points that the move must not be on; `None` if the search is not for a move.
    pub excluded: Option<Vec<Point>>,
    /// True if the search is for the next move of the game or for a swap2 step after the first.
    /// Yixin-Board counts these: if it begins a new game before the answer, it still expects a
    /// move.
    pub is_counted: bool,
    /// True if all moves that are not proved to lose are to be listed.
    pub lists_defences: bool,
    /// Ends the search.
    pub control: Arc<SearchControl>,
    /// When the command arrived.
    arrived: Instant,
    /// The time used before `arrived`: process start-up.
    startup: Duration,
    /// True if time, nodes or depth were limited when the search started.
    has_limits: bool,
    /// When to stop, if INFO has changed the time during the search.
    pub deadline: Option<Instant>,
    /// The time from the start of the search to the end of its last iteration.
    pub last_iteration: Duration,
    /// The best move after the last iteration.
    pub best: Option<Point>,
    /// How full the transposition table was after the last iteration, per mille.
    pub hashfull: u32,
    /// The last report printed.
    pub shown: Option<Report>,
}

impl ActiveSearch {
    /// The state of this task before its first iteration.
    pub fn new(task: &SearchTask) -> ActiveSearch {
        ActiveSearch {
            id: task.id,
            side: task.side,
            opening_step: None,
            opening: task
                .opening
                .clone()
                .map(|opening| (opening, task.game.clone())),
            is_kept: task.opening != Some(OpeningRequest::Swap2),
            excluded: task.opening.is_none().then(|| task.excluded.clone()),
            is_counted: false,
            lists_defences: false,
            control: Arc::clone(&task.control),
            arrived: task.arrived,
            startup: task.limits.time.spent,
            has_limits: has_limits(&task.limits),
            deadline: None,
            last_iteration: Duration::ZERO,
            best: None,
            hashfull: 0,
            shown: None,
        }
    }

    /// The time used for this move so far.
    pub fn spent(&self) -> Duration {
        self.arrived.elapsed() + self.startup
    }

    /// A move in place of a missing one: the best so far, or else any; `None` if the search
    /// is not for a move.
    pub fn substitute(&self, game: &Game) -> Option<Point> {
        let excluded = self.excluded.as_deref()?;
        let best = self.best.filter(|best| !excluded.contains(best));
        best.or_else(|| any_move(game, self.side, excluded))
    }

    /// Any decision about an opening, in place of a missing one; `None` if there is none, or if the
    /// search is for a move.
    pub fn any_decision(&self) -> Option<OpeningMove> {
        let (opening, game) = self.opening.as_ref()?;
        any_decision(game, opening)
    }

    /// True if the search will end without a command.
    pub fn is_limited(&self) -> bool {
        self.has_limits || self.deadline.is_some()
    }
}

/// True if time, nodes or depth are limited.
fn has_limits(limits: &Limits) -> bool {
    limits.time.budget().is_some() || limits.nodes.is_some() || limits.depth.is_some()
}
