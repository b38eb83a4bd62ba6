//! A record: the main line of a game, with notes on what was assumed and what was left out.

use std::time::Duration;

use super::error::{Fault, Place, Problem, RecordError};
use super::notes::Note;
use super::tree::{Action, NodeId, Tree};
use super::{Format, GameResult, Move, WonBy, one_line};
use crate::board::diagram::{Cell, Diagram};
use crate::board::work::count_work;
use crate::types::{BoardSize, Color, OpeningRule, Point, Rule};

/// A game or a position, with all that the record says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The kind of the record.
    pub format: Format,
    /// The board before the first move: empty, or stones whose order is unknown.
    pub start: Diagram,
    /// The moves in order. The colours alternate unless a side passed.
    pub moves: Vec<Move>,
    /// The rule.
    pub rule: Option<Rule>,
    /// The opening rule.
    pub opening: Option<OpeningRule>,
    /// The side to move after the last move, if the record names it.
    pub side: Option<Color>,
    /// A side passes and the game continues.
    pub has_pass: bool,
    /// The names of the players, by [`Color::index`].
    pub players: [Option<String>; 2],
    /// The result.
    pub result: Option<GameResult>,
    /// How the game was won, if that was not by a row.
    pub won_by: Option<WonBy>,
    /// The time limit of a move.
    pub move_limit: Option<Duration>,
    /// The program that wrote the record.
    pub program: Option<String>,
    /// The date, as it is written.
    pub date: Option<String>,
    /// What was assumed or left out.
    pub notes: Vec<Note>,
}

impl Record {
    /// A record of an empty board.
    pub fn empty(format: Format, size: BoardSize) -> Record {
        Record {
            format,
            start: Diagram::new(size),
            moves: Vec::new(),
            rule: None,
            opening: None,
            side: None,
            has_pass: false,
            players: [None, None],
            result: None,
            won_by: None,
            move_limit: None,
            program: None,
            date: None,
            notes: Vec::new(),
        }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.start.size()
    }

    /// The board after the last move.
    pub fn board(&self) -> Diagram {
        let mut board = self.start.clone();
        for played in &self.moves {
            board.set(played.point, Cell::Stone(played.color));
        }
        board
    }

    /// The side to move after the last move: the one named, else the opponent of the last
    /// move, else black unless black has more stones.
    pub fn side_to_move(&self) -> Color {
        let by_count = || {
            let stones = |color| self.start.count(Cell::Stone(color));
            if stones(Color::Black) > stones(Color::White) {
                Color::White
            } else {
                Color::Black
            }
        };
        let after_last = || self.moves.last().map(|last| !last.color);
        self.side.or_else(after_last).unwrap_or_else(by_count)
    }

    /// The points in the order of play; `None` unless the sides took turns from the empty
    /// board, black first.
    pub fn turns(&self) -> Option<Vec<Point>> {
        let turns = [Color::Black, Color::White].into_iter().cycle();
        let mut in_turn = self.moves.iter().zip(turns);
        let is_game = self.start.occupied().next().is_none()
            && in_turn.all(|(played, color)| played.color == color);
        is_game.then(|| self.moves.iter().map(|played| played.point).collect())
    }

    /// Adds a note on the opening rule if it is stated and not noted yet.
    pub(super) fn note_opening_rule(&mut self) {
        let is_noted = |note: &Note| matches!(note, Note::OpeningRule(_));
        if let Some(rule) = self.opening
            && !self.notes.iter().any(is_noted)
        {
            self.notes.push(Note::OpeningRule(rule.title().to_string()));
        }
    }

    /// Adds a note if the rule is not stated. A pass shows that it is renju. A name that is not
    /// known has a note of its own.
    pub(super) fn note_rule(&mut self) {
        let is_named = |note: &Note| matches!(note, Note::RuleUnknown(_));
        if self.rule.is_some() || self.notes.iter().any(is_named) {
            return;
        }
        self.notes.push(if self.has_pass {
            Note::RulePasses
        } else {
            Note::RuleNotStated
        });
        if self.has_pass {
            self.rule = Some(Rule::Renju);
        }
    }

    /// Adds a move that was read at `place`.
    pub(super) fn push(&mut self, played: Move, place: Place) -> Result<(), RecordError> {
        let added = self.add(played);
        added.map_err(|problem| RecordError::At(place, problem))
    }

