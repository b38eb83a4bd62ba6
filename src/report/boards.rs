//! Converts drawn boards to games and games to drawn boards, and finds forbidden points.

use crate::board::diagram::{Cell, Diagram};
use crate::engine::{Game, Stone, forbidden_points};
use crate::types::{Color, Point, Rule};

/// A game under `rule` with the stones of a board, placed row by row.
pub fn game(diagram: &Diagram, rule: Rule) -> Game {
    let mut game = Game::new(diagram.size(), rule);
    for (point, cell) in diagram.occupied() {
        let stone = match cell {
            Cell::Stone(color) => Stone::Of(color),
            Cell::Blocked => Stone::Blocked,
            Cell::Empty => continue,
        };
        let put = game.put(point, stone);
        debug_assert_eq!(put, Ok(()), "each point of a diagram occurs once");
    }
    game
}

/// The board of a game.
pub fn diagram(game: &Game) -> Diagram {
    let mut diagram = Diagram::new(game.size());
    for (point, stone) in game.stones() {
        let cell = match stone {
            Stone::Of(color) => Cell::Stone(*color),
            Stone::Blocked => Cell::Blocked,
        };
        diagram.set(*point, cell);
    }
    diagram
}

/// The points that are forbidden to `side`.
pub fn forbidden_to(side: Color, game: &Game) -> Vec<Point> {
    if game.rule().has_fouls(side) {
        forbidden_points(game)
    } else {
        Vec::new()
    }
}
