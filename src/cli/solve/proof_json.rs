//! A proof as JSON, in the format that `help proof` describes.

use crate::board::Geometry;
use crate::engine::Ending;
use crate::report::document::{board, foul_name, point, points};
use crate::report::json::{Value, document};
use crate::report::position::InputPosition;
use crate::threat::vct::{Attack, Threat};

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
pub fn text<const CELLS: usize>(input: &InputPosition, kind: WinKind, proof: &Attack) -> String {
    document(|value| {
        value.object(|object| {
            board(object, input);
            object.field("kind").text(kind.id());
            object.field("plies").integer(proof.plies() as u64);
            attack::<CELLS>(object.field("proof"), proof);
        });
    })
}

/// The JSON document for a position in which the game is over.
pub fn ending_text(input: &InputPosition, ending: &Ending) -> String {
    document(|value| {
        value.object(|object| {
            board(object, input);
            match ending.winner() {
                Some(winner) => object.field("winner").text(winner.name()),
                None => object.field("winner").null(),
            }
            let on = ending.points().iter().copied();
            match ending {
                Ending::Row { .. } => points(object.field("row"), on),
                Ending::Foul { foul, .. } => {
                    object.field("foul").text(foul_name(*foul));
                    points(object.field("points"), on);
                }
                Ending::Draw => {}
            }
        });
    })
}

/// Writes a NODE: an attacker's move and what follows.
fn attack<const CELLS: usize>(value: Value<'_>, attack: &Attack) {
    value.object(|node| {
        point(node.field("move"), Geometry::<CELLS>::point(attack.square));
        let Some(defence) = &attack.defence else {
            return node.field("then").text("five");
        };
        node.field("threat").text(match defence.threat {
            Threat::Five => "five",
            Threat::OpenFour => "open-four",
            Threat::Vcf(_) => "vcf",
        });
        node.field("replies").array(|replies| {
            for (reply, answer) in &defence.replies {
                replies.item().object(|object| {
                    point(object.field("move"), Geometry::<CELLS>::point(*reply));
                    self::attack::<CELLS>(object.field("answer"), answer);
                });
            }
        });
        if let Some(otherwise) = &defence.otherwise {
            self::attack::<CELLS>(node.field("otherwise"), otherwise);
        }
    });
}