    /// Adds a move.
    ///
    /// # Errors
    /// If the point is not on the board or not empty.
    pub fn add(&mut self, played: Move) -> Result<(), Problem> {
        if !self.size().contains(played.point) {
            return Err(Problem::OffBoard(self.size()));
        }
        count_work(self.moves.len());
        let is_taken = self.start.get(played.point) != Cell::Empty
            || self.moves.iter().any(|other| other.point == played.point);
        if is_taken {
            return Err(Problem::Occupied);
        }
        self.moves.push(played);
        Ok(())
    }

    /// The main line of a tree.
    pub(super) fn walk(tree: &Tree) -> Result<Record, Fault> {
        let headers = tree.headers.clone();
        let mut record = Record {
            rule: headers.rule,
            opening: headers.opening,
            players: headers.players,
            result: headers.result,
            won_by: headers.won_by,
            move_limit: headers.move_limit,
            program: headers.program,
            date: headers.date,
            notes: tree.notes.clone(),
            ..Record::empty(tree.format, tree.size())
        };
        record.step(tree, NodeId::ROOT)?;
        for node in tree.main_line() {
            record.step(tree, node)?;
        }
        match tree.moves_in_branches() {
            0 => {}
            moves => record.notes.push(Note::BranchesLeftOut(moves)),
        }
        Ok(record)
    }

    /// Applies the action and the details of a node.
    fn step(&mut self, tree: &Tree, node: NodeId) -> Result<(), Fault> {
        let fault = |problem| Fault::new(tree.at(node), problem);
        let details = tree.details(node);
        let setup = details.map_or(&[][..], |details| &details.setup);
        if !setup.is_empty() {
            // Stones that are set up during a game are not part of the order of moves.
            self.start = self.board();
            self.moves.clear();
        }
        for (point, cell) in setup {
            if *cell != Cell::Empty && self.start.get(*point) != Cell::Empty {
                return Err(fault(Problem::Occupied));
            }
            self.start.set(*point, *cell);
        }
        let action = tree.action(node);
        if let Some(color) = action.side() {
            if self.side.is_some_and(|side| side != color) {
                let text = "the other side is to move".to_string();
                return Err(fault(Problem::Contradiction(text)));
            }
            let before = tree.parent(node).map(|parent| tree.action(parent));
            self.has_pass |= matches!(before, Some(Action::Pass(_)));
            // The opponent is to move then, which is stated only after a pass.
            self.side = match action {
                Action::Pass(_) => Some(!color),
                _ => None,
            };
            if let Action::Play(color, point) = action {
                let time = details.and_then(|details| details.time);
                self.add(Move { point, color, time }).map_err(fault)?;
            }
        }
        if let Some(side) = details.and_then(|details| details.side) {
            self.side = Some(side);
        }
        Ok(())
    }
}

impl From<&Record> for Tree {
    /// The record as a tree without branches.
    fn from(record: &Record) -> Tree {
        let mut tree = Tree::new(record.size());
        tree.format = record.format;
        tree.notes.clone_from(&record.notes);
        tree.headers.rule = record.rule;
        tree.headers.opening = record.opening;
        let line = |text: &Option<String>| text.as_deref().map(one_line);
        tree.headers.players = record.players.each_ref().map(line);
        tree.headers.result = record.result;
        tree.headers.won_by = record.won_by;
        tree.headers.move_limit = record.move_limit;
        tree.headers.program = line(&record.program);
        tree.headers.date = line(&record.date);
        if record.start.occupied().next().is_some() {
            // Black stones come first, as SGF has them.
            let mut setup: Vec<_> = record.start.occupied().collect();
            setup.sort_by_key(|(_, cell)| *cell == Cell::Stone(Color::White));
            tree.details_mut(NodeId::ROOT).setup = setup;
        }
        let mut last = NodeId::ROOT;
        let mut expected = record.moves.first().map(|played| played.color);
        if record.start.occupied().next().is_none() {
            expected = Some(Color::Black);
        }
        for played in &record.moves {
            if let Some(side) = expected.filter(|side| record.has_pass && *side != played.color) {
                last = tree.add(last, Action::Pass(side));
            }
            expected = Some(!played.color);
            last = tree.add(last, Action::Play(played.color, played.point));
            if played.time.is_some() {
                tree.details_mut(last).time = played.time;
            }
        }
        if let Some(side) = record.side {
            if last != NodeId::ROOT {
                last = tree.add(last, Action::None);
            }
            tree.details_mut(last).side = Some(side);
        }
        tree
    }
}
