//! Trees of nodes, the files of programs that keep variations in JSON.
//!
//! `nodes` is an object of nodes by their names, or a list of nodes with `id`. A node has a `move`,
//! a `comment`, and the names of its `children` or that of its `parentId`. `rootId` names the first
//! node; without it, it is the one without a parent. Children may also be the nodes themselves, from
//! a node in `root` on. What concerns the whole game is in `metadata` or beside the nodes.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::points::{Names, coordinates, points, side_of};
use super::{Object, size, word};
use crate::record::Given;
use crate::record::limits::check_node;
use crate::record::notes::Note;
use crate::record::tree::{Action, NodeId, Tree};
use crate::types::{BoardSize, Color, Rule};

/// Where the nodes are.
const NODES: &str = "nodes";
/// The keys of the first node: its name, or the node itself.
const ROOTS: [&str; 4] = ["rootId", "root", "rootNodeId", "tree"];
/// The keys of the node before a node.
const PARENTS: [&str; 3] = ["parentId", "parent", "parent_id"];
/// The keys of comments.
const COMMENTS: [&str; 3] = ["comment", "text", "note"];
/// Where the headers are, if not beside the nodes.
const HEADERS: [&str; 4] = ["metadata", "meta", "info", "header"];
/// The nodes after a node.
const CHILDREN: &str = "children";
/// The move of a node.
const MOVE: &str = "move";

/// True if an object is a tree of nodes.
pub fn is_tree(object: &Object) -> bool {
    let is_root = |name: &str| {
        let root = object.get(name).and_then(Value::as_object);
        root.is_some_and(|root| root.contains_key(CHILDREN))
    };
    let is_node = |node: &Value| {
        let node = node.as_object();
        node.is_some_and(|node| {
            node.contains_key(CHILDREN) || PARENTS.iter().any(|name| node.contains_key(*name))
        })
    };
    let has_nodes = match object.get(NODES) {
        Some(Value::Object(nodes)) => nodes.values().any(is_node),
        Some(Value::Array(nodes)) => nodes.iter().any(is_node),
        _ => false,
    };
    has_nodes || ROOTS.into_iter().any(is_root)
}

/// The name of a node, a text or a number.
fn name_of(value: &Value) -> Option<String> {
    match value {
        Value::String(name) => Some(name.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The value under the first of these names that the object has.
fn first<'a>(object: &'a Object, names: &[&str]) -> Option<&'a Value> {
    names
        .iter()
        .find_map(|name| object.get(*name))
        .filter(|value| !value.is_null())
}

/// The nodes of a document.
struct Nodes<'a> {
    by_name: HashMap<String, &'a Object>,
    /// The children of nodes that do not name them.
    children: HashMap<String, Vec<&'a Object>>,
    /// The first node without a parent.
    first: Option<&'a Object>,
}

