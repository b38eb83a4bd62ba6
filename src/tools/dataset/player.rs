//! The engine as the generator uses it.

use std::sync::{Arc, Mutex};

use super::record::{Ply, side_after};
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::engine::{
    Engine, Game, Limits, NodeObserver, Request, SearchOptions, Stone, memory_for_table,
    position_of,
};
use crate::movegen::{Situation, situation};
use crate::position::Position;
use crate::sync::IgnorePoison;
use crate::types::{BoardSize, Color, Point, Rule, Score};

/// Size of the transposition table in bytes. Searches are short, and every game begins with a new
/// table.
const TABLE_BYTES: u64 = 4 << 20;

/// One call of the search function in this many is observed.
const OBSERVED_INTERVAL: u64 = 601;

/// Plays games and labels positions, and collects nodes of the searches for moves.
pub struct Player {
    engine: Engine,
    /// The plies that lead to the observed nodes.
    visited: Arc<Mutex<Vec<Vec<Ply>>>>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// The best move; `None` if there is none.
    pub best: Option<Point>,
    /// The value for the side to move.
    pub value: Score,
    /// The completed depth in plies.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
}

impl Default for Player {
    fn default() -> Player {
        Player::new()
    }
}

impl Player {
    /// A player with an empty table of the size for a game.
    pub fn new() -> Player {
        let mut engine = Engine::new();
        engine.set_memory(memory_for_table(TABLE_BYTES));
        Player {
            engine,
            visited: Arc::default(),
        }
    }

    /// Forgets everything, so that a game depends on its seed alone.
    pub fn start_game(&mut self) {
        self.engine.restart();
        self.visited();
    }

    /// Searches for a move of `side` and collects nodes of the search.
    pub fn search(&mut self, game: &Game, side: Color, nodes: u64) -> Searched {
        let visited = Arc::clone(&self.visited);
        let observer = NodeObserver {
            interval: OBSERVED_INTERVAL,
            observe: Arc::new(move |node| {
                let mut visited = visited.lock().ignore_poison();
                visited.push(node.plies);
            }),
        };
        self.think(game, side, nodes, Some(observer))
    }

    /// Searches a position with `side` to move for its value.
    pub fn label(&mut self, game: &Game, side: Color, nodes: u64) -> Searched {
        self.think(game, side, nodes, None)
    }

    /// Searches a position.
    fn think(
        &mut self,
        game: &Game,
        side: Color,
        nodes: u64,
        node_observer: Option<NodeObserver>,
    ) -> Searched {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let request = Request {
            side,
            options: SearchOptions::analysis(),
            node_observer,
            ..Request::new(game, &limits)
        };
        let outcome = self.engine.think(&request, &mut |_| {});
        Searched {
            best: outcome.best,
            value: outcome.report.score,
            depth: outcome.report.depth,
            nodes: outcome.report.nodes,
        }
    }

    /// Positions that the searches visited since the last call, chosen uniformly among their nodes,
    /// each as the plies from the empty board.
    pub fn visited(&mut self) -> Vec<Vec<Ply>> {
        let mut visited = self.visited.lock().ignore_poison();
        std::mem::take(&mut visited)
    }
}

/// The position after these plies; `None` if a stone does not fit on the board.
pub fn game_after(size: BoardSize, rule: Rule, plies: &[Ply]) -> Option<Game> {
    let mut game = Game::new(size, rule);
    for (number, ply) in plies.iter().enumerate() {
        if let Some(point) = ply {
            let stone = Stone::Of(side_after(number));
            game.put(*point, stone).ok()?;
        }
    }
    Some(game)
}

/// Plays plies from a position on. The points of their moves must be empty.
pub fn play<const CELLS: usize>(position: &mut Position<CELLS>, plies: &[Ply]) {
    for ply in plies {
        match ply {
            Some(point) => position.make(Geometry::<CELLS>::square(*point)),
            None => position.pass(),
        }
    }
}

/// How the patterns determine whether a position needs an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionKind {
    /// No move is forced.
    Quiet,
    /// A threat must be answered.
    MustAnswer,
    /// The patterns decide the game or the move: no evaluation is needed.
    Decided,
}

/// The kind of a position with `side` to move. A search evaluates all kinds but decided ones.
pub fn position_kind(game: &Game, side: Color) -> PositionKind {
    let situation = with_cells!(game.size(), |CELLS| situation(&mut position_of::<CELLS>(
        game, side
    )));
    match situation {
        Situation::Free => PositionKind::Quiet,
        Situation::MustAnswer => PositionKind::MustAnswer,
        _ => PositionKind::Decided,
    }
}
