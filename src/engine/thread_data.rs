//! What a search thread learns, and its way from a game into a search.

use super::{Game, LARGE, Outcome, Report, RootObserver, SMALL, View, position_of};
use crate::board::Geometry;
use crate::search::{Stopper, ThreadData, Worker};
use crate::tt::TranspositionTable;
use crate::types::{BoardSize, Color, Point, Square};

/// How a main search sees, and who watches it.
type Manner = (View, Option<RootObserver>);

/// What one search thread has learned of moves, for either size of board.
#[derive(Default)]
pub struct ThreadDataSet {
    pub(super) small: Option<Box<ThreadData<SMALL>>>,
    pub(super) large: Option<Box<ThreadData<LARGE>>>,
}

impl ThreadDataSet {
    pub(super) fn small(&mut self) -> &mut ThreadData<SMALL> {
        self.small.get_or_insert_default()
    }

    pub(super) fn large(&mut self) -> &mut ThreadData<LARGE> {
        self.large.get_or_insert_default()
    }

    /// The main search.
    pub(super) fn think(
        &mut self,
        game: &Game,
        side: Color,
        table: &TranspositionTable,
        stopper: Stopper<'_>,
        manner: Manner,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        if Geometry::<SMALL>::fits(game.size()) {
            think_sized::<SMALL>(game, side, table, self.small(), stopper, manner, report)
        } else {
            think_sized::<LARGE>(game, side, table, self.large(), stopper, manner, report)
        }
    }

    /// See [`ThreadData::take_sample`].
    pub(super) fn take_sample(&mut self, size: BoardSize) -> Vec<Vec<Point>> {
        if Geometry::<SMALL>::fits(size) {
            points::<SMALL>(self.small().take_sample())
        } else {
            points::<LARGE>(self.large().take_sample())
        }
    }

    /// A helper's search.
    pub(super) fn help(
        &mut self,
        game: &Game,
        side: Color,
        table: &TranspositionTable,
        stopper: Stopper<'_>,
        number: usize,
    ) {
        if Geometry::<SMALL>::fits(game.size()) {
            let position = position_of::<SMALL>(game, side);
            Worker::new(position, table, self.small(), stopper).help(number);
        } else {
            let position = position_of::<LARGE>(game, side);
            Worker::new(position, table, self.large(), stopper).help(number);
        }
    }
}

fn points<const CELLS: usize>(lines: Vec<Vec<Square>>) -> Vec<Vec<Point>> {
    lines
        .into_iter()
        .map(|line| line.into_iter().map(Geometry::<CELLS>::point).collect())
        .collect()
}

fn think_sized<const CELLS: usize>(
    game: &Game,
    side: Color,
    table: &TranspositionTable,
    data: &mut ThreadData<CELLS>,
    stopper: Stopper<'_>,
    (view, observer): Manner,
    report: &mut dyn FnMut(&Report),
) -> Outcome {
    let position = position_of::<CELLS>(game, side);
    let worker = Worker::new(position, table, data, stopper);
    let (best, report) = worker.with_view(view).with_observer(observer).think(report);
    Outcome {
        best: best.map(Geometry::<CELLS>::point),
        report,
    }
}