impl<'a> Nodes<'a> {
    fn of(document: &'a Object) -> Nodes<'a> {
        let mut nodes = Nodes {
            by_name: HashMap::new(),
            children: HashMap::new(),
            first: None,
        };
        match document.get(NODES) {
            Some(Value::Object(named)) => {
                for (name, node) in named {
                    nodes.add(Some(name.clone()), node);
                }
            }
            Some(Value::Array(list)) => list.iter().for_each(|node| nodes.add(None, node)),
            _ => {}
        }
        nodes
    }

    fn add(&mut self, name: Option<String>, node: &'a Value) {
        let Some(node) = node.as_object() else {
            return;
        };
        match first(node, &PARENTS).and_then(name_of) {
            Some(parent) => self.children.entry(parent).or_default().push(node),
            None => self.first = self.first.or(Some(node)),
        }
        if let Some(name) = name.or_else(|| node.get("id").and_then(name_of)) {
            self.by_name.insert(name, node);
        }
    }

    fn after(&self, node: &'a Object) -> Result<Vec<&'a Object>, String> {
        let named = |value: &'a Value| match value {
            Value::Object(child) => Ok(child),
            value => {
                let name = name_of(value).unwrap_or_default();
                let child = self.by_name.get(&name).copied();
                child.ok_or_else(|| format!("`{NODES}`: there is no node `{name}`"))
            }
        };
        match node.get(CHILDREN).and_then(Value::as_array) {
            Some(children) => children.iter().map(named).collect(),
            None => {
                let name = node.get("id").and_then(name_of);
                let children = name.and_then(|name| self.children.get(&name));
                Ok(children.cloned().unwrap_or_default())
            }
        }
    }
}

/// Reads a tree.
///
/// # Errors
/// If a node is missing or occurs twice, or a move cannot be read.
pub fn read(document: &Object, given: &Given) -> Result<Tree, String> {
    let about = first(document, &HEADERS).and_then(Value::as_object);
    let about = about.unwrap_or(document);
    let (size, is_stated) = match size(about, given)? {
        (_, false) => size(document, given)?,
        stated => stated,
    };
    let mut tree = Tree::new(size);
    if !is_stated {
        tree.notes.push(Note::SizeAssumed(size));
    }
    read_headers(&mut tree, about);
    let nodes = Nodes::of(document);
    let root = match first(document, &ROOTS) {
        Some(Value::Object(root)) => Some(root),
        Some(name) => name_of(name).and_then(|name| nodes.by_name.get(&name).copied()),
        None => nodes.first,
    };
    let root = root.ok_or_else(|| format!("`{NODES}`: there is no first node"))?;
    let mut seen: HashSet<*const Object> = HashSet::new();
    // Nodes to be read, each with the one before it, the side to move and the depth.
    let mut open = vec![(root, NodeId::ROOT, Color::Black, 0)];
    while let Some((node, before, side, depth)) = open.pop() {
        check_node(tree.len(), depth, 0).map_err(|fault| fault.problem.to_string())?;
        if !seen.insert(node) {
            return Err(format!("`{NODES}`: a node occurs twice"));
        }
        let (action, next) = action(node, side, size)?;
        let at = match (action, before) {
            (Action::None, NodeId::ROOT) if depth == 0 => NodeId::ROOT,
            _ => tree.add(before, action),
        };
        if let Some(comment) = word_in(node, &COMMENTS).filter(|comment| !comment.is_empty()) {
            tree.details_mut(at).comment = Some(comment.into_bytes());
        }
        let children = nodes.after(node)?.into_iter().rev();
        open.extend(children.map(|child| (child, at, next, depth + 1)));
    }
    Ok(tree)
}

/// Reads what concerns the whole game.
fn read_headers(tree: &mut Tree, about: &Object) {
    if let Some(name) = word(about, "rule") {
        tree.headers.rule = Rule::from_record(&name);
        if tree.headers.rule.is_none() {
            tree.notes.push(Note::RuleUnknown(name));
        }
    }
    for color in Color::ALL {
        let name = word(about, color.name()).filter(|name| !name.is_empty());
        tree.headers.players[color.index()] = name;
    }
    let text = |name| word(about, name).filter(|text: &String| !text.is_empty());
    tree.headers.event = text("event").or_else(|| text("title"));
    tree.headers.date = text("date");
}

/// The text under the first of these names.
fn word_in(object: &Object, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| word(object, name))
}

/// The move of a node, and the side that moves after it.
fn action(node: &Object, side: Color, size: BoardSize) -> Result<(Action, Color), String> {
    let value = match (node.get(MOVE), coordinates(node)) {
        (Some(Value::Null), _) | (None, None) => return Ok((Action::None, side)),
        (Some(value), _) => value.clone(),
        (None, Some((x, y))) => json!([x, y]),
    };
    let stated = value
        .as_object()
        .and_then(side_of)
        .or_else(|| side_of(node));
    let side = stated.unwrap_or(side);
    let mut holder = Map::new();
    holder.insert(MOVE.to_string(), Value::Array(vec![value]));
    let turns = points(&holder, MOVE, size, Names::Usual)?;
    Ok(match turns[..] {
        [Some(point)] => (Action::Play(side, point), !side),
        [None] => (Action::Pass(side), !side),
        _ => return Err(format!("`{MOVE}`: expected one move")),
    })
}
