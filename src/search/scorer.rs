//! The ordering points of moves: the fitted order, the policy and what earlier cutoffs give.

use std::sync::Arc;

use super::node::Node;
use super::{ObservedCutoff, Worker, params};
use crate::board::Geometry;
use crate::eval::Evaluator;
use crate::eval::network::Points;
use crate::eval::network::included::CHANNELS;
use crate::movegen;
use crate::ordering::fitted::{DISTANCES, OrderTable};
use crate::ordering::history::History;
use crate::ordering::policy::{FeatureWeights, Policy, PolicySet};
use crate::position::Position;
use crate::types::{Color, Square};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Sorts moves at the root, the most promising first.
    pub(super) fn sort_root_moves(&mut self, squares: &mut [Square]) {
        let scorer = MoveScorer::new(self, 0);
        squares.sort_by_key(|square| -scorer.score(*square));
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
        let squares = match node.must_answer {
            true => movegen::replies(&mut self.position),
            false => self.position.candidates(),
        };
        let plies = self.position.plies();
        let plies = plies.map(|ply| ply.map(Geometry::<CELLS>::point)).collect();
        let scorer = MoveScorer::new(self, node.ply);
        let candidates = squares.iter().map(|square| {
            let points = scorer.fitted(square) + scorer.statistics(square);
            (Geometry::<CELLS>::point(square), points)
        });
        observe(ObservedCutoff {
            plies,
            best: Geometry::<CELLS>::point(best),
            candidates: candidates.collect(),
        });
    }

    /// The ordering points of a move at the node `ply` plies from the root.
    #[cfg(test)]
    pub(super) fn order(&mut self, square: Square, ply: usize) -> i32 {
        MoveScorer::new(self, ply).score(square)
    }
}

/// The ordering points of the moves of one node. What is equal for all of them is read
/// once.
pub(super) struct MoveScorer<'a, const CELLS: usize> {
    /// The side to move.
    side: Color,
    /// The position.
    pub(super) position: &'a Position<CELLS>,
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
    /// The policy, if the rule has one.
    policy: Option<PolicyScorer<'a, CELLS>>,
}

/// The policy at one node.
struct PolicyScorer<'a, const CELLS: usize> {
    /// The policy of the side to move.
    policy: &'static PolicySet,
    /// The weights of the features.
    weights: FeatureWeights,
    /// Holds the features of the points.
    points: &'a Points<CELLS, CHANNELS>,
}

impl<'a, const CELLS: usize> PolicyScorer<'a, CELLS> {
    /// The policy at a position, if its rule has one.
    #[inline]
    fn new(
        policy: Option<&'static Policy>,
        evaluator: &'a mut Evaluator<CELLS>,
        position: &Position<CELLS>,
    ) -> Option<Self> {
        let side = position.side();
        let policy = policy?.set(side);
        let network = evaluator.network_mut()?;
        let sums = network.sums(position);
        let weights = policy.feature_weights([side, !side].map(|color| &sums.0[color.index()]));
        Some(PolicyScorer {
            policy,
            weights,
            points: network.points(),
        })
    }
}

impl<'a, const CELLS: usize> MoveScorer<'a, CELLS> {
    /// The scorer of the node that `worker` is at, `ply` plies from the root.
    #[inline]
    pub(super) fn new(worker: &'a mut Worker<'_, CELLS>, ply: usize) -> Self {
        let position = &worker.position;
        let side = position.side();
        let policy = PolicyScorer::new(worker.policy, &mut worker.evaluator, position);
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
            policy,
        }
    }

    /// The ordering points of a move.
    // Elo: points by pattern +38 [-15, +94], by distance +78 [+17, +143], policy about +50.
    // Always inlined: what is equal for all moves of a node stays in registers.
    #[inline(always)]
    pub(super) fn score(&self, square: Square) -> i32 {
        self.fitted(square) + self.policy(square) + self.statistics(square)
    }

    /// The points of the fitted order.
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

    /// The points of the policy.
    #[inline]
    fn policy(&self, square: Square) -> i32 {
        self.policy.as_ref().map_or(0, |scorer| {
            let features = scorer.points.features(square);
            let features = [self.side, !self.side].map(|color| &features[color.index()]);
            let codes = scorer.points.codes(square, self.side);
            scorer.policy.points(&scorer.weights, features, codes)
        })
    }

    /// The points that earlier cutoffs give.
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
