//! Iterative deepening.

use super::root::{RootMove, RootStatus};
use super::root_wins::RootWin;
use super::steps::Step;
use super::{Aborted, MAX_PLY, Report, Worker, params};
use crate::board::Geometry;
use crate::time::MoveWeight;
use crate::types::score::{is_mate, is_win, mate_in};
use crate::types::{Score, Square};

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Searches until a limit or a proved result ends it. Returns the move to play, `None`
    /// if there is no legal one, and the last finished iteration. If an unfinished
    /// iteration or the vote of the team has chosen another move, the report begins with
    /// that move.
    pub fn think(&mut self, report: &mut dyn FnMut(&Report)) -> (Option<Square>, Report) {
        let mut decided = None;
        match self.prepare_root() {
            RootStatus::NoMove => return (None, Report::default()),
            RootStatus::Decided(score) => {
                self.finish_variation(0, score, 1);
                if is_win(score) {
                    self.add_winning_variation();
                }
                if !is_win(score) || self.options.multipv <= 1 {
                    let last = self.report(1);
                    report(&last);
                    return (self.best(), last);
                }
                decided = Some(score);
                self.widen_root();
            }
            RootStatus::Open => {}
        }
        let mut values: Vec<Score> = vec![self.evaluate()];
        let mut later_values = Vec::new();
        let mut weight = MoveWeight::default();
        let mut last = Report {
            score: values[0],
            ..Report::default()
        };
        for depth in 1..MAX_PLY as u32 {
            let may_begin = self.stopper.may_begin(depth, self.nodes, weight.percent());
            if !may_begin || self.is_only_move_searched() {
                break;
            }
            self.stopper.set_team_depth(depth);
            let (guess, before) = (first_guess(&values), self.best());
            let value = match decided {
                Some(value) => value,
                None => match self.mtdf(guess, depth as i32) {
                    Ok(value) => value,
                    Err(Aborted) => match self.take_root_win() {
                        None => break,
                        Some(win) if self.options.multipv <= 1 => {
                            return self.report_root_win(win, depth, report);
                        }
                        Some(win) => {
                            let value = self.decide(win);
                            self.widen_root();
                            decided = Some(value);
                            value
                        }
                    },
                },
            };
            weight.add(self.best() != before, value, guess);
            values.push(value);
            self.root.moves[0].score = value;
            let all_variations = self.search_variations(depth, &mut later_values);
            last = self.report(depth);
            // A later variation can be a quicker win.
            decided = decided.map(|_| last.score);
            report(&last);
            let others_decided = last.others.iter().all(|line| is_mate(line.score));
            if all_variations.is_err() || is_mate(value) && others_decided {
                break;
            }
        }
        self.take_unfinished_iteration(&mut last);
        self.hold_vote(&mut last);
        last.nodes = self.stopper.all_nodes(self.nodes);
        last.elapsed = self.stopper.elapsed();
        last.hashfull = self.tt.hashfull();
        (self.best(), last)
    }

    /// Makes the first move of a win that a solver has found during the search the only root
    /// move. Returns its value.
    fn decide(&mut self, win: RootWin) -> Score {
        self.clear_stacks();
        self.root.skipped = 0;
        self.root.wins = None;
        let value = mate_in(win.plies);
        self.root.moves = vec![RootMove::new(win.variation[0])];
        self.root.winning_variation = win.variation;
        self.finish_variation(0, value, 1);
        self.add_winning_variation();
        value
    }

    /// Reports a win that a solver has found during the iteration to `depth`.
    fn report_root_win(
        &mut self,
        win: RootWin,
        depth: u32,
        report: &mut dyn FnMut(&Report),
    ) -> (Option<Square>, Report) {
        self.decide(win);
        let last = self.report(depth);
        report(&last);
        (self.best(), last)
    }

    /// True if there is an only move, and a game needs to know no more of its value.
    fn is_only_move_searched(&self) -> bool {
        self.uses(Step::RootAnalysis)
            && !self.options.searches_only_move
            && self.root.moves.len() == 1
            && self.nodes >= params::ONLY_MOVE_NODES
    }

    /// If an unfinished iteration has found a better move than the last finished one,
    /// puts that move and its lower bound in the report, before the best move of the
    /// last one.
    fn take_unfinished_iteration(&mut self, last: &mut Report) {
        if last.pv.first().copied() == self.best().map(Geometry::<CELLS>::point) {
            return;
        }
        let (score, line) = (last.score, self.unfinished_variation());
        let former = std::mem::replace(&mut last.pv, line);
        if let Some(bound) = self.root.moves[0].lower_bound {
            last.score = bound;
            last.is_lower_bound = true;
        }
        self.keep_former_best(last, score, former);
    }

    fn best(&self) -> Option<Square> {
        self.root.moves.first().map(|best| best.square)
    }

    /// The report of an iteration whose first variation is finished.
    fn report(&self, depth: u32) -> Report {
        let best = &self.root.moves[0];
        Report {
            depth,
            seldepth: self.seldepth as u32,
            score: best.score,
            is_lower_bound: false,
            nodes: self.stopper.all_nodes(self.nodes),
            elapsed: self.stopper.elapsed(),
            hashfull: self.tt.hashfull(),
            pv: best.pv.clone(),
            others: self.other_variations(depth),
        }
    }
}

/// The first guess for the next iteration: the mean of the last two values, which
/// swing with the parity of the depth.
pub(super) fn first_guess(values: &[Score]) -> Score {
    match values {
        [.., before, last] if !is_mate(*before) => (before + last) / 2,
        [.., last] => *last,
        [] => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::{position, with_worker};
    use crate::search::{Limits, SearchOptions};
    use crate::types::Point;

    /// Black has just made a four that is blocked at one end.
    const FOUR: [(u8, u8); 7] = [(7, 7), (6, 7), (8, 7), (9, 6), (9, 7), (10, 6), (10, 7)];

    #[test]
    fn a_game_does_not_spend_its_time_on_an_only_move() {
        let search = |options: SearchOptions| {
            let limits = Limits {
                depth: Some(18),
                ..Limits::default()
            };
            with_worker(&position(&FOUR), &limits, |worker| {
                worker.options = options;
                let (best, report) = worker.think(&mut |_| {});
                assert_eq!(best, Some(Geometry::<256>::square(Point::new(11, 7))));
                report
            })
        };
        let in_game = search(SearchOptions::default());
        let in_analysis = search(SearchOptions::analysis());
        assert!(in_game.nodes >= params::ONLY_MOVE_NODES, "{in_game:?}");
        assert!(in_game.depth < in_analysis.depth, "{in_game:?}");
        assert!(
            in_analysis.depth == 18 || is_mate(in_analysis.score),
            "{in_analysis:?}"
        );
        // Black's four has to be answered, but black does not win at once.
        assert!(in_game.score < 0 && !is_mate(in_game.score), "{in_game:?}");
    }
}
