//! What the evaluation decides at a node before any move is searched.

use super::node::{Node, NodeType};
use super::steps::Step;
use super::{Aborted, Worker, params};
use crate::types::Score;
use crate::types::score::{is_loss, is_win};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Steps 8 to 10: the value of the node if its evaluation is so far from beta that a
    /// search is unlikely to change the answer.
    pub(super) fn prune(&mut self, node: &Node) -> Result<Option<Score>, Aborted> {
        if node.node_type == NodeType::Pv || is_win(node.beta) || is_loss(node.beta) {
            return Ok(None);
        }
        if self.is_razored(node) {
            self.count(Step::Razoring);
            return Ok(Some(self.leaf(node.eval, node.beta, node.ply)));
        }
        if node.must_answer {
            return Ok(None);
        }
        if self.is_futile(node) {
            self.count(Step::ReverseFutility);
            return Ok(Some(node.eval));
        }
        self.null_move(node)
    }

    /// Step 8: razoring. The remaining plies are too few to make up for the distance to
    /// beta, or for an open four that the opponent threatens.
    // CITE: J. Birmingham and P. Kent, "Tree-searching and tree-pruning techniques",
    // 1977; depth and margins as in Rapfi.
    fn is_razored(&self, node: &Node) -> bool {
        self.uses(Step::Razoring)
            && node.depth <= params::razor_depth()
            && (node.must_answer || node.eval + params::razor_margin(node.depth) < node.beta)
    }

    /// Step 9: reverse futility. The evaluation is so far above beta that a quiet move
    /// will keep it there.
    // CITE: Stockfish, futility pruning of child nodes; margins as in Rapfi.
    // Elo: +158 [+74, +264] for its use at any depth and before the VCF, together with leaves
    // that trust an evaluation above beta.
    fn is_futile(&self, node: &Node) -> bool {
        let new_cut_node = !node.has_bound && node.node_type == NodeType::Cut;
        let margin = params::reverse_futility_margin(node.depth, node.improving, new_cut_node);
        self.uses(Step::ReverseFutility) && node.eval - margin >= node.beta
    }

    /// Step 10: the null move. If the value stays above beta even when the side to move
    /// passes, a move will keep it there too. A line has at most one null move: two would
    /// ask about the same position again.
    // CITE: C. Donninger, "Null move and deep search", ICCA Journal 16(3), 1993; depths
    // and margins as in Rapfi.
    // Elo: see experiments, 22657fd, together with the deeper second searches.
    fn null_move(&mut self, node: &Node) -> Result<Option<Score>, Aborted> {
        let is_tried = self.uses(Step::NullMove)
            && node.depth >= params::null_depth()
            && node.eval >= node.beta
            && self.frames[node.ply].eval >= node.beta + params::null_margin(node.depth)
            && !self.is_below_null(node.ply);
        if !is_tried {
            return Ok(None);
        }
        let depth = node.depth - params::null_reduction(node.depth);
        let node_type = node.node_type.first_child();
        self.make_null(node.ply);
        let value = self.alphabeta(1 - node.beta, depth, node.ply + 1, node_type);
        self.position.undo();
        let value = -value?;
        if value < node.beta {
            return Ok(None);
        }
        self.count(Step::NullMove);
        // A win after a pass is not proved: the pass is not a move of the game.
        Ok(Some(if is_win(value) { node.beta } else { value }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use crate::search::Limits;
    use crate::search::testing::{middle_game, with_worker};
    use crate::types::score::mate_in;

    /// The node limit ends the search at every possible node, after a null move too.
    #[test]
    fn an_aborted_search_restores_its_position() {
        let start = middle_game();
        // Beta is low enough for a null move and too high for reverse futility.
        let depth = params::null_depth() + 4;
        let beta = evaluate(&start) - params::null_margin(depth) - 20;
        let mut aborted = 0;
        for nodes in 1..400 {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            with_worker(&start, &limits, |worker| {
                let value = worker.alphabeta(beta, depth, 2, NodeType::Cut);
                aborted += u32::from(value.is_err());
                assert_eq!(worker.position.key(), start.key(), "{nodes} nodes");
                assert_eq!(worker.position.side(), start.side(), "{nodes} nodes");
                assert!(worker.position.plies().eq(start.plies()), "{nodes} nodes");
            });
        }
        assert!(aborted > 0, "no search was aborted");
    }

    /// A node of the middle game whose evaluation is `below` less than beta.
    fn node(below: Score, depth: i32, eval: Score) -> Node {
        Node {
            beta: eval + below,
            depth,
            ply: 2,
            node_type: NodeType::Cut,
            must_answer: false,
            static_eval: eval,
            eval,
            improving: false,
            has_bound: true,
            tt_move: None,
        }
    }

    /// The value that `prune` gives a node of the middle game.
    fn pruned(node: Node) -> Option<Score> {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            worker.prune(&node).expect("no limit")
        })
    }

    #[test]
    fn the_evaluation_decides_only_beyond_its_margins() {
        let eval = evaluate(&middle_game());

        let shallow = params::razor_depth();
        let razor = params::razor_margin(shallow);
        assert_eq!(pruned(node(razor + 1, shallow, eval)), Some(eval));
        assert_eq!(pruned(node(razor, shallow, eval)), None);
        assert_eq!(pruned(node(razor + 1, shallow + 1, eval)), None);
        let threatened = |depth| Node {
            must_answer: true,
            ..node(1, depth, eval)
        };
        assert_eq!(pruned(threatened(shallow)), Some(eval));
        assert_eq!(pruned(threatened(shallow + 1)), None);

        // The corrected evaluation is returned, not the bare one.
        let corrected = eval - 200;
        assert_eq!(pruned(node(razor + 1, shallow, corrected)), Some(corrected));

        let futility = params::reverse_futility_margin(5, false, false);
        assert_eq!(pruned(node(-futility, 5, eval)), Some(eval));
        assert_eq!(pruned(node(1 - futility, 5, eval)), None);
        let expected = params::reverse_futility_margin(5, false, true);
        let without_bound = |node| Node {
            has_bound: false,
            ..node
        };
        assert!(expected < futility);
        assert_eq!(pruned(without_bound(node(-expected, 5, eval))), Some(eval));
        assert_eq!(pruned(without_bound(node(1 - expected, 5, eval))), None);
        let on_pv = Node {
            node_type: NodeType::Pv,
            ..node(-futility, 5, eval)
        };
        assert_eq!(pruned(on_pv), None);
        let win = mate_in(9) - eval;
        assert_eq!(pruned(node(win, shallow, eval)), None);
    }
}
