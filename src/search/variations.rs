//! The best variations after the first (MultiPV) and that of a decided win.
//!
//! The first variation is searched as in any search. Then its move is left out and the
//! best of the others is searched, and so on. Each variation has a value of its own,
//! proved like that of the first.

use super::iterative::first_guess;
use super::{Aborted, Report, Worker, params};
use crate::board::Geometry;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vcf::MAX_FOURS;
use crate::threat::{SHORTEN_BUDGET, ShortestVcfSolver, VcfWin};
use crate::types::score::is_win;
use crate::types::{Point, Score, Square};

/// Principal variations are reported up to this length.
const PV_LENGTH: usize = 24;

/// A root move with its value and its variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Value for the side to move, as [`Report::score`](super::Report::score).
    pub score: Score,
    /// The depth of the iteration that has found the value, in plies.
    pub depth: u32,
    /// The moves, the one at the root first.
    pub pv: Vec<Point>,
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// The number of variations to report, at most one for each root move.
    fn variation_count(&self) -> usize {
        self.options.multipv.min(self.root.moves.len())
    }

    /// Searches the variations after the first to `depth`, and finishes them and the first,
    /// whose value is known. `values` are the values of each later variation in earlier
    /// iterations. Variations found before the search is stopped are finished too.
    pub(super) fn search_variations(
        &mut self,
        depth: u32,
        values: &mut Vec<Vec<Score>>,
    ) -> Result<(), Aborted> {
        let count = self.variation_count();
        let mut found = 1;
        let mut result = Ok(());
        while found < count {
            if values.len() < found {
                values.push(vec![self.root.moves[found - 1].score]);
            }
            self.root.skipped = found;
            let value = self.mtdf(first_guess(&values[found - 1]), depth as i32);
            self.root.skipped = 0;
            match value {
                Ok(value) => {
                    values[found - 1].push(value);
                    self.root.moves[found].score = value;
                    found += 1;
                }
                Err(aborted) => {
                    result = Err(aborted);
                    break;
                }
            }
        }
        // A later variation can have the higher value, since searches prune differently.
        self.root.moves[..found].sort_by_key(|root_move| -root_move.score);
        for rank in 0..found {
            self.finish_variation(rank, self.root.moves[rank].score, depth);
        }
        result
    }

    /// Records that an iteration to `depth` has found the value of a root move.
    pub(super) fn finish_variation(&mut self, rank: usize, score: Score, depth: u32) {
        let pv = self.principal_variation(rank, PV_LENGTH);
        let root_move = &mut self.root.moves[rank];
        root_move.score = score;
        root_move.depth = depth;
        root_move.lower_bound = None;
        // A win that a solver has found has a longer variation than the one in the table.
        if !(is_win(score) && root_move.pv.starts_with(&pv)) {
            root_move.pv = pv;
        }
    }

    /// The variations after the first as of `depth`. If not all have been finished, those
    /// of the previous iteration fill the gaps.
    pub(super) fn other_variations(&self, depth: u32) -> Vec<Variation> {
        let others = self.root.moves.get(1..).unwrap_or_default();
        let at = |depth| {
            others
                .iter()
                .filter(move |variation| variation.depth == depth)
        };
        let mut older: Vec<_> = at(depth - 1).filter(|_| depth > 1).collect();
        older.sort_by_key(|variation| -variation.score);
        at(depth)
            .chain(older)
            .take(self.variation_count().saturating_sub(1))
            .map(|variation| Variation {
                score: variation.score,
                depth: variation.depth,
                pv: variation.pv.clone(),
            })
            .collect()
    }

    /// Puts the best variation of the last iteration after the better one that an unfinished
    /// iteration has found.
    pub(super) fn keep_former_best(&self, last: &mut Report, score: Score, pv: Vec<Point>) {
        last.others
            .retain(|variation| variation.pv.first() != last.pv.first());
        if !pv.is_empty() {
            let depth = last.depth;
            last.others.insert(0, Variation { score, depth, pv });
        }
        last.others
            .truncate(self.variation_count().saturating_sub(1));
    }

    /// The variation of the first root move after an unfinished iteration.
    pub(super) fn unfinished_variation(&mut self) -> Vec<Point> {
        self.principal_variation(0, PV_LENGTH)
    }

    /// Shortens the VCF of this many plies that has just been found at the root, and keeps
    /// its variation. Returns its first move and its length in plies. The nodes for this are
    /// not counted.
    pub(super) fn shorten_vcf(&mut self, plies: usize) -> (Square, usize) {
        let (stopper, nodes) = (&self.stopper, self.nodes);
        let stop = || stopper.is_over(nodes);
        let mut reader = LineReader::new(self.position.rule());
        let mut board = LineBoard::new(&self.position, &mut reader);
        let found = VcfWin::found(&self.data.vcf, plies);
        let mut solver = ShortestVcfSolver::default();
        let win = solver.shorten(&mut board, found, SHORTEN_BUDGET, &stop);
        self.root.winning_variation = win.variation;
        (self.root.winning_variation[0], win.plies)
    }

    /// Gives the first root move, a win that a solver has found, its whole variation. The nodes
    /// for this are not counted.
    pub(super) fn add_winning_variation(&mut self) {
        let nodes = self.nodes;
        let mut variation = std::mem::take(&mut self.root.winning_variation);
        if variation.is_empty() && self.vcf(MAX_FOURS, params::ROOT_BUDGET).is_some() {
            variation = self.data.vcf.variation().to_vec();
        }
        self.nodes = nodes;
        if variation.first() == Some(&self.root.moves[0].square) {
            self.root.moves[0].pv = variation
                .into_iter()
                .map(Geometry::<CELLS>::point)
                .collect();
        }
    }
}
