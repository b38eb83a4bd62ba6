//! The moves of a node that nothing has decided: which are searched, and the result.

use super::movepick::MovePicker;
use super::node::Node;
use super::steps::Step;
use super::{Aborted, Worker, params};
use crate::movegen;
use crate::tt::{Bound, TtEntry};
use crate::types::score::{INFINITE, is_loss, mated_in};
use crate::types::{Score, Square};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Steps 12 to 17: searches the moves of a node until one reaches beta. Returns the
    /// best value found.
    pub(super) fn search_moves(&mut self, node: &Node) -> Result<Score, Aborted> {
        let us = self.position.side();
        let mut best = -INFINITE;
        let mut best_move = None;
        let start = self.tried.len();
        let mut picker = MovePicker::new(self, node.tt_move, node.must_answer, node.ply);
        let move_limit = match self.uses(Step::MoveCountPruning) {
            true => params::move_count_limit(node.depth, node.improving),
            false => usize::MAX,
        };
        while let Some(square) = picker.next(self) {
            let rank = self.tried.len() - start;
            // Step 12: move-count pruning. Late moves hardly ever are the best, unless
            // all moves so far lose.
            // CITE: Rapfi, move-count pruning.
            // Elo: +164 [+101, +239], 100 games at 50,000 nodes, freestyle 15, together
            // with larger reductions and VCFs near the last stone; alone it gained nothing.
            if rank >= move_limit && best > -INFINITE && !is_loss(best) {
                self.count(Step::MoveCountPruning);
                break;
            }

            // Step 13: points forbidden to the side to move.
            if !movegen::is_legal(&mut self.position, us, square) {
                continue;
            }

            // Step 14: the move itself, at reduced depth if it is late.
            let value = self.search_move(node, square, rank, best)?;

            // Step 15: the best value so far, and the cutoff.
            if value > best {
                best = value;
                if value >= node.beta {
                    best_move = Some(square);
                    self.learn_cutoff(node, square, start);
                    break;
                }
            }
            self.tried.push(square);
        }
        self.tried.truncate(start);
        picker.finish(self);

        // Step 16: without a legal move, or without one that stops the threat, the
        // position is lost.
        if best == -INFINITE {
            let plies = if node.must_answer { 4 } else { 2 };
            best = mated_in(node.ply + plies);
        }

        // Step 17: learn from the error of the evaluation, and store the bound.
        self.learn_error(node, best);
        let depth = node.depth;
        let bound = Some(Bound { score: best, depth });
        let key = self.position.key();
        let is_lower = best >= node.beta;
        let found = TtEntry {
            lower: bound.filter(|_| is_lower),
            upper: bound.filter(|_| !is_lower),
            best: best_move,
            eval: Some(node.static_eval),
        };
        self.tt.store(key, node.ply, &found);
        Ok(best)
    }

    /// Updates killers, counter moves and history after a cutoff. The moves searched
    /// before it are those in `tried` from `start`.
    // CITE: J. Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements in
    // Practice", IEEE PAMI 11(11), 1989.
    fn learn_cutoff(&mut self, node: &Node, square: Square, start: usize) {
        let frame = &mut self.frames[node.ply];
        frame.add_killer(square);
        self.data.history.reward(
            self.position.side(),
            square,
            &self.tried[start..],
            params::history_bonus(node.depth),
            frame.last_move(),
        );
    }
}
