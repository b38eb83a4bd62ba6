//! A game that the owner studies: a tree of moves, a place in it, and what the engine says.
//!
//! - this file: the tree and the place;
//! - `action`: what a page can ask of it;
//! - `place`: the position at a node;
//! - `edit`: what changes the tree;
//! - `files`: reading and writing; `left`: what another session goes on with;
//! - `drill`: puzzles to solve; `sets`: those that come with the program;
//! - `walk`: proofs to walk;
//! - `outline`: what pages are told of the tree;
//! - `told`: what the page is told.

mod action;
mod drill;
mod edit;
mod files;
mod left;
mod outline;
mod place;
pub mod sets;
#[cfg(test)]
mod tests;
mod told;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::engine::{Game, Stone};
use crate::record::tree::{Action, NodeId, Tree};
use crate::report::review::moved::ReviewedMove;
use crate::types::{BoardSize, Color, Point, Rule};
pub use action::StudyAction;
use drill::Drill;
pub use drill::{Judged, Tried};
pub use edit::Removed;
pub use files::Saved;
pub use left::LeftStudy;
pub use place::Place;
pub use told::{Analysis, analysis_text, reviewed_text};
pub use walk::Proved;

/// Why an action is refused. The text is for the user.
pub type Refusal = String;

/// The number of variations that are looked for at first.
const VARIATIONS: usize = 3;

/// What the engine may use, and how long an analysis lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// The number of search threads.
    pub threads: usize,
    /// The memory of searches, in MiB.
    pub memory: u64,
    /// The time of an analysis in seconds; `None` if it lasts until it is stopped.
    pub seconds: Option<u64>,
}

/// What the engine is asked about a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The best moves, until it is stopped.
    Variations,
    /// What is threatened, and why the best move is best.
    Reasons,
    /// A forced win and its proof.
    Win,
    /// Every move of the variation, with this number of nodes for each position.
    Review(u64),
    /// How good a point is in place of the move with this number, from 1.
    Attempt(usize, Point),
    /// What follows a move that was not expected in a puzzle.
    Refutation(Point),
    /// Puzzles in the variation.
    Puzzles,
}

/// A question that the engine is working on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The number of the job.
    pub number: u64,
    /// The question.
    pub question: Question,
}

/// A review of the variation.
pub struct Reviewed {
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// The nodes of the variation, the root first.
    pub nodes: Vec<NodeId>,
    /// What the page is told of it.
    pub told: Value,
}

/// A game with its branches, and the place that is looked at.
pub struct Study {
    /// The games of the file.
    games: Vec<Tree>,
    /// The index of the one that is studied.
    number: usize,
    at: NodeId,
    /// The end of the variation that is shown, which contains the place.
    end: NodeId,
    rule: Rule,
    /// Changes whenever the numbers of nodes change, so that pages do not act on old ones.
    version: u64,
    /// Moves that are not to be considered.
    excluded: Vec<Point>,
    /// The number of variations that are looked for.
    pub variations: usize,
    /// The user wants to see the threats of both sides.
    pub shows_threats: bool,
    /// Pages may be told the threats, see [`Study::allow_help`].
    is_helped: bool,
    /// The nodes after the winning moves of a proof, with the number of moves that the winner needs
    /// after a reply that does not help.
    proved: BTreeMap<NodeId, usize>,
    /// A reply was played that the proof does not contain.
    pub leaves_proof: bool,
    /// Pages have to be told the study again.
    pub is_changed: bool,
    /// The position has changed since an analysis began.
    pub has_moved: bool,
    /// What the engine is working on.
    pub asked: Option<Asked>,
    /// What it has said about the position, for pages that connect later.
    pub told: Option<Value>,
    /// Why the best move is best, beside what was told.
    pub reasons: Option<Value>,
    /// The user wants analyses: one begins at every place, and goes on when the question that has
    /// interrupted it is answered.
    pub is_on: bool,
    /// The proof that is walked.
    pub proof: Option<Proved>,
    /// The proof that was walked last.
    left_proof: Option<Proved>,
    /// The win chances of black that analyses have found, by node.
    pub chances: BTreeMap<NodeId, f64>,
    /// What was deleted last, until the game is changed again.
    removed: Option<Removed>,
    /// What the engine may use.
    pub means: Means,
    /// The most memory that searches can be given, in MiB.
    pub most_memory: u64,
    /// The nodes of the variation that is being reviewed, the root first.
    pub review_nodes: Vec<NodeId>,
    /// The last review.
    pub reviewed: Option<Reviewed>,
    /// It is the game that is being played. Known while something is unsaved.
    pub is_game: bool,
    /// The indices of the games with changes of the user that have not been saved.
    edited_games: BTreeSet<usize>,
    /// The puzzles, if the games are some.
    drill: Option<Drill>,
    /// What was assumed when the file was read.
    notes: Vec<String>,
}

