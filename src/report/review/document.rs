//! The review as JSON, see `report_schema.json`.

use crate::report::boards;
use crate::report::document::{evaluation, head, point, points};
use crate::report::json::{Value, document};
use crate::report::position::InputPosition;
use crate::report::review::moved::ReviewedMove;
use crate::report::review::whole::Review;
use crate::types::Color;

/// Decimal places of a loss of win chance.
const LOSS_PLACES: usize = 4;
/// Decimal places of an accuracy.
const ACCURACY_PLACES: usize = 1;

/// The document of `--json`.
pub fn json(review: &Review) -> String {
    let note = review.game.note.as_deref();
    let ending = review.game.ending.as_ref();
    document(|value| {
        value.object(|object| {
            head(object, "review", &last_position(review), note, ending);
            object.field("complete").boolean(review.is_complete);
            object.field("reviewed").array(|array| {
                for moved in &review.moves {
                    reviewed(array.item(), moved);
                }
            });
            object.field("accuracy").object(|object| {
                for side in [Color::Black, Color::White] {
                    let field = object.field(side.name());
                    match review.accuracy(side) {
                        Some(percent) => field.number(percent, ACCURACY_PLACES),
                        None => field.null(),
                    }
                }
            });
            object.field("decisive").array(|array| {
                for moved in review.moments() {
                    array.item().integer(moved.ply as i64 + 1);
                }
            });
        });
    })
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
    }
}

/// A move with its evaluation.
fn reviewed(value: Value<'_>, moved: &ReviewedMove) {
    value.object(|object| {
        object.field("number").integer(moved.ply as i64 + 1);
        object.field("side").text(moved.side.name());
        match moved.point {
            Some(at) => point(object.field("move"), at),
            None => object.field("move").null(),
        }
        object
            .field("before")
            .object(|object| evaluation(object, moved.before));
        object
            .field("after")
            .object(|object| evaluation(object, moved.after));
        object.field("loss").number(moved.loss(), LOSS_PLACES);
        match moved.grade {
            Some(grade) => object.field("grade").text(grade.name()),
            None => object.field("grade").null(),
        }
        points(object.field("better"), moved.better.iter().copied());
        object.field("reasons").array(|array| {
            for reason in &moved.reasons {
                array.item().text(reason);
            }
        });
    });
}
