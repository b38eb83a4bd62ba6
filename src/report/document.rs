//! The parts of the documents of `--json`. `schema.json` describes them.
//!
//! The fields are written in the order in which they are declared.

use std::time::Duration;

use serde::Serialize;

use crate::board::diagram::Cell;
use crate::engine::{Ending, Foul, Report, fouls};
use crate::opening::rules::renju::RenjuOpening;
use crate::report::chance::win_chance;
use crate::report::json::Rounded;
use crate::report::judgement::Judgement;
use crate::report::position::InputPosition;
use crate::report::variations::variations;
use crate::types::{Color, Point, Rule, Score, score};

/// The program name in documents.
pub const PROGRAM: &str = concat!("Goshawk ", env!("CARGO_PKG_VERSION"));

/// The version of `schema.json`. It changes when fields change their meaning or go away.
pub const SCHEMA: u32 = 1;

/// The fields with which every document begins: the command, the program, the position
/// and its result.
#[derive(Debug, Serialize)]
pub struct Head<'a> {
    command: &'static str,
    program: &'static str,
    #[serde(flatten)]
    position: PositionFields<'a>,
    note: Option<&'a str>,
    notes: &'a [String],
    result: Option<GameResult<'a>>,
}

impl<'a> Head<'a> {
    /// The head of a command's document.
    pub fn new(
        command: &'static str,
        input: &'a InputPosition,
        judgement: &'a Judgement,
    ) -> Head<'a> {
        Head {
            command,
            program: PROGRAM,
            position: PositionFields::new(input),
            note: judgement.note.as_deref(),
            notes: &input.notes,
            result: judgement.ending.as_ref().map(GameResult::new),
        }
    }
}

/// The fields of a position: those of the board, the moves and the fouls.
#[derive(Debug, Serialize)]
struct PositionFields<'a> {
    #[serde(flatten)]
    board: BoardFields,
    moves: &'a [Point],
    opening: Option<OpeningName>,
    fouls: Vec<FoulPoint>,
}

impl<'a> PositionFields<'a> {
    fn new(input: &'a InputPosition) -> PositionFields<'a> {
        let fouls = fouls(&input.game(input.rule)).into_iter();
        PositionFields {
            board: BoardFields::new(input),
            moves: &input.moves,
            opening: input.opening().map(OpeningName::new),
            fouls: fouls
                .map(|(point, kind)| FoulPoint { point, kind })
                .collect(),
        }
    }
}

/// One of the 26 openings of renju.
#[derive(Debug, Serialize)]
pub struct OpeningName {
    code: &'static str,
    name: &'static str,
}

impl OpeningName {
    /// The code and the name of an opening.
    pub fn new(opening: &'static RenjuOpening) -> OpeningName {
        OpeningName {
            code: opening.code,
            name: opening.name,
        }
    }
}

/// A forbidden point.
#[derive(Debug, Serialize)]
struct FoulPoint {
    point: Point,
    kind: Foul,
}

/// The fields of a board: rule, size, side to move and stones.
#[derive(Debug, Serialize)]
pub struct BoardFields {
    rule: Rule,
    width: u8,
    height: u8,
    side: Color,
    black: Vec<Point>,
    white: Vec<Point>,
    blocked: Vec<Point>,
}

impl BoardFields {
    /// The fields of a position.
    pub fn new(input: &InputPosition) -> BoardFields {
        let size = input.diagram.size();
        let on = |wanted: Cell| {
            let occupied = input.diagram.occupied();
            let on = occupied.filter(|(_, cell)| *cell == wanted);
            on.map(|(at, _)| at).collect()
        };
        BoardFields {
            rule: input.rule,
            width: size.width(),
            height: size.height(),
            side: input.side,
            black: on(Cell::Stone(Color::Black)),
            white: on(Cell::Stone(Color::White)),
            blocked: on(Cell::Blocked),
        }
    }
}

/// The result of a game.
#[derive(Debug, Serialize)]
struct GameResult<'a> {
    winner: Option<Color>,
    foul: Option<Foul>,
    points: &'a [Point],
}

impl<'a> GameResult<'a> {
    fn new(ending: &'a Ending) -> GameResult<'a> {
        GameResult {
            winner: ending.winner(),
            foul: match ending {
                Ending::Foul { foul, .. } => Some(*foul),
                Ending::Row { .. } | Ending::Draw => None,
            },
            points: ending.points(),
        }
    }
}

/// The result of a search.
#[derive(Debug, Serialize)]
pub struct Search<'a> {
    best: Option<Point>,
    #[serde(flatten)]
    evaluation: Evaluation,
    lower_bound: bool,
    depth: u32,
    selective_depth: u32,
    #[serde(flatten)]
    effort: Effort,
    hashfull: u32,
    lines: Vec<Line<'a>>,
}

impl<'a> Search<'a> {
    /// The result of a search, or of the iteration that it has finished.
    pub fn new(best: Option<Point>, report: &'a Report) -> Search<'a> {
        Search {
            best,
            evaluation: Evaluation::new(report.score),
            lower_bound: report.is_lower_bound,
            depth: report.depth,
            selective_depth: report.seldepth,
            effort: Effort::new(report.nodes, report.elapsed),
            hashfull: report.hashfull,
            lines: variations(report)
                // Without a legal move there is no variation.
                .filter(|(_, _, moves)| !moves.is_empty())
                .map(|(score, depth, moves)| Line {
                    evaluation: Evaluation::new(score),
                    depth,
                    moves,
                })
                .collect(),
        }
    }
}

/// A variation.
#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    evaluation: Evaluation,
    depth: u32,
    moves: &'a [Point],
}

/// The fields of a score for the side to move: value, mate distance and win chance.
#[derive(Debug, Serialize)]
pub struct Evaluation {
    value: Option<Score>,
    mate: Option<Score>,
    win_chance: Rounded<4>,
}

impl Evaluation {
    /// The fields of a score.
    pub fn new(value: Score) -> Evaluation {
        let mate = match value {
            won if score::is_win(won) => Some(score::MATE - won),
            lost if score::is_loss(lost) => Some(-score::MATE - lost),
            _ => None,
        };
        Evaluation {
            value: mate.is_none().then_some(value),
            mate,
            win_chance: Rounded(win_chance(value)),
        }
    }
}

/// The fields of an effort: nodes and time in seconds.
#[derive(Debug, Serialize)]
pub struct Effort {
    nodes: u64,
    time: Rounded<3>,
}

impl Effort {
    /// The fields of an effort.
    pub fn new(nodes: u64, time: Duration) -> Effort {
        Effort {
            nodes,
            time: Rounded(time.as_secs_f64()),
        }
    }
}
