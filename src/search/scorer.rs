//! The ordering scores of moves: the fitted order, the policy and what earlier cutoffs give.

use std::sync::Arc;

use super::node::Node;
use super::{ObservedCutoff, Worker, params};
use crate::board::Geometry;
use crate::movegen;
use crate::ordering::fitted::{DISTANCES, OrderTable};
use crate::ordering::history::History;
use crate::position::Position;
use crate::types::{Color, Square};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Sorts moves at the root, the most promising first.
    pub(super) fn sort_root_moves(&mut self, squares: &mut [Square]) {
        let mut scores = Vec::new();
        self.order_scores(squares, 0, &mut scores);
        let mut moves: Vec<_> = squares.iter().copied().zip(scores).collect();
        moves.sort_by_key(|(_, score)| -score);
        for (slot, (square, _)) in squares.iter_mut().zip(moves) {
            *slot = square;
        }
    }

    /// Replaces the content of `scores` by the ordering scores of moves at the node `ply` plies
    /// from the root, in their order.
    // Elo: order by distance +78 [+17, +143], policy +41 [+10, +72].
    #[inline]
    pub(super) fn order_scores(&mut self, moves: &[Square], ply: usize, scores: &mut Vec<i32>) {
        self.evaluator.policy(&self.position, moves, scores);
        let scorer = MoveScorer::new(self, ply);
        for (square, score) in moves.iter().zip(scores) {
            *score += scorer.score(*square);
        }
    }

    /// Shows a cutoff to the observer if there is one and it is its turn.
    pub(super) fn observe_cutoff(&mut self, node: &Node, best: Square) {
        let Some(observer) = &self.cutoff_observer else {
            return;
        };
        let is_next = self.calls.is_multiple_of(observer.interval);
        if !is_next || node.depth < 2 || node.tt_move == Some(best) {
            return;
        }
        let observe = Arc::clone(&observer.observe);
        let squares = if node.must_answer {
            movegen::replies(&mut self.position)
        } else {
            self.position.candidates()
        };
        let plies = self.position.plies();
        let plies = plies.map(|ply| ply.map(Geometry::<CELLS>::point)).collect();
        let scorer = MoveScorer::new(self, node.ply);
        let candidates = squares
            .iter()
            .map(|square| (Geometry::<CELLS>::point(square), scorer.score(square)));
        observe(ObservedCutoff {
            plies,
            best: Geometry::<CELLS>::point(best),
            candidates: candidates.collect(),
        });
    }

    /// The ordering score of a move at the node `ply` plies from the root.
    #[cfg(test)]
    pub(super) fn order(&mut self, square: Square, ply: usize) -> i32 {
        let mut scores = Vec::new();
        self.order_scores(&[square], ply, &mut scores);
        scores[0]
    }
}

/// The ordering scores of the moves of one node without those of the policy. What is equal for
/// all moves is read once.
struct MoveScorer<'a, const CELLS: usize> {
    /// The side to move.
    side: Color,
    position: &'a Position<CELLS>,
    /// The move statistics.
    history: &'a History<CELLS>,
    /// The fitted move order of the side to move.
    table: &'static OrderTable,
    /// The last two stones, the latest first. After a null move they can be of one colour:
    /// the game continues near the latest stones, whoever placed them.
    last: [Option<Square>; 2],
    /// The killers of the node.
    killers: [Square; 2],
    /// The counter move; [`Square::NONE`] if there is none.
    counter: Square,
}

impl<'a, const CELLS: usize> MoveScorer<'a, CELLS> {
    /// The scorer of the node that `worker` is at, `ply` plies from the root.
    #[inline]
    fn new(worker: &'a Worker<'_, CELLS>, ply: usize) -> Self {
        let position = &worker.position;
        let side = position.side();
        let frame = &worker.frames[ply];
        let history = &worker.data.history;
        MoveScorer {
            side,
            position,
            history,
            table: worker.orders[side.index()],
            last: position.last_two_stones(),
            killers: frame.killers,
            counter: history.counter(side, frame.last_move()),
        }
    }

    /// The score of a move.
    // Always inlined: what is equal for all moves of a node stays in registers.
    #[inline(always)]
    fn score(&self, square: Square) -> i32 {
        self.fitted(square) + self.statistics(square)
    }

    /// The score by the fitted order.
    #[inline]
    fn fitted(&self, square: Square) -> i32 {
        let patterns = self.position.patterns(square);
        let own = patterns.combo(self.side).index();
        let other = patterns.combo(!self.side).index();
        let mut score = self.table.attack[own] as i32 + self.table.defence[other] as i32;
        for (scores, stone) in self.table.distance.iter().zip(self.last) {
            let distance = stone.map_or(DISTANCES, |stone| {
                Geometry::<CELLS>::distance(square, stone)
            });
            score += scores[distance.min(DISTANCES - 1)] as i32;
        }
        score
    }

    /// The score by earlier cutoffs.
    #[inline]
    fn statistics(&self, square: Square) -> i32 {
        let mut score = self.history.score(self.side, square) / params::history_part();
        if self.killers.contains(&square) {
            score += params::killer_score();
        }
        if self.counter == square {
            score += params::counter_score();
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::search::testing::{middle_game, with_worker};
    use crate::search::{CutoffObserver, Limits};

    #[test]
    fn observed_cutoffs_are_by_one_of_the_moves_of_their_nodes() {
        let start = middle_game();
        let seen: Arc<Mutex<Vec<ObservedCutoff>>> = Arc::default();
        let cutoffs = Arc::clone(&seen);
        let limits = Limits {
            nodes: Some(10_000),
            ..Limits::default()
        };
        with_worker(&start, &limits, |worker| {
            worker.cutoff_observer = Some(CutoffObserver {
                interval: 1,
                observe: Arc::new(move |cutoff| seen.lock().expect("no panic").push(cutoff)),
            });
            worker.think(&mut |_| {});
        });
        let cutoffs = cutoffs.lock().expect("no panic");
        assert!(cutoffs.len() > 10, "{}", cutoffs.len());
        for cutoff in cutoffs.iter() {
            let points = cutoff.candidates.iter().map(|(point, _)| point);
            assert_eq!(points.filter(|point| **point == cutoff.best).count(), 1);
            let ours = start.plies().map(|ply| ply.map(Geometry::<256>::point));
            assert!(ours.eq(cutoff.plies.iter().copied().take(start.ply())));
            assert!(!cutoff.plies.contains(&Some(cutoff.best)));
        }
    }
}
