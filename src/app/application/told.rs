//! What the owner's pages are told of the study.

use serde_json::{Value, json};

use super::Inner;
use crate::app::events::Kind;
use crate::app::room::Viewer;
use crate::app::search::{Reasons, Win};
use crate::app::study::{Analysis, analysis_text};
use crate::board::notation::point_name;
use crate::engine::Report;
use crate::report::chance::black_chance;
use crate::report::text::counted;
use crate::solve::WinKind;
use crate::types::Point;

/// Tells what was found about the position, and keeps it for pages that connect later.
pub fn put(inner: &mut Inner, told: &Value) {
    inner.study.told = Some(told.clone());
    let (version, at) = (inner.study.version(), inner.study.at());
    let message = json!({ "kind": "told", "version": version, "at": at, "told": told });
    let text = message.to_string();
    inner.tell_owner(Kind::Told, &text);
}

/// Tells the best variations.
pub fn tell_variations(inner: &mut Inner, report: &Report) {
    let place = inner.study.place();
    let told = analysis_text(&Analysis {
        report,
        side: place.side,
        size: place.game.size(),
        excluded: inner.study.excluded(),
        variations: inner.study.variations,
    });
    inner
        .study
        .note_chance(black_chance(place.side, report.score));
    put(inner, &told);
}

/// Tells the owner something once.
pub fn tell(inner: &Inner, message: &Value) {
    for page in inner
        .pages
        .iter()
        .filter(|page| page.viewer == Viewer::Owner)
    {
        page.mailbox.notify(message.to_string());
    }
}

/// The judgement on a move that was tried. `moves` has the move and how the game could continue.
pub fn verdict(is_good: bool, text: &str, moves: &[Point]) -> Value {
    let moves: Vec<[u8; 2]> = moves.iter().map(|point| [point.x, point.y]).collect();
    json!({ "kind": "verdict", "isGood": is_good, "text": text, "moves": moves })
}

/// Tells why the best move is best. What was told before stays.
pub fn tell_reasons(inner: &mut Inner, reasons: &Reasons) {
    let best = reasons.best.map(|point| [point.x, point.y]);
    let size = inner.study.place().game.size();
    inner.study.reasons = Some(json!({
        "rows": reasons.rows,
        "best": best,
        "name": reasons.best.map(|point| point_name(point, size)),
        "black": black_chance(inner.study.place().side, reasons.score),
    }));
    inner.study.is_changed = true;
}

/// Tells what the solvers have found, and adds the proof to the game.
pub fn tell_win(inner: &mut Inner, win: &Win) {
    let text = match win {
        Win::Proved { kind, plies, proof } => {
            let rest = if inner.study.add_proof(proof) {
                "The proof has been added as branches. Play any other reply to see why it loses."
            } else {
                "The beginning of the proof has been added as branches."
            };
            let count = plies.div_ceil(2);
            let moves = counted(count, "move", "moves");
            let kind = match kind {
                WinKind::Vcf | WinKind::Vct => Some(kind.name()),
                WinKind::Forced => None,
            };
            inner.study.walk(kind, count);
            // The proof takes the place of the lines.
            inner.study.is_on = false;
            let kind = kind.map_or_else(String::new, |kind| format!(" ({kind})"));
            format!("Forced win{kind} in {moves}. {rest}")
        }
        Win::NotFound => "No forced win was found.".to_string(),
        Win::Unknown => "The search has ended without a result.".to_string(),
    };
    if inner.study.is_on {
        // The lines that come next must not hide it.
        tell(inner, &json!({ "kind": "notice", "text": text }));
    } else {
        put(inner, &json!({ "kind": "win", "text": text }));
    }
}
