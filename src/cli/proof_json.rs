//! A proof tree as JSON.
//!
//! `{"rule", "width", "height", "side", "black", "white", "blocked", "kind",
//! "plies", "proof": NODE}` where points are `[x, y]`, column from the left and
//! row from the top, both from 0. A NODE is an attacker's move:
//! `{"move": POINT, "then": "five"}` if it wins at once, else
//! `{"move": POINT, "threat": T, "replies": [{"move": POINT, "answer": NODE}, …]}`:
//! every other reply loses to the threat T, `"five"`, `"open-four"` or `"vcf"`.

use std::fmt::Write as _;

use super::values::side_name;
use crate::board::{Cell, Geometry};
use crate::position::Position;
use crate::threat::vct::{Attack, Threat};
use crate::types::{Point, Square};

/// A kind of forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinKind {
    /// By continuous fours.
    Vcf,
    /// By continuous threats.
    Vct,
}

impl WinKind {
    /// The usual abbreviation.
    pub fn name(self) -> &'static str {
        match self {
            WinKind::Vcf => "VCF",
            WinKind::Vct => "VCT",
        }
    }
}

/// The JSON document for a proof that starts from a position.
pub fn text<const CELLS: usize>(
    position: &Position<CELLS>,
    kind: WinKind,
    proof: &Attack,
) -> String {
    let size = position.board().size();
    let points = |cell: Cell| {
        let on = |point: &Point| position.board().at(Geometry::<CELLS>::square(*point)) == cell;
        let points: Vec<String> = size
            .points()
            .filter(on)
            .map(|point| format!("[{},{}]", point.x, point.y))
            .collect();
        points.join(",")
    };
    let mut text = format!(
        "{{\"rule\":\"{}\",\"width\":{},\"height\":{},\"side\":\"{}\",\"black\":[{}],\"white\":[{}],\
         \"blocked\":[{}],\"kind\":\"{}\",\"plies\":{},\"proof\":",
        position.rule().name(),
        size.width(),
        size.height(),
        side_name(position.side()),
        points(Cell::Black),
        points(Cell::White),
        points(Cell::Wall),
        kind.name().to_lowercase(),
        proof.plies(),
    );
    attack::<CELLS>(proof, &mut text);
    text.push_str("}\n");
    text
}

/// Appends a NODE: an attacker's move and what follows.
fn attack<const CELLS: usize>(attack: &Attack, text: &mut String) {
    text.push_str("{\"move\":");
    point::<CELLS>(attack.square, text);
    let Some(defence) = &attack.defence else {
        text.push_str(",\"then\":\"five\"}");
        return;
    };
    let threat = match defence.threat {
        Threat::Five => "five",
        Threat::OpenFour => "open-four",
        Threat::Vcf(_) => "vcf",
    };
    // Writing to a string cannot fail.
    let _ = write!(text, ",\"threat\":\"{threat}\",\"replies\":[");
    for (at, (reply, answer)) in defence.replies.iter().enumerate() {
        text.push_str(if at > 0 { ",{\"move\":" } else { "{\"move\":" });
        point::<CELLS>(*reply, text);
        text.push_str(",\"answer\":");
        self::attack::<CELLS>(answer, text);
        text.push('}');
    }
    text.push_str("]}");
}

/// Appends a POINT.
fn point<const CELLS: usize>(square: Square, text: &mut String) {
    let point = Geometry::<CELLS>::point(square);
    let _ = write!(text, "[{},{}]", point.x, point.y);
}
