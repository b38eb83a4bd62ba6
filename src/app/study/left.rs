//! A study that is left and resumed, by another session of the program.

use serde::{Deserialize, Serialize};

use super::{Refusal, Study};
use crate::record::tree::{NodeId, Tree};
use crate::record::{Collection, Format};
use crate::types::Rule;

/// The games of a study, and the place in them.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub struct LeftStudy {
    /// The games in SGF.
    games: String,
    /// The number of the game that is studied, from 1.
    number: usize,
    /// The rule, where a game states none.
    rule: Rule,
    /// For each move that leads to the place, its index among the branches there.
    branches: Vec<usize>,
}

impl Study {
    /// The study for [`Study::resume`]; `None` for puzzles, and where nothing has been done.
    pub fn left(&self) -> Option<LeftStudy> {
        let is_empty = |tree: &Tree| tree.children(NodeId::ROOT).next().is_none();
        if self.drill.is_some() || self.games.iter().all(is_empty) {
            return None;
        }
        let written = Collection::of(self.games.clone()).write(Format::Sgf);
        let tree = self.tree();
        let mut branches = Vec::new();
        let mut parent = NodeId::ROOT;
        for node in tree.path(self.at) {
            if node == NodeId::ROOT {
                continue;
            }
            branches.push(tree.children(parent).position(|child| child == node)?);
            parent = node;
        }
        Some(LeftStudy {
            games: String::from_utf8(written.ok()?).ok()?,
            number: self.number + 1,
            rule: self.rule,
            branches,
        })
    }

    /// A study that was left. `rule` is that of games that state none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn resume(left: &LeftStudy, rule: Rule) -> Result<Study, Refusal> {
        let mut study = Study::read(left.games.as_bytes(), rule)?;
        study.notes.clear();
        study.choose(left.number)?;
        study.rule = left.rule;
        let mut at = NodeId::ROOT;
        for branch in &left.branches {
            // A place that is not there any more leaves the one before it.
            let Some(next) = study.tree().children(at).nth(*branch) else {
                break;
            };
            at = next;
        }
        study.go(at.index())?;
        Ok(study)
    }
}
