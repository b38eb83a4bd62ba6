//! What changes the tree of a study, and the place in it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Place, Refusal, Study};
use crate::board::diagram::Cell;
use crate::engine::Stone;
use crate::record::tree::{Action, Glyph, NodeId, Tree};
use crate::solve::Proof;
use crate::types::{Color, Point, Rule};

/// The maximum number of nodes that a proof adds.
const MAX_PROOF: usize = 2000;
/// The longest comment, in bytes.
const MAX_COMMENT: usize = 20_000;
/// The maximum number of excluded moves.
const MAX_EXCLUDED: usize = 10;

/// What is put on a point when stones are set up.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum SetUp {
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Nothing.
    Empty,
}

/// The game before moves were deleted.
pub struct Removed {
    tree: Tree,
    chances: BTreeMap<NodeId, f64>,
    at: NodeId,
    /// The number of moves.
    count: usize,
    /// The game had changes that were not saved.
    was_edited: bool,
}

impl Study {
    /// The node with this index.
    ///
    /// # Errors
    /// If there is none.
    pub fn node(&self, index: usize) -> Result<NodeId, Refusal> {
        let node = self.tree().node(index);
        node.ok_or_else(|| "There is no such move.".to_string())
    }

    /// Looks at a position of the game.
    ///
    /// # Errors
    /// If there is none with this index.
    pub fn go(&mut self, index: usize) -> Result<(), Refusal> {
        let node = self.node(index)?;
        self.look_at(node);
        Ok(())
    }

