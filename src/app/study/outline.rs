//! What pages are told of the tree: its moves with their branches, comments and marks.

use std::collections::{HashSet, VecDeque};

use serde_json::{Map, Value, json};

use super::Study;
use crate::record::tree::{Action, NodeId};
use crate::types::Color;

/// The most nodes that pages are told at once. Of a larger tree, these are the ones near the place
/// that is looked at.
const MAX_NODES: usize = 3000;

impl Study {
    /// The tree for pages, each node before those after it. What is not known of a node is left out.
    pub fn outline(&self) -> Value {
        let nodes = if self.tree().len() <= MAX_NODES {
            self.tree().walk().map(|(node, _)| node).collect()
        } else {
            self.nearest()
        };
        let nodes: Vec<Value> = nodes.into_iter().map(|node| self.node_json(node)).collect();
        json!({
            "kind": "tree",
            "version": self.version,
            "isWhole": self.tree().len() <= MAX_NODES,
            "nodes": nodes,
        })
    }

    /// The nodes of the variation that is shown, the branches beside it, and what follows those, as
    /// far as there is room.
    fn nearest(&self) -> Vec<NodeId> {
        let tree = self.tree();
        let mut nodes = vec![NodeId::ROOT];
        nodes.extend(tree.path(self.end));
        let shown: HashSet<NodeId> = nodes.iter().copied().collect();
        let mut open: VecDeque<NodeId> = nodes.iter().copied().collect();
        while let Some(node) = open.pop_front() {
            for child in tree.children(node).filter(|child| !shown.contains(child)) {
                if nodes.len() == MAX_NODES {
                    return nodes;
                }
                nodes.push(child);
                open.push_back(child);
            }
        }
        nodes
    }

    /// What is told of a node.
    fn node_json(&self, node: NodeId) -> Value {
        let tree = self.tree();
        let mut told = Map::new();
        told.insert("id".into(), node.index().into());
        if let Some(parent) = tree.parent(node) {
            told.insert("parent".into(), parent.index().into());
            told.insert("name".into(), self.name(node).into());
        }
        let action = tree.action(node);
        let color = action.side().map(Color::name);
        let point = match action {
            Action::Play(_, point) => Some([point.x, point.y]),
            _ => None,
        };
        let chance = self
            .chances
            .get(&node)
            .map(|chance| (100.0 * chance).round());
        let entries = [
            ("color", color.map(Value::from)),
            ("point", point.map(|point| json!(point))),
            ("comment", tree.comment(node).map(Value::from)),
            ("glyph", tree.glyph(node).map(|glyph| glyph.sign().into())),
            ("chance", chance.map(Value::from)),
        ];
        for (key, value) in entries {
            if let Some(value) = value {
                told.insert(key.into(), value);
            }
        }
        Value::Object(told)
    }
}
