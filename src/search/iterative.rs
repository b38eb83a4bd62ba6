//! Iterative deepening: depth after depth until something ends it.

use super::params;
use super::root::RootMove;
use super::root::RootVerdict;
use super::{Report, Searcher};
use crate::board::Geometry;
use crate::types::Score;
use crate::types::Square;
use crate::types::score::{is_mate, mated_in};

/// Principal variations are shown up to this length.
const PV_LENGTH: usize = 24;

impl<const CELLS: usize> Searcher<'_, CELLS> {
    /// Searches until a limit ends it; the best move and the last finished
    /// iteration. `None` if no point may be played on.
    pub fn think(&mut self, report: &mut dyn FnMut(&Report)) -> (Option<Square>, Report) {
        let mut last = Report::default();
        match self.prepare_root() {
            RootVerdict::NoMove => return (None, last),
            RootVerdict::Decided(score) => {
                last = self.report(1, score);
                report(&last);
                return (self.best(), last);
            }
            RootVerdict::Open => {}
        }
        let mut values: Vec<Score> = vec![self.position.evaluate()];
        let mut depth = 0;
        let mut checked: Vec<(Square, u64)> = Vec::new();
        let mut lost: Vec<(usize, RootMove)> = Vec::new();
        loop {
            depth += 1;
            if !self.stopper.may_begin(depth, self.nodes) || depth as usize >= super::MAX_PLY {
                break;
            }
            self.stopper.tell_depth(depth);
            let Ok(value) = self.mtdf(first_guess(&values), depth as i32) else {
                break;
            };
            if !is_mate(value) && params::verify_percent() > 0 && depth >= 4 {
                let budget = self.nodes * params::verify_percent() as u64 / 100;
                let best = self.root_moves[0].square;
                let spent = checked
                    .iter()
                    .find(|(square, _)| *square == best)
                    .map_or(0, |c| c.1);
                if budget >= 4 * spent {
                    checked.retain(|(square, _)| *square != best);
                    checked.push((best, budget));
                    if let Some(plies) = self.refuting_vct(budget) {
                        lost.push((plies, self.root_moves.remove(0)));
                        if self.root_moves.is_empty() {
                            lost.sort_by_key(|(plies, _)| std::cmp::Reverse(*plies));
                            self.root_moves = lost.iter().map(|(_, m)| *m).collect();
                            last = self.report(depth, mated_in(1 + lost[0].0));
                            report(&last);
                            break;
                        }
                        depth -= 1;
                        continue;
                    }
                }
            }
            values.push(value);
            last = self.report(depth, value);
            report(&last);
            if is_mate(value) {
                break;
            }
        }
        // A probe that was not finished may have found a better move.
        if last.pv.first().copied() != self.best().map(Geometry::<CELLS>::point) {
            last.pv = self.principal_variation(PV_LENGTH);
        }
        last.nodes = self.stopper.all_nodes(self.nodes);
        last.elapsed = self.stopper.elapsed();
        (self.best(), last)
    }

    fn best(&self) -> Option<Square> {
        self.root_moves.first().map(|best| best.square)
    }

    fn report(&mut self, depth: u32, score: Score) -> Report {
        Report {
            depth,
            seldepth: self.seldepth as u32,
            score,
            nodes: self.stopper.all_nodes(self.nodes),
            elapsed: self.stopper.elapsed(),
            pv: self.principal_variation(PV_LENGTH),
        }
    }
}

/// Where the next iteration starts to look: between the last two values, which
/// swing with the parity of the depth.
pub(super) fn first_guess(values: &[Score]) -> Score {
    match values {
        [.., before, last] if !is_mate(*before) => (before + last) / 2,
        [.., last] => *last,
        [] => 0,
    }
}
