//! Puzzles that the owner solves. In each, one first move wins by force, or one four. The owner plays
//! the winner up to the five; the program answers with the longest defence. Until then the game has
//! only the moves that were played; afterwards it is the win against every reply that may help.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Place, Refusal, Study};
use crate::app::words::{capital, sentence};
use crate::board::notation::point_name;
use crate::engine::{Game, Stone};
use crate::play::scores::{Answer, Scores};
use crate::puzzle::Uniqueness;
use crate::record::tree::{Action, NodeId, Tree};
use crate::report::chance::win_percent;
use crate::report::puzzles::fields::{PuzzleDocument, PuzzleFields};
use crate::report::puzzles::sgf;
use crate::types::{Color, Point, Rule, Score, score};

/// A puzzle and what became of it.
struct Item {
    puzzle: PuzzleFields,
    /// What became of it since the puzzles were opened, and before that.
    answer: Option<Answer>,
    known: Option<Answer>,
    /// The solution is hidden.
    is_open: bool,
    /// The moves of both sides up to the five, as far as they are known.
    line: Vec<Point>,
    /// The number of them that are on the board.
    played: usize,
    /// The position after them.
    at: NodeId,
}

/// Puzzles, of which one is on the board.
pub struct Drill {
    /// In the order of the games of the study.
    items: Vec<Item>,
    /// What was said of the last answer.
    verdict: Option<Verdict>,
    /// The names of puzzles that have been answered, and how, until the scores take them.
    answered: Vec<(String, Answer)>,
}

/// What is said of an answer.
struct Verdict {
    is_good: bool,
    text: String,
    /// The move that was tried and the reply that refutes it.
    moves: Vec<Point>,
}

/// What an answer to a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The move is right, or leads back to the position in which one is looked for.
    Known,
    /// It is not the move that was expected. A search tells what follows.
    Open,
}

/// What a search has found of a move that was not expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The best reply, if there is one.
    pub reply: Option<Point>,
    /// The score for the side that replies.
    pub score: Score,
    /// If the move wins all the same: the moves of both sides after the reply, up to the five.
    pub line: Vec<Point>,
}

impl Item {
    fn new(puzzle: PuzzleFields) -> Item {
        Item {
            line: puzzle.line.clone(),
            puzzle,
            answer: None,
            known: None,
            is_open: true,
            played: 0,
            at: NodeId::ROOT,
        }
    }

    /// What became of it at last.
    fn last_answer(&self) -> Option<Answer> {
        self.answer.or(self.known)
    }
}

impl Study {
    /// Puzzles to solve.
    pub fn of_puzzles(document: PuzzleDocument) -> Study {
        let games: Vec<Tree> = document.puzzles.iter().map(question).collect();
        let mut study = Study::new(games[0].size(), Rule::default());
        study.notes = document.notes;
        study.games = games;
        study.drill = Some(Drill {
            items: document.puzzles.into_iter().map(Item::new).collect(),
            verdict: None,
            answered: Vec::new(),
        });
        study.begin();
        study.begin_puzzle();
        study
    }

    /// Recalls how the puzzles were answered earlier, and begins with the first that was not.
    pub fn recall(&mut self, scores: &Scores) {
        let Some(drill) = &mut self.drill else { return };
        for item in &mut drill.items {
            item.known = scores.of(&item.puzzle.id);
        }
        let first = drill.items.iter().position(|item| item.known.is_none());
        // The first puzzle is there.
        let _ = self.choose(first.unwrap_or(0) + 1);
    }

    /// Begins with the puzzle on the board.
    pub(super) fn begin_puzzle(&mut self) {
        let number = self.number;
        if let Some(drill) = &mut self.drill {
            drill.verdict = None;
            let item = &drill.items[number];
            self.at = if item.is_open { item.at } else { NodeId::ROOT };
        }
    }

    /// Whether the game is a puzzle whose solution must not be told.
    pub fn hides_solution(&self) -> bool {
        let drill = self.drill.as_ref();
        drill.is_some_and(|drill| drill.items[self.number].is_open)
    }

    /// The answers since this was asked last, by the names of the puzzles.
    pub fn take_answers(&mut self) -> Vec<(String, Answer)> {
        let drill = self.drill.as_mut();
        drill.map_or_else(Vec::new, |drill| std::mem::take(&mut drill.answered))
    }

    /// The puzzle on the board, if it is not solved yet.
    fn open_item(&mut self) -> Result<&mut Item, Refusal> {
        let number = self.number;
        let item = self.drill.as_mut().map(|drill| &mut drill.items[number]);
        let item = item.filter(|item| item.is_open);
        item.ok_or_else(|| "There is no puzzle to solve here.".to_string())
    }

