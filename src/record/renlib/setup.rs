//! Converts trees to the form that a library can hold, and back: stones that were set up become
//! moves, nodes without a move are joined with the node before, and passes make the sides
//! alternate.

use std::borrow::Cow;

use super::{HEADER_LENGTH, MAGIC};
use crate::board::diagram::{Cell, Diagram};
use crate::record::default_size;
use crate::record::error::Unwritable;
use crate::record::tree::{Action, Details, NodeId, Tree};
use crate::types::{Color, Point};

/// A mark in the filler of the header. The number of stones and passes that set up the board
/// follows in two bytes.
const SETUP: &[u8] = b"SETUP";
/// The offset of the mark.
const SETUP_AT: usize = MAGIC.len() + 2;

/// Marks that the first `nodes` nodes set up the board.
pub fn mark(header: &mut [u8], nodes: usize) {
    let count = u16::try_from(nodes).unwrap_or(u16::MAX).to_be_bytes();
    header[SETUP_AT..][..SETUP.len()].copy_from_slice(SETUP);
    header[SETUP_AT + SETUP.len()..][..2].copy_from_slice(&count);
}

/// The number of nodes at the beginning that set up the board.
fn marked(header: &[u8]) -> usize {
    match header
        .get(SETUP_AT..)
        .and_then(|rest| rest.strip_prefix(SETUP))
    {
        Some([high, low, ..]) if header.len() == HEADER_LENGTH => {
            usize::from(u16::from_be_bytes([*high, *low]))
        }
        _ => 0,
    }
}

/// The side that moves first after stones were set up, unless it is stated.
fn side_by_count(black: usize, white: usize) -> Color {
    if black > white {
        Color::White
    } else {
        Color::Black
    }
}

/// The tree with the stones that set up the board before the first move; `None` if its header
/// does not say how many there are.
pub fn restore(tree: &Tree) -> Option<Tree> {
    let nodes = marked(tree.renlib_header.as_deref().unwrap_or_default());
    if nodes == 0 {
        return None;
    }
    let mut last = NodeId::ROOT;
    let mut points = [Vec::new(), Vec::new()];
    for _ in 0..nodes {
        let mut children = tree.children(last);
        match (children.next(), children.next()) {
            (Some(only), None) => last = only,
            // The header does not match these nodes.
            _ => return None,
        }
        match tree.action(last) {
            Action::Play(color, point) => points[color.index()].push(point),
            Action::Pass(_) => {}
            _ => return None,
        }
    }
    let mut restored = Tree::new(tree.size());
    restored.format = tree.format;
    restored.encoding = tree.encoding;
    restored.notes.clone_from(&tree.notes);
    copy_below(tree, last, &mut restored, NodeId::ROOT);
    let [white, black] = &mut points;
    for points in [&mut *black, &mut *white] {
        points.sort_by_key(|point| (point.y, point.x));
    }
    let side = if nodes.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    };
    let details = restored.details_mut(NodeId::ROOT);
    *details = tree.details(last).cloned().unwrap_or_default();
    let stone = |color| move |point: &Point| (*point, Cell::Stone(color));
    details.setup.extend(black.iter().map(stone(Color::Black)));
    details.setup.extend(white.iter().map(stone(Color::White)));
    details.side = (side != side_by_count(black.len(), white.len())).then_some(side);
    Some(restored)
}

/// Copies everything after a node.
pub fn copy_below(from: &Tree, node: NodeId, to: &mut Tree, below: NodeId) {
    // The copies of the nodes on the path to the one being copied.
    let mut path = vec![below];
    let mut next = from.first_child(node);
    while let Some(at) = next {
        let copy = to.add_at(path[path.len() - 1], from.action(at), from.at(at));
        if let Some(details) = from.details(at) {
            *to.details_mut(copy) = details.clone();
        }
        path.push(copy);
        next = from.first_child(at);
        let mut at = at;
        while next.is_none() && at != node {
            path.pop();
            next = from.next(at);
            at = from.parent(at).unwrap_or(node);
        }
    }
}

