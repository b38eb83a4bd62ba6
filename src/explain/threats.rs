//! What a side could do if it were its turn.

use super::made::{Made, made_on};
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::engine::{Game, position_of};
use crate::pattern::Class;
use crate::position::Position;
use crate::rules;
use crate::threat::line_board::{LineBoard, LineReader};
use crate::threat::{
    SHORTEN_BUDGET, ShortestVcfSolver, VcfResult, VcfSolver, VcfWin, VctResult, VctSolver,
    fours_within,
};
use crate::types::{Color, Point, Rule};

/// The limit on moves of a search for a VCF.
const VCF_BUDGET: u64 = 50_000;
/// The limit on moves of a search for a VCT.
const VCT_BUDGET: u64 = 30_000;
/// Entries of the table of the VCT solver, which takes 6 MiB.
const VCT_ENTRIES: usize = 1 << 18;
/// The classes of points that can be threats. Points that look forbidden may be legal.
const CLASSES: [Class; 5] = [
    Class::Five,
    Class::OpenFour,
    Class::FourThree,
    Class::DoubleThree,
    Class::Foul,
];

/// A forced win of the side to move, proved by a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForcedWin {
    /// By a row that this point completes.
    Five(Point),
    /// By fours alone.
    Fours {
        /// The moves of both sides, up to the four that no reply stops.
        variation: Vec<Point>,
        /// The length in plies at most, including the five.
        plies: usize,
    },
    /// By fours and threes, or by moves that threaten to win by fours.
    Threats {
        /// The moves of both sides, up to the one that no reply stops.
        variation: Vec<Point>,
        /// The length in plies at most, including the five.
        plies: usize,
    },
}

impl ForcedWin {
    /// The first move.
    pub fn first(&self) -> Point {
        match self {
            ForcedWin::Five(point) => *point,
            ForcedWin::Fours { variation, .. } | ForcedWin::Threats { variation, .. } => {
                variation[0]
            }
        }
    }

    /// The moves of both sides, up to the one that no reply stops.
    pub fn variation(&self) -> &[Point] {
        match self {
            ForcedWin::Five(point) => std::slice::from_ref(point),
            ForcedWin::Fours { variation, .. } | ForcedWin::Threats { variation, .. } => variation,
        }
    }

    /// The length in plies at most, including the five.
    pub fn plies(&self) -> usize {
        match self {
            ForcedWin::Five(_) => 1,
            ForcedWin::Fours { plies, .. } | ForcedWin::Threats { plies, .. } => *plies,
        }
    }

    /// The number of fours of a win by fours alone; `None` for the others.
    pub fn fours(&self) -> Option<usize> {
        match self {
            ForcedWin::Fours { variation, .. } => Some(variation.len().div_ceil(2)),
            ForcedWin::Five(_) | ForcedWin::Threats { .. } => None,
        }
    }
}

/// What a side could do if it were its turn. The points are by row, then by column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    /// Points that complete a winning row.
    pub fives: Vec<Point>,
    /// Points that make an open four or two fours.
    pub winning_fours: Vec<Point>,
    /// Points that make a four and an open three.
    pub four_threes: Vec<Point>,
    /// Points that make two open threes.
    pub double_threes: Vec<Point>,
    /// A forced win, if one was found.
    pub win: Option<ForcedWin>,
}

impl Threats {
    /// True if there is nothing.
    pub fn is_empty(&self) -> bool {
        *self == Threats::default()
    }

    /// Adds a point under the strongest of what it makes.
    fn add(&mut self, point: Point, made: &Made) {
        let list = if made.row.is_some() {
            &mut self.fives
        } else if made.foul.is_some() {
            return;
        } else if made.is_winning_four() {
            &mut self.winning_fours
        } else if made.is_four_three() {
            &mut self.four_threes
        } else if made.open_threes >= 2 {
            &mut self.double_threes
        } else {
            return;
        };
        list.push(point);
    }
}

/// The threats of `side` that one stone carries out. Forced wins are not looked for, so that
/// this takes no longer than setting up the position.
pub fn direct_threats(game: &Game, side: Color) -> Threats {
    with_cells!(game.size(), |CELLS| points(&mut position_of::<CELLS>(
        game, side
    )))
}

