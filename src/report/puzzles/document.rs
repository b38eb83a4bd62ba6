//! Writes puzzles as JSON.

use crate::board::diagram::Cell;
use crate::puzzle::Uniqueness;
use crate::report::document::{PROGRAM, point, points};
use crate::report::json::document;
use crate::report::puzzles::entry::{Entry, Source};
use crate::report::puzzles::fields::{
    COMMAND, ColorName, DifficultyFields, KindName, NodeFields, PuzzleDocument, PuzzleFields,
    ReplyFields, SourceFields, ThreatName, UniquenessName,
};
use crate::solve::{Proof, WinKind};
use crate::threat::vct::Threat;
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
            on.map(|(at, _)| point(at)).collect()
        };
        let difficulty = &puzzle.difficulty;
        PuzzleFields {
            id: entry.id(),
            kind: if puzzle.kind == WinKind::Vcf {
                KindName::Vcf
            } else {
                KindName::Vct
            },
            unique_among: match puzzle.uniqueness {
                Uniqueness::Fours => UniquenessName::Fours,
                Uniqueness::Threats => UniquenessName::Threats,
            },
            rule: position.rule.name().to_string(),
            width: size.width(),
            height: size.height(),
            side: ColorName::of(puzzle.side),
            black: on(Cell::Stone(Color::Black)),
            white: on(Cell::Stone(Color::White)),
            blocked: on(Cell::Blocked),
            moves: points(&position.moves),
            solution: point(puzzle.solution.at),
            line: points(&puzzle.line),
            proof: nodes(&puzzle.solution),
            others: points(&puzzle.others),
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
                played: point(*reply),
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
    NodeFields {
        played: point(winning.at),
        threat: winning
            .defence
            .as_ref()
            .map(|defence| match defence.threat {
                Threat::Five => ThreatName::Five,
                Threat::OpenFour => ThreatName::OpenFour,
                // Puzzles are won by threats.
                Threat::Vcf(_) | Threat::Win(_) => ThreatName::Vcf,
            }),
        replies: Vec::new(),
    }
}
