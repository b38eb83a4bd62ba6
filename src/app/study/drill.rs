//! Puzzles that the owner solves. In each, one first move wins by force, or one four. Its game has
//! no moves until the move has been found or shown; then it is the win against every reply that may
//! help.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Place, Refusal, Study};
use crate::app::words::{capital, sentence};
use crate::board::notation::point_name;
use crate::engine::{Game, Stone};
use crate::puzzle::Uniqueness;
use crate::record::tree::{Action, NodeId, Tree};
use crate::report::chance::win_percent;
use crate::report::puzzles::fields::{PuzzleDocument, PuzzleFields};
use crate::report::puzzles::sgf;
use crate::types::{Color, Point, Rule, Score, score};

/// How a puzzle was answered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// With the move that wins.
    Solved,
    /// With another move, or not at all.
    Missed,
}

/// A puzzle and what became of it.
struct Item {
    puzzle: PuzzleFields,
    answer: Option<Answer>,
    /// The solution is hidden.
    is_open: bool,
}

/// Puzzles, of which one is on the board.
pub struct Drill {
    /// In the order of the games of the study.
    items: Vec<Item>,
    /// What was said of the last answer.
    verdict: Option<Verdict>,
}

/// What is said of an answer.
struct Verdict {
    is_good: bool,
    text: String,
    /// The move that was tried and the reply that refutes it.
    moves: Vec<Point>,
}

impl Study {
    /// Puzzles to solve.
    pub fn of_puzzles(document: PuzzleDocument) -> Study {
        let games: Vec<Tree> = document.puzzles.iter().map(question).collect();
        let mut study = Study::new(games[0].size(), Rule::default());
        study.notes = document.notes;
        study.games = games;
        let items = document.puzzles.into_iter().map(|puzzle| Item {
            puzzle,
            answer: None,
            is_open: true,
        });
        study.drill = Some(Drill {
            items: items.collect(),
            verdict: None,
        });
        study.begin();
        study
    }

    /// Begins with the puzzle on the board.
    pub(super) fn begin_puzzle(&mut self) {
        if let Some(drill) = &mut self.drill {
            drill.verdict = None;
            self.at = NodeId::ROOT;
        }
    }

    /// Whether the game is a puzzle whose solution must not be told.
    pub fn hides_solution(&self) -> bool {
        let drill = self.drill.as_ref();
        drill.is_some_and(|drill| drill.items[self.number].is_open)
    }

    /// The puzzle on the board, if its first move is still looked for here.
    fn open_puzzle(&self) -> Result<&PuzzleFields, Refusal> {
        let item = self.drill.as_ref().map(|drill| &drill.items[self.number]);
        let item = item.filter(|item| item.is_open && self.at == NodeId::ROOT);
        let item = item.ok_or("There is no puzzle to solve here.")?;
        Ok(&item.puzzle)
    }

    /// Answers the puzzle on the board with a move. Returns true if it is the one that wins.
    ///
    /// # Errors
    /// If there is no puzzle here, or the move is not legal.
    pub fn try_move(&mut self, point: Point) -> Result<bool, Refusal> {
        let puzzle = self.open_puzzle()?;
        self.place().check(point)?;
        if puzzle.line.first() == Some(&point) {
            self.answer(Answer::Solved, true, "Right");
            return Ok(true);
        }
        let name = point_name(point, puzzle.size());
        let text = match puzzle.unique_among {
            // It may still win by threats.
            Uniqueness::Fours => format!("Wrong: {name} does not win by fours alone."),
            // The search for a win after it was completed, but not all quiet threats are searched.
            Uniqueness::Threats => format!("Wrong: no forced win was found after {name}."),
        };
        if let Some(drill) = &mut self.drill {
            drill.items[self.number]
                .answer
                .get_or_insert(Answer::Missed);
            drill.verdict = Some(Verdict {
                is_good: false,
                text,
                moves: vec![point],
            });
        }
        Ok(false)
    }

    /// Shows the solution of the puzzle on the board.
    ///
    /// # Errors
    /// If there is no puzzle here.
    pub fn reveal(&mut self) -> Result<(), Refusal> {
        self.open_puzzle()?;
        self.answer(Answer::Missed, false, "The solution");
        Ok(())
    }

    /// Puts the solution and its proof on the board.
    fn answer(&mut self, answer: Answer, is_good: bool, word: &str) {
        let number = self.number;
        let Some(drill) = &mut self.drill else { return };
        let item = &mut drill.items[number];
        item.answer.get_or_insert(answer);
        item.is_open = false;
        let puzzle = &item.puzzle;
        let point = puzzle.line[0];
        let (side, name) = (puzzle.side, point_name(point, puzzle.size()));
        let claim = match puzzle.unique_among {
            Uniqueness::Fours => ", the only four that wins",
            Uniqueness::Threats => "",
        };
        let text = format!(
            "{word}: {name}{claim}. Step on to see the win; play any other reply to see why it \
             loses."
        );
        let tree = sgf::tree(puzzle);
        drill.verdict = Some(Verdict {
            is_good,
            text,
            moves: Vec::new(),
        });
        self.games[number] = tree;
        self.renumbered();
        self.prove(side);
        let first = self.games[number].child(NodeId::ROOT, Action::Play(side, point));
        self.end = self.last_after(first);
        self.at = first;
        self.moved();
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

    /// Notes the reply to a move that was tried. `value` is the score for the side that replies.
    pub fn refute(&mut self, point: Point, reply: Point, value: Score) {
        let (side, size) = (!self.place().side, self.tree().size());
        let Some(verdict) = self.drill.as_mut().and_then(|drill| drill.verdict.as_mut()) else {
            return;
        };
        if verdict.moves != [point] {
            return;
        }
        verdict.moves.push(reply);
        let chance = match score::is_win(value) {
            true => "and wins".to_string(),
            false => format!("(win chance {} %)", win_percent(value)),
        };
        let (side, reply) = (capital(side.name()), point_name(reply, size));
        verdict.text = format!("{} {side} answers {reply} {chance}.", verdict.text);
    }
}

impl Drill {
    /// What the page is told of the puzzle with this index.
    pub fn json(&self, index: usize) -> Value {
        let item = &self.items[index];
        let count = |answer| {
            let answers = self.items.iter().filter(|item| item.answer == Some(answer));
            answers.count()
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
            "solved": count(Answer::Solved),
            "missed": count(Answer::Missed),
            "verdict": verdict,
        })
    }
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
