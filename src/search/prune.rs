//! What a node's evaluation decides, without a move of it being searched.

use super::moves::{Node, NodeType};
use super::statistics::Step;
use super::{Aborted, Worker, params};
use crate::types::Score;
use crate::types::score::{is_loss, is_win};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Steps 8 to 10: the node's value, if the evaluation is so far from beta that a
    /// search would hardly change the answer.
    pub(super) fn prune(&mut self, node: &Node) -> Result<Option<Score>, Aborted> {
        let Node {
            beta, depth, eval, ..
        } = *node;
        if node.kind == NodeType::Pv || is_win(beta) || is_loss(beta) {
            return Ok(None);
        }

        // Step 8: razoring. Too few plies are left to make up for so much, or for an
        // open four that the opponent threatens.
        if depth <= params::razor_depth()
            && (node.must_answer || eval + params::razor_margin(depth) < beta)
        {
            self.count(Step::Razoring);
            return Ok(Some(self.leaf(eval, beta, node.ply)));
        }
        if node.must_answer {
            return Ok(None);
        }

        // Step 9: reverse futility. So far ahead that a quiet move will do.
        let expected = !node.known && node.kind == NodeType::Cut;
        let margin = params::reverse_futility_margin(depth, node.improving, expected);
        if eval - margin >= beta {
            self.count(Step::ReverseFutility);
            return Ok(Some(eval));
        }

        // Step 10: the null move. So far ahead that passing will do.
        if depth >= params::null_depth()
            && eval >= beta
            && self.frames[node.ply].eval >= beta + params::null_margin(depth)
        {
            return self.null_move(node);
        }
        Ok(None)
    }

    /// The value if the side to move passes, should that reach beta.
    ///
    /// Not twice in a line: two passes would ask about the same position again.
    fn null_move(&mut self, node: &Node) -> Result<Option<Score>, Aborted> {
        if self.is_below_null(node.ply) {
            return Ok(None);
        }
        let depth = node.depth - params::null_reduction(node.depth);
        let kind = node.kind.after_first();
        self.make_null(node.ply);
        let value = self.alphabeta(1 - node.beta, depth, node.ply + 1, kind);
        self.position.undo();
        let value = -value?;
        // Nobody passes, so a win found after it is none to tell of.
        let value = if is_win(value) { node.beta } else { value };
        if value < node.beta {
            return Ok(None);
        }
        self.count(Step::NullMove);
        Ok(Some(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use crate::search::Limits;
    use crate::search::testing::{middle_game, with_worker};
    use crate::types::score::mate_in;

    /// Wherever the limit strikes, in a null move too, all is taken back.
    #[test]
    fn a_search_cut_short_leaves_its_position_as_it_was() {
        let start = middle_game();
        // Far enough below for a null move, too near for reverse futility.
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
        assert!(aborted > 0, "no search was cut short");
    }

    /// A node of the middle game so many points below beta.
    fn node(below: Score, depth: i32, eval: Score) -> Node {
        Node {
            beta: eval + below,
            depth,
            ply: 2,
            kind: NodeType::Cut,
            must_answer: false,
            eval,
            improving: false,
            known: true,
            tt_move: None,
        }
    }

    /// What `prune` says of a node of the middle game.
    fn pruned(node: Node) -> Option<Score> {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            worker.prune(&node).expect("no limit")
        })
    }

    #[test]
    fn the_evaluation_decides_within_its_margins_only() {
        let eval = evaluate(&middle_game());

        let razor = params::razor_margin(2);
        assert_eq!(pruned(node(razor + 1, 2, eval)), Some(eval));
        assert_eq!(pruned(node(razor, 2, eval)), None);
        assert_eq!(pruned(node(razor + 1, 3, eval)), None);
        let threatened = |depth| Node {
            must_answer: true,
            ..node(1, depth, eval)
        };
        assert_eq!(pruned(threatened(2)), Some(eval));
        assert_eq!(pruned(threatened(3)), None);

        // What the table knows better is the answer too, whatever the bare evaluation.
        assert_eq!(pruned(node(50, 2, eval - 200)), Some(eval - 200));

        let futility = params::reverse_futility_margin(5, false, false);
        assert_eq!(pruned(node(-futility, 5, eval)), Some(eval));
        assert_eq!(pruned(node(1 - futility, 5, eval)), None);
        let expected = params::reverse_futility_margin(5, false, true);
        let new = |node| Node {
            known: false,
            ..node
        };
        assert!(expected < futility);
        assert_eq!(pruned(new(node(-expected, 5, eval))), Some(eval));
        assert_eq!(pruned(new(node(1 - expected, 5, eval))), None);
        let first_line = Node {
            kind: NodeType::Pv,
            ..node(-futility, 5, eval)
        };
        assert_eq!(pruned(first_line), None);
        let win = mate_in(9) - eval;
        assert_eq!(pruned(node(win, 2, eval)), None);
    }
}
