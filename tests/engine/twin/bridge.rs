//! Conversions between the plain board and the engine's types.

use goshawk::board::Geometry;
use goshawk::engine::{Engine, Game, Limits, Outcome, Request, SearchOptions, Stone, position_of};
use goshawk::position::Position;
use goshawk::types::{BoardSize, Color, Point, Rule, Square};

use super::grid::{Cell, Grid, GridPoint};

/// The engine's form of a point.
pub fn point((x, y): GridPoint) -> Point {
    Point::new(x as u8, y as u8)
}

/// The twins' form of a point.
pub fn grid_point(point: Point) -> GridPoint {
    (i32::from(point.x), i32::from(point.y))
}

/// The square of a point.
pub fn square<const CELLS: usize>(at: GridPoint) -> Square {
    Geometry::<CELLS>::square(point(at))
}

/// The point of a square.
pub fn grid_point_of<const CELLS: usize>(square: Square) -> GridPoint {
    grid_point(Geometry::<CELLS>::point(square))
}

/// A game with the stones of the grid, placed row by row.
pub fn game(grid: &Grid) -> Game {
    let size = BoardSize::new(grid.width.into(), grid.height.into()).expect("a valid size");
    let mut game = Game::new(size, grid.rule);
    for at in grid.points() {
        let stone = match grid.at(at) {
            Cell::Black => Stone::Of(Color::Black),
            Cell::White => Stone::Of(Color::White),
            Cell::Wall => Stone::Blocked,
            Cell::Empty => continue,
        };
        game.put(point(at), stone).expect("a free point");
    }
    game
}

/// A game on a square board with stones in the order of play, black first.
pub fn played(side: i64, rule: Rule, stones: &[(u8, u8)]) -> Game {
    let mut game = Game::new(BoardSize::square(side).expect("a valid size"), rule);
    for (x, y) in stones {
        let stone = Stone::Of(game.side_to_move());
        game.put(Point::new(*x, *y), stone).expect("a free point");
    }
    game
}

/// The position of a grid with `side` to move.
pub fn position<const CELLS: usize>(grid: &Grid, side: Color) -> Position<CELLS> {
    position_of::<CELLS>(&game(grid), side)
}

/// The result of a search with default options.
pub fn think(engine: &mut Engine, grid: &Grid, side: Color, limits: &Limits) -> Outcome {
    think_with(engine, grid, side, limits, SearchOptions::default())
}

/// The result of a search.
pub fn think_with(
    engine: &mut Engine,
    grid: &Grid,
    side: Color,
    limits: &Limits,
    options: SearchOptions,
) -> Outcome {
    let game = game(grid);
    let request = Request {
        side,
        options,
        ..Request::new(&game, limits)
    };
    engine.think(&request, &mut |_| {})
}

/// Limits for a search to a fixed depth.
pub fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}
