//! How deep the moves of a node are searched.
//!
//! What was tried and left out, such as singular extensions and history of pairs of moves, is
//! listed in [experiments](crate::book::experiments).

use super::movepick::Pick;
use super::node::{Node, NodeType};
use super::steps::Step;
use super::{Aborted, Worker, params};
use crate::board::Geometry;
use crate::movegen;
use crate::types::{Score, Square};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// The value of a move; `best` is the best value of those before it.
    pub(super) fn search_move(
        &mut self,
        node: &Node,
        pick: Pick,
        best: Score,
    ) -> Result<Score, Aborted> {
        let Pick { square, rank, .. } = pick;
        let full = self.full_depth(node, square);
        // A reduction leaves at least one ply.
        // Elo: see experiments, "a reduction leaves at least one ply".
        let reduction = self.reduction(node, pick).clamp(0, (full - 1).max(0));
        if reduction > 0 {
            self.count(Step::LateMoveReduction);
        }
        self.make(node.ply, square);
        let value = self.search_child(node, rank, best, full, reduction);
        self.position.undo();
        value
    }

    /// The value of the move just made. A reduced move that reaches beta is searched
    /// again: a ply deeper than usual if it exceeds beta by a margin, a ply shallower if
    /// it hardly exceeds the best value so far.
    // CITE: Rapfi, extension of late moves that fail high.
    // Elo: see experiments, 22657fd, together with the null move.
    fn search_child(
        &mut self,
        node: &Node,
        rank: usize,
        best: Score,
        full: i32,
        reduction: i32,
    ) -> Result<Score, Aborted> {
        let (beta, ply) = (1 - node.beta, node.ply + 1);
        let node_type = match rank {
            0 => node.node_type.first_child(),
            _ => NodeType::Cut,
        };
        let reduced = full - reduction;
        let value = -self.alphabeta(beta, reduced, ply, node_type)?;
        if reduction == 0 || value < node.beta {
            return Ok(value);
        }
        let extended =
            self.uses(Step::Extension) && value >= node.beta + params::extension_margin(reduction);
        if extended {
            self.count(Step::Extension);
        }
        let depth = full + i32::from(extended) - i32::from(value < best + full);
        if depth <= reduced {
            return Ok(value);
        }
        Ok(-self.alphabeta(beta, depth, ply, node.node_type.re_searched_child())?)
    }

    /// The depth of a move that is not reduced for its rank. If the evaluation of an
    /// expected cut node is far above beta, all its moves but fours lose a ply.
    // CITE: Rapfi, fail-high reduction.
    fn full_depth(&mut self, node: &Node, square: Square) -> i32 {
        let fails_high = self.uses(Step::FailHighReduction)
            && node.node_type == NodeType::Cut
            && node.eval >= node.beta + params::fail_high_margin(node.depth, node.must_answer)
            && !movegen::makes_four(&self.position, self.position.side(), square);
        if fails_high {
            self.count(Step::FailHighReduction);
        }
        (node.depth - 1 - i32::from(fails_high)).max(0)
    }

    /// Plies taken off a move that comes late.
    // CITE: Stockfish and its predecessors, late-move reductions by depth, rank and
    // history; Rapfi, the parts by node type.
    // Elo: the parts by node type, see `NodeType`.
    fn reduction(&mut self, node: &Node, pick: Pick) -> i32 {
        let Pick { square, rank, .. } = pick;
        if !self.uses(Step::LateMoveReduction) || node.depth < 2 || rank == 0 {
            return 0;
        }
        let history = self.data.history.score(self.position.side(), square);
        let lateness = params::lateness_behind(rank, pick.behind);
        let usual = params::reduction(node.depth, lateness);
        let mut reduction = usual - history * PLY / params::lmr_history();
        match node.node_type {
            NodeType::Pv => reduction -= params::lmr_pv(),
            _ if !node.improving && usual > PLY => reduction += params::lmr_worse(),
            _ => {}
        }
        let is_killer = self.frames[node.ply].killers.contains(&square);
        if node.node_type == NodeType::Cut && !is_killer {
            reduction += params::lmr_cut();
        }
        if node.must_answer && self.uses(Step::FarDefenceReduction) {
            reduction += self.far_defence_reduction(square);
        }
        whole_plies(reduction)
    }

    /// Hundredths of a ply taken off a defence that is far from the last stones and does
    /// not stop a four of the opponent. It can only delay.
    // CITE: Rapfi, reduction of useless defences.
    fn far_defence_reduction(&mut self, square: Square) -> i32 {
        let us = self.position.side();
        if movegen::makes_four(&self.position, !us, square) {
            return 0;
        }
        let limit = params::far_defence_distance() as usize;
        let is_far = |stone: Option<Square>| {
            stone.is_some_and(|stone| Geometry::<CELLS>::distance(square, stone) > limit)
        };
        let reduction = params::lmr_far_defence()
            * i32::from(is_far(self.position.last_stone(!us)))
            + params::lmr_far_defence() / 2 * i32::from(is_far(self.position.last_stone(us)));
        if reduction > 0 {
            self.count(Step::FarDefenceReduction);
        }
        reduction
    }
}