/// The tree in the form that a library can hold, and the number of nodes that set up the board.
///
/// # Errors
/// If the board is not 15x15, has blocked points, or stones are set up after the first move.
pub fn prepare(tree: &Tree) -> Result<(Cow<'_, Tree>, usize), Unwritable> {
    if tree.size() != default_size() {
        return Err(Unwritable::NoPlace("boards other than 15x15"));
    }
    let root = tree.details(NodeId::ROOT);
    let has_setup = root.is_some_and(|root| !root.setup.is_empty() || root.side.is_some());
    if !has_setup && takes_turns(tree) {
        return Ok((Cow::Borrowed(tree), 0));
    }
    let mut fitted = Tree::new(tree.size());
    fitted.format = tree.format;
    let (start, nodes) = set_up(tree, &mut fitted)?;
    // The copy of each node, and its depth.
    let mut copies = vec![(start, nodes); tree.len()];
    for (node, _) in tree.walk().skip(1) {
        let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
        let (mut below, mut depth) = copies[parent.index()];
        let details = tree.details(node);
        if details.is_some_and(|details| !details.setup.is_empty()) {
            return Err(Unwritable::NoPlace("stones set up after the first move"));
        }
        let action = tree.action(node);
        if action == Action::None {
            if let Some(details) = details {
                join(fitted.details_mut(below), details);
            }
            copies[node.index()] = (below, depth);
            continue;
        }
        let turn = if depth % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        if action.side().is_some_and(|side| side != turn) {
            below = fitted.child(below, Action::Pass(turn));
            depth += 1;
        }
        let copy = fitted.add(below, action);
        if let Some(details) = details {
            *fitted.details_mut(copy) = details.clone();
        }
        copies[node.index()] = (copy, depth + 1);
    }
    Ok((Cow::Owned(fitted), nodes))
}

/// True if each node is a move or pass of the side to move, or a label of RenLib.
fn takes_turns(tree: &Tree) -> bool {
    tree.walk().skip(1).all(|(node, depth)| {
        let has_setup = tree
            .details(node)
            .is_some_and(|details| !details.setup.is_empty());
        let turn = if depth % 2 == 1 {
            Color::Black
        } else {
            Color::White
        };
        let action = tree.action(node);
        !has_setup && action != Action::None && action.side().is_none_or(|side| side == turn)
    })
}

/// Writes the stones before the first move as moves and passes; returns the last of them and
/// their number.
fn set_up(tree: &Tree, fitted: &mut Tree) -> Result<(NodeId, usize), Unwritable> {
    let root = tree.details(NodeId::ROOT).cloned().unwrap_or_default();
    let mut board = Diagram::new(tree.size());
    root.setup
        .iter()
        .for_each(|(point, cell)| board.set(*point, *cell));
    if board.count(Cell::Blocked) > 0 {
        return Err(Unwritable::Blocked);
    }
    let points = |color| {
        let stones = board.occupied();
        let own = stones.filter(move |(_, cell)| *cell == Cell::Stone(color));
        own.map(|(point, _)| point)
    };
    let counts = [Color::Black, Color::White].map(|color| points(color).count());
    let first = tree.main_line().find_map(|node| tree.action(node).side());
    let side = root.side.or(first);
    let side = side.unwrap_or(side_by_count(counts[0], counts[1]));
    let (mut black, mut white) = (points(Color::Black), points(Color::White));
    let mut last = NodeId::ROOT;
    let mut nodes = 0;
    let mut turn = Color::Black;
    let mut left = counts[0] + counts[1];
    while left > 0 || turn != side {
        let next = match turn {
            Color::Black => black.next(),
            Color::White => white.next(),
        };
        left -= usize::from(next.is_some());
        let action = next.map_or(Action::Pass(turn), |point| Action::Play(turn, point));
        last = fitted.add(last, action);
        nodes += 1;
        turn = !turn;
    }
    let said = Details {
        setup: Vec::new(),
        side: None,
        ..root
    };
    if !said.is_empty() {
        *fitted.details_mut(last) = said;
    }
    Ok((last, nodes))
}

/// Adds the comments and marks of a node without a move to the one before it.
fn join(details: &mut Details, more: &Details) {
    if let Some(comment) = &more.comment {
        match &mut details.comment {
            Some(before) => {
                before.extend_from_slice(b"\r\n");
                before.extend_from_slice(comment);
            }
            None => details.comment = Some(comment.clone()),
        }
    }
    details.labels.extend(more.labels.iter().cloned());
    details.is_marked |= more.is_marked;
    details.is_start |= more.is_start;
}
