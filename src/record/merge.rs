//! Merges games into one tree, and finds positions that arise from several orders of moves.

use rustc_hash::FxHashMap;

use super::encoding::Encoding;
use super::tree::{Action, NodeId, Tree};
use crate::board::diagram::Cell;
use crate::board::geometry::LARGE;
use crate::board::{Geometry, zobrist};
use crate::types::{Color, Point, Square};

/// Adds the branches of another game that this one does not have, with their comments and marks.
/// Two comments on the same position are joined. The games must have boards of the same size and
/// begin with the same stones.
pub fn merge(into: &mut Tree, from: &Tree) {
    let mut recoded;
    let mut from = from;
    if (into.encoding, &into.encoding_name) != (from.encoding, &from.encoding_name) {
        if into.encoding != Encoding::UTF_8 {
            into.recode();
        }
        if from.encoding != Encoding::UTF_8 {
            recoded = from.clone();
            recoded.recode();
            from = &recoded;
        }
    }
    let mut copies = vec![NodeId::ROOT; from.len()];
    for (node, _) in from.walk() {
        if let Some(parent) = from.parent(node) {
            copies[node.index()] = into.child(copies[parent.index()], from.action(node));
        }
        let Some(details) = from.details(node) else {
            continue;
        };
        let own = into.details_mut(copies[node.index()]);
        match (&mut own.comment, &details.comment) {
            (Some(before), Some(comment)) if before != comment => {
                before.push(b'\n');
                before.extend_from_slice(comment);
            }
            (own @ None, Some(comment)) => *own = Some(comment.clone()),
            _ => {}
        }
        for label in &details.labels {
            if !own.labels.contains(label) {
                own.labels.push(label.clone());
            }
        }
        for property in &details.properties {
            if !own
                .properties
                .iter()
                .any(|other| other.name == property.name)
            {
                own.properties.push(property.clone());
            }
        }
        if own.setup.is_empty() {
            own.setup.clone_from(&details.setup);
        }
        own.side = own.side.or(details.side);
        own.is_marked |= details.is_marked;
        own.is_start |= details.is_start;
    }
}

impl Tree {
    /// The stones and blocked points that the root sets up, in the order of the record.
    pub fn start(&self) -> &[(Point, Cell)] {
        let root = self.details(NodeId::ROOT);
        root.map_or(&[], |root| &root.setup)
    }

    /// Writes all texts in UTF-8. Bytes that cannot be decoded are lost.
    pub fn recode(&mut self) {
        let from = self.encoding;
        let recode = |text: &mut Vec<u8>| *text = from.decode(text).into_bytes();
        for details in self.all_details_mut() {
            details.comment.iter_mut().for_each(recode);
            details.labels.iter_mut().for_each(|(_, text)| recode(text));
            let values = details.properties.iter_mut();
            values
                .flat_map(|property| &mut property.values)
                .for_each(recode);
        }
        self.encoding = Encoding::UTF_8;
        self.encoding_name = None;
    }
}

/// The positions of a tree by their keys: the stones on the board and the side to move.
///
/// ```
/// use goshawk::record::{Collection, Given, Positions};
///
/// let text = b"(;GM[4]SZ[15];B[hh](;W[ig];B[jf])(;W[aa];B[jf];W[ig]))";
/// let games = Collection::read(text, &Given::default()).unwrap().games;
/// let positions = Positions::of(&games[0]);
/// assert_eq!(positions.len(), games[0].len(), "all positions differ");
/// let orders = b"(;GM[4]SZ[15](;B[hh];W[ig];B[jf])(;B[jf];W[ig];B[hh]))";
/// let games = Collection::read(orders, &Given::default()).unwrap().games;
/// let positions = Positions::of(&games[0]);
/// assert_eq!(positions.len(), games[0].len() - 1);
/// let last = games[0].main_line().last().unwrap();
/// assert_eq!(positions.same(last).len(), 2);
/// ```
pub struct Positions {
    /// The key of each node, by its index.
    keys: Vec<u64>,
    /// The nodes of each key.
    nodes: FxHashMap<u64, Vec<NodeId>>,
}

impl Positions {
    /// The positions of a tree.
    pub fn of(tree: &Tree) -> Positions {
        let mut keys = vec![0; tree.len()];
        let mut nodes: FxHashMap<u64, Vec<NodeId>> = FxHashMap::default();
        for (node, _) in tree.walk() {
            let mut key = tree.parent(node).map_or(0, |parent| keys[parent.index()]);
            let setup = tree.details(node).map_or(&[][..], |details| &details.setup);
            for (point, cell) in setup {
                key ^= match cell {
                    Cell::Stone(color) => stone(*color, *point),
                    Cell::Blocked => zobrist::blocked(square(*point)),
                    Cell::Empty => zobrist::emptied(square(*point)),
                };
            }
            match tree.action(node) {
                Action::Play(color, point) => {
                    key = turned(key, color) ^ stone(color, point);
                }
                Action::Pass(color) => key = turned(key, color),
                Action::None | Action::Label(_) => {}
            }
            keys[node.index()] = key;
            nodes.entry(key).or_default().push(node);
        }
        Positions { keys, nodes }
    }

    /// The number of different positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there are no positions. Every tree has at least one.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes with the position of this node, itself included.
    pub fn same(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[&self.keys[node.index()]]
    }
}

/// The key with the opponent of `color` to move. The lowest bit says who it is.
fn turned(key: u64, color: Color) -> u64 {
    key & !1 | u64::from(color == Color::Black)
}

/// The key of a stone, without the bit of the side to move.
fn stone(color: Color, point: Point) -> u64 {
    zobrist::stone(color, square(point)) & !1
}

/// The square of a point on the large board.
fn square(point: Point) -> Square {
    Geometry::<LARGE>::square(point)
}
