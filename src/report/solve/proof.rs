//! A proof as JSON, in the format that `help proof` describes.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::board::geometry::with_cells;
use crate::engine::{Ending, Foul, position_of};
use crate::report::document::BoardFields;
use crate::report::json::document;
use crate::report::position::InputPosition;
use crate::rules;
use crate::solve::{Proof, Request, WinKind};
use crate::types::{Color, Point};

/// The document for a proof.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    board: BoardFields,
    kind: WinKind,
    plies: usize,
    stone_limit: Option<usize>,
    proof: Node<'a>,
}

/// A NODE: an attacker's move and what follows.
struct Node<'a>(&'a Proof);

impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut node = serializer.serialize_map(None)?;
        node.serialize_entry("move", &self.0.at)?;
        let Some(defence) = &self.0.defence else {
            node.serialize_entry("then", "five")?;
            return node.end();
        };
        node.serialize_entry("threat", defence.threat.id())?;
        node.serialize_entry("replies", &Replies(&defence.replies))?;
        if let Some(otherwise) = &defence.otherwise {
            node.serialize_entry("otherwise", &Node(otherwise))?;
        }
        node.end()
    }
}

/// The replies to a threat with their answers.
struct Replies<'a>(&'a [(Point, Proof)]);

impl Serialize for Replies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|(reply, answer)| Reply {
            played: *reply,
            answer: Node(answer),
        }))
    }
}

/// A reply with its answer.
#[derive(Serialize)]
struct Reply<'a> {
    #[serde(rename = "move")]
    played: Point,
    answer: Node<'a>,
}

/// The document for a position in which the game is over.
#[derive(Serialize)]
struct Finished<'a> {
    #[serde(flatten)]
    board: BoardFields,
    winner: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<&'a [Point]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    foul: Option<Foul>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<&'a [Point]>,
}

/// The JSON document for the proof of a win, found by a request about this position.
pub fn text(input: &InputPosition, request: &Request<'_>, kind: WinKind, proof: &Proof) -> String {
    let limit = with_cells!(input.diagram.size(), |CELLS| {
        rules::stone_limit(&position_of::<CELLS>(request.game, request.side))
    });
    document(&Document {
        board: BoardFields::new(input),
        kind,
        plies: proof.plies(),
        // The win comes before the draw by the number of stones.
        stone_limit: limit.filter(|_| !request.ignores_stone_limit),
        proof: Node(proof),
    })
}

/// The JSON document for a position in which the game is over.
pub fn ending_text(input: &InputPosition, ending: &Ending) -> String {
    let on = ending.points();
    let (row, foul, points) = match ending {
        Ending::Row { .. } => (Some(on), None, None),
        Ending::Foul { foul, .. } => (None, Some(*foul), Some(on)),
        Ending::Draw => (None, None, None),
    };
    document(&Finished {
        board: BoardFields::new(input),
        winner: ending.winner(),
        row,
        foul,
        points,
    })
}
