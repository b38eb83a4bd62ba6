//! The review as JSON, see `schema.json`.

use serde::{Serialize, Serializer};

use crate::report::boards;
use crate::report::document::{Evaluation, Head};
use crate::report::json::{Rounded, document};
use crate::report::judgement::Judgement;
use crate::report::position::{InputPosition, note_texts};
use crate::report::review::grade::Grade;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::whole::Review;
use crate::types::{Color, Point};

/// The document of `--json`.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    complete: bool,
    reviewed: Vec<Reviewed<'a>>,
    accuracy: Accuracy,
    decisive: Vec<usize>,
}

/// The accuracy of both sides in percent.
#[derive(Serialize)]
struct Accuracy {
    black: Option<Rounded<1>>,
    white: Option<Rounded<1>>,
}

/// A move with its evaluation.
#[derive(Serialize)]
struct Reviewed<'a> {
    number: usize,
    side: Color,
    #[serde(rename = "move")]
    played: Option<Point>,
    before: Evaluation,
    after: Evaluation,
    loss: Rounded<4>,
    grade: Option<&'static str>,
    better: &'a [Point],
    reasons: &'a [String],
}

/// The document of `--json`.
pub fn json(review: &Review) -> String {
    document(&ReviewDocument(review))
}

/// A game and its review, as a document.
pub struct ReviewDocument<'a>(pub &'a Review);

impl Serialize for ReviewDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fields(self.0, serializer)
    }
}

/// Writes the fields of the document.
fn fields<S: Serializer>(review: &Review, serializer: S) -> Result<S::Ok, S::Error> {
    let judgement = Judgement {
        ending: review.game.ending.clone(),
        note: review.game.note.clone(),
    };
    let accuracy = |side| review.accuracy(side).map(Rounded);
    let moments = review.moments();
    let position = last_position(review);
    let fields = Document {
        head: Head::new("review", &position, &judgement),
        complete: review.is_complete,
        reviewed: review.moves.iter().map(reviewed).collect(),
        accuracy: Accuracy {
            black: accuracy(Color::Black),
            white: accuracy(Color::White),
        },
        decisive: moments.iter().map(|moved| moved.ply + 1).collect(),
    };
    fields.serialize(serializer)
}

/// The position after the last move of the game.
fn last_position(review: &Review) -> InputPosition {
    let plies = &review.game.plies;
    let game = review.game.after(plies.len());
    let is_whole = review.record.turns().is_some();
    let moves = plies.iter().filter_map(|ply| ply.point);
    InputPosition {
        diagram: boards::diagram(&game),
        side: review.game.side_after(plies.len()),
        moves: moves.filter(|_| is_whole).collect(),
        rule: game.rule(),
        has_pass: review.record.has_pass,
        notes: note_texts(&review.record.notes, game.rule()),
    }
}

/// A move with its evaluation.
fn reviewed(moved: &ReviewedMove) -> Reviewed<'_> {
    Reviewed {
        number: moved.ply + 1,
        side: moved.side,
        played: moved.point,
        before: Evaluation::new(moved.before),
        after: Evaluation::new(moved.after),
        loss: Rounded(moved.loss()),
        grade: moved.grade.map(Grade::name),
        better: &moved.better,
        reasons: &moved.reasons,
    }
}
