//! A node: what the search knows of it before any of its moves is searched.

use crate::types::{Score, Square};

/// What a zero-window probe expects of a node, from its place in the tree.
// CITE: D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial
// Intelligence 6, 1975; the names: T. Marsland and F. Popowich, "Parallel game-tree
// search", IEEE PAMI 7(4), 1985.
// Elo: +66 [+1, +136] for the part for the principal variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeType {
    /// On the line of first moves from the root. A mistake here changes the move that is
    /// played, so nothing is pruned by the evaluation and moves are reduced less.
    Pv,
    /// One move is expected to reach beta.
    Cut,
    /// No move is expected to reach beta.
    All,
}

impl NodeType {
    /// The type of the node after the first move.
    pub fn first_child(self) -> NodeType {
        match self {
            NodeType::Pv => NodeType::Pv,
            other => other.re_searched_child(),
        }
    }

    /// The type of the node after a later move that has reached beta and is searched
    /// again.
    pub fn re_searched_child(self) -> NodeType {
        match self {
            NodeType::Pv | NodeType::All => NodeType::Cut,
            NodeType::Cut => NodeType::All,
        }
    }

    /// Whether a node of this depth is looked up in the transposition table and its bound
    /// stored there. At depth 1 a probe waits for memory and seldom finds an entry: 2 % of
    /// these probes do, and they were 28 % of all. On the principal variation the table
    /// keeps the line of best moves.
    // Elo: see experiments, "transposition table unused at depth 1".
    pub fn uses_table(self, depth: i32) -> bool {
        depth > 1 || self == NodeType::Pv
    }
}

/// A node that neither patterns nor bounds have decided.
pub struct Node {
    /// The bound of the probe: is the value at least this?
    pub beta: Score,
    /// Remaining depth in plies.
    pub depth: i32,
    /// Distance from the root in plies.
    pub ply: usize,
    /// What the probe expects of the node.
    pub node_type: NodeType,
    /// The opponent threatens an open four.
    pub must_answer: bool,
    /// The static evaluation, without its correction.
    pub static_eval: Score,
    /// The corrected evaluation, moved into the bounds of the transposition table. At a
    /// node that must answer, the static evaluation.
    pub eval: Score,
    /// The corrected evaluation is higher than two plies ago. Never true at a node that
    /// must answer.
    pub improving: bool,
    /// A bound of its value was found in the transposition table.
    pub has_bound: bool,
    /// The best move in the transposition table.
    pub tt_move: Option<Square>,
}
