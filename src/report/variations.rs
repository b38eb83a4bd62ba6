//! The variations of a search.

use crate::engine::Report;
use crate::types::{Point, Score};

/// A variation: its score for the side to move, its depth and its moves.
pub type ScoredVariation<'a> = (Score, u32, &'a [Point]);

/// The principal variation and the others of a MultiPV search.
pub fn variations(report: &Report) -> impl Iterator<Item = ScoredVariation<'_>> {
    let first = (report.score, report.depth, report.pv.as_slice());
    let others = report.others.iter();
    let others =
        others.map(|variation| (variation.score, variation.depth, variation.pv.as_slice()));
    std::iter::once(first).chain(others)
}
