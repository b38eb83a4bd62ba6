//! The moves of a node that nothing has decided: how many are searched, how deep.

use super::movepick::MovePicker;
use super::statistics::Step;
use super::{Aborted, Worker, params};
use crate::board::Geometry;
use crate::movegen;
use crate::tt::Bound;
use crate::types::score::{INFINITE, is_loss, mated_in};
use crate::types::{Score, Square};

/// What a probe expects of a node, from its place in the tree.
// CITE: D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial
// Intelligence 6, 1975; the names: T. Marsland and F. Popowich, "Parallel game-tree
// search", IEEE PAMI 7(4), 1985.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeType {
    /// On the line of first moves from the root. What is overlooked here is
    /// played, so nothing is taken on trust and rivals are searched deeper.
    Pv,
    /// One move is expected to reach beta.
    Cut,
    /// No move is expected to reach beta.
    All,
}

impl NodeType {
    /// The kind of the node after a first move.
    pub fn after_first(self) -> NodeType {
        match self {
            NodeType::Pv => NodeType::Pv,
            other => other.after_rival(),
        }
    }

    /// The kind of the node after a later move that has turned out well.
    fn after_rival(self) -> NodeType {
        match self {
            NodeType::Pv | NodeType::All => NodeType::Cut,
            NodeType::Cut => NodeType::All,
        }
    }
}

/// A node whose moves are to be searched; see `alphabeta` for the first four.
pub struct Node {
    pub beta: Score,
    pub depth: i32,
    pub ply: usize,
    pub kind: NodeType,
    /// The opponent threatens an open four.
    pub must_answer: bool,
    /// The static evaluation, or what the table knows better.
    pub eval: Score,
    /// The static evaluation is higher than two plies ago; never where an open four
    /// must be answered.
    pub improving: bool,
    /// The table knows a bound of its value.
    pub known: bool,
    /// The best move that the table knows.
    pub tt_move: Option<Square>,
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Steps 12 to 17: the best of a node's moves that reaches beta, or of all.
    pub(super) fn search_moves(&mut self, node: &Node) -> Result<Score, Aborted> {
        let Node {
            beta, depth, ply, ..
        } = *node;
        let us = self.position.side();
        let mut best = -INFINITE;
        let mut best_move = None;
        let start = self.tried.len();
        let mut picker = MovePicker::new(self, node.tt_move, node.must_answer, ply);
        let move_limit = match self.pruning {
            true => params::move_count_limit(depth, node.improving),
            false => usize::MAX,
        };
        while let Some(square) = picker.next(self) {
            let rank = self.tried.len() - start;
            // Step 12: while the best does not lose, so many moves will do.
            if rank >= move_limit && best > -INFINITE && !is_loss(best) {
                self.count(Step::MoveCountPruning);
                break;
            }

            // Step 13: points forbidden to us.
            if !movegen::is_legal(&mut self.position, us, square) {
                continue;
            }

            // Step 14: the move, late ones less deep at first.
            let value = self.search_move(node, square, rank, best)?;

            // Step 15: the best so far, cutoff.
            if value > best {
                best = value;
                if value >= beta {
                    best_move = Some(square);
                    let frame = &mut self.frames[ply];
                    frame.add_killer(square);
                    self.data.history.reward(
                        us,
                        square,
                        &self.tried[start..],
                        params::history_bonus(depth),
                        frame.last_move(),
                    );
                    break;
                }
            }
            self.tried.push(square);
        }
        self.tried.truncate(start);
        picker.finish(self);

        // Step 16: no move helps, or none is left.
        if best == -INFINITE {
            best = if node.must_answer {
                mated_in(ply + 4)
            } else {
                mated_in(ply + 2)
            };
        }

        // Step 17: remember.
        let bound = Some(Bound { score: best, depth });
        let key = self.position.key();
        if best >= beta {
            self.tt.store(key, ply, bound, None, best_move);
        } else {
            self.tt.store(key, ply, None, bound, None);
        }
        Ok(best)
    }

    /// The value of a move that `rank` others came before, the best of which is worth
    /// `best`.
    fn search_move(
        &mut self,
        node: &Node,
        square: Square,
        rank: usize,
        best: Score,
    ) -> Result<Score, Aborted> {
        let full = self.full_depth(node, square);
        let reduction = self
            .reduction(node, square, rank)
            .clamp(0, (full - 1).max(0));
        if reduction > 0 {
            self.count(Step::LateMoveReduction);
        }
        self.make(node.ply, square);
        let value = self.search_child(node, rank, best, full, reduction);
        self.position.undo();
        value
    }

    /// The value of the move just made. A reduced one that reaches beta is searched
    /// again, the deeper the more it surprises.
    fn search_child(
        &mut self,
        node: &Node,
        rank: usize,
        best: Score,
        full: i32,
        reduction: i32,
    ) -> Result<Score, Aborted> {
        let (beta, ply) = (1 - node.beta, node.ply + 1);
        let kind = match rank {
            0 => node.kind.after_first(),
            _ => NodeType::Cut,
        };
        let reduced = full - reduction;
        let value = -self.alphabeta(beta, reduced, ply, kind)?;
        if reduction == 0 || value < node.beta {
            return Ok(value);
        }
        let extended = value >= node.beta + params::extension_margin(reduction);
        if extended {
            self.count(Step::Extension);
        }
        let full = full + i32::from(extended) - i32::from(value < best + full);
        if full <= reduced {
            return Ok(value);
        }
        self.count(Step::ReSearch);
        Ok(-self.alphabeta(beta, full, ply, node.kind.after_rival())?)
    }

