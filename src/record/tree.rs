//! A game as a tree of moves with comments and marks.
//!
//! The nodes lie in one array and refer to each other by index, so that nothing here recurses:
//! a tree of any shape can be built, walked and dropped. A node stands for the position after
//! its [`Action`]; the root is the position before the first move. Most nodes of a library
//! have nothing but a move, so comments and marks are kept apart from the nodes, in [`Details`].
//!
//! ```
//! use goshawk::record::tree::{Action, NodeId, Tree};
//! use goshawk::types::{BoardSize, Color, Point};
//!
//! let mut tree = Tree::new(BoardSize::square(15).unwrap());
//! let first = tree.add(NodeId::ROOT, Action::Play(Color::Black, Point::new(7, 7)));
//! for x in [6, 8] {
//!     tree.add(first, Action::Play(Color::White, Point::new(x, 6)));
//! }
//! assert_eq!(tree.children(first).count(), 2);
//! assert_eq!(tree.main_line().count(), 2);
//! ```

mod edit;
mod glyph;
mod headers;

use std::time::Duration;

use super::encoding::Encoding;
use super::{Format, notes::Note};
use crate::board::diagram::Cell;
use crate::types::{BoardSize, Color, Point};
pub use glyph::Glyph;
pub use headers::Headers;

/// The index of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The position before the first move.
    pub const ROOT: NodeId = NodeId(0);
    /// The value that stands for no node.
    const NONE: NodeId = NodeId(u32::MAX);

    /// The node as an index into an array with one entry for each node.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The node; `None` if this is [`NodeId::NONE`].
    fn some(self) -> Option<NodeId> {
        (self != NodeId::NONE).then_some(self)
    }
}

/// How a position arises from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing is played: the root, and nodes that only set up stones or have comments or marks.
    None,
    /// A stone is placed.
    Play(Color, Point),
    /// The side passes.
    Pass(Color),
    /// A node of RenLib that is not a move but belongs to a point.
    Label(Point),
}

impl Action {
    /// The side that plays or passes.
    pub const fn side(self) -> Option<Color> {
        match self {
            Action::Play(color, _) | Action::Pass(color) => Some(color),
            Action::None | Action::Label(_) => None,
        }
    }

    /// The point that it belongs to.
    pub const fn point(self) -> Option<Point> {
        match self {
            Action::Play(_, point) | Action::Label(point) => Some(point),
            Action::None | Action::Pass(_) => None,
        }
    }
}

/// A property of SGF as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its values with their escapes.
    pub values: Vec<Vec<u8>>,
}

/// Comments and marks of a position. Texts are bytes in the [encoding](Tree::encoding) of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The comment.
    pub comment: Option<Vec<u8>>,
    /// The texts on points of the board.
    pub labels: Vec<(Point, Vec<u8>)>,
    /// Stones that are placed or removed before the move.
    pub setup: Vec<(Point, Cell)>,
    /// The side to move, if it is stated.
    pub side: Option<Color>,
    /// The time that the move took.
    pub time: Option<Duration>,
    /// The node is one of the marks that RenLib can search for.
    pub is_marked: bool,
    /// RenLib shows this position first.
    pub is_start: bool,
    /// Flags of RenLib without a known meaning, and whether the comment is of the old form.
    pub renlib_flags: u32,
    /// All other properties of SGF.
    pub properties: Vec<Property>,
}

impl Details {
    /// True if there are no comments or marks.
    pub fn is_empty(&self) -> bool {
        *self == Details::default()
    }
}

/// A node without comments and marks.
#[derive(Clone, Copy, Debug)]
struct Node {
    action: Action,
    parent: NodeId,
    first_child: NodeId,
    last_child: NodeId,
    next: NodeId,
    /// The index of its details; `u32::MAX` if there are none.
    details: u32,
    /// The byte offset in the file.
    at: u32,
}

/// The index that stands for no details.
const NO_DETAILS: u32 = u32::MAX;

/// A game with all its branches.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The kind of the file that it comes from.
    pub format: Format,
    /// The headers of the game.
    pub headers: Headers,
    /// The encoding of the texts.
    pub encoding: Encoding,
    /// How the file names it. This is written back.
    pub encoding_name: Option<String>,
    /// What was assumed when the file was read.
    pub notes: Vec<Note>,
    /// The header of a library of RenLib, which is written back.
    pub renlib_header: Option<Vec<u8>>,
    size: BoardSize,
    nodes: Vec<Node>,
    details: Vec<Details>,
}

impl Tree {
    /// An empty board.
    pub fn new(size: BoardSize) -> Tree {
        let root = Node::new(Action::None, NodeId::NONE);
        Tree {
            format: Format::Sgf,
            headers: Headers::default(),
            encoding: Encoding::UTF_8,
            encoding_name: None,
            notes: Vec::new(),
            renlib_header: None,
            size,
            nodes: vec![root],
            details: Vec::new(),
        }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there is only the root, without comments or marks.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.details.iter().all(Details::is_empty)
    }

    /// Adds a node after the other children of `parent`.
    ///
    /// # Panics
    /// If there are 2^32 - 1 nodes already, which readers rule out.
    pub fn add(&mut self, parent: NodeId, action: Action) -> NodeId {
        self.add_at(parent, action, 0)
    }

