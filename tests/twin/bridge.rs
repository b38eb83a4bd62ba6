//! Conversions between the plain board and the engine's types.

use goshawk::board::Geometry;
use goshawk::engine::{Engine, Game, Limits, Outcome, Request, SearchOptions, Stone, position_of};
use goshawk::position::Position;
use goshawk::types::{BoardSize, Color, Point, Square};

use super::grid::{Grid, Man, Place};

/// The point at a place of the plain board.
pub fn point((x, y): Place) -> Point {
    Point::new(x as u8, y as u8)
}

/// The place of a point.
pub fn place(point: Point) -> Place {
    (i32::from(point.x), i32::from(point.y))
}

/// The square at a place.
pub fn square<const CELLS: usize>(place: Place) -> Square {
    Geometry::<CELLS>::square(point(place))
}

/// The place of a square.
pub fn place_of<const CELLS: usize>(square: Square) -> Place {
    place(Geometry::<CELLS>::point(square))
}

/// A game with the stones of the grid, placed row by row.
pub fn game(grid: &Grid) -> Game {
    let size = BoardSize::new(grid.width.into(), grid.height.into()).expect("a valid size");
    let mut game = Game::new(size, grid.rule);
    for place in grid.places() {
        let stone = match grid.at(place) {
            Man::Black => Stone::Of(Color::Black),
            Man::White => Stone::Of(Color::White),
            Man::Wall => Stone::Blocked,
            Man::Empty => continue,
        };
        game.put(point(place), stone).expect("a free point");
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
