//! MTD(f): the value of the root by zero-window probes.
// CITE: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth
// minimax algorithms", Artificial Intelligence 87, 1996.

use super::shared_bounds::{RootBounds, SharedBounds};
use super::steps::Step;
use super::{Aborted, Worker, params};
use crate::types::Score;
use crate::types::score::{INFINITE, is_mate};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// The value of the root at `depth`, found by probes that start at `guess`.
    ///
    /// Each probe moves one bound. While the other bound is unknown, the next probe is
    /// one step further in the same direction. The step doubles, so that a bad guess
    /// costs few probes. Between two bounds, the next probe is in the middle.
    ///
    /// The search ends when the bounds meet. If only one variation is asked for, it also ends
    /// when they are close: the value is then between them, and the move that reached the
    /// lower one cannot be much worse than another. Several variations are compared by their
    /// values. A proved win or loss ends the search; a shorter one is not searched for.
    pub(super) fn mtdf(&mut self, guess: Score, depth: i32) -> Result<Score, Aborted> {
        let mut bounds = RootBounds::NONE;
        let mut beta = guess;
        let mut step = params::mtd_step();
        loop {
            let value = self.shared_probe(beta, depth, &mut bounds)?;
            let (lower, upper) = (bounds.lower, bounds.upper);
            if lower >= upper || is_mate(value) {
                return Ok(value);
            }
            if self.is_close(&bounds) {
                self.count(Step::Tolerance);
                return Ok((lower + upper) / 2);
            }
            beta = match (lower, upper) {
                (_, INFINITE) => lower + step,
                (NONE, _) => upper + 1 - step,
                _ => lower + (upper - lower + 1) / 2,
            };
            step *= 2;
        }
    }

    /// True if the bounds of the first variation are so close that the value need not be known
    /// any better.
    fn is_close(&self, bounds: &RootBounds) -> bool {
        self.uses(Step::Tolerance)
            && self.options.multipv <= 1
            && bounds.lower > NONE
            && bounds.upper < INFINITE
            && bounds.upper - bounds.lower <= params::mtd_tolerance()
    }

    /// Probes the root and adds the result to the bounds. The threads of a team share
    /// what they know of the first variation: the result may be one that another thread has
    /// found, before the probe or meanwhile.
    fn shared_probe(
        &mut self,
        beta: Score,
        depth: i32,
        bounds: &mut RootBounds,
    ) -> Result<Score, Aborted> {
        let team_bounds = self.stopper.bounds().filter(|_| self.root.skipped == 0);
        let Some(shared) = team_bounds else {
            let value = self.probe_root(beta, depth)?;
            bounds.add(beta, value);
            return Ok(value);
        };
        let result = match shared.at(depth).answer(beta) {
            Some(value) => Ok(value),
            None => self.probe_for_team(beta, depth, shared),
        };
        let known = shared.at(depth);
        self.adopt_best(&known);
        let value = result?;
        bounds.add(beta, value);
        bounds.lower = bounds.lower.max(known.lower);
        bounds.upper = bounds.upper.min(known.upper);
        Ok(known.answer(beta).unwrap_or(value))
    }

    /// Probes the root unless another thread answers the probe first, and tells the team
    /// the result.
    fn probe_for_team(
        &mut self,
        beta: Score,
        depth: i32,
        shared: &SharedBounds,
    ) -> Result<Score, Aborted> {
        let value = loop {
            self.stopper.set_probe(Some((beta, depth)));
            let probed = self.probe_root(beta, depth);
            self.stopper.set_probe(None);
            if let Ok(value) = probed {
                break value;
            }
            self.clear_stacks();
            if let Some(answer) = shared.at(depth).answer(beta) {
                return Ok(answer);
            }
            if self.stopper.is_over(self.nodes) {
                return Err(Aborted);
            }
            // A thread that is far deeper has overwritten the answer.
        };
        let is_first_best = value >= beta || is_mate(value);
        let best = self.root.moves.first().filter(|_| is_first_best);
        shared.add(depth, beta, value, best.map(|best| best.square));
        Ok(value)
    }

    /// Puts the best move that the team knows to the front, with its bound.
    fn adopt_best(&mut self, known: &RootBounds) {
        let mut moves = self.root.moves.iter();
        let rank = known
            .best
            .and_then(|best| moves.position(|root_move| root_move.square == best));
        if let Some(rank) = rank {
            self.root.moves[..=rank].rotate_right(1);
            if known.lower > NONE {
                self.root.moves[0].lower_bound = Some(known.lower);
            }
        }
    }
}