impl Study {
    /// An empty board.
    pub fn new(size: BoardSize, rule: Rule) -> Study {
        Study {
            games: vec![Tree::new(size)],
            number: 0,
            at: NodeId::ROOT,
            end: NodeId::ROOT,
            rule,
            version: 1,
            excluded: Vec::new(),
            variations: VARIATIONS,
            shows_threats: false,
            is_helped: true,
            proved: BTreeMap::new(),
            leaves_proof: false,
            is_changed: true,
            has_moved: false,
            asked: None,
            told: None,
            reasons: None,
            is_on: false,
            proof: None,
            left_proof: None,
            chances: BTreeMap::new(),
            removed: None,
            means: Means {
                threads: 1,
                memory: 0,
                seconds: None,
            },
            most_memory: 0,
            review_nodes: Vec::new(),
            reviewed: None,
            is_game: false,
            edited_games: BTreeSet::new(),
            drill: None,
            notes: Vec::new(),
        }
    }

    /// The game that is studied.
    fn tree(&self) -> &Tree {
        &self.games[self.number]
    }

    /// The number that changes whenever the numbers of nodes change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The moves that are not to be considered.
    pub fn excluded(&self) -> &[Point] {
        &self.excluded
    }

    /// The position that is looked at.
    pub fn place(&self) -> Place {
        Place::at(self.tree(), self.at, self.rule)
    }

    /// The point of the next move of the variation that is shown, if there is one.
    pub fn next_point(&self) -> Option<Point> {
        let nodes = self.variation_nodes();
        let next = nodes.iter().skip_while(|node| **node != self.at).nth(1)?;
        match self.tree().action(*next) {
            Action::Play(_, point) => Some(point),
            Action::None | Action::Pass(_) | Action::Label(_) => None,
        }
    }

    /// The index of the node that is looked at.
    pub fn at(&self) -> usize {
        self.at.index()
    }

    /// Takes the place of another study: no page mistakes its nodes for those of the other.
    pub fn follow(&mut self, other: &Study) {
        self.version = other.version + 1;
        self.variations = other.variations;
        self.means = other.means;
        self.most_memory = other.most_memory;
        // They would show where to play.
        self.shows_threats = other.shows_threats && self.drill.is_none();
    }

    /// Notes whether help is allowed: not while a game over the network goes on, in which threats
    /// would show where to play.
    pub fn allow_help(&mut self, allowed: bool) {
        self.is_changed |= self.is_helped != allowed;
        self.is_helped = allowed;
    }

    /// What is lost when another game takes the place of this one, if anything.
    pub fn unsaved(&self) -> Option<&'static str> {
        match (&self.reviewed, self.edited_games.is_empty()) {
            (Some(_), _) => Some("review"),
            (None, false) => Some("changes"),
            (None, true) => None,
        }
    }

    /// The reviewed move with this number, from 1.
    ///
    /// # Errors
    /// If there is no review of it.
    pub fn reviewed_move(&self, number: usize) -> Result<ReviewedMove, Refusal> {
        let reviewed = self.reviewed.as_ref();
        let found = reviewed.and_then(|reviewed| {
            let mut moves = reviewed.moves.iter();
            moves.find(|moved| moved.ply + 1 == number)
        });
        found
            .cloned()
            .ok_or("This move has not been reviewed.".into())
    }

    /// The position after a point is played in place of the reviewed move with this number,
    /// and the side to move in it.
    ///
    /// # Errors
    /// If there is no review of that move, or the point is not legal.
    pub fn after_attempt(&self, number: usize, point: Point) -> Result<(Game, Color), Refusal> {
        let moved = self.reviewed_move(number)?;
        let nodes = self.reviewed.as_ref().map(|reviewed| &reviewed.nodes);
        let node = nodes.and_then(|nodes| nodes.get(moved.ply));
        let node = node.ok_or("This move has not been reviewed.")?;
        let mut place = Place::at(self.tree(), *node, self.rule);
        place.check(point)?;
        place
            .game
            .put(point, Stone::Of(place.side))
            .map_err(|_| "That point is not empty.")?;
        Ok((place.game, !place.side))
    }

    /// Looks at another node.
    fn look_at(&mut self, node: NodeId) {
        if node != self.at {
            self.excluded.clear();
        }
        self.at = node;
        self.moved();
        if !self.tree().path(self.end).contains(&node) && node != NodeId::ROOT {
            self.end = self.last_after(node);
        }
    }

    /// Notes that the game has changes that have not been saved.
    fn edited(&mut self) {
        self.removed = None;
        self.edited_games.insert(self.number);
    }

    /// Notes that the position has changed, and forgets what was said about the previous one.
    fn moved(&mut self) {
        self.told = None;
        self.reasons = None;
        self.has_moved = true;
    }

    /// The end of the main line after a node.
    fn last_after(&self, node: NodeId) -> NodeId {
        let next = |node: &NodeId| self.tree().first_child(*node);
        std::iter::successors(Some(node), next)
            .last()
            .unwrap_or(node)
    }
}
