//! Callbacks by which a caller can follow a search.
//!
//! All run on the searching thread, so they should return quickly.

use std::fmt;
use std::sync::Arc;

use crate::types::{Color, Point};

/// An event in the search of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootEvent {
    /// The search of this move begins.
    Started(Point),
    /// The search of this move has ended; true if the move is proved to lose.
    Finished(Point, bool),
}

/// Called for each event at the root.
pub type RootObserver = Arc<dyn Fn(RootEvent) + Send + Sync>;

/// A node of the search, as a [`NodeObserver`] sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedNode {
    /// The plies from the empty board to the node, including those before the
    /// root; `None` is a pass. Black plays the first.
    pub plies: Vec<Option<Point>>,
    /// The side to move.
    pub side: Color,
    /// True if the opponent threatens to make an open four.
    pub must_answer: bool,
}

/// A node of the search that a move has cut off, as a [`CutoffObserver`] sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedCutoff {
    /// The plies from the empty board to the node, as in [`ObservedNode`].
    pub plies: Vec<Option<Point>>,
    /// The move that reached beta.
    pub best: Point,
    /// All moves of the node, with their ordering scores without those of the policy.
    pub candidates: Vec<(Point, i32)>,
}

/// Receives a sample of the cutoffs at nodes of depth 2 or more, except those by the move
/// of the transposition table, which is not ordered.
///
/// Only the main worker is observed.
#[derive(Clone)]
pub struct CutoffObserver {
    /// About one cutoff in this many is observed; at least 1.
    pub interval: u64,
    /// The callback.
    pub observe: Arc<dyn Fn(ObservedCutoff) + Send + Sync>,
}

impl fmt::Debug for CutoffObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CutoffObserver")
            .field("interval", &self.interval)
            .finish_non_exhaustive()
    }
}

/// Receives a sample of the nodes that a search evaluates: those that neither the
/// rules nor the patterns decide.
///
/// Only the main worker is observed.
#[derive(Clone)]
pub struct NodeObserver {
    /// One in this many calls of the search function is observed; at least 1.
    /// Counting calls gives more weight to positions that the search visits often.
    pub interval: u64,
    /// The callback.
    pub observe: Arc<dyn Fn(ObservedNode) + Send + Sync>,
}

impl fmt::Debug for NodeObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeObserver")
            .field("interval", &self.interval)
            .finish_non_exhaustive()
    }
}
