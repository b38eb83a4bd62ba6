//! What a search thread keeps between searches, for both board sizes, and how it
//! starts a search.

use super::{LARGE, Outcome, Report, Request, SMALL, position_of};
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::search::{Stopper, ThreadData, Worker};
use crate::tt::TranspositionTable;

/// The data of one search thread, allocated at first use.
#[derive(Default)]
pub struct ThreadDataSet {
    small: Option<Box<ThreadData<SMALL>>>,
    large: Option<Box<ThreadData<LARGE>>>,
}

/// Access to the data for a board of `CELLS` cells.
pub(super) trait DataFor<const CELLS: usize> {
    /// The data, allocated if there is none.
    fn data(&mut self) -> &mut ThreadData<CELLS>;
}

impl DataFor<SMALL> for ThreadDataSet {
    fn data(&mut self) -> &mut ThreadData<SMALL> {
        self.small.get_or_insert_default()
    }
}

impl DataFor<LARGE> for ThreadDataSet {
    fn data(&mut self) -> &mut ThreadData<LARGE> {
        self.large.get_or_insert_default()
    }
}

impl ThreadDataSet {
    /// True if no search has run with this data.
    #[cfg(test)]
    pub(super) fn is_new(&self) -> bool {
        self.small.is_none() && self.large.is_none()
    }

    /// The main search.
    pub(super) fn think(
        &mut self,
        request: &Request<'_>,
        table: &TranspositionTable,
        stopper: Stopper<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        with_cells!(request.game.size(), |CELLS| {
            let position = position_of::<CELLS>(request.game, request.side);
            let data = self.data();
            data.begin_search();
            let mut worker = Worker::new(position, table, data, stopper)
                .with_options(request.options)
                .with_networks(request.networks.as_ref())
                .with_excluded(&request.excluded)
                .with_observers(
                    request.root_observer.clone(),
                    request.node_observer.clone(),
                    request.cutoff_observer.clone(),
                );
            let (best, report) = worker.think(report);
            Outcome {
                best: best.map(Geometry::<CELLS>::point),
                report,
            }
        })
    }

    /// The search of a helper.
    pub(super) fn help(
        &mut self,
        request: &Request<'_>,
        table: &TranspositionTable,
        stopper: Stopper<'_>,
        number: usize,
    ) {
        with_cells!(request.game.size(), |CELLS| {
            let position = position_of::<CELLS>(request.game, request.side);
            let data = self.data();
            data.begin_search();
            Worker::new(position, table, data, stopper)
                .with_options(request.options)
                .with_networks(request.networks.as_ref())
                .with_excluded(&request.excluded)
                .help(number);
        });
    }
}
