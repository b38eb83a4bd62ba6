//! The document of `analyze --json`, see `schema.json`.

use serde::Serialize;

use crate::engine::{Outcome, Report};
use crate::report::document::{Head, Search};
use crate::report::judgement::Judgement;
use crate::report::position::InputPosition;
use crate::types::Point;

/// A position and the result of its search.
#[derive(Serialize)]
pub struct AnalysisDocument<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// `null` if the game is over.
    search: Option<Search<'a>>,
}

impl<'a> AnalysisDocument<'a> {
    /// The document; `outcome` is that of the search, unless the game is over.
    pub fn new(
        input: &'a InputPosition,
        judgement: &'a Judgement,
        outcome: Option<&'a Outcome>,
    ) -> AnalysisDocument<'a> {
        AnalysisDocument {
            head: Head::new("analyze", input, judgement),
            search: outcome.map(|outcome| Search::new(outcome.best, &outcome.report)),
        }
    }

    /// The document of a search under way, after an iteration.
    pub fn during_search(
        input: &'a InputPosition,
        judgement: &'a Judgement,
        report: &'a Report,
    ) -> AnalysisDocument<'a> {
        let best: Option<Point> = report.pv.first().copied();
        AnalysisDocument {
            head: Head::new("analyze", input, judgement),
            search: Some(Search::new(best, report)),
        }
    }
}