/// The lower bound before any probe has failed high.
const NONE: Score = -INFINITE;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::{middle_game, with_leader, with_worker};
    use crate::search::{Limits, Team};

    #[test]
    fn what_the_team_has_proved_is_not_searched_again() {
        let start = middle_game();
        let team = Team::new(1);
        with_leader(&start, &Limits::default(), &team, |worker| {
            worker.prepare_root();
            let last = worker.root.moves.last().expect("root moves").square;
            let nodes = worker.nodes;
            team.bounds().add(9, 20, 31, Some(last));
            team.bounds().add(9, 40, 31, None);
            assert_eq!(worker.mtdf(0, 9).ok(), Some(31));
            assert_eq!(worker.nodes, nodes);
            let best = &worker.root.moves[0];
            assert_eq!((best.square, best.lower_bound), (last, Some(31)));
            // Bounds of another depth do not count.
            worker.mtdf(0, 5).expect("no limit");
            assert!(worker.nodes > nodes);
        });
    }

    #[test]
    fn one_line_needs_no_exact_value() {
        let start = middle_game();
        // The value of a search whose team knows bounds that are `width` apart, and whether
        // it has searched.
        let search = |multipv: usize, width: Score| {
            let team = Team::new(1);
            with_leader(&start, &Limits::default(), &team, |worker| {
                worker.prepare_root();
                worker.options.multipv = multipv;
                let best = worker.root.moves[1].square;
                team.bounds().add(5, 30, 30, Some(best));
                team.bounds().add(5, 31 + width, 30 + width, None);
                let nodes = worker.nodes;
                let value = worker.mtdf(30, 5).expect("no limit");
                (value, worker.nodes > nodes)
            })
        };
        let tolerance = params::mtd_tolerance();
        assert_eq!(search(1, tolerance), (30 + tolerance / 2, false));
        assert!(search(1, tolerance + 1).1);
        assert!(search(2, tolerance).1);
    }

    #[test]
    fn a_probe_ends_when_another_thread_answers_it() {
        let start = middle_game();
        let team = Team::new(1);
        with_leader(&start, &Limits::default(), &team, |worker| {
            worker.prepare_root();
            let (beta, depth) = (10, 14);
            worker.stopper.set_probe(Some((beta, 2)));
            assert!(worker.probe_root(beta, 2).is_ok());
            worker.stopper.set_probe(Some((beta, depth)));
            team.bounds().add(depth, beta, 12, None);
            assert!(worker.probe_root(beta, depth).is_err());
            // The next probe starts with empty lists of moves.
            let answer = worker.probe_for_team(beta, depth, team.bounds());
            assert_eq!(answer.ok(), Some(12));
            assert!(worker.tried.is_empty() && worker.moves.is_empty());
            assert_eq!(worker.position.key(), start.key());
        });
    }

    #[test]
    fn a_worker_tells_its_team_both_bounds() {
        let start = middle_game();
        let team = Team::new(1);
        let value = with_leader(&start, &Limits::default(), &team, |worker| {
            worker.prepare_root();
            worker.mtdf(0, 6).expect("no limit")
        });
        let known = team.bounds().at(6);
        let width = known.upper - known.lower;
        assert!((0..=params::mtd_tolerance()).contains(&width), "{known:?}");
        assert!((known.lower..=known.upper).contains(&value), "{known:?}");
        assert!(known.best.is_some());
        let alone = with_worker(&start, &Limits::default(), |worker| {
            worker.prepare_root();
            worker.mtdf(0, 6).expect("no limit")
        });
        assert_eq!(alone, value);
    }
}
