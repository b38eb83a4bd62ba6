//! A search in pieces: it pauses, and later continues from its table.
//!
//! Each piece is a search of its own. It begins at depth 1 again, but what earlier pieces have
//! searched is in the table, so it soon reaches new depths.

use std::time::Duration;

use crate::engine::{Limits, Outcome, Report};
use crate::types::Score;
use crate::types::score::is_win;

/// What the pieces of a search have found.
#[derive(Default)]
pub struct Pieces {
    /// The number of pieces that have ended.
    count: u32,
    /// What they have used.
    nodes: u64,
    elapsed: Duration,
    /// The best result.
    best: Option<Outcome>,
}

impl Pieces {
    /// What is left of the limits.
    pub fn limits(&self, limits: &Limits) -> Limits {
        let mut left = *limits;
        left.nodes = limits
            .nodes
            .map(|nodes| nodes.saturating_sub(self.nodes).max(1));
        left.time.turn = limits
            .time
            .turn
            .map(|time| time.saturating_sub(self.elapsed));
        left
    }

    /// Whether the next piece looks for forced wins at the root. That takes a share of what is left
    /// of the limits, which can be all of a piece; so only every other piece does it.
    pub fn looks_for_forced_wins(&self) -> bool {
        self.count.is_multiple_of(2)
    }

    /// A report of the piece that is being searched, as one of the whole search; `None` if
    /// an earlier piece has got as far.
    pub fn report(&self, report: &Report) -> Option<Report> {
        let depth = self.best.as_ref().map_or(0, |outcome| outcome.report.depth);
        (self.count == 0 || report.depth > depth).then(|| self.whole(report.clone()))
    }

    /// A report of the piece that is being searched, with what the earlier ones have used.
    fn whole(&self, mut report: Report) -> Report {
        report.nodes += self.nodes;
        report.elapsed += self.elapsed;
        report
    }

    /// The result of the whole search, of which this is the last piece so far.
    pub fn add(&mut self, piece: Outcome) -> Outcome {
        let report = self.whole(piece.report);
        (self.nodes, self.elapsed) = (report.nodes, report.elapsed);
        self.count += 1;
        let (nodes, elapsed, hashfull) = (report.nodes, report.elapsed, report.hashfull);
        let earlier = self.best.take();
        let is_better = |earlier: &Outcome| rank(&earlier.report) > rank(&report);
        let mut outcome = match earlier.filter(is_better) {
            Some(earlier) => earlier,
            None => Outcome {
                best: piece.best,
                report,
            },
        };
        outcome.report.nodes = nodes;
        outcome.report.elapsed = elapsed;
        outcome.report.hashfull = hashfull;
        outcome
    }

    /// Keeps the result until the search goes on.
    pub fn keep(&mut self, outcome: Outcome) {
        self.best = Some(outcome);
    }

    /// True if nothing is left of the limits.
    pub fn are_over(&self, limits: &Limits) -> bool {
        limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || limits.time.turn.is_some_and(|time| self.elapsed >= time)
    }
}

/// How much a result counts: a win, the shortest first; then the depth.
fn rank(report: &Report) -> (Score, u32) {
    let win = if is_win(report.score) {
        report.score
    } else {
        0
    };
    (win, report.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Point;

    fn piece(depth: u32, x: u8, nodes: u64) -> Outcome {
        Outcome {
            best: Some(Point::new(x, 0)),
            report: Report {
                depth,
                nodes,
                elapsed: Duration::from_secs(1),
                ..Report::default()
            },
        }
    }

    #[test]
    fn the_deepest_piece_counts_and_all_of_them_use_up_the_limits() {
        let limits = Limits {
            nodes: Some(100),
            ..Limits::of_turn(Some(Duration::from_secs(9)))
        };
        let mut pieces = Pieces::default();
        let first = pieces.add(piece(5, 1, 40));
        assert_eq!(
            (first.best, first.report.nodes),
            (Some(Point::new(1, 0)), 40)
        );
        pieces.keep(first);
        assert_eq!(pieces.limits(&limits).nodes, Some(60));
        assert_eq!(
            pieces.limits(&limits).time.turn,
            Some(Duration::from_secs(8))
        );
        assert!(pieces.report(&piece(5, 2, 10).report).is_none());
        assert_eq!(pieces.report(&piece(6, 2, 10).report).unwrap().nodes, 50);
        let shallow = pieces.add(piece(3, 2, 20));
        assert_eq!(
            (shallow.best, shallow.report.depth),
            (Some(Point::new(1, 0)), 5)
        );
        assert_eq!(shallow.report.nodes, 60);
        assert!(!pieces.are_over(&limits));
        pieces.keep(shallow);
        let last = pieces.add(piece(5, 3, 40));
        assert_eq!(
            (last.best, last.report.nodes),
            (Some(Point::new(3, 0)), 100)
        );
        assert!(pieces.are_over(&limits));
    }
}
