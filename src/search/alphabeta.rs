//! One zero-window probe: is the value of this node at least `beta`?

use super::movepick::MovePicker;
use super::{Aborted, MAX_PLY, Searcher, params};
use crate::board::Geometry;
use crate::board::zobrist::mix;
use crate::movegen::{self, Situation};
use crate::pattern::Class;
use crate::rules;
use crate::threat::Verdict;
use crate::tt::{Bound, Entry};
use crate::types::score::{DRAW, INFINITE, is_loss, is_mate, is_win, mate_in, mated_in};
use crate::types::{Score, Square};

/// A node whose moves are to be searched.
struct Node {
    beta: Score,
    depth: i32,
    ply: usize,
    /// The opponent threatens an open four.
    must_answer: bool,
    /// The static evaluation is higher than two plies ago.
    improving: bool,
    /// The node is expected to fail high.
    cut: bool,
    /// The best guess of the value.
    eval: Score,
    entry: Entry,
}

impl<const CELLS: usize> Searcher<'_, CELLS> {
    /// Is the position's value for the side to move at least `beta`?
    ///
    /// Fail-soft: the result is a lower bound of the value if it is at least
    /// `beta`, else an upper bound. `depth` is what remains, in plies, `ply` the
    /// distance from the root; `cut` tells that the node is expected to fail high.
    pub(super) fn alphabeta(
        &mut self,
        beta: Score,
        depth: i32,
        ply: usize,
        cut: bool,
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
            Situation::MustBlock(square) => return self.forced(square, beta, depth, ply, cut),
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
        if depth <= 0 || ply >= MAX_PLY {
            return Ok(self.leaf(beta, ply));
        }

        // Step 6: the transposition table.
        let key = self.key(ply);
        let entry = self.tt.probe(key, ply);
        if let Some(lower) = entry.lower
            && self.deep_enough(lower.depth, depth, is_win(lower.score))
            && lower.score >= beta
        {
            return Ok(lower.score);
        }
        if let Some(upper) = entry.upper
            && self.deep_enough(upper.depth, depth, is_loss(upper.score))
            && upper.score < beta
        {
            return Ok(upper.score);
        }

        // Step 7: static evaluation.
        let us = self.position.side();
        let static_eval = self.position.evaluate();
        self.frames[ply].eval = static_eval;
        let improving = ply >= 2 && static_eval > self.frames[ply - 2].eval;
        let mut eval = static_eval;
        if params::table_eval() == 1 {
            if let Some(lower) = entry.lower {
                eval = eval.max(lower.score);
            }
            if let Some(upper) = entry.upper {
                eval = eval.min(upper.score);
            }
        }

        let excluded = self.frames[ply].excluded.is_some();
        if self.pruning && !must_answer && !excluded && !is_win(beta) && !is_loss(beta) {
            // Step 8: reverse futility. So far ahead that a quiet move will do.
            let threatened =
                params::rfp_threatened() == 0 && self.position.count(!us, Class::FourThree) > 0;
            if depth <= params::rfp_depth()
                && !threatened
                && !is_win(eval)
                && eval - params::reverse_futility_margin(depth, improving) >= beta
            {
                return Ok(beta + (eval - beta) * params::rfp_soft() / 100);
            }
        }

        // Step 9: a VCF of our own.
        let razor = self.pruning
            && !must_answer
            && !excluded
            && !is_win(beta)
            && !is_loss(beta)
            && depth <= params::razor_depth()
            && eval + params::razor_margin(depth) < beta;
        if !excluded
            && (razor
                || depth >= params::inner_vcf_depth()
                    && (params::inner_vcf_below() == 0 || eval < beta))
            && let Some(plies) = self.vcf(params::LEAF_FOURS, params::inner_budget(depth))
        {
            let score = mate_in(ply + plies);
            let best = self.memory.vcf.line().first().copied();
            self.tt
                .store(key, ply, Some(Bound { score, depth }), None, best);
            return Ok(score);
        }

        if self.pruning
            && !excluded
            && depth >= params::vct_depth()
            && eval < beta
            && !razor
            && let Some(plies) = self.solve_vct(params::inner_vct_budget(depth))
        {
            let score = mate_in(ply + plies);
            self.tt
                .store(key, ply, Some(Bound { score, depth }), None, None);
            return Ok(score);
        }

        // Step 10: razoring. So far behind that only a VCF would help, and
        // there is none.
        if razor {
            return Ok((beta - 1) - (beta - 1 - eval) * params::razor_soft() / 100);
        }

        // Step 11: without a good first move the search is worth less.
        let mut depth = depth;
        if self.pruning && depth >= params::iir_depth() && entry.best.is_none() {
            depth -= 1;
        }

        self.search_moves(&Node {
            beta,
            depth,
            ply,
            must_answer,
            improving,
            cut,
            eval,
            entry,
        })
    }

    /// Steps 12 to 18: the moves of a node that nothing has decided.
    fn search_moves(&mut self, node: &Node) -> Result<Score, Aborted> {
        let Node {
            beta,
            depth,
            ply,
            must_answer,
            improving,
            cut,
            eval,
            entry,
        } = *node;
        let us = self.position.side();
        let excluded = self.frames[ply].excluded;
        let mut best = -INFINITE;
        let mut best_move = None;
        let start = self.tried.len();
        let likely_fail_high = self.pruning
            && cut
            && !is_win(beta)
            && eval >= beta + params::fail_high_base() + params::fail_high_scale() * depth;
        let mut picker = MovePicker::new(self, entry.best, must_answer, ply);
        let mut rank = 0;
        while let Some(square) = picker.next(self) {
            if excluded == Some(square) {
                continue;
            }
            let own = self.own_class(square);
            let other = self.position.class(!us, square);
            let makes_four = own >= Class::Four;
            let quiet = own < Class::OpenThree && other < Class::Four;
            let trivial = own == Class::None && other == Class::None;

            // Step 12: skip what will not raise the value.
            if self.pruning && best > -INFINITE && !is_loss(best) {
                if depth <= params::lmp_depth()
                    && (params::lmp_all() == 1 || quiet && !must_answer)
                    && rank >= params::move_count_limit(depth, improving)
                {
                    continue;
                }
                if trivial && depth <= params::trivial_depth() {
                    continue;
                }
                if quiet
                    && !must_answer
                    && depth <= params::futility_depth()
                    && eval + params::futility_margin(depth) < beta
                {
                    best = best.max((eval + params::futility_margin(depth)).min(beta - 1));
                    continue;
                }
            }

            // Step 13: points forbidden to us.
            if !movegen::is_legal(&mut self.position, us, square) {
                continue;
            }

            // Step 14: extensions.
            let mut extension = 0;
            if self.pruning
                && depth >= params::singular_depth()
                && entry.best == Some(square)
                && excluded.is_none()
                && let Some(lower) = entry.lower
                && lower.depth >= depth - 3
                && !is_mate(lower.score)
            {
                let singular_beta = lower.score - params::singular_margin() * depth / 100;
                let mark = self.moves.len();
                self.frames[ply].excluded = Some(square);
                let value = self.alphabeta(
                    singular_beta,
                    depth * params::singular_part() / 100,
                    ply,
                    cut,
                );
                self.frames[ply].excluded = None;
                self.moves.truncate(mark);
                let value = value?;
                if value < singular_beta {
                    extension = 1 + i32::from(
                        value < singular_beta - params::singular_double()
                            && self.frames[ply].doubled < 6,
                    );
                } else if singular_beta >= beta {
                    self.tried.truncate(start);
                    picker.finish(self);
                    return Ok(singular_beta);
                } else if lower.score >= beta {
                    extension = -params::singular_negative();
                }
            }
            if likely_fail_high && !makes_four {
                extension -= 1;
            }
            let doubled = self.frames[ply].doubled + i32::from(extension > 1);
            let new_depth = depth - 1 + extension;
            self.frames[ply].square = square;
            self.frames[ply].own = own;

            // Step 15: late moves are searched less deep first.
            let mut reduction = 0;
            if self.pruning && depth >= 2 && rank > 0 && !makes_four {
                let mut r = params::reduction(depth, rank);
                r -= self.memory.history.score(us, square) * 100 / params::lmr_history();
                if own >= Class::OpenThree || other >= Class::OpenThree {
                    r -= params::lmr_three();
                }
                if must_answer {
                    r -= params::lmr_answer();
                }
                if cut {
                    r += params::lmr_cut();
                }
                if !improving && r > 100 {
                    r += params::lmr_worse();
                }
                if trivial {
                    r += params::lmr_trivial();
                }
                r += picker.gap.min(1000) * params::lmr_gap() / 100;
                if params::lmr_far() != 0 && self.is_far(square, ply) {
                    r += params::lmr_far();
                }
                reduction = (r / 100).clamp(0, (new_depth - params::lmr_floor()).max(0));
            }
            self.frames[ply + 1].doubled = doubled;
            self.position.make(square);
            let child_cut = if reduction > 0 { true } else { !cut };
            let mut value = self
                .alphabeta(1 - beta, new_depth - reduction, ply + 1, child_cut)
                .inspect_err(|_| {
                    self.position.undo();
                })
                .map(|value| -value)?;
            if reduction > 0 && value >= beta {
                value = self
                    .alphabeta(1 - beta, new_depth, ply + 1, !cut)
                    .inspect_err(|_| {
                        self.position.undo();
                    })
                    .map(|value| -value)?;
            }
            self.position.undo();
            rank += 1;

            // Step 16: the best so far, cutoff.
            if value > best {
                best = value;
                if value >= beta {
                    best_move = Some(square);
                    let previous = self.position.last_move();
                    self.memory.history.reward(
                        us,
                        square,
                        &self.tried[start..],
                        depth,
                        ply,
                        previous,
                    );
                    break;
                }
            }
            self.tried.push(square);
        }
        self.tried.truncate(start);
        picker.finish(self);

        // Step 17: no move helps, or none is left.
        if best == -INFINITE {
            best = if excluded.is_some() {
                beta - 1
            } else if must_answer {
                mated_in(ply + 4)
            } else {
                mated_in(ply + 2)
            };
        }

        // Step 18: remember.
        let bound = Some(Bound { score: best, depth });
        let key = self.key(ply);
        if best >= beta {
            self.tt.store(key, ply, bound, None, best_move);
        } else {
            self.tt.store(key, ply, None, bound, None);
        }
        Ok(best)
    }

    /// The key of this node in the table; another one while its best move is left out.
    fn key(&self, ply: usize) -> u64 {
        match self.frames[ply].excluded {
            None => self.position.key(),
            Some(square) => self.position.key() ^ mix(square.0 as u64 + 1),
        }
    }

    /// Is a move far from both players' last moves?
    fn is_far(&self, square: Square, ply: usize) -> bool {
        let far = |other: Square| Geometry::<CELLS>::distance(square, other) > 4;
        ply >= 2 && far(self.frames[ply - 1].square) && far(self.frames[ply - 2].square)
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
    /// does not push what follows past the horizon.
    fn forced(
        &mut self,
        square: Square,
        beta: Score,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Aborted> {
        let us = self.position.side();
        if !movegen::is_legal(&mut self.position, us, square) {
            return Ok(mated_in(ply + 2));
        }
        if ply >= MAX_PLY {
            return Ok(self.position.evaluate());
        }
        self.frames[ply].eval = self.position.evaluate();
        self.frames[ply].square = square;
        self.frames[ply + 1].doubled = self.frames[ply].doubled;
        self.position.make(square);
        let value = self.alphabeta(1 - beta, depth, ply + 1, !cut);
        self.position.undo();
        Ok(-value?)
    }

    /// The value where the search ends: the static evaluation, unless a VCF is
    /// needed to reach beta and there is one.
    fn leaf(&mut self, beta: Score, ply: usize) -> Score {
        let eval = self.position.evaluate();
        if eval >= beta {
            return eval;
        }
        match self.vcf(params::LEAF_FOURS, params::leaf_budget() as u64) {
            Some(plies) => mate_in(ply + plies),
            None => eval,
        }
    }

    /// The plies of a VCF of the side to move, if one is found within the limits.
    pub(super) fn vcf(&mut self, fours: u8, budget: u64) -> Option<usize> {
        let fours = fours.min(self.view.fours);
        if !self.pruning || fours == 0 || self.position.fours(self.position.side()) == 0 {
            return None;
        }
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes);
        let verdict = self
            .memory
            .vcf
            .solve(&mut self.position, fours, budget, &stop);
        self.nodes += self.memory.vcf.nodes();
        match verdict {
            Verdict::Win(plies) => Some(plies),
            Verdict::None | Verdict::Unknown => None,
        }
    }
}
