//! Examines a position.

use super::difficulty::{self, Levels};
use super::unique::{ENTRIES, Others, fours_that_win, others_that_win};
use super::{Difficulty, Puzzle, Uniqueness, Verdict, Wanted};
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::engine::{Game, Stop, position_of};
use crate::movegen;
use crate::position::Position;
use crate::rules::{self, ThreatBoard};
use crate::solve::{Proof, Request, Win, WinKind, solve};
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::vct::fours_and_threes;
use crate::types::{Color, Square};

/// The search for other first moves that win may make this many times the moves of the search for
/// the win. There are few wins, and it is the harder question.
const OTHERS: u64 = 10;

/// The most winning moves in the solution of a puzzle. More would be of no use to anybody.
const MAX_MOVES: usize = 1_000;

/// Finds puzzles. Each thread has its own.
pub struct Finder {
    wanted: Wanted,
    levels: Levels,
}

impl Finder {
    /// A finder. The result for a position does not depend on earlier ones.
    pub fn new(wanted: Wanted) -> Finder {
        Finder {
            wanted,
            levels: Levels::new(),
        }
    }

    /// Examines the position of a game that is not over, with `side` to move. Setting `stop` ends
    /// the search.
    ///
    /// This needs a stack of [`SEARCH_STACK_BYTES`](crate::engine::SEARCH_STACK_BYTES).
    pub fn examine(&mut self, game: &Game, side: Color, stop: &dyn Stop) -> Verdict {
        match self.examine_without_level(game, side, stop) {
            Verdict::Puzzle(mut puzzle) => {
                puzzle.difficulty.level =
                    self.levels
                        .lowest_that_plays(game, side, puzzle.solution.at, stop);
                if stop.is_set() {
                    Verdict::Undecided
                } else {
                    Verdict::Puzzle(puzzle)
                }
            }
            other => other,
        }
    }

    /// The same, but nobody is asked at which level it is solved.
    pub fn examine_without_level(&self, game: &Game, side: Color, stop: &dyn Stop) -> Verdict {
        with_cells!(game.size(), |CELLS| {
            let position = position_of::<CELLS>(game, side);
            let examination = Examination {
                wanted: self.wanted,
                game,
                position: &position,
                stop,
            };
            examination.run()
        })
    }
}

/// The searches of one position.
struct Examination<'a, const CELLS: usize> {
    wanted: Wanted,
    game: &'a Game,
    position: &'a Position<CELLS>,
    stop: &'a dyn Stop,
}

impl<const CELLS: usize> Examination<'_, CELLS> {
    /// The puzzle without its level, if the position is one.
    fn run(&self) -> Verdict {
        let side = self.position.side();
        let mut reader = LineReader::new(self.position.rule());
        let mut board = LineBoard::new(self.position, &mut reader);
        if board.five(side).is_some() || board.five(!side).is_some() {
            return Verdict::None;
        }
        let win = match self.win() {
            Ok(Some(win)) => win,
            Ok(None) => return Verdict::None,
            Err(Undecided) => return Verdict::Undecided,
        };
        let is_vcf = win.kind == WinKind::Vcf;
        let is_wanted = if is_vcf {
            self.wanted.vcf
        } else {
            self.wanted.vct
        };
        if !is_wanted || win.plies < self.wanted.min_plies {
            return Verdict::None;
        }
        let Some(proof) = win.proof.as_ref().filter(|_| !win.to_five.is_empty()) else {
            return Verdict::Undecided;
        };
        if proof.moves() > MAX_MOVES {
            return Verdict::None;
        }
        let mut others = if is_vcf {
            fours(&mut board)
        } else {
            fours_and_threes(&mut board)
        };
        let solution = Geometry::<CELLS>::square(proof.at);
        others.retain(|square| *square != solution);
        if others.is_empty() {
            return Verdict::None;
        }
        match self.uniqueness(&mut board, win.kind, solution, &others) {
            Ok(Some(uniqueness)) => {
                let line = win.variation.iter();
                let line: Vec<Square> = line.map(|at| Geometry::<CELLS>::square(*at)).collect();
                let branching = difficulty::branching(&mut board, win.kind, &line);
                Verdict::Puzzle(Box::new(puzzle::<CELLS>(
                    side, &win, proof, &others, uniqueness, branching,
                )))
            }
            Ok(None) => Verdict::None,
            Err(Undecided) => Verdict::Undecided,
        }
    }

    /// The forced win of the side to move: a VCF, or a VCT if there is proved to be no VCF.
    fn win(&self) -> Result<Option<Win>, Undecided> {
        match self.win_of(WinKind::Vcf)? {
            None if self.wanted.vct => self.win_of(WinKind::Vct),
            found => Ok(found),
        }
    }

    fn win_of(&self, kind: WinKind) -> Result<Option<Win>, Undecided> {
        let request = Request {
            vcf: kind == WinKind::Vcf,
            vct: kind == WinKind::Vct,
            nodes: Some(self.wanted.nodes),
            entries: ENTRIES,
            to_five: true,
            ..Request::new(self.game, self.position.side())
        };
        let answer = solve(&request, &|| self.is_stopped());
        if answer.is_undecided || self.is_stopped() {
            Err(Undecided)
        } else {
            Ok(answer.win)
        }
    }

    /// Among which first moves the solution is unique; `None` if another one wins.
    fn uniqueness(
        &self,
        board: &mut LineBoard<'_, CELLS>,
        kind: WinKind,
        solution: Square,
        others: &[Square],
    ) -> Result<Option<Uniqueness>, Undecided> {
        let stop = || self.is_stopped();
        let nodes = self.wanted.nodes.saturating_mul(OTHERS);
        if kind == WinKind::Vcf {
            match fours_that_win(board, others, nodes, &stop) {
                Others::Fail => {}
                Others::Win => return Ok(None),
                Others::Undecided => return Err(Undecided),
            }
        }
        let plies = rules::plies_left(self.position, rules::stone_limit(self.position));
        let by_threats = others_that_win(self.position, solution, plies, nodes, &stop);
        match by_threats {
            _ if self.is_stopped() => Err(Undecided),
            Others::Fail => Ok(Some(Uniqueness::Threats)),
            _ if kind == WinKind::Vcf => Ok(Some(Uniqueness::Fours)),
            Others::Win => Ok(None),
            Others::Undecided => Err(Undecided),
        }
    }

    /// Whether the searches are to end.
    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }
}

/// A search has reached its limit, or was stopped.
struct Undecided;

/// The legal fours of the side to move.
fn fours<const CELLS: usize>(board: &mut LineBoard<'_, CELLS>) -> Vec<Square> {
    let side = board.side();
    let mut fours = Vec::new();
    movegen::fours(board, side, &mut fours);
    fours
}

/// The puzzle without its level. `branching` is the mean number of choices and the number of
/// quiet moves along the main line.
fn puzzle<const CELLS: usize>(
    side: Color,
    win: &Win,
    proof: &Proof,
    others: &[Square],
    uniqueness: Uniqueness,
    branching: (f64, usize),
) -> Puzzle {
    Puzzle {
        kind: win.kind,
        side,
        uniqueness,
        solution: proof.clone(),
        line: win.to_five.clone(),
        is_shortest: win.is_shortest(),
        others: others
            .iter()
            .map(|square| Geometry::<CELLS>::point(*square))
            .collect(),
        difficulty: Difficulty {
            plies: win.plies,
            choices: others.len() + 1,
            branching: branching.0,
            quiet: branching.1,
            level: None,
        },
    }
}
