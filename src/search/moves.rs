//! The moves of a node that nothing has decided: which are searched, and the result.

use super::busy::{BusyMoves, key_after};
use super::movepick::{MovePicker, Pick};
use super::node::Node;
use super::steps::Step;
use super::{Aborted, Worker, params};
use crate::movegen;
use crate::tt::{Bound, TtEntry};
use crate::types::score::{INFINITE, is_loss, mated_in};
use crate::types::{Score, Square};

/// What the search of the moves of a node has found so far.
struct Found<'a> {
    /// The best value.
    best: Score,
    /// The move that reached beta.
    best_move: Option<Square>,
    /// Where the moves of the node begin in `tried`.
    start: usize,
    /// Where the moves of the node begin in `deferred`.
    first_deferred: usize,
    /// The moves that the team is searching, if moves of the node are deferred.
    busy: Option<&'a BusyMoves>,
}

impl<'a, const CELLS: usize> Worker<'a, CELLS> {
    /// Steps 12 to 18: searches the moves of a node until one reaches beta. Returns the
    /// best value found.
    pub(super) fn search_moves(&mut self, node: &Node) -> Result<Score, Aborted> {
        let mut found = Found {
            best: -INFINITE,
            best_move: None,
            start: self.tried.len(),
            first_deferred: self.deferred.len(),
            busy: self.busy_moves(node.depth),
        };
        let mut picker = MovePicker::new(self, node.tt_move, node.must_answer, node.ply);
        self.search_picked(node, &mut picker, &mut found)?;
        let is_tried = found.best > -INFINITE || self.deferred.len() > found.first_deferred;
        if !is_tried && picker.widen(self) {
            self.search_picked(node, &mut picker, &mut found)?;
        }
        picker.finish(self);
        self.try_deferred(node, &mut found)?;
        self.tried.truncate(found.start);

        // Step 17: without a legal move, or without one that stops the threat, the
        // position is lost.
        if found.best == -INFINITE {
            let plies = if node.must_answer { 4 } else { 2 };
            found.best = mated_in(node.ply + plies);
        }

        // Step 18: learn from the error of the evaluation, and store the bound.
        let best = found.best;
        self.learn_error(node, best);
        let depth = node.depth;
        if !node.node_type.uses_table(depth) {
            return Ok(best);
        }
        let bound = Some(Bound { score: best, depth });
        let key = self.position.key();
        let is_lower = best >= node.beta;
        let entry = TtEntry {
            lower: bound.filter(|_| is_lower),
            upper: bound.filter(|_| !is_lower),
            best: found.best_move,
            eval: Some(node.static_eval),
        };
        self.tt.store(key, node.ply, &entry);
        Ok(best)
    }

    /// Steps 12 to 16: searches the moves that the picker yields until one reaches beta.
    fn search_picked(
        &mut self,
        node: &Node,
        picker: &mut MovePicker,
        found: &mut Found<'_>,
    ) -> Result<(), Aborted> {
        let us = self.position.side();
        let move_limit = if self.uses(Step::MoveCountPruning) {
            params::move_count_limit(node.depth, node.improving)
        } else {
            usize::MAX
        };
        while let Some((square, behind)) = picker.next(self) {
            let deferred = self.deferred.len() - found.first_deferred;
            let rank = self.tried.len() - found.start + deferred;
            // Step 12: move-count pruning. Late moves are hardly ever the best, unless
            // all moves so far lose.
            // CITE: Rapfi, move-count pruning.
            // Elo: +164 [+101, +239] together with larger reductions and VCFs near the last
            // stone; alone it gained nothing.
            if rank >= move_limit && found.best > -INFINITE && !is_loss(found.best) {
                self.count(Step::MoveCountPruning);
                break;
            }

            let pick = Pick {
                square,
                rank,
                behind,
            };

            // Step 13: points forbidden to the side to move.
            if !movegen::is_legal(&mut self.position, us, square) {
                continue;
            }

            // Step 14: a later move that another thread is searching is left for the end.
            if rank > 0 && self.is_busy(square, found) {
                self.deferred.push(pick);
                continue;
            }

            // Step 15: the move itself.
            if self.try_move(node, pick, found)? {
                break;
            }
        }
        Ok(())
    }

