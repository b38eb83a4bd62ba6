//! Writes libraries. A library by RenLib is written back unchanged: the order of branches,
//! unknown flags, comments of the old form, and the header.

use std::collections::{HashMap, VecDeque};

use super::read::is_renlib;
use super::setup::{self, prepare};
use super::{
    BOARD_TEXT, CENTRE, COMMENT, EXTENSION, HEADER_LENGTH, LAST_VERSION, LEAF, MAGIC, MARK,
    NO_MOVE, OLD_COMMENT, ROOTLESS_VERSION, SIBLING, START, code,
};
use crate::record::Format;
use crate::record::error::Unwritable;
use crate::record::tree::{Action, Details, NodeId, Tree};
use crate::types::Point;

/// Divides the first line of a comment from the rest.
const END_OF_LINE: u8 = 8;

/// A tree as a library.
///
/// # Errors
/// If the board is not 15x15, has blocked points, or stones are set up after the first move.
pub fn write(tree: &Tree) -> Result<Vec<u8>, Unwritable> {
    let (fitted, setup) = prepare(tree)?;
    let out = write_after(header(tree, &fitted), &fitted, setup);
    // Some files without a header look like text.
    Ok(if is_renlib(&out) {
        out
    } else {
        write_after(new_header(&fitted), &fitted, setup)
    })
}

/// Writes all nodes after a header.
fn write_after(header: Vec<u8>, fitted: &Tree, setup: usize) -> Vec<u8> {
    let mut writer = Writer {
        tree: fitted,
        out: header,
    };
    let has_root =
        writer.out.len() == HEADER_LENGTH && writer.out[MAGIC.len()..][..2] != ROOTLESS_VERSION;
    if setup > 0 {
        setup::mark(&mut writer.out, setup);
    }
    if has_root {
        let root = fitted.details(NodeId::ROOT);
        writer.node(0, 0, root, None);
    }
    writer.branches();
    writer.out
}

/// The header. It is that of the file from which the tree comes, if it still fits.
fn header(tree: &Tree, fitted: &Tree) -> Vec<u8> {
    let is_rootless = fitted.details(NodeId::ROOT).is_none_or(Details::is_empty);
    let mut first = fitted
        .children(NodeId::ROOT)
        .map(|node| fitted.action(node));
    let first = first.next();
    if let Some(header) = &tree.renlib_header {
        let version = header.get(MAGIC.len()..MAGIC.len() + 2);
        let fits = match version {
            None => is_rootless && first.is_some_and(is_centre),
            Some(version) if version == ROOTLESS_VERSION => {
                // A pass at the beginning would be read as the root.
                is_rootless && first.is_some_and(|action| action.point().is_some())
            }
            Some(_) => true,
        };
        if fits {
            return header.clone();
        }
    }
    new_header(fitted)
}

/// The header that RenLib would write: version 3.0 if h8 is the only first move and there is no
/// pass.
fn new_header(fitted: &Tree) -> Vec<u8> {
    let is_rootless = fitted.details(NodeId::ROOT).is_none_or(Details::is_empty);
    let mut first = fitted
        .children(NodeId::ROOT)
        .map(|node| fitted.action(node));
    let (first, second) = (first.next(), first.next());
    let begins_at_centre = second.is_none() && first.is_some_and(is_centre);
    let has_pass = || {
        let mut nodes = fitted.walk();
        nodes.any(|(node, _)| matches!(fitted.action(node), Action::Pass(_)))
    };
    let version = if is_rootless && begins_at_centre && !has_pass() {
        ROOTLESS_VERSION
    } else {
        LAST_VERSION
    };
    let mut header = MAGIC.to_vec();
    header.extend(version);
    header.resize(HEADER_LENGTH, 0xff);
    header
}

/// True for a move on the centre.
fn is_centre(action: Action) -> bool {
    action.point().is_some_and(|point| code(point) == CENTRE)
}

/// A node to write: a node of the tree with its text on the board, or only a text.
enum Item<'a> {
    Node(NodeId, Option<&'a [u8]>),
    Label(Point, &'a [u8]),
}

/// The nodes after a position that have yet to be written.
enum Items<'a> {
    /// There are no texts, so that these are its children from this on.
    Children(Option<NodeId>),
    /// In this order.
    Planned(VecDeque<Item<'a>>),
}

struct Writer<'a> {
    tree: &'a Tree,
    out: Vec<u8>,
}

impl<'a> Writer<'a> {
    /// Writes all nodes but the root.
    fn branches(&mut self) {
        let mut open = vec![self.items(NodeId::ROOT)];
        while let Some(items) = open.last_mut() {
            let item = match items {
                Items::Children(next) => next.map(|node| {
                    *next = self.tree.next(node);
                    Item::Node(node, None)
                }),
                Items::Planned(items) => items.pop_front(),
            };
            let has_sibling = match items {
                Items::Children(next) => next.is_some(),
                Items::Planned(items) => !items.is_empty(),
            };
            let sibling = if has_sibling { SIBLING } else { 0 };
            match item {
                None => {
                    open.pop();
                }
                Some(Item::Label(point, text)) => {
                    self.node(code(point), sibling | LEAF | NO_MOVE, None, Some(text));
                }
                Some(Item::Node(node, text)) => {
                    let action = self.tree.action(node);
                    let details = self.tree.details(node);
                    let has_labels = details.is_some_and(|details| !details.labels.is_empty());
                    let is_leaf = self.tree.first_child(node).is_none() && !has_labels;
                    let leaf = if is_leaf { LEAF } else { 0 };
                    let kind = match action {
                        Action::Label(_) => NO_MOVE,
                        _ => 0,
                    };
                    let byte = action.point().map_or(0, code);
                    self.node(byte, sibling | leaf | kind, details, text);
                    if !is_leaf {
                        open.push(self.items(node));
                    }
                }
            }
        }
    }

