//! What is asked of the engine, and its answer.

use super::Game;
use crate::clock::Instant;
use crate::eval::network::loaded::Loaded;
use crate::search::{
    CutoffObserver, Limits, NodeObserver, Report, RootObserver, SearchOptions, Stop,
};
use crate::types::{Color, Point};

/// One question: which move is best for `side` in `game`?
#[derive(Clone)]
pub struct Request<'a> {
    /// The game.
    pub game: &'a Game,
    /// The side to move.
    pub side: Color,
    /// Clock, nodes and depth. Without any limit the search ends only by `stop`,
    /// by a proved result, or at the maximum depth.
    pub limits: Limits,
    /// The start of the clock.
    pub started: Instant,
    /// Ends the search within about a millisecond; the best move so far is then the answer.
    /// Mostly a flag that another thread sets.
    pub stop: Option<&'a dyn Stop>,
    /// Number of lines, handicap, whether to look for a VCT.
    pub options: SearchOptions,
    /// Points that the move may not be on. If there are any, the solvers do not look for a
    /// forced win at the root.
    pub excluded: Vec<Point>,
    /// A network and a policy from files. `None` for those of the program.
    pub networks: Option<Loaded>,
    /// Called for each event at the root.
    pub root_observer: Option<RootObserver>,
    /// Called for a sample of the nodes below the root.
    pub node_observer: Option<NodeObserver>,
    /// Called for a sample of the cutoffs.
    pub cutoff_observer: Option<CutoffObserver>,
}

impl<'a> Request<'a> {
    /// A request for the side to move by the parity of the stones, with default
    /// options and without observers. The clock starts now.
    pub fn new(game: &'a Game, limits: &Limits) -> Request<'a> {
        Request {
            game,
            side: game.side_to_move(),
            limits: *limits,
            started: Instant::now(),
            stop: None,
            options: SearchOptions::default(),
            excluded: Vec::new(),
            networks: None,
            root_observer: None,
            node_observer: None,
            cutoff_observer: None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play; `None` if the side to move has no legal move that is not excluded.
    pub best: Option<Point>,
    /// The last finished iteration. Its line begins with `best`, even if an unfinished
    /// iteration or another thread has found that move.
    pub report: Report,
}
