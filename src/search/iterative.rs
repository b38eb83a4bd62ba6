//! Iterative deepening: depth after depth until something ends it.

use super::lines::Lines;
use super::root::RootStatus;
use super::{Aborted, Report, Worker};
use crate::board::Geometry;
use crate::types::Score;
use crate::types::Square;
use crate::types::score::{is_mate, is_win};

/// Principal variations are shown up to this length.
pub(super) const PV_LENGTH: usize = 24;

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Searches until a limit ends it; the best move and the last finished
    /// iteration. `None` if no point may be played on.
    pub fn think(&mut self, report: &mut dyn FnMut(&Report)) -> (Option<Square>, Report) {
        let mut last = Report::default();
        let mut decided = None;
        match self.prepare_root() {
            RootStatus::NoMove => return (None, last),
            RootStatus::Decided(score) if is_win(score) && self.view.lines > 1 => {
                decided = Some(score);
                self.widen_root();
            }
            RootStatus::Decided(score) => {
                last = self.report(1, score);
                self.show_win(&mut last);
                report(&last);
                return (self.best(), last);
            }
            RootStatus::Open => {}
        }
        let mut values: Vec<Score> = vec![self.evaluate()];
        let mut lines = Lines::default();
        for depth in 1.. {
            if !self.stopper.may_begin(depth, self.nodes) || depth as usize >= super::MAX_PLY {
                break;
            }
            self.stopper.tell_depth(depth);
            let value = match decided {
                Some(value) => value,
                None => match self.mtdf(first_guess(&values), depth as i32) {
                    Ok(value) => value,
                    Err(Aborted) => break,
                },
            };
            values.push(value);
            last = self.report(depth, value);
            let whole = self.add_lines(&mut last, &mut lines);
            // A quicker win may have come to the front.
            decided = decided.map(|_| last.score);
            report(&last);
            let settled = last.others.iter().all(|line| is_mate(line.score));
            if whole.is_err() || is_mate(value) && settled {
                break;
            }
        }
        // A probe that was not finished may have found a better move.
        if last.pv.first().copied() != self.best().map(Geometry::<CELLS>::point) {
            last.pv = self.principal_variation(0, PV_LENGTH);
            last.others
                .retain(|line| line.pv.first() != last.pv.first());
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
            pv: self.principal_variation(0, PV_LENGTH),
            others: Vec::new(),
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