    /// Plays a move. One that differs from those in the game begins a branch.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, point: Point) -> Result<(), Refusal> {
        let place = self.place();
        place.check(point)?;
        let at = self.at;
        let action = Action::Play(place.side, point);
        let nodes = self.tree().len();
        let node = self.games[self.number].child(at, action);
        let is_new = self.tree().len() > nodes;
        self.leaves_proof = is_new && self.proved.contains_key(&at);
        if is_new && self.drill.is_none() {
            self.edited();
        }
        self.look_at(node);
        Ok(())
    }

    /// Plays several moves, of both sides in turn.
    ///
    /// # Errors
    /// If one of them is not legal. Those before it are played.
    pub fn play_all(&mut self, points: &[Point]) -> Result<(), Refusal> {
        points.iter().try_for_each(|point| self.play(*point))
    }

    /// Removes the move that led here and everything after it.
    ///
    /// # Errors
    /// If this is the position before the first move.
    pub fn delete(&mut self) -> Result<(), Refusal> {
        let parent = self.tree().parent(self.at);
        let parent = parent.ok_or("There is no move to delete here.")?;
        let (tree, places) = self.tree().without(self.at);
        let removed = Removed {
            tree: self.tree().clone(),
            chances: self.chances.clone(),
            at: self.at,
            count: self.tree().len() - tree.len(),
            was_edited: self.edited_games.contains(&self.number),
        };
        self.replace(tree, &places, parent);
        self.removed = Some(removed);
        Ok(())
    }

    /// Brings back what was deleted last.
    ///
    /// # Errors
    /// If nothing was deleted, or the game was changed since then.
    pub fn restore(&mut self) -> Result<(), Refusal> {
        let removed = self.removed.take();
        let removed = removed.ok_or("There is nothing to bring back.")?;
        self.replace(removed.tree, &[], NodeId::ROOT);
        self.chances = removed.chances;
        self.look_at(removed.at);
        self.end = self.last_after(removed.at);
        if !removed.was_edited {
            self.edited_games.remove(&self.number);
        }
        Ok(())
    }

    /// The number of moves that were deleted last and can be brought back.
    pub fn removed(&self) -> Option<usize> {
        self.removed.as_ref().map(|removed| removed.count)
    }

    /// Sets the judgement on the move that led here; an empty sign removes it.
    ///
    /// # Errors
    /// If there is no such sign, or no move.
    pub fn mark(&mut self, sign: &str) -> Result<(), Refusal> {
        let glyph = Glyph::of_sign(sign);
        if glyph.is_none() && !sign.is_empty() {
            return Err("There is no such mark.".into());
        }
        if self.at == NodeId::ROOT {
            return Err("There is no move to mark here.".into());
        }
        let (number, at) = (self.number, self.at);
        if self.tree().glyph(at) != glyph {
            self.edited();
            self.games[number].set_glyph(at, glyph);
        }
        Ok(())
    }

    /// Makes the variation to this position the main line.
    pub fn promote(&mut self) {
        let mut path = self.tree().path(self.at).into_iter();
        if path.all(|node| self.is_first(node)) {
            return;
        }
        let (tree, places) = self.tree().promoted(self.at);
        self.replace(tree, &places, self.at);
    }

    /// Whether a move is the first of those in its position.
    fn is_first(&self, node: NodeId) -> bool {
        let parent = self.tree().parent(node);
        parent.is_none_or(|parent| self.tree().first_child(parent) == Some(node))
    }

    /// Replaces the tree with a changed one, and looks at what was `at` in it.
    fn replace(&mut self, tree: Tree, places: &[Option<NodeId>], at: NodeId) {
        self.edited();
        self.games[self.number] = tree;
        let place = |node: NodeId| places.get(node.index()).copied().flatten();
        let chances = std::mem::take(&mut self.chances).into_iter();
        let chances: BTreeMap<NodeId, f64> = chances
            .filter_map(|(node, chance)| Some((place(node)?, chance)))
            .collect();
        let at = place(at).unwrap_or(NodeId::ROOT);
        self.at = NodeId::ROOT;
        self.end = at;
        self.excluded.clear();
        self.renumbered();
        self.chances = chances;
        self.look_at(at);
        self.end = self.last_after(at);
    }

    /// Notes that the numbers of nodes have changed.
    pub(super) fn renumbered(&mut self) {
        self.version += 1;
        self.proved.clear();
        self.proof = None;
        self.left_proof = None;
        self.chances.clear();
        self.removed = None;
        self.reviewed = None;
        self.asked = None;
    }

    /// Sets the comment on this position; an empty one is removed.
    ///
    /// # Errors
    /// If it is too long.
    pub fn comment(&mut self, text: &str) -> Result<(), Refusal> {
        if text.len() > MAX_COMMENT {
            return Err("The comment is too long.".into());
        }
        let (number, at) = (self.number, self.at);
        let comment = text.trim();
        if self.tree().comment(at).unwrap_or_default() == comment {
            return Ok(());
        }
        self.edited();
        let tree = &mut self.games[number];
        if !text.is_ascii() {
            tree.recode();
        }
        tree.details_mut(at).comment = (!comment.is_empty()).then(|| comment.as_bytes().to_vec());
        Ok(())
    }

    /// Sets a point up, which is possible before the first move.
    ///
    /// # Errors
    /// If there are moves, or the point is not on the board.
    pub fn set_up(&mut self, point: Point, stone: SetUp) -> Result<(), Refusal> {
        if !self.can_set_up() {
            return Err("Stones can be set up only where no move has been played.".into());
        }
        if !self.tree().size().contains(point) {
            return Err("That point is not on the board.".into());
        }
        let cell = match stone {
            SetUp::Black => Cell::Stone(Color::Black),
            SetUp::White => Cell::Stone(Color::White),
            SetUp::Empty => Cell::Empty,
        };
        let found = self.place().game.at(point);
        if found == cell_stone(cell) {
            return Ok(());
        }
        let details = self.games[self.number].details_mut(NodeId::ROOT);
        details.setup.retain(|(other, _)| *other != point);
        if cell != Cell::Empty {
            details.setup.push((point, cell));
        }
        details.side = None;
        self.edited();
        self.moved();
        Ok(())
    }

    /// Lets the other side move first, where stones can be set up.
    ///
    /// # Errors
    /// If there are moves.
    pub fn turn(&mut self) -> Result<(), Refusal> {
        if !self.can_set_up() {
            return Err("The side to move can be changed only before the first move.".into());
        }
        let side = self.place().side;
        self.games[self.number].details_mut(NodeId::ROOT).side = Some(!side);
        self.edited();
        self.moved();
        Ok(())
    }

    /// Whether stones can be set up: no move has been played.
    pub fn can_set_up(&self) -> bool {
        self.tree().len() == 1
    }

    /// Changes the rule.
    pub fn set_rule(&mut self, rule: Rule) {
        let is_empty = self.can_set_up() && self.place().game.stones().is_empty();
        if rule != self.rule && !is_empty {
            self.edited();
        }
        self.rule = rule;
        let number = self.number;
        self.games[number].headers.rule = Some(rule);
        self.moved();
        self.reviewed = None;
    }

    /// Studies another game of the file.
    ///
    /// # Errors
    /// If there is none with this number, from 1.
    pub fn choose(&mut self, number: usize) -> Result<(), Refusal> {
        let index = number
            .checked_sub(1)
            .filter(|index| *index < self.games.len());
        self.number = index.ok_or("There is no such game in the file.")?;
        self.begin();
        self.begin_puzzle();
        Ok(())
    }

    /// Looks at the end of the game, or at the beginning of a library.
    pub(super) fn begin(&mut self) {
        self.renumbered();
        self.rule = self.tree().headers.rule.unwrap_or(self.rule);
        self.end = self.last_after(NodeId::ROOT);
        self.at = self.end;
        self.moved();
        self.excluded.clear();
    }

    /// Whether the main line is that of another study, with the same rule and players.
    pub fn is_same(&self, other: &Study) -> bool {
        self.rule == other.rule && same_game(self.tree(), other.tree())
    }

    /// Looks at the end of the game instead of taking the same one over again, and takes over how
    /// it has ended and the times of its moves. Returns false if `other` is another game.
    pub fn keep(&mut self, other: &Study) -> bool {
        let is_same = self.is_same(other);
        if is_same {
            self.refresh(other.tree());
            let last = self.tree().main_line().last();
            // Pages wait for a game with a new version.
            self.version += 1;
            self.end = last.unwrap_or(NodeId::ROOT);
            self.look_at(self.end);
        }
        is_same
    }

    /// Takes over the result and the times of the same game.
    fn refresh(&mut self, other: &Tree) {
        let tree = &mut self.games[self.number];
        tree.headers.result = other.headers.result;
        tree.headers.won_by = other.headers.won_by;
        let nodes: Vec<NodeId> = tree.main_line().collect();
        for (node, same) in nodes.into_iter().zip(other.main_line()) {
            if let Some(time) = other.details(same).and_then(|details| details.time) {
                tree.details_mut(node).time = Some(time);
            }
        }
    }

    /// Excludes a move from those that are considered, or takes it back among them.
    ///
    /// # Errors
    /// If too many are excluded.
    pub fn exclude(&mut self, point: Point) -> Result<(), Refusal> {
        let before = self.excluded.len();
        self.excluded.retain(|other| *other != point);
        if self.excluded.len() == before {
            if before == MAX_EXCLUDED {
                return Err("At most ten moves can be excluded.".into());
            }
            self.excluded.push(point);
        }
        self.moved();
        Ok(())
    }

    /// Adds a proof as branches after this position, and shows its first variation. Returns whether
    /// all of it was added.
    pub fn add_proof(&mut self, proof: &Proof) -> bool {
        let Place { side, .. } = self.place();
        let tree = &mut self.games[self.number];
        let most = tree.len() + MAX_PROOF;
        let mut open = vec![(self.at, proof)];
        while let Some((at, winning)) = open.pop().filter(|_| tree.len() < most) {
            let node = tree.child(at, Action::Play(side, winning.at));
            let Some(defence) = &winning.defence else {
                continue;
            };
            let moves = usize::from(defence.threat.plies() / 2);
            self.proved.insert(node, moves);
            let comment = &mut tree.details_mut(node).comment;
            comment.get_or_insert_with(|| {
                format!("Threatens {}.", defence.threat.name()).into_bytes()
            });
            for (reply, answer) in defence.replies.iter().rev() {
                let reply = tree.child(node, Action::Play(!side, *reply));
                open.push((reply, answer));
            }
        }
        let is_whole = tree.len() < most;
        let first = Action::Play(side, proof.at);
        let first = self.games[self.number].child(self.at, first);
        self.end = self.last_after(first);
        is_whole
    }
}

/// The stone that a cell has.
fn cell_stone(cell: Cell) -> Option<Stone> {
    match cell {
        Cell::Stone(side) => Some(Stone::Of(side)),
        Cell::Blocked => Some(Stone::Blocked),
        Cell::Empty => None,
    }
}

/// Whether the main lines of two games are the same, with the same players.
fn same_game(one: &Tree, other: &Tree) -> bool {
    let setup = |tree: &Tree| tree.details(NodeId::ROOT).map(|root| root.setup.clone());
    let moves = |tree: &Tree| -> Vec<Action> {
        let nodes = tree.main_line();
        nodes.map(|node| tree.action(node)).collect()
    };
    one.size() == other.size()
        && one.headers.players == other.headers.players
        && setup(one).unwrap_or_default() == setup(other).unwrap_or_default()
        && moves(one) == moves(other)
}
