//! The document of `solve --json`, see `schema.json`.

use serde::Serialize;

use crate::report::document::{Effort, Head};
use crate::report::judgement::Judgement;
use crate::report::position::InputPosition;
use crate::solve::{Answer, Request, WinKind};
use crate::types::Point;

/// A position and the solver's answer.
#[derive(Serialize)]
pub struct SolveDocument<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// `null` if the game is over.
    answer: Option<AnswerFields<'a>>,
}

impl<'a> SolveDocument<'a> {
    /// The document; `found` is the request with its answer, unless the game is over.
    pub fn new(
        input: &'a InputPosition,
        judgement: &'a Judgement,
        found: Option<(&Request<'_>, &'a Answer)>,
    ) -> SolveDocument<'a> {
        SolveDocument {
            head: Head::new("solve", input, judgement),
            answer: found.map(|(request, answer)| answer_fields(request, answer)),
        }
    }
}

/// The solver's answer.
#[derive(Serialize)]
struct AnswerFields<'a> {
    verdict: &'static str,
    kind: Option<WinKind>,
    too_long: Option<TooLong>,
    excluded: &'a [WinKind],
    mate: Option<usize>,
    least_mate: Option<usize>,
    win_chance: Option<u8>,
    moves: &'a [Point],
    has_proof: bool,
    #[serde(flatten)]
    effort: Effort,
}

/// A win that takes more plies than the game lasts.
#[derive(Serialize)]
struct TooLong {
    kind: WinKind,
    mate: usize,
}

/// The fields of the solver's answer.
fn answer_fields<'a>(request: &Request<'_>, answer: &'a Answer) -> AnswerFields<'a> {
    let win = answer.win.as_ref();
    AnswerFields {
        verdict: match win {
            Some(_) => "win",
            None if answer.is_undecided => "undecided",
            None => "none",
        },
        kind: win.map(|win| win.kind),
        too_long: answer.too_long.map(|(kind, mate)| TooLong { kind, mate }),
        excluded: &answer.excluded,
        mate: win.map(|win| win.plies),
        least_mate: win.map(|win| win.least_plies),
        win_chance: win.map(|_| 1),
        moves: win.map_or(&[], |win| &win.variation),
        has_proof: win.is_some_and(|win| win.requested_proof(request).is_some()),
        effort: Effort::new(answer.nodes, answer.time),
    }
}