    /// The plies left after a move that is not reduced.
    fn full_depth(&mut self, node: &Node, square: Square) -> i32 {
        let doubtless = self.pruning
            && node.kind == NodeType::Cut
            && node.eval >= node.beta + params::fail_high_margin(node.depth, node.must_answer)
            && !movegen::makes_four(&self.position, self.position.side(), square);
        if doubtless {
            self.count(Step::FailHighReduction);
        }
        (node.depth - 1 - i32::from(doubtless)).max(0)
    }

    /// The plies taken off a move that `rank` others came before.
    fn reduction(&mut self, node: &Node, square: Square, rank: usize) -> i32 {
        if !self.pruning || node.depth < 2 || rank == 0 {
            return 0;
        }
        let history = &self.data.history;
        let score = history.score(self.position.side(), square);
        let usual = params::reduction(node.depth, rank);
        let mut reduction = usual - score * 100 / params::lmr_history();
        match node.kind {
            NodeType::Pv => reduction -= params::lmr_pv(),
            _ if !node.improving && usual > 100 => reduction += params::lmr_worse(),
            _ => {}
        }
        if node.kind == NodeType::Cut && !self.frames[node.ply].killers.contains(&square) {
            reduction += params::lmr_cut();
        }
        if node.must_answer {
            let stray = self.stray_reduction(square);
            if stray > 0 {
                self.count(Step::FarDefenceReduction);
            }
            reduction += stray;
        }
        whole_plies(reduction)
    }

    /// Hundredths of a ply more for an answer that takes no four from the opponent
    /// and is far from the last stones: it can only be meant as a delay.
    // CITE: Rapfi, reduction of useless defences.
    fn stray_reduction(&self, square: Square) -> i32 {
        let us = self.position.side();
        if movegen::makes_four(&self.position, !us, square) {
            return 0;
        }
        let far = |stone: Option<Square>| {
            stone.is_some_and(|stone| {
                Geometry::<CELLS>::distance(square, stone) > params::far_defence_distance() as usize
            })
        };
        params::lmr_far_defence() * i32::from(far(self.position.last_stone(!us)))
            + params::lmr_far_defence() / 2 * i32::from(far(self.position.last_stone(us)))
    }
}

/// A reduction in hundredths of a ply, rounded to plies: rounded down, every late move
/// would be searched half a ply too deep on average.
fn whole_plies(hundredths: i32) -> i32 {
    (hundredths + 50).div_euclid(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::search::testing::{middle_game, position, square, with_worker};

    /// A node of that kind with nothing to lessen or raise reductions but this.
    fn node(kind: NodeType, depth: i32) -> Node {
        Node {
            beta: 0,
            depth,
            ply: 2,
            kind,
            must_answer: false,
            eval: 0,
            improving: true,
            known: false,
            tt_move: None,
        }
    }

    #[test]
    fn reductions_are_rounded_to_the_nearest_ply() {
        let rounded = [-51, -50, 0, 49, 50, 149, 150].map(whole_plies);
        assert_eq!(rounded, [-1, 0, 0, 0, 1, 1, 2]);
    }

    #[test]
    fn the_first_move_is_never_reduced() {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            for kind in [NodeType::Pv, NodeType::Cut, NodeType::All] {
                for depth in 0..30 {
                    assert_eq!(worker.reduction(&node(kind, depth), square(7, 5), 0), 0);
                }
            }
        });
    }

    #[test]
    fn the_type_of_the_node_changes_the_reduction_by_its_parameter() {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            let mut plies = |kind| worker.reduction(&node(kind, 9), square(7, 5), 8);
            let usual = params::reduction(9, 8);
            assert_eq!(plies(NodeType::All), whole_plies(usual));
            let at_cut_node = usual + params::lmr_cut();
            assert_eq!(plies(NodeType::Cut), whole_plies(at_cut_node));
            let on_pv = usual - params::lmr_pv();
            assert_eq!(plies(NodeType::Pv), whole_plies(on_pv));
        });
    }

    #[test]
    fn far_answers_that_take_no_four_are_stray() {
        // Black threatens an open four around (7, 7); White has played at (12, 2) before.
        let moves = [(6, 7), (2, 2), (7, 7), (12, 2), (8, 7)];
        with_worker(&position(&moves), &Limits::default(), |worker| {
            let stray = params::lmr_far_defence();
            let near = params::far_defence_distance() as u8;
            assert_eq!(worker.stray_reduction(square(5, 7)), 0);
            assert_eq!(worker.stray_reduction(square(13, 12)), stray + stray / 2);
            assert_eq!(worker.stray_reduction(square(8 + near, 9)), stray / 2);
            assert_eq!(worker.stray_reduction(square(9 + near, 4)), stray);
        });
    }
}