    /// Answers the puzzle on the board with a move. In an earlier position it leads back instead.
    ///
    /// # Errors
    /// If there is no puzzle here, or the move is not legal.
    pub fn try_move(&mut self, point: Point) -> Result<Tried, Refusal> {
        let here = self.at;
        let item = self.open_item()?;
        let (at, played, expected) = (item.at, item.played, item.line.get(item.played).copied());
        let uniqueness = item.puzzle.unique_among;
        if at != here {
            self.look_at(at);
            return Ok(Tried::Known);
        }
        let place = self.place();
        place.check(point)?;
        if expected == Some(point) || wins_at_once(&place, point) {
            self.go_on(point, "Right");
            return Ok(Tried::Known);
        }
        let name = point_name(point, self.tree().size());
        let text = match uniqueness {
            // It may be as good as the move that was expected.
            _ if played > 0 => format!("Judging {name} …"),
            // It may still win by threats.
            Uniqueness::Fours => format!("Wrong: {name} does not win by fours alone."),
            // The search for a win after it was completed, but not all quiet threats are searched.
            Uniqueness::Threats => format!("Wrong: no forced win was found after {name}."),
        };
        if played == 0 {
            self.note_answer(Answer::Missed);
        }
        self.say(false, text, vec![point]);
        Ok(Tried::Open)
    }

    /// Plays a right move and the reply to it, or ends the puzzle.
    fn go_on(&mut self, point: Point, word: &str) {
        let side = self.place().side;
        let size = self.tree().size();
        let Ok(item) = self.open_item() else { return };
        let reply = item.line.get(item.played + 1).copied();
        let reply = reply.filter(|_| item.line.get(item.played) == Some(&point));
        let at = item.at;
        let node = self.games[self.number].child(at, Action::Play(side, point));
        let name = point_name(point, size);
        let Some(reply) = reply else {
            self.note_answer(Answer::Solved);
            let played = self.tree().path(node);
            self.finish(true, "Solved", &played);
            return;
        };
        let node = self.games[self.number].child(node, Action::Play(!side, reply));
        if let Ok(item) = self.open_item() {
            item.played += 2;
            item.at = node;
        }
        self.end = node;
        self.look_at(node);
        let (other, reply) = (capital((!side).name()), point_name(reply, size));
        let text = format!("{word}: {name}. {other} answers {reply}. Go on.");
        self.say(true, text, Vec::new());
    }

    /// Notes how the puzzle on the board was answered first.
    fn note_answer(&mut self, answer: Answer) {
        let number = self.number;
        let Some(drill) = &mut self.drill else { return };
        let item = &mut drill.items[number];
        if item.answer.is_none() {
            item.answer = Some(answer);
            drill.answered.push((item.puzzle.id.clone(), answer));
        }
    }

    /// Says something of an answer.
    fn say(&mut self, is_good: bool, text: String, moves: Vec<Point>) {
        if let Some(drill) = &mut self.drill {
            drill.verdict = Some(Verdict {
                is_good,
                text,
                moves,
            });
        }
    }

    /// Shows the solution of the puzzle on the board.
    ///
    /// # Errors
    /// If there is no puzzle here.
    pub fn reveal(&mut self) -> Result<(), Refusal> {
        self.open_item()?;
        self.note_answer(Answer::Missed);
        self.finish(false, "The solution", &[]);
        Ok(())
    }

    /// Puts the solution and its proof on the board, and looks at the end of the moves that were
    /// played, or at the first move of the solution.
    fn finish(&mut self, is_good: bool, word: &str, played: &[NodeId]) {
        let played: Vec<Action> = played
            .iter()
            .map(|node| self.tree().action(*node))
            .collect();
        let number = self.number;
        let Some(drill) = &mut self.drill else { return };
        let item = &mut drill.items[number];
        item.is_open = false;
        let puzzle = &item.puzzle;
        let point = puzzle.line[0];
        let (side, name) = (puzzle.side, point_name(point, puzzle.size()));
        let claim = match puzzle.unique_among {
            Uniqueness::Fours => ", the only four that wins",
            Uniqueness::Threats => "",
        };
        let step = if is_good { "back" } else { "on" };
        let text = format!(
            "{word}: {name}{claim}. Step {step} to see the win; play any other reply to see why it \
             loses."
        );
        self.games[number] = sgf::tree(puzzle);
        self.renumbered();
        self.prove(side);
        let first = self.games[number].child(NodeId::ROOT, Action::Play(side, point));
        let mut last = NodeId::ROOT;
        for action in &played {
            last = self.games[number].child(last, *action);
        }
        let shown = if played.is_empty() { first } else { last };
        self.end = self.last_after(shown);
        self.at = shown;
        self.moved();
        self.say(is_good, text, Vec::new());
    }

