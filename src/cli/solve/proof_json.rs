//! A proof tree as JSON.
//!
//! `{"rule", "width", "height", "side", "black", "white", "blocked", "kind",
//! "plies", "proof": NODE}` where points are `[x, y]`, column from the left and
//! row from the top, both from 0. A NODE is an attacker's move:
//! `{"move": POINT, "then": "five"}` if it wins at once, else
//! `{"move": POINT, "threat": T, "replies": [{"move": POINT, "answer": NODE}, …]}`:
//! every other reply loses to the threat T, `"five"`, `"open-four"` or `"vcf"`.
//!
//! If the game is over, `"kind"`, `"plies"` and `"proof"` are replaced by `"winner"`,
//! `"black"`, `"white"` or `null` after a draw, and by `"row"`, the points of the winning
//! row, or `"foul"`, `"overline"`, `"double-four"` or `"double-three"`, with `"points"`.

use std::fmt::Write as _;

use crate::board::{Cell, Geometry};
use crate::engine::{Ending, Foul};
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

    /// The word for it in documents.
    pub fn id(self) -> &'static str {
        match self {
            WinKind::Vcf => "vcf",
            WinKind::Vct => "vct",
        }
    }
}

/// The JSON document for a proof that starts from a position.
pub fn text<const CELLS: usize>(
    position: &Position<CELLS>,
    kind: WinKind,
    proof: &Attack,
) -> String {
    let mut text = header(position);
    let kind = kind.id();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        ",\"kind\":\"{kind}\",\"plies\":{},\"proof\":",
        proof.plies()
    );
    attack::<CELLS>(proof, &mut text);
    text.push_str("}\n");
    text
}

/// The JSON document for a position in which the game is over.
pub fn ending_text<const CELLS: usize>(position: &Position<CELLS>, ending: &Ending) -> String {
    let mut text = header(position);
    let winner = match ending.winner() {
        Some(winner) => format!("\"{}\"", winner.name()),
        None => "null".to_string(),
    };
    let _ = write!(text, ",\"winner\":{winner}");
    let points: Vec<String> = ending.points().iter().map(point_text).collect();
    let points = points.join(",");
    let _ = match ending {
        Ending::Row { .. } => write!(text, ",\"row\":[{points}]"),
        Ending::Foul { foul, .. } => {
            let foul = match foul {
                Foul::Overline => "overline",
                Foul::DoubleFour => "double-four",
                Foul::DoubleThree => "double-three",
            };
            write!(text, ",\"foul\":\"{foul}\",\"points\":[{points}]")
        }
        Ending::Draw => Ok(()),
    };
    text.push_str("}\n");
    text
}

/// The beginning of a document: the position.
fn header<const CELLS: usize>(position: &Position<CELLS>) -> String {
    let size = position.board().size();
    let points = |cell: Cell| {
        let on = |point: &Point| position.board().at(Geometry::<CELLS>::square(*point)) == cell;
        let points: Vec<String> = size
            .points()
            .filter(on)
            .map(|point| point_text(&point))
            .collect();
        points.join(",")
    };
    format!(
        "{{\"rule\":\"{}\",\"width\":{},\"height\":{},\"side\":\"{}\",\"black\":[{}],\"white\":[{}],\
         \"blocked\":[{}]",
        position.rule().name(),
        size.width(),
        size.height(),
        position.side().name(),
        points(Cell::Black),
        points(Cell::White),
        points(Cell::Wall),
    )
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
    text.push_str(&point_text(&Geometry::<CELLS>::point(square)));
}

/// A POINT.
fn point_text(point: &Point) -> String {
    format!("[{},{}]", point.x, point.y)
}
