//! How hard a puzzle is.

use crate::engine::{Engine, Game, Limits, Request, Stop, memory_for_table};
use crate::movegen;
use crate::rules::ThreatBoard;
use crate::solve::WinKind;
use crate::strength::{Level, find_move};
use crate::threat::line_board::LineBoard;
use crate::threat::vct::fours_and_threes;
use crate::types::{Color, Point, Square};

/// The table of the searches of the levels, in bytes.
const TABLE_BYTES: u64 = 8 << 20;
/// A level plays at random among moves of about the same value. It has found the solution if it
/// plays it with each of these seeds.
const SEEDS: [u64; 3] = [1, 2, 3];
/// The node limit of the strongest level, which has none of its own.
const STRONGEST_NODES: u64 = 1_000_000;

/// The mean number of moves of the kind at the turns of the winning side along the main line, the
/// side to move first, and the number of its moves there that are neither fours nor open threes.
pub fn branching<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    kind: WinKind,
    line: &[Square],
) -> (f64, usize) {
    let side = board.side();
    let (mut turns, mut choices, mut quiet) = (0, 0, 0);
    for square in line {
        if board.side() == side {
            let threats = fours_and_threes(board);
            let fours = |square: &&Square| movegen::makes_four(board, side, **square);
            choices += if kind == WinKind::Vcf {
                threats.iter().filter(fours).count()
            } else {
                threats.len()
            };
            quiet += usize::from(!threats.contains(square));
            turns += 1;
        }
        board.make(*square);
    }
    line.iter().for_each(|_| board.undo());
    (choices as f64 / f64::from(turns.max(1)), quiet)
}

/// Asks the levels for their moves.
pub struct Levels {
    engine: Engine,
}

impl Levels {
    /// Levels that search with one thread and a small table.
    pub fn new() -> Levels {
        let mut engine = Engine::new();
        engine.set_memory(memory_for_table(TABLE_BYTES));
        Levels { engine }
    }

    /// The lowest level that plays the solution; `None` if none does, or if `stop` is set.
    pub fn lowest_that_plays(
        &mut self,
        game: &Game,
        side: Color,
        solution: Point,
        stop: &dyn Stop,
    ) -> Option<u8> {
        let mut levels = (1..).map_while(Level::new);
        let found = levels.find(|level| {
            let mut seeds = SEEDS.iter();
            seeds.all(|seed| self.plays(game, side, *level, *seed, stop) == Some(solution))
        });
        found.filter(|_| !stop.is_set()).map(Level::number)
    }

    /// The move of a level.
    fn plays(
        &mut self,
        game: &Game,
        side: Color,
        level: Level,
        seed: u64,
        stop: &dyn Stop,
    ) -> Option<Point> {
        // The answer must not depend on earlier searches.
        self.engine.restart();
        let limits = Limits {
            nodes: (level == Level::STRONGEST).then_some(STRONGEST_NODES),
            ..Limits::default()
        };
        let request = Request {
            side,
            stop: Some(stop),
            ..Request::new(game, &limits)
        };
        find_move(&mut self.engine, &request, level, seed, &mut |_| {}).best
    }
}
