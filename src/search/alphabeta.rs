//! One zero-window probe: is the value of this node at least `beta`?

use super::moves::{Node, NodeType};
use super::statistics::Step;
use super::{Aborted, MAX_PLY, Worker, params};
use crate::movegen::{self, Situation};
use crate::position::Position;
use crate::rules;
use crate::threat::{StopCheck, VcfResult, VcfSolver};
use crate::tt::{Bound, Entry};
use crate::types::score::{DRAW, is_loss, is_win, mate_in, mated_in};
use crate::types::{Score, Square};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Is the position's value for the side to move at least `beta`?
    ///
    /// Fail-soft: the result is a lower bound of the value if it is at least
    /// `beta`, else an upper bound. `depth` is what remains, in plies, `ply` the
    /// distance from the root, `kind` what is expected of the node.
    pub(super) fn alphabeta(
        &mut self,
        beta: Score,
        depth: i32,
        ply: usize,
        kind: NodeType,
    ) -> Result<Score, Aborted> {
        // Step 1: limits.
        self.nodes += 1;
        self.calls += 1;
        if self.stopper.must_stop(self.calls, self.nodes) {
            return Err(Aborted);
        }
        self.seldepth = self.seldepth.max(ply);

        // Step 2: drawn games.
        if rules::is_drawn(&self.position) {
            return Ok(DRAW);
        }

        // Step 3: what the patterns decide without a search.
        let must_answer = match movegen::situation(&self.position) {
            Situation::Wins(_, plies) => return Ok(mate_in(ply + plies)),
            Situation::Lost(_) => return Ok(mated_in(ply + 2)),
            Situation::MustBlock(square) => {
                return self.forced_block(square, beta, depth, ply, kind);
            }
            Situation::MustAnswer => true,
            Situation::Free => false,
        };

        // Step 4: mate distance. No win here is faster than five plies, no loss
        // faster than four.
        if mate_in(ply + 5) < beta {
            return Ok(mate_in(ply + 5));
        }
        if mated_in(ply + 4) >= beta {
            return Ok(mated_in(ply + 4));
        }

        // Step 5: leaves.
        self.observe_node(must_answer);
        if depth <= 0 || ply >= MAX_PLY {
            let eval = self.evaluate();
            return Ok(self.leaf(eval, beta, ply));
        }

        // Step 6: the transposition table.
        let key = self.position.key();
        let entry = self.tt.probe(key, ply);
        if let Some(lower) = entry.lower
            && self.deep_enough(lower.depth, depth, is_win(lower.score))
            && lower.score >= beta
        {
            self.count(Step::TtCutoff);
            return Ok(lower.score);
        }
        if let Some(upper) = entry.upper
            && self.deep_enough(upper.depth, depth, is_loss(upper.score))
            && upper.score < beta
        {
            self.count(Step::TtCutoff);
            return Ok(upper.score);
        }

        // Step 7: static evaluation. With a threat in the air it says little of how
        // the game stands: there the line goes on with the value before.
        let eval = self.evaluate();
        let (settled, eval) = match must_answer {
            true => (self.eval_before(ply), eval),
            false => (eval, corrected(eval, &entry)),
        };
        self.frames[ply].eval = settled;
        let node = Node {
            beta,
            depth,
            ply,
            kind,
            must_answer,
            eval,
            improving: !must_answer && ply >= 2 && settled > self.frames[ply - 2].eval,
            known: entry.lower.is_some() || entry.upper.is_some(),
            tt_move: entry.best,
        };

        // Steps 8 to 10: what the evaluation decides.
        if self.pruning
            && let Some(value) = self.prune(&node)?
        {
            return Ok(value);
        }

        // Step 11: a VCF of our own, unless all is well without.
        if eval < beta
            && let Some(plies) = self.quick_vcf(params::inner_budget(depth))
        {
            self.count(Step::InnerVcf);
            let score = mate_in(ply + plies);
            let best = self.data.vcf.line().first().copied();
            self.tt
                .store(key, ply, Some(Bound { score, depth }), None, best);
            return Ok(score);
        }

        // Steps 12 to 17: its moves.
        self.search_moves(&node)
    }

    /// Counts a step that has taken effect, in debug builds.
    #[inline(always)]
    pub(super) fn count(&mut self, step: Step) {
        self.data.statistics.count(step);
    }

    /// May a bound of the table that was proved to `proved` plies stand in for a
    /// search to `depth`? A proved mate always may.
    fn deep_enough(&self, proved: i32, depth: i32, mate: bool) -> bool {
        match self.pruning {
            true => proved >= depth || mate,
            false => proved == depth,
        }
    }

    /// The only move: searched without losing depth, so that a row of fours
    /// does not push what follows past the horizon. A block that is expected to
    /// hold loses a ply: fours that lead nowhere are not followed far.
    // CITE: Rapfi, whose likely blocks are reduced too.
    fn forced_block(
        &mut self,
        square: Square,
        beta: Score,
        depth: i32,
        ply: usize,
        kind: NodeType,
    ) -> Result<Score, Aborted> {
        let us = self.position.side();
        if !movegen::is_legal(&mut self.position, us, square) {
            return Ok(mated_in(ply + 2));
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate());
        }
        self.frames[ply].eval = self.eval_before(ply);
        let holds = self.pruning
            && kind == NodeType::Cut
            && !movegen::makes_four(&self.position, us, square);
        if holds {
            self.count(Step::BlockReduction);
        }
        let depth = depth - i32::from(holds);
        self.make(ply, square);
        let value = self.alphabeta(1 - beta, depth, ply + 1, kind.after_first());
        self.position.undo();
        Ok(-value?)
    }

    /// The evaluation of the ply before, for the side to move now.
    fn eval_before(&self, ply: usize) -> Score {
        -self.frames[ply - 1].eval
    }

    /// The value where the search ends: `eval`, unless a VCF is needed to reach beta
    /// and there is one.
    pub(super) fn leaf(&mut self, eval: Score, beta: Score, ply: usize) -> Score {
        if eval >= beta {
            return eval;
        }
        match self.quick_vcf(params::leaf_budget() as u64) {
            Some(plies) => {
                self.count(Step::LeafVcf);
                mate_in(ply + plies)
            }
            None => eval,
        }
    }

    /// The plies of a VCF of the side to move, if one is found within the limits.
    pub(super) fn vcf(&mut self, fours: u8, budget: u64) -> Option<usize> {
        self.solve_fours(fours, |solver, position, fours, stop| {
            solver.solve(position, fours, budget, stop)
        })
    }

    /// The same below the root, where only fours around the last own stone are
    /// worth their time.
    fn quick_vcf(&mut self, budget: u64) -> Option<usize> {
        let stone = self.position.last_stone(self.position.side())?;
        self.solve_fours(
            params::leaf_fours() as u8,
            |solver, position, fours, stop| solver.solve_near(position, stone, fours, budget, stop),
        )
    }

    fn solve_fours(
        &mut self,
        fours: u8,
        solve: impl FnOnce(&mut VcfSolver, &mut Position<CELLS>, u8, StopCheck<'_>) -> VcfResult,
    ) -> Option<usize> {
        let fours = fours.min(self.options.max_fours);
        if !self.pruning || fours == 0 || self.position.fours(self.position.side()) == 0 {
            return None;
        }
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes);
        let verdict = solve(&mut self.data.vcf, &mut self.position, fours, &stop);
        self.nodes += self.data.vcf.nodes();
        match verdict {
            VcfResult::Win(plies) => Some(plies),
            VcfResult::None | VcfResult::Unknown => None,
        }
    }
}