    /// The nodes after a position: its children, and texts on other points in the order of RenLib.
    fn items(&self, node: NodeId) -> Items<'a> {
        let tree: &'a Tree = self.tree;
        let labels = tree
            .details(node)
            .map_or(&[][..], |details| &details.labels);
        if labels.is_empty() {
            return Items::Children(tree.first_child(node));
        }
        let mut texts: HashMap<Point, VecDeque<&[u8]>> = HashMap::new();
        for (point, text) in labels {
            texts.entry(*point).or_default().push_back(text);
        }
        let mut children = Vec::new();
        for child in tree.children(node) {
            let point = tree.action(child).point();
            let text = point.and_then(|point| texts.get_mut(&point)?.pop_front());
            children.push((child, text));
        }
        let mut rest: Vec<(Point, &[u8])> = Vec::new();
        for (point, texts) in texts {
            rest.extend(texts.into_iter().map(|text| (point, text)));
        }
        rest.sort_by_key(|(point, _)| code(*point));
        let mut rest: VecDeque<_> = rest.into();
        let mut items = VecDeque::new();
        for (child, text) in children {
            let byte = tree.action(child).point().map_or(0, code);
            while rest.front().is_some_and(|(point, _)| code(*point) < byte) {
                items.extend(
                    rest.pop_front()
                        .map(|(point, text)| Item::Label(point, text)),
                );
            }
            items.push_back(Item::Node(child, text));
        }
        items.extend(
            rest.into_iter()
                .map(|(point, text)| Item::Label(point, text)),
        );
        Items::Planned(items)
    }

    /// Writes a node.
    fn node(&mut self, byte: u8, flags: u32, details: Option<&Details>, text: Option<&[u8]>) {
        let mut flags = flags;
        let mut comment = None;
        if let Some(details) = details {
            flags |= details.renlib_flags & !OLD_COMMENT;
            flags |= if details.is_marked { MARK } else { 0 };
            flags |= if details.is_start { START } else { 0 };
            comment = details.comment.as_deref();
            if let Some(comment) = comment {
                flags |= if details.renlib_flags & OLD_COMMENT != 0 && is_old(comment) {
                    OLD_COMMENT
                } else {
                    COMMENT
                };
            }
        }
        if text.is_some() {
            flags |= BOARD_TEXT;
        }
        if flags >= BOARD_TEXT {
            flags |= EXTENSION;
        }
        let [_, high, middle, low] = flags.to_be_bytes();
        self.out.extend([byte, low]);
        if flags & EXTENSION != 0 {
            self.out.extend([high, middle]);
        }
        if let Some(comment) = comment {
            if flags & OLD_COMMENT != 0 {
                self.old_comment(comment)
            } else {
                self.comment(comment)
            }
        }
        if let Some(text) = text {
            self.text(text);
        }
    }

    /// Writes a comment of the old form: the last byte has the highest bit set.
    fn old_comment(&mut self, comment: &[u8]) {
        let start = self.out.len();
        self.out.extend_from_slice(comment);
        if let Some(last) = self.out.last_mut() {
            *last |= 0x80;
        }
        if (self.out.len() - start) % 2 == 1 {
            self.out.push(0);
        }
    }

    /// Writes a comment. Comments from other formats are divided after their first line.
    fn comment(&mut self, comment: &[u8]) {
        if self.tree.format == Format::RenLib {
            return self.text(comment);
        }
        let end = comment
            .iter()
            .position(|byte| matches!(byte, b'\r' | b'\n'));
        let Some(end) = end else {
            return self.text(comment);
        };
        let rest = match &comment[end..] {
            [b'\r', b'\n', rest @ ..] | [_, rest @ ..] => rest,
            [] => &[],
        };
        let mut text = comment[..end].to_vec();
        text.push(END_OF_LINE);
        text.extend_from_slice(rest);
        self.text(&text);
    }

    /// Writes a text and a zero byte, padded to an even number of bytes.
    fn text(&mut self, text: &[u8]) {
        let start = self.out.len();
        let clean = |byte: &u8| if *byte == 0 { b' ' } else { *byte };
        self.out.extend(text.iter().map(clean));
        self.out.push(0);
        if (self.out.len() - start) % 2 == 1 {
            self.out.push(0);
        }
    }
}

/// True if no byte of a comment but the last could be read as its end.
fn is_old(comment: &[u8]) -> bool {
    !comment.is_empty() && comment.is_ascii()
}
