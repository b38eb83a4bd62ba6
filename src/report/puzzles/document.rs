//! Writes puzzles as JSON.

use crate::board::diagram::Cell;
use crate::report::document::PROGRAM;
use crate::report::json::document;
use crate::report::puzzles::entry::{Entry, Source};
use crate::report::puzzles::fields::{
    COMMAND, DifficultyFields, NodeFields, PuzzleDocument, PuzzleFields, ReplyFields, SourceFields,
};
use crate::solve::Proof;
use crate::types::Color;

/// What was searched for puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of games.
    pub games: usize,
    /// The number of positions.
    pub positions: usize,
    /// The number of positions that were not decided.
    pub undecided: usize,
    /// False if the search was stopped.
    pub is_complete: bool,
    /// What was assumed or left out.
    pub notes: Vec<String>,
}

/// The document of `--json`.
pub fn json(puzzles: Vec<PuzzleFields>, totals: &Totals) -> String {
    document(&PuzzleDocument {
        command: COMMAND.to_string(),
        program: PROGRAM.to_string(),
        games: totals.games,
        positions: totals.positions,
        undecided: totals.undecided,
        complete: totals.is_complete,
        notes: totals.notes.clone(),
        puzzles,
    })
}

impl PuzzleDocument {
    /// The puzzles of a game.
    pub fn of_game(puzzles: Vec<PuzzleFields>) -> PuzzleDocument {
        PuzzleDocument {
            command: COMMAND.to_string(),
            program: PROGRAM.to_string(),
            games: 1,
            positions: 0,
            undecided: 0,
            complete: true,
            notes: Vec::new(),
            puzzles,
        }
    }
}

impl PuzzleFields {
    /// The fields of a puzzle.
    pub fn new(entry: &Entry) -> PuzzleFields {
        let Entry {
            position, puzzle, ..
        } = entry;
        let size = position.diagram.size();
        let on = |wanted: Cell| {
            let occupied = position.diagram.occupied();
            let on = occupied.filter(|(_, cell)| *cell == wanted);
            on.map(|(at, _)| at).collect()
        };
        let difficulty = &puzzle.difficulty;
        PuzzleFields {
            id: entry.id(),
            kind: puzzle.kind,
            unique_among: puzzle.uniqueness,
            rule: position.rule,
            width: size.width(),
            height: size.height(),
            side: puzzle.side,
            black: on(Cell::Stone(Color::Black)),
            white: on(Cell::Stone(Color::White)),
            blocked: on(Cell::Blocked),
            moves: position.moves.clone(),
            solution: puzzle.solution.at,
            line: puzzle.line.clone(),
            proof: nodes(&puzzle.solution),
            others: puzzle.others.clone(),
            difficulty: DifficultyFields {
                plies: difficulty.plies,
                shortest: puzzle.is_shortest,
                choices: difficulty.choices,
                branching: (difficulty.branching * 10.0).round() / 10.0,
                quiet: difficulty.quiet,
                level: difficulty.level,
            },
            source: SourceFields::new(&entry.source),
        }
    }
}

impl SourceFields {
    /// The fields of a source.
    pub fn new(source: &Source) -> SourceFields {
        let player = |side: Color| source.players[side.index()].clone();
        SourceFields {
            file: source.file.clone(),
            game: source.game,
            number: source.number,
            black: player(Color::Black),
            white: player(Color::White),
            event: source.event.clone(),
            date: source.date.clone(),
        }
    }
}

/// The nodes of a proof, each before those that it leads to.
fn nodes(root: &Proof) -> Vec<NodeFields> {
    let mut nodes: Vec<NodeFields> = vec![node(root)];
    let mut moves: Vec<&Proof> = vec![root];
    let mut at = 0;
    while at < moves.len() {
        let defence = moves[at].defence.as_ref();
        for (reply, answer) in defence.map_or(&[][..], |defence| &defence.replies) {
            let node_of_answer = nodes.len();
            nodes[at].replies.push(ReplyFields {
                played: *reply,
                node: node_of_answer,
            });
            nodes.push(node(answer));
            moves.push(answer);
        }
        at += 1;
    }
    nodes
}

/// A node without its replies.
fn node(winning: &Proof) -> NodeFields {
    let defence = winning.defence.as_ref();
    NodeFields {
        played: winning.at,
        threat: defence.map(|defence| defence.threat.id().to_string()),
        replies: Vec::new(),
    }
}
