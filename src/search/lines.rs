//! The best lines after the first, and how far a search sees.
//!
//! In every iteration the best move is searched first, as in any search. Then
//! it is left out and the best of the others is searched, and so on: each line
//! has a value of its own, proved as the first one's is.

use super::iterative::{PV_LENGTH, first_guess};
use super::root::RootMove;
use super::{Aborted, Report, RootObserver, Worker, params};
use crate::board::Geometry;
use crate::threat::vcf::MAX_FOURS;
use crate::types::score::is_win;
use crate::types::{Point, Score};

/// How much a search tells and how far it sees. By default one line, and all
/// there is to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The number of best lines to tell, from 1.
    pub lines: usize,
    /// Wins by more consecutive fours than this are overlooked, one's own and
    /// the opponent's: a handicap.
    pub fours: u8,
}

impl Default for View {
    fn default() -> View {
        View {
            lines: 1,
            fours: u8::MAX,
        }
    }
}

impl View {
    /// One line, and all there is to see.
    pub(super) fn is_whole(self) -> bool {
        self.lines <= 1 && self.fours == u8::MAX
    }
}

/// A line that is not the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Value for the side to move, as [`Report::score`].
    pub score: Score,
    /// The moves, the one at the root first.
    pub pv: Vec<Point>,
}

/// What is kept of the lines from one iteration to the next.
#[derive(Default)]
pub struct Lines {
    /// The values of each line so far, from the second line on.
    values: Vec<Vec<Score>>,
    /// The lines of the last iteration.
    last: Vec<Variation>,
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// The same search with other options.
    pub fn with_view(mut self, view: View) -> Self {
        self.view = view;
        self
    }

    /// The same search with an observer of its root moves.
    pub fn with_observer(mut self, observer: Option<RootObserver>) -> Self {
        self.observer = observer;
        self
    }

    /// Searches the lines after the first to the depth of `report` and adds
    /// them to it. If the search is stopped, lines of the last iteration fill
    /// the gaps.
    pub(super) fn add_lines(
        &mut self,
        report: &mut Report,
        lines: &mut Lines,
    ) -> Result<(), Aborted> {
        let count = self.view.lines.min(self.root_moves.len());
        if count <= 1 {
            return Ok(());
        }
        let mut scores = vec![report.score];
        let mut result = Ok(());
        for rank in 1..count {
            if lines.values.len() < rank {
                lines.values.push(vec![scores[rank - 1]]);
            }
            let guess = first_guess(&lines.values[rank - 1]);
            self.skipped = rank;
            let value = self.mtdf(guess, report.depth as i32);
            self.skipped = 0;
            match value {
                Ok(value) => {
                    lines.values[rank - 1].push(value);
                    scores.push(value);
                }
                Err(aborted) => {
                    result = Err(aborted);
                    break;
                }
            }
        }
        let found = self.sort_lines(report, &scores);
        let mut others = found;
        for line in lines.last.drain(..) {
            let is_new = others.iter().all(|other| other.pv[0] != line.pv[0]);
            if is_new && report.pv.first() != line.pv.first() && others.len() + 1 < count {
                others.push(line);
            }
        }
        lines.last.clone_from(&others);
        report.nodes = self.stopper.all_nodes(self.nodes);
        report.elapsed = self.stopper.elapsed();
        report.seldepth = self.seldepth as u32;
        report.others = others;
        result
    }

    /// Completes the line of a win that was decided without a search: a VCF or a
    /// VCT. For show only: its nodes are not counted.
    pub(super) fn show_win(&mut self, report: &mut Report) {
        if !is_win(report.score) || report.pv.len() != 1 {
            return;
        }
        let nodes = self.nodes;
        let mut line = std::mem::take(&mut self.vct_line);
        if line.is_empty() && self.vcf(MAX_FOURS, params::ROOT_BUDGET).is_some() {
            line = self.data.vcf.line().to_vec();
        }
        self.nodes = nodes;
        let line: Vec<Point> = line.into_iter().map(Geometry::<CELLS>::point).collect();
        if line.first() == report.pv.first() {
            report.pv = line;
        }
    }

    /// Puts the first root moves into the order of their values: a later line
    /// can turn out better, since searches prune differently. Returns the
    /// lines after the first.
    fn sort_lines(&mut self, report: &mut Report, scores: &[Score]) -> Vec<Variation> {
        let mut ranked: Vec<(RootMove, Score)> = self
            .root_moves
            .iter()
            .copied()
            .zip(scores.iter().copied())
            .collect();
        ranked.sort_by_key(|(_, score)| -score);
        for (rank, (root_move, _)) in ranked.iter().enumerate() {
            self.root_moves[rank] = *root_move;
        }
        let mut lines: Vec<Variation> = ranked
            .iter()
            .enumerate()
            .map(|(rank, (_, score))| Variation {
                score: *score,
                pv: self.principal_variation(rank, PV_LENGTH),
            })
            .collect();
        let best = lines.remove(0);
        report.score = best.score;
        report.pv = best.pv;
        lines
    }
}
