//! Adds comments and variations to the main line of a game.

use super::Record;
use super::encoding::Encoding;
use super::sgf;
use super::tree::{Action, NodeId, Tree};
use crate::types::Point;

/// Comments and variations to be added to a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The comment on the game as a whole.
    pub game: String,
    /// The annotation of each move, by its index.
    pub moves: Vec<Annotation>,
}

/// A comment on a move and a variation in its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// The comment; empty if there is none.
    pub comment: String,
    /// An alternative to the move and its continuation, beginning with the side of the
    /// move; empty if there is none.
    pub variation: Vec<Point>,
}

impl Tree {
    /// Adds comments and variations. New comments follow existing ones, and variations that
    /// exist are not added again. Annotations beyond the last move are left out.
    pub fn annotate(&mut self, annotations: &Annotations) {
        self.add_comment(NodeId::ROOT, &annotations.game);
        let moves: Vec<NodeId> = self
            .main_line()
            .filter(|node| matches!(self.action(*node), Action::Play(..)))
            .collect();
        // A record has only the moves after the last stones that were set up.
        let skipped = moves.len().saturating_sub(annotations.moves.len());
        for (node, said) in moves.into_iter().skip(skipped).zip(&annotations.moves) {
            self.add_comment(node, &said.comment);
            let mut side = self.action(node).side();
            let mut at = self.parent(node).unwrap_or(NodeId::ROOT);
            for point in &said.variation {
                let Some(color) = side else {
                    break;
                };
                at = self.child(at, Action::Play(color, *point));
                side = Some(!color);
            }
        }
    }

    /// Adds a comment after the existing one, unless that contains it.
    pub fn add_comment(&mut self, node: NodeId, text: &str) {
        if text.is_empty() {
            return;
        }
        if !text.is_ascii() && self.encoding != Encoding::UTF_8 {
            self.recode();
        }
        let comment = &mut self.details_mut(node).comment;
        match comment {
            Some(before)
                if before
                    .windows(text.len())
                    .any(|part| part == text.as_bytes()) => {}
            Some(before) => {
                before.push(b'\n');
                before.extend_from_slice(text.as_bytes());
            }
            None => *comment = Some(text.as_bytes().to_vec()),
        }
    }
}

impl Record {
    /// The record in SGF with comments and variations; `None` if it has blocked points. The moves
    /// of the record are the main line.
    pub fn sgf(&self, annotations: &Annotations) -> Option<String> {
        let mut tree = Tree::from(self);
        tree.annotate(annotations);
        let mut bytes = Vec::new();
        sgf::write(&tree, &mut bytes).ok()?;
        String::from_utf8(bytes).ok()
    }
}