    /// Notes that all moves of a side in the game are part of a proof.
    fn prove(&mut self, side: Color) {
        let mut open = vec![NodeId::ROOT];
        let mut proved = BTreeMap::new();
        while let Some(node) = open.pop() {
            open.extend(self.tree().children(node));
            if self.tree().action(node).side() == Some(side) {
                proved.insert(node, 0);
            }
        }
        self.proved = proved;
    }

    /// The position after a move that was tried, and the side to move in it.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn after_try(&self, point: Point) -> Result<(Game, Color), Refusal> {
        let Place { mut game, side, .. } = self.place();
        game.put(point, Stone::Of(side))
            .map_err(|_| "That point is not empty.")?;
        Ok((game, !side))
    }

    /// Takes what a search has found of a move that was tried: it wins all the same, and the puzzle
    /// goes on after it; or it is refuted by the reply. The first move of a puzzle is always refuted.
    pub fn judge(&mut self, point: Point, judged: &Judged) {
        let (side, size) = (!self.place().side, self.tree().size());
        let drill = self.drill.as_ref();
        let verdict = drill.and_then(|drill| drill.verdict.as_ref());
        if verdict.is_none_or(|verdict| verdict.moves != [point]) {
            return;
        }
        let Ok(item) = self.open_item() else { return };
        let is_first = item.played == 0;
        if !is_first && score::is_loss(judged.score) {
            let played = item.played;
            item.line.truncate(played);
            item.line.push(point);
            if !judged.line.is_empty() {
                item.line.extend(judged.reply);
                item.line.extend(&judged.line);
            }
            return self.go_on(point, "That wins too");
        }
        if !is_first {
            self.note_answer(Answer::Missed);
        }
        let chance = if score::is_win(judged.score) {
            "and wins".to_string()
        } else {
            format!("(win chance {} %)", win_percent(judged.score))
        };
        let Some(verdict) = self.drill.as_mut().and_then(|drill| drill.verdict.as_mut()) else {
            return;
        };
        if !is_first {
            let name = point_name(point, size);
            verdict.text = format!("Wrong: {name} does not win.");
        }
        if let Some(reply) = judged.reply {
            verdict.moves.push(reply);
            let (side, reply) = (capital(side.name()), point_name(reply, size));
            verdict.text = format!("{} {side} answers {reply} {chance}.", verdict.text);
        }
    }
}

impl Drill {
    /// What the page is told of the puzzle with this index.
    pub fn json(&self, index: usize) -> Value {
        let item = &self.items[index];
        let count = |answer| {
            let items = self.items.iter();
            items
                .filter(|item| item.last_answer() == Some(answer))
                .count()
        };
        let verdict = self.verdict.as_ref().map(|verdict| {
            let moves = verdict.moves.iter();
            let moves: Vec<[u8; 2]> = moves.map(|point| [point.x, point.y]).collect();
            json!({ "isGood": verdict.is_good, "text": verdict.text, "moves": moves })
        });
        json!({
            "number": index + 1,
            "count": self.items.len(),
            "question": sentence(&item.puzzle.question()),
            "source": format!(
                "{}. {}.",
                capital(&item.puzzle.difficulty_text()),
                item.puzzle.source_text()
            ),
            "isOpen": item.is_open,
            "at": item.at.index(),
            "found": item.played / 2,
            "solved": count(Answer::Solved),
            "missed": count(Answer::Missed),
            "verdict": verdict,
        })
    }
}

/// Whether a legal move makes a five that wins.
fn wins_at_once(place: &Place, point: Point) -> bool {
    let mut game = place.game.clone();
    let put = game.put(point, Stone::Of(place.side));
    let ending = crate::engine::ending(&game);
    put.is_ok() && ending.is_some_and(|ending| ending.winner() == Some(place.side))
}

/// A puzzle without its solution.
fn question(puzzle: &PuzzleFields) -> Tree {
    let whole = sgf::tree(puzzle);
    let mut tree = Tree::new(puzzle.size());
    tree.headers = whole.headers.clone();
    if let Some(details) = whole.details(NodeId::ROOT) {
        let root = tree.details_mut(NodeId::ROOT);
        root.setup.clone_from(&details.setup);
        root.side = details.side;
    }
    tree
}
