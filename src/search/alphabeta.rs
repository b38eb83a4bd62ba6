//! One zero-window probe: is the value of this node at least `beta`?

use super::node::{Node, NodeType};
use super::steps::Step;
use super::{Aborted, MAX_PLY, Worker, params};
use crate::movegen::{self, Situation};
use crate::position::Position;
use crate::threat::{StopCheck, VcfResult, VcfSolver, fours_within};
use crate::tt::{Bound, TtEntry};
use crate::types::score::{DRAW, INFINITE, is_loss, is_win, mate_in, mated_in};
use crate::types::{Score, Square};

/// The last plies before a draw by the number of stones are searched to the end.
const LAST_PLIES: usize = 3;
/// The solvers of the root are asked to go on once in this many calls.
const SOLVER_INTERVAL: u64 = 64;

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Whether the value of the position for the side to move is at least `beta`.
    ///
    /// The search is fail-soft: a result of at least `beta` is a lower bound of the
    /// value, any other result an upper bound. `depth` is the remaining depth in plies,
    /// `ply` the distance from the root, and `node_type` what the probe expects of the
    /// node.
    ///
    /// The steps are numbered over three files: 1 to 7 and 11 here, 8 to 10 in `prune`,
    /// 12 to 18 in `moves`.
    pub(super) fn alphabeta(
        &mut self,
        beta: Score,
        depth: i32,
        ply: usize,
        node_type: NodeType,
    ) -> Result<Score, Aborted> {
        // Step 1: limits.
        self.nodes += 1;
        self.calls += 1;
        if self.stopper.must_stop(self.calls, self.nodes) || self.has_root_win() {
            return Err(Aborted);
        }
        self.seldepth = self.seldepth.max(ply);

        // Step 2: drawn games.
        if self.is_drawn() {
            return Ok(DRAW);
        }

        // Step 3: what the patterns decide without a search.
        if !self.lasts(LAST_PLIES + 1) {
            return Ok(self.last_plies(ply));
        }
        let must_answer = match movegen::situation(&mut self.position) {
            // The game is drawn first.
            Situation::Wins(_, plies) if !self.lasts(plies) => false,
            Situation::Wins(_, plies) => return Ok(mate_in(ply + plies)),
            Situation::Lost(_) => return Ok(mated_in(ply + 2)),
            Situation::MustBlock(square) => {
                return self.forced_block(square, beta, depth, ply, node_type);
            }
            Situation::MustAnswer => true,
            Situation::Free => false,
        };

        // Step 4: mate distance. A win from here takes at least five plies and a loss at
        // least four, since the patterns decide shorter ones. Only searches for several lines
        // probe near mates.
        if mate_in(ply + 5) < beta {
            return Ok(mate_in(ply + 5));
        }
        if mated_in(ply + 4) >= beta {
            return Ok(mated_in(ply + 4));
        }

        // Step 5: leaves.
        self.observe_node(must_answer);
        if depth <= 0 || ply >= MAX_PLY {
            let static_eval = self.evaluate();
            let eval = if must_answer {
                static_eval
            } else {
                self.correct(static_eval)
            };
            return Ok(self.leaf(eval, beta, ply));
        }

        // Step 6: the transposition table.
        let key = self.position.key();
        let entry = if node_type.uses_table(depth) {
            self.tt.probe(key, ply)
        } else {
            TtEntry::default()
        };
        if let Some(value) = self.tt_cutoff(&entry, beta, depth) {
            return Ok(value);
        }

        // Step 7: the static evaluation, corrected. Where an open four has to be answered it says
        // little of the position, so the frame keeps the value of the ply before.
        let static_eval = match entry.eval {
            Some(eval) => eval,
            None => self.evaluate(),
        };
        let (kept, eval) = if must_answer {
            (self.eval_before(ply), static_eval)
        } else {
            let eval = self.correct(static_eval);
            (eval, bounded(eval, &entry))
        };
        self.frames[ply].eval = kept;
        let node = Node {
            beta,
            depth,
            ply,
            node_type,
            must_answer,
            static_eval,
            eval,
            improving: !must_answer && ply >= 2 && kept > self.frames[ply - 2].eval,
            has_bound: entry.lower.is_some() || entry.upper.is_some(),
            tt_move: entry.best,
        };

        // Steps 8 to 10: pruning by the evaluation.
        if let Some(value) = self.prune(&node)? {
            return Ok(value);
        }

        // Step 11: a VCF of the side to move, if its evaluation is below beta.
        // Elo: see experiments, "no VCF at nodes above beta".
        if eval < beta
            && self.uses(Step::InnerVcf)
            && let Some(plies) = self.quick_vcf(params::inner_budget(depth))
        {
            self.count(Step::InnerVcf);
            let score = mate_in(ply + plies);
            let proof = TtEntry {
                lower: Some(Bound { score, depth }),
                best: self.data.vcf.variation().first().copied(),
                eval: Some(static_eval),
                ..TtEntry::default()
            };
            self.tt.store(key, ply, &proof);
            return Ok(score);
        }

        // Steps 12 to 18: the moves.
        self.search_moves(&node)
    }

    /// Whether the search uses a step.
    #[inline(always)]
    pub(super) fn uses(&self, step: Step) -> bool {
        self.steps.contains(step)
    }

    /// Counts a step that has taken effect, in debug builds.
    #[inline(always)]
    pub(super) fn count(&mut self, step: Step) {
        self.data.statistics.count(step);
    }

    /// Step 6: a bound of the transposition table that answers the probe. A bound from a
    /// deeper search or a proved mate is as good as one of the same depth.
    #[inline]
    fn tt_cutoff(&mut self, entry: &TtEntry, beta: Score, depth: i32) -> Option<Score> {
        let any_depth = self.uses(Step::DeeperBound);
        let is_valid = |bound: &Bound, is_mate: bool| {
            bound.depth == depth || any_depth && (bound.depth > depth || is_mate)
        };
        let lower = entry
            .lower
            .filter(|lower| lower.score >= beta && is_valid(lower, is_win(lower.score)));
        let bound = lower.or_else(|| {
            entry
                .upper
                .filter(|upper| upper.score < beta && is_valid(upper, is_loss(upper.score)))
        })?;
        if bound.depth != depth {
            self.count(Step::DeeperBound);
        }
        Some(bound.score)
    }

    /// Searches the only move. It costs no depth, so that a series of fours does not
    /// push what follows beyond the horizon. At an expected cut node a block that makes
    /// no four costs a ply, so that fours without effect are not followed far.
    // CITE: Rapfi, whose likely blocks are reduced too.
    fn forced_block(
        &mut self,
        square: Square,
        beta: Score,
        depth: i32,
        ply: usize,
        node_type: NodeType,
    ) -> Result<Score, Aborted> {
        let us = self.position.side();
        if !movegen::is_legal(&mut self.position, us, square) {
            return Ok(mated_in(ply + 2));
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate());
        }
        self.frames[ply].eval = self.eval_before(ply);
        let is_reduced = self.uses(Step::BlockReduction)
            && node_type == NodeType::Cut
            && !movegen::makes_four(&self.position, us, square);
        if is_reduced {
            self.count(Step::BlockReduction);
        }
        let depth = depth - i32::from(is_reduced);
        self.make(ply, square);
        let value = self.alphabeta(1 - beta, depth, ply + 1, node_type.first_child());
        self.position.undo();
        Ok(-value?)
    }

    /// The static evaluation of the ply before, for the side to move now.
    fn eval_before(&self, ply: usize) -> Score {
        -self.frames[ply - 1].eval
    }

    /// The value of a node at which the game lasts for [`LAST_PLIES`] plies at most. What the
    /// patterns promise may come too late, and nothing has to be evaluated.
    fn last_plies(&mut self, ply: usize) -> Score {
        let us = self.position.side();
        let mut moves = match movegen::situation(&mut self.position) {
            Situation::Wins(_, plies) if self.lasts(plies) => return mate_in(ply + plies),
            // No five of the opponent comes in time.
            _ if !self.lasts(2) => return DRAW,
            Situation::Lost(_) => return mated_in(ply + 2),
            Situation::MustBlock(block) => {
                if !movegen::is_legal(&mut self.position, us, block) {
                    return mated_in(ply + 2);
                }
                vec![block]
            }
            Situation::MustAnswer | Situation::Wins(..) | Situation::Free => Vec::new(),
        };
        // Only a four can still win, if its stop is forbidden, and the opponent has no time
        // for a five that it does not threaten.
        let mut best = if moves.is_empty() { DRAW } else { -INFINITE };
        if moves.is_empty() && self.lasts(3) {
            movegen::fours(&mut self.position, us, &mut moves);
        }
        for square in moves {
            self.position.make(square);
            best = best.max(if self.is_drawn() {
                DRAW
            } else {
                -self.last_plies(ply + 1)
            });
            self.position.undo();
        }
        best
    }

    /// Lets the solvers of the root go on from time to time. True if they have found a win.
    #[inline]
    fn has_root_win(&mut self) -> bool {
        self.root.wins.is_some()
            && self.calls.is_multiple_of(SOLVER_INTERVAL)
            && self.continue_root_wins()
    }

    /// The value of a leaf: `eval`, or a win if `eval` is below beta and a VCF is found.
    // Elo: the part above beta, see reverse futility.
    pub(super) fn leaf(&mut self, eval: Score, beta: Score, ply: usize) -> Score {
        if eval >= beta || !self.uses(Step::LeafVcf) {
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

    /// Searches for a VCF of the side to move. Returns its length in plies.
    pub(super) fn vcf(&mut self, fours: u8, budget: u64) -> Option<usize> {
        self.solve_fours(fours, |solver, position, fours, stop| {
            solver.solve(position, fours, budget, stop)
        })
    }

    /// The same below the root, where only fours near the side's own last stone are worth
    /// their time.
    // Elo: see experiments, "quick VCF tries only fours near the last own stone".
    fn quick_vcf(&mut self, budget: u64) -> Option<usize> {
        let stone = self.position.last_stone(self.position.side())?;
        self.solve_fours(
            params::leaf_fours() as u8,
            |solver, position, fours, stop| solver.solve_near(position, stone, fours, budget, stop),
        )
    }

    /// Runs a VCF search within the limits of the options and counts its nodes.
    fn solve_fours(
        &mut self,
        fours: u8,
        solve: impl FnOnce(&mut VcfSolver, &mut Position<CELLS>, u8, StopCheck<'_>) -> VcfResult,
    ) -> Option<usize> {
        let fours = fours.min(self.options.max_fours);
        let fours = if self.lasts(2 * usize::from(fours) + 1) {
            fours
        } else {
            fours.min(fours_within(self.plies_left()))
        };
        if fours == 0 || self.position.fours(self.position.side()) == 0 {
            return None;
        }
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes);
        let result = solve(&mut self.data.vcf, &mut self.position, fours, &stop);
        self.nodes += self.data.vcf.nodes();
        match result {
            VcfResult::Win(plies) => Some(plies),
            VcfResult::None | VcfResult::Unknown => None,
        }
    }
}

/// The evaluation, moved into the bounds of the transposition table, however shallow the
/// search that proved them.
// CITE: Stockfish, the table's value as a better evaluation.
fn bounded(eval: Score, entry: &TtEntry) -> Score {
    let lower = entry.lower.map_or(eval, |lower| eval.max(lower.score));
    entry.upper.map_or(lower, |upper| lower.min(upper.score))
}

#[cfg(test)]
mod tests;