    /// The moves that the team is searching, if there is a team and moves are deferred at
    /// nodes of this depth.
    #[inline]
    fn busy_moves(&self, depth: i32) -> Option<&'a BusyMoves> {
        let is_deep = depth >= params::defer_depth();
        is_deep.then(|| self.stopper.busy_moves()).flatten()
    }

    /// True if another thread is searching a move.
    #[inline]
    fn is_busy(&self, square: Square, found: &Found<'_>) -> bool {
        let busy = found.busy;
        busy.is_some_and(|busy| busy.contains(key_after(&self.position, square)))
    }

    /// Searches a move, at reduced depth if it is late. True if it reaches beta.
    #[inline]
    fn try_move(
        &mut self,
        node: &Node,
        pick: Pick,
        found: &mut Found<'_>,
    ) -> Result<bool, Aborted> {
        let square = pick.square;
        let busy = found.busy;
        // Until the search of the move ends, however it ends.
        let _slot = busy.and_then(|busy| busy.insert(key_after(&self.position, square)));
        let value = self.search_move(node, pick, found.best)?;

        // Step 16: the best value so far, and the cutoff.
        if value > found.best {
            found.best = value;
            if value >= node.beta {
                found.best_move = Some(square);
                self.learn_cutoff(node, square, found.start);
                return Ok(true);
            }
        }
        self.tried.push(square);
        Ok(false)
    }

    /// Searches the deferred moves of a node, unless a move has reached beta.
    #[inline]
    fn try_deferred(&mut self, node: &Node, found: &mut Found<'_>) -> Result<(), Aborted> {
        let mut next = found.first_deferred;
        while next < self.deferred.len() && found.best < node.beta {
            self.try_move(node, self.deferred[next], found)?;
            next += 1;
        }
        self.deferred.truncate(found.first_deferred);
        Ok(())
    }

    /// Updates killers, counter moves and history after a cutoff. The moves searched
    /// before it are those in `tried` from `start`.
    // CITE: J. Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements in
    // Practice", IEEE PAMI 11(11), 1989.
    fn learn_cutoff(&mut self, node: &Node, square: Square, start: usize) {
        self.observe_cutoff(node, square);
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::board::Geometry;
    use crate::search::node::NodeType;
    use crate::search::testing::{middle_game, with_leader};
    use crate::search::{Limits, NodeObserver, Team};
    use crate::types::Point;
    use crate::types::score::EVAL_LIMIT;

    /// The moves of a node of the middle game that a search to `depth` plies tries, in
    /// their order, by the main worker of this team.
    fn tried(team: &Team, depth: i32) -> Vec<Point> {
        let start = middle_game();
        let plies = start.plies().count();
        let moves: Arc<Mutex<Vec<Point>>> = Arc::default();
        let seen = Arc::clone(&moves);
        let observer = NodeObserver {
            interval: 1,
            observe: Arc::new(move |node| {
                let mut seen = seen.lock().expect("no panic");
                if let Some(&Some(point)) = node.plies.get(plies)
                    && !seen.contains(&point)
                {
                    seen.push(point);
                }
            }),
        };
        with_leader(&start, &Limits::default(), team, |worker| {
            worker.node_observer = Some(observer);
            let value = worker.alphabeta(EVAL_LIMIT, depth, 2, NodeType::All);
            assert!(value.expect("no limit") < EVAL_LIMIT);
            assert!(worker.deferred.is_empty() && worker.tried.is_empty());
        });
        moves.lock().expect("no panic").clone()
    }

    #[test]
    fn a_later_move_that_another_thread_searches_comes_last() {
        let start = middle_game();
        let depth = params::defer_depth();
        let team = Team::new(1);
        let usual = tried(&team, depth);
        assert!(usual.len() > 3, "{usual:?}");
        let key = |rank: usize| key_after(&start, Geometry::<256>::square(usual[rank]));
        let mut expected = usual.clone();
        let second = expected.remove(1);
        expected.push(second);
        {
            let _slot = team.busy().insert(key(1)).expect("a slot");
            assert_eq!(tried(&team, depth), expected);
            // Near the leaves nothing is deferred.
            let all = (2..usual.len()).map(|rank| team.busy().insert(key(rank)));
            let _slots: Vec<_> = all.collect();
            let shallow = tried(&team, depth - 1);
            assert_eq!(shallow, tried(&Team::new(1), depth - 1));
        }
        // The first move is never deferred.
        let _slot = team.busy().insert(key(0)).expect("a slot");
        assert_eq!(tried(&team, depth), usual);
    }
}