/// Finds threats and forced wins. It keeps the solvers, which belong to games of one size
/// and rule.
pub struct Explainer {
    vcf: VcfSolver,
    vct: VctSolver,
    reader: LineReader,
}

impl Default for Explainer {
    fn default() -> Explainer {
        Explainer::new()
    }
}

impl Explainer {
    /// Solvers with empty tables.
    pub fn new() -> Explainer {
        Explainer {
            vcf: VcfSolver::default(),
            vct: VctSolver::with_entries(VCT_ENTRIES),
            reader: LineReader::new(Rule::Freestyle),
        }
    }

    /// The threats of `side`, with its forced win by fours, or else by threats, if one is
    /// found within a small budget.
    pub fn threats(&mut self, game: &Game, side: Color) -> Threats {
        with_cells!(game.size(), |CELLS| {
            let mut position = position_of::<CELLS>(game, side);
            let mut threats = points(&mut position);
            threats.win = self
                .win_by_fours(&position)
                .or_else(|| self.win_by_threats(&position));
            threats
        })
    }

    /// The threats of `side` with its forced win by fours, if one is found.
    pub fn threats_by_fours(&mut self, game: &Game, side: Color) -> Threats {
        with_cells!(game.size(), |CELLS| {
            let mut position = position_of::<CELLS>(game, side);
            let mut threats = points(&mut position);
            threats.win = self.win_by_fours(&position);
            threats
        })
    }

    /// The result of a search for a VCF of the side to move.
    pub(super) fn solve_fours<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
    ) -> VcfResult {
        let fours = fours_within(plies_left(position));
        let mut board = LineBoard::new(position, &mut self.reader);
        self.vcf.solve(&mut board, fours, VCF_BUDGET, &|| false)
    }

    /// The moves made by the last of these searches.
    pub(super) fn fours_nodes(&self) -> u64 {
        self.vcf.nodes()
    }

    /// A win by a five or by fours.
    fn win_by_fours<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
    ) -> Option<ForcedWin> {
        let VcfResult::Win(plies) = self.solve_fours(position) else {
            return None;
        };
        let found = VcfWin::found(&self.vcf, plies);
        let mut board = LineBoard::new(position, &mut self.reader);
        let mut solver = ShortestVcfSolver::default();
        let win = solver.shorten(&mut board, found, SHORTEN_BUDGET, &|| false);
        let points = win.variation.into_iter().map(Geometry::<CELLS>::point);
        let variation: Vec<Point> = points.collect();
        Some(match win.plies {
            1 => ForcedWin::Five(variation[0]),
            plies => ForcedWin::Fours { variation, plies },
        })
    }

    fn win_by_threats<const CELLS: usize>(
        &mut self,
        position: &Position<CELLS>,
    ) -> Option<ForcedWin> {
        let VctResult::Win(_) = self.vct.solve(position, VCT_BUDGET, &|| false) else {
            return None;
        };
        let (variation, plies) = self.vct.variation(position, &|| false)?;
        if plies > plies_left(position) {
            return None;
        }
        let variation = variation
            .into_iter()
            .map(Geometry::<CELLS>::point)
            .collect();
        Some(ForcedWin::Threats { variation, plies })
    }
}

/// The number of plies that the game can last. A longer win is none.
fn plies_left<const CELLS: usize>(position: &Position<CELLS>) -> usize {
    rules::plies_left(position, rules::stone_limit(position))
}

/// The threats of the side to move without forced wins.
fn points<const CELLS: usize>(position: &mut Position<CELLS>) -> Threats {
    let side = position.side();
    let sets = CLASSES.map(|class| *position.set(side, class));
    let squares = sets.iter().flat_map(|set| set.iter());
    let mut points: Vec<Point> = squares.map(Geometry::<CELLS>::point).collect();
    points.sort_by_key(|point| (point.y, point.x));
    let mut threats = Threats::default();
    for point in points {
        let made = made_on(position, side, Geometry::<CELLS>::square(point));
        threats.add(point, &made);
    }
    threats
}
