//! A proof as JSON, in the format that `help proof` describes.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::engine::{Ending, position_of};
use crate::report::document::{BoardFields, PointPair, foul_name, point, points};
use crate::report::json::document;
use crate::report::position::InputPosition;
use crate::rules;
use crate::solve::{Request, WinKind};
use crate::threat::vct::{Attack, Threat};
use crate::types::{Color, Square};

/// The document for a proof.
#[derive(Serialize)]
struct Proof<'a, const CELLS: usize> {
    #[serde(flatten)]
    board: BoardFields,
    kind: &'static str,
    plies: usize,
    stone_limit: Option<usize>,
    proof: Node<'a, CELLS>,
}

/// A NODE: an attacker's move and what follows.
struct Node<'a, const CELLS: usize>(&'a Attack);

impl<const CELLS: usize> Serialize for Node<'_, CELLS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut node = serializer.serialize_map(None)?;
        node.serialize_entry("move", &pair::<CELLS>(self.0.square))?;
        let Some(defence) = &self.0.defence else {
            node.serialize_entry("then", "five")?;
            return node.end();
        };
        let threat = match defence.threat {
            Threat::Five => "five",
            Threat::OpenFour => "open-four",
            Threat::Vcf(_) => "vcf",
        };
        node.serialize_entry("threat", threat)?;
        node.serialize_entry("replies", &Replies::<CELLS>(&defence.replies))?;
        if let Some(otherwise) = &defence.otherwise {
            node.serialize_entry("otherwise", &Node::<CELLS>(otherwise))?;
        }
        node.end()
    }
}

/// The replies to a threat with their answers.
struct Replies<'a, const CELLS: usize>(&'a [(Square, Attack)]);

impl<const CELLS: usize> Serialize for Replies<'_, CELLS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|(reply, answer)| Reply {
            played: pair::<CELLS>(*reply),
            answer: Node::<CELLS>(answer),
        }))
    }
}

/// A reply with its answer.
#[derive(Serialize)]
struct Reply<'a, const CELLS: usize> {
    #[serde(rename = "move")]
    played: PointPair,
    answer: Node<'a, CELLS>,
}

/// The pair for a square.
fn pair<const CELLS: usize>(square: Square) -> PointPair {
    point(Geometry::<CELLS>::point(square))
}

/// The document for a position in which the game is over.
#[derive(Serialize)]
struct Finished {
    #[serde(flatten)]
    board: BoardFields,
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<Vec<PointPair>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    foul: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<PointPair>>,
}

/// The JSON document for the proof of a win, found by a request about this position.
pub fn text(input: &InputPosition, request: &Request<'_>, kind: WinKind, proof: &Attack) -> String {
    with_cells!(input.diagram.size(), |CELLS| {
        let position = position_of::<CELLS>(request.game, request.side);
        let limit = rules::stone_limit(&position);
        document(&Proof {
            board: BoardFields::new(input),
            kind: kind.id(),
            plies: proof.plies(),
            // The win comes before the draw by the number of stones.
            stone_limit: limit.filter(|_| !request.ignores_stone_limit),
            proof: Node::<CELLS>(proof),
        })
    })
}

/// The JSON document for a position in which the game is over.
pub fn ending_text(input: &InputPosition, ending: &Ending) -> String {
    let on = points(ending.points());
    let (row, foul, points) = match ending {
        Ending::Row { .. } => (Some(on), None, None),
        Ending::Foul { foul, .. } => (None, Some(foul_name(*foul)), Some(on)),
        Ending::Draw => (None, None, None),
    };
    document(&Finished {
        board: BoardFields::new(input),
        winner: ending.winner().map(Color::name),
        row,
        foul,
        points,
    })
}