/// The evaluation, or what the table knows better, be it from a shallow search.
// CITE: Stockfish, the table's value as a better evaluation.
fn corrected(eval: Score, entry: &Entry) -> Score {
    let lower = entry.lower.map_or(eval, |lower| eval.max(lower.score));
    entry.upper.map_or(lower, |upper| lower.min(upper.score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use crate::search::Limits;
    use crate::search::testing::{position, square, with_worker};

    /// The depth to which the position after `line` was searched when the one before it
    /// was asked for `depth` plies as a node of that kind.
    fn depth_after(
        before: &Position<256>,
        line: &[Square],
        kind: NodeType,
        depth: i32,
    ) -> Option<i32> {
        let mut after = before.clone();
        line.iter().for_each(|square| after.make(*square));
        // As good as the evaluation there, so that no margin decides.
        let beta = match line.len() % 2 {
            0 => evaluate(&after),
            _ => 1 - evaluate(&after),
        };
        with_worker(before, &Limits::default(), |worker| {
            worker.alphabeta(beta, depth, 3, kind).expect("no limit");
            let entry = worker.tt.probe(after.key(), 3 + line.len());
            entry.lower.or(entry.upper).map(|bound| bound.depth)
        })
    }

    #[test]
    fn a_block_that_is_expected_to_hold_costs_a_ply() {
        let four = position(&[(5, 7), (4, 7), (6, 7), (2, 2), (7, 7), (12, 2), (8, 7)]);
        let block = [square(9, 7)];
        assert_eq!(depth_after(&four, &block, NodeType::Cut, 6), Some(5));
        assert_eq!(depth_after(&four, &block, NodeType::All, 6), Some(6));
        assert_eq!(depth_after(&four, &block, NodeType::Pv, 6), Some(6));
    }

    #[test]
    fn a_block_that_makes_a_four_costs_nothing() {
        let four = position(&[
            (5, 7),
            (4, 7),
            (6, 7),
            (9, 4),
            (9, 3),
            (9, 5),
            (7, 7),
            (9, 6),
            (8, 7),
        ]);
        let blocks = [square(9, 7), square(9, 8)];
        assert_eq!(depth_after(&four, &blocks, NodeType::Cut, 6), Some(6));
    }

    #[test]
    fn a_threat_in_the_air_carries_the_evaluation_on() {
        let quiet = position(&[(6, 7), (2, 2), (7, 7), (12, 2)]);
        let open_three = position(&[(6, 7), (2, 2), (7, 7), (12, 2), (8, 7)]);
        let four = position(&[(5, 7), (4, 7), (6, 7), (2, 2), (7, 7), (12, 2), (8, 7)]);
        let noted = |position: &Position<256>| {
            with_worker(position, &Limits::default(), |worker| {
                worker.frames[2].eval = 77;
                worker
                    .alphabeta(evaluate(position), 1, 3, NodeType::All)
                    .expect("no limit");
                worker.frames[3].eval
            })
        };
        assert_eq!(noted(&quiet), evaluate(&quiet));
        assert_eq!(noted(&open_three), -77);
        assert_eq!(noted(&four), -77);
    }
}
