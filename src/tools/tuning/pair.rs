//! Two games from one opening, with colours swapped.

use super::setting::Setting;
use crate::engine::{
    Engine, Game, Limits, Outcome, Request, SearchOptions, Stone, ending, memory_for_table,
};
use crate::types::score::{is_loss, is_win};
use crate::types::{BoardSize, Color, Point, Rule};

/// Bytes of the transposition table for each node of the limit.
const TABLE_BYTES_PER_NODE: u64 = 256;
/// The smallest transposition table in bytes.
const MIN_TABLE: u64 = 4 << 20;
/// The largest transposition table in bytes.
const MAX_TABLE: u64 = 256 << 20;
/// A game is drawn at this number of stones.
const LONGEST_GAME: usize = 180;

/// What both players play under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The node limit of a move.
    pub nodes: u64,
}

/// The players of a pair. `A` is the one whose results are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player whose results are counted.
    A,
    /// Its opponent.
    B,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By a row on the board, or by the rule's limit on stones.
    Played,
    /// By a search that proved who wins.
    Proved,
    /// By the length at which games are drawn.
    Length,
    /// By a player without a legal move; a draw.
    NoMove,
}

/// A game of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The player with the black stones.
    pub black: Player,
    /// The colour that won, if any.
    pub winner: Option<Color>,
    /// How it ended.
    pub end: End,
    /// All stones, those of the opening first.
    pub moves: Vec<Point>,
}

impl PlayedGame {
    /// The half points of player A: 0, 1 or 2.
    pub fn half_points(&self) -> u8 {
        let own = match self.black {
            Player::A => Color::Black,
            Player::B => Color::White,
        };
        match self.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == own),
        }
    }
}

/// Two engines. Every game begins with empty tables, so that it depends on nothing but its
/// opening, the settings and the conditions.
pub struct Players {
    conditions: Conditions,
    engines: [Engine; 2],
}

impl Players {
    /// Two engines with tables of a size for the node limit.
    pub fn new(conditions: Conditions) -> Players {
        let bytes = conditions.nodes.saturating_mul(TABLE_BYTES_PER_NODE);
        let memory = memory_for_table(bytes.clamp(MIN_TABLE, MAX_TABLE));
        let engine = || {
            let mut engine = Engine::new();
            engine.set_memory(memory);
            engine
        };
        Players {
            conditions,
            engines: [engine(), engine()],
        }
    }

    /// Plays an opening twice: first with the black stones for A, then with the white ones.
    ///
    /// Needs a stack as [`Engine::think`] does, and the parameters of the process for itself.
    pub fn play_pair(&mut self, a: &Setting, b: &Setting, opening: &[Point]) -> [PlayedGame; 2] {
        [Player::A, Player::B].map(|black| self.play(black, [a, b], opening))
    }

    /// Plays a game; `settings` are those of A and B.
    fn play(&mut self, black: Player, settings: [&Setting; 2], opening: &[Point]) -> PlayedGame {
        let Conditions { rule, size, nodes } = self.conditions;
        let mut game = Game::new(size, rule);
        for point in opening {
            let stone = Stone::Of(game.side_to_move());
            game.put(*point, stone).expect("a checked opening");
        }
        self.engines.iter_mut().for_each(Engine::restart);
        let (winner, end) = loop {
            if let Some(ending) = ending(&game) {
                break (ending.winner(), End::Played);
            }
            if game.ply() >= LONGEST_GAME {
                break (None, End::Length);
            }
            let side = game.side_to_move();
            let to_move = usize::from((side == Color::Black) != (black == Player::A));
            let outcome = think(&mut self.engines[to_move], settings[to_move], &game, nodes);
            let score = outcome.report.score;
            if is_win(score) || is_loss(score) {
                let winner = if is_win(score) { side } else { !side };
                break (Some(winner), End::Proved);
            }
            let Some(best) = outcome.best else {
                break (None, End::NoMove);
            };
            game.put(best, Stone::Of(side)).expect("a legal move");
        };
        PlayedGame {
            black,
            winner,
            end,
            moves: game.stones().iter().map(|(point, _)| *point).collect(),
        }
    }
}

/// Searches for a move with a setting.
fn think(engine: &mut Engine, setting: &Setting, game: &Game, nodes: u64) -> Outcome {
    setting.apply();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let request = Request {
        options: SearchOptions {
            steps: setting.steps(),
            ..SearchOptions::default()
        },
        networks: setting.networks().cloned(),
        ..Request::new(game, &limits)
    };
    engine.think(&request, &mut |_| {})
}