/// A ply in the units of reductions.
const PLY: i32 = 100;

/// A reduction in hundredths of a ply, rounded to plies: rounded down, every late move
/// would be searched half a ply too deep on average.
fn whole_plies(hundredths: i32) -> i32 {
    (hundredths + PLY / 2).div_euclid(PLY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::search::testing::{middle_game, position, square, with_worker};

    /// A node where nothing but its type and depth changes reductions.
    fn node(node_type: NodeType, depth: i32) -> Node {
        Node {
            beta: 0,
            depth,
            ply: 2,
            node_type,
            must_answer: false,
            static_eval: 0,
            eval: 0,
            improving: true,
            has_bound: false,
            tt_move: None,
        }
    }

    /// A late move, whose score is 500 behind that of the first.
    fn pick(rank: usize) -> Pick {
        Pick {
            square: square(7, 5),
            rank,
            behind: 500,
        }
    }

    #[test]
    fn a_move_far_behind_the_first_is_reduced_more() {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            let mut plies = |behind| {
                let pick = Pick { behind, ..pick(8) };
                worker.reduction(&node(NodeType::All, 9), pick)
            };
            let reductions = [0, 300, 600, 900, 1200].map(&mut plies);
            assert!(reductions.is_sorted(), "{reductions:?}");
            assert!(reductions[0] < reductions[4], "{reductions:?}");
        });
    }

    #[test]
    fn reductions_are_rounded_to_the_nearest_ply() {
        let rounded = [-51, -50, 0, 49, 50, 149, 150].map(whole_plies);
        assert_eq!(rounded, [-1, 0, 0, 0, 1, 1, 2]);
    }

    #[test]
    fn the_first_move_is_never_reduced() {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            for node_type in [NodeType::Pv, NodeType::Cut, NodeType::All] {
                for depth in 0..30 {
                    let reduction = worker.reduction(&node(node_type, depth), pick(0));
                    assert_eq!(reduction, 0);
                }
            }
        });
    }

    #[test]
    fn the_type_of_the_node_changes_the_reduction_by_its_parameter() {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            let mut plies = |node_type| worker.reduction(&node(node_type, 9), pick(8));
            let usual = params::reduction(9, params::lateness_behind(8, pick(8).behind));
            assert_eq!(plies(NodeType::All), whole_plies(usual));
            let at_cut_node = usual + params::lmr_cut();
            assert_eq!(plies(NodeType::Cut), whole_plies(at_cut_node));
            let on_pv = usual - params::lmr_pv();
            assert_eq!(plies(NodeType::Pv), whole_plies(on_pv));
        });
    }

    #[test]
    fn killers_are_reduced_less_at_cut_nodes() {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            let node = node(NodeType::Cut, 9);
            let before = worker.reduction(&node, pick(8));
            worker.frames[node.ply].add_killer(square(7, 5));
            assert!(worker.reduction(&node, pick(8)) < before);
        });
    }

    #[test]
    fn far_defences_that_stop_no_four_are_reduced() {
        // Black threatens an open four around (7, 7). White's last stone is at (12, 2).
        let moves = [(6, 7), (2, 2), (7, 7), (12, 2), (8, 7)];
        with_worker(&position(&moves), &Limits::default(), |worker| {
            let far = params::lmr_far_defence();
            let limit = params::far_defence_distance() as u8;
            assert_eq!(worker.far_defence_reduction(square(5, 7)), 0);
            let both = worker.far_defence_reduction(square(13, 12));
            assert_eq!(both, far + far / 2);
            let from_own = worker.far_defence_reduction(square(8 + limit, 9));
            assert_eq!(from_own, far / 2);
            let from_theirs = worker.far_defence_reduction(square(9 + limit, 4));
            assert_eq!(from_theirs, far);
        });
    }
}
