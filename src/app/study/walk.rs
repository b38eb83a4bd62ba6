//! A proof that is walked: what the loser can reply at each place, how the winner answers, and how
//! many moves are left.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Refusal, Study};
use crate::record::tree::NodeId;
use crate::types::Color;

/// A proof whose moves are part of the tree.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The position in which it begins.
    pub root: NodeId,
    /// Who wins.
    pub winner: Color,
    /// The solver that has found it, such as `VCT`; `None` if both kinds of moves are in it.
    pub kind: Option<&'static str>,
    /// The number of the winner's moves, the five included.
    pub moves: usize,
}

impl Proved {
    /// True if the proof begins on a path from the root of the tree, or in the root itself.
    fn is_on(&self, path: &[NodeId]) -> bool {
        self.root == NodeId::ROOT || path.contains(&self.root)
    }
}

impl Study {
    /// Walks the proof that was found here. The answer to a reply outside a proof is part of it.
    pub fn walk(&mut self, kind: Option<&'static str>, moves: usize) {
        let path = self.tree().path(self.at);
        if self.proof.as_ref().is_some_and(|proof| proof.is_on(&path)) {
            return;
        }
        self.proof = Some(Proved {
            root: self.at,
            winner: self.place().side,
            kind,
            moves,
        });
    }

    /// Walks the proof no more. Its moves stay in the game.
    pub fn leave_proof(&mut self) {
        self.left_proof = self.proof.take();
    }

    /// Walks the proof again that was left last.
    ///
    /// # Errors
    /// If there is none, or the game was changed since then.
    pub fn return_to_proof(&mut self) -> Result<(), Refusal> {
        let left = self.left_proof.take();
        self.proof = Some(left.ok_or("There is no proof to return to.")?);
        Ok(())
    }

    /// Notes the win chance of black at this place.
    pub fn note_chance(&mut self, chance: f64) {
        self.chances.insert(self.at, chance);
    }

    /// What pages are told of the proof, if the place is in it.
    pub fn proof_json(&self) -> Option<Value> {
        let proof = self.proof.as_ref()?;
        let tree = self.tree();
        let path = tree.path(self.at);
        if !proof.is_on(&path) {
            return None;
        }
        let left = self.moves_left(proof);
        let of_winner = |node: &NodeId| tree.action(*node).side() == Some(proof.winner);
        let line = tree.path(self.end);
        let begin = line
            .iter()
            .position(|node| *node == proof.root)
            .map_or(0, |at| at + 1);
        let steps: Vec<Value> = line[begin..]
            .iter()
            .filter(|node| of_winner(node))
            .map(|node| json!({ "id": node.index(), "name": self.name(*node) }))
            .collect();
        let last = path
            .last()
            .filter(|node| of_winner(node) && self.at != proof.root);
        let told = |node: NodeId| {
            let mut told = json!({
                "id": node.index(),
                "name": self.name(node),
                "point": tree.action(node).point().map(|point| [point.x, point.y]),
                "left": left.get(&node),
            });
            if let Some(answer) = tree.children(node).find(of_winner) {
                told["answer"] = self.name(answer).into();
            }
            told
        };
        let next: Vec<Value> = tree.children(self.at).map(told).collect();
        Some(json!({
            "winner": proof.winner.name(),
            "kind": proof.kind,
            "moves": proof.moves,
            "steps": steps,
            "root": proof.root.index(),
            // The loser replies after a move of the winner.
            "isReply": last.is_some(),
            "threat": last.and_then(|node| tree.comment(*node)),
            "next": next,
        }))
    }

    /// The number of moves that the winner needs after each node of a proof, the longest defence
    /// supposed.
    fn moves_left(&self, proof: &Proved) -> HashMap<NodeId, usize> {
        let tree = self.tree();
        let mut nodes = vec![proof.root];
        let mut next = 0;
        while let Some(node) = nodes.get(next).copied() {
            nodes.extend(tree.children(node));
            next += 1;
        }
        let mut left: HashMap<NodeId, usize> = HashMap::new();
        // Each node comes before those after it.
        for node in nodes.into_iter().rev() {
            let children = tree.children(node).map(|child| left[&child]);
            let is_winners = tree.action(node).side() == Some(proof.winner);
            let count = if is_winners && node != proof.root {
                let of_others = self.proved.get(&node).copied().unwrap_or(0);
                children.max().unwrap_or(0).max(of_others)
            } else {
                children.min().map_or(0, |least| least + 1)
            };
            left.insert(node, count);
        }
        left
    }
}