    /// Adds a node that was read at a byte offset.
    pub(super) fn add_at(&mut self, parent: NodeId, action: Action, at: usize) -> NodeId {
        let index = u32::try_from(self.nodes.len()).expect("the number of nodes is limited");
        let id = NodeId(index);
        let mut node = Node::new(action, parent);
        node.at = u32::try_from(at).unwrap_or(u32::MAX);
        self.nodes.push(node);
        match self.nodes[parent.index()].last_child.some() {
            Some(last) => self.nodes[last.index()].next = id,
            None => self.nodes[parent.index()].first_child = id,
        }
        self.nodes[parent.index()].last_child = id;
        id
    }

    /// How the position of the node arises.
    pub fn action(&self, node: NodeId) -> Action {
        self.nodes[node.index()].action
    }

    /// The node before it; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent.some()
    }

    /// The nodes after it, the main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = self.nodes[node.index()].first_child.some();
        std::iter::successors(first, |child| self.next(*child))
    }

    /// The first node after it.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].first_child.some()
    }

    /// The next child of its parent.
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].next.some()
    }

    /// The child of `node` with this action. It is added if there is none.
    pub fn child(&mut self, node: NodeId, action: Action) -> NodeId {
        let found = self
            .children(node)
            .find(|child| self.action(*child) == action);
        found.unwrap_or_else(|| self.add(node, action))
    }

    /// The byte offset at which the node was read.
    pub(super) fn at(&self, node: NodeId) -> usize {
        self.nodes[node.index()].at as usize
    }

    /// Sets the byte offset at which the root was read.
    pub(super) fn set_root_at(&mut self, at: usize) {
        self.nodes[0].at = u32::try_from(at).unwrap_or(u32::MAX);
    }

    /// The comments and marks of the position, if there are any.
    pub fn details(&self, node: NodeId) -> Option<&Details> {
        self.details.get(self.nodes[node.index()].details as usize)
    }

    /// The comments and marks of the position, mutably.
    pub fn details_mut(&mut self, node: NodeId) -> &mut Details {
        let index = &mut self.nodes[node.index()].details;
        if *index == NO_DETAILS {
            *index = u32::try_from(self.details.len()).expect("one for each node at most");
            self.details.push(Details::default());
        }
        &mut self.details[*index as usize]
    }

    /// The number of points that are set up before moves.
    pub(super) fn stones_set_up(&self) -> usize {
        self.details.iter().map(|details| details.setup.len()).sum()
    }

    /// All details, mutably.
    pub(super) fn all_details_mut(&mut self) -> impl Iterator<Item = &mut Details> {
        self.details.iter_mut()
    }

    /// Removes the times of all moves, which most formats do not hold.
    pub fn forget_times(&mut self) {
        self.details
            .iter_mut()
            .for_each(|details| details.time = None);
    }

    /// The comment on a position as text. RenLib ends the first line with a backspace.
    pub fn comment(&self, node: NodeId) -> Option<String> {
        let comment = self.details(node)?.comment.as_ref()?;
        Some(self.encoding.decode(comment).replace('\u{8}', "\n"))
    }

    /// The main line without the root: the first child of each node that is not a RenLib label.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        let next = |node: NodeId| {
            let is_label = |child: &NodeId| matches!(self.action(*child), Action::Label(_));
            self.children(node).find(|child| !is_label(child))
        };
        std::iter::successors(next(NodeId::ROOT), move |node| next(*node))
    }

    /// All nodes, each before its children, and children in their order.
    pub fn walk(&self) -> Walk<'_> {
        Walk {
            tree: self,
            next: Some((NodeId::ROOT, 0)),
        }
    }

    /// The number of moves outside the main line, in all branches but the first.
    pub fn moves_in_branches(&self) -> usize {
        let is_move = |node: &Node| node.action.side().is_some();
        let moves = self.nodes.iter().filter(|node| is_move(node)).count();
        let main = self
            .main_line()
            .filter(|node| self.action(*node).side().is_some());
        moves - main.count()
    }
}

impl Node {
    fn new(action: Action, parent: NodeId) -> Node {
        Node {
            action,
            parent,
            first_child: NodeId::NONE,
            last_child: NodeId::NONE,
            next: NodeId::NONE,
            details: NO_DETAILS,
            at: 0,
        }
    }
}

/// The nodes of a tree in order, each with its depth. See [`Tree::walk`].
pub struct Walk<'a> {
    tree: &'a Tree,
    next: Option<(NodeId, usize)>,
}

impl Iterator for Walk<'_> {
    type Item = (NodeId, usize);

    fn next(&mut self) -> Option<(NodeId, usize)> {
        let (node, depth) = self.next?;
        self.next = match self.tree.first_child(node) {
            Some(child) => Some((child, depth + 1)),
            None => {
                let (mut node, mut depth) = (node, depth);
                loop {
                    if let Some(next) = self.tree.next(node) {
                        break Some((next, depth));
                    }
                    match self.tree.parent(node) {
                        Some(parent) => (node, depth) = (parent, depth - 1),
                        None => break None,
                    }
                }
            }
        };
        Some((node, depth))
    }
}

/// Trees are equal if they have the same content in the same order. The file that they come from
/// does not matter.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let said = |tree: &Tree, node| tree.details(node).cloned().unwrap_or_default();
        self.size == other.size
            && self.headers == other.headers
            && self.len() == other.len()
            && self
                .walk()
                .zip(other.walk())
                .all(|((a, depth), (b, other_depth))| {
                    depth == other_depth
                        && self.action(a) == other.action(b)
                        && said(self, a) == said(other, b)
                })
    }
}

impl Eq for Tree {}
