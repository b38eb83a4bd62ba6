//! From the plain board to the engine's and back.

use goshawk::board::Geometry;
use goshawk::engine::{Engine, Game, Limits, Outcome, Request, SearchOptions, Stone, position_of};
use goshawk::position::Position;
use goshawk::types::{BoardSize, Color, Point, Square};

use super::grid::{Grid, Man, Place};

pub fn point((x, y): Place) -> Point {
    Point::new(x as u8, y as u8)
}

pub fn place(point: Point) -> Place {
    (i32::from(point.x), i32::from(point.y))
}

pub fn square<const CELLS: usize>(place: Place) -> Square {
    Geometry::<CELLS>::square(point(place))
}

pub fn place_of<const CELLS: usize>(square: Square) -> Place {
    place(Geometry::<CELLS>::point(square))
}

/// The game whose stones lie as on the grid, row by row.
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

pub fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}
