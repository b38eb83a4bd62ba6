//! The end of the game and fouls, against a plain board.

use crate::twin::grid::{self, Cell, Grid, GridPoint, stone};
use crate::twin::random::{self, Random};
use crate::twin::{bridge, scale};
use goshawk::engine::{Ending, Foul, Game, Stone, ending, foul};
use goshawk::types::{BoardSize, Color, Point, Rule};

const SIZES: [(i32, i32); 4] = [(15, 15), (20, 20), (6, 9), (16, 5)];

fn five(grid: &mut Grid, point: GridPoint, color: Color) -> Option<Ending> {
    grid.set(point, stone(color));
    let found = ending(&bridge::game(grid));
    grid.set(point, Cell::Empty);
    found
}

#[test]
fn only_a_winning_row_ends_the_game() {
    let (mut won, mut open) = (0, 0);
    for rule in Rule::ALL {
        let mut random = Random::new(30 + rule.index() as u64);
        for _ in 0..3 * scale() {
            let size = random.pick(&SIZES);
            let mut grid = random::dense(&mut random, size, rule, 60);
            for point in grid.empties() {
                for color in Color::ALL {
                    let expected = grid.would_win(point, color);
                    match five(&mut grid, point, color) {
                        Some(Ending::Row { winner, points }) => {
                            assert!(expected, "{point:?} {color:?}\n{grid:?}");
                            assert_eq!(winner, color);
                            assert!(points.contains(&bridge::point(point)) && points.len() >= 5);
                            won += 1;
                        }
                        other => {
                            assert!(!expected, "{other:?} {point:?} {color:?}\n{grid:?}");
                            open += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(won > 100 && open > 1000, "{won} won, {open} open");
}

/// Colours of a full board without a five.
fn brick_pattern(point: Point) -> Color {
    match (point.x / 2 + point.y) % 2 {
        0 => Color::Black,
        _ => Color::White,
    }
}

#[test]
fn a_full_board_and_200_stones_in_renju_are_draws() {
    let mut game = Game::new(BoardSize::square(5).unwrap(), Rule::Freestyle);
    for point in game.size().points() {
        assert_eq!(ending(&game), None);
        game.put(point, Stone::Of(brick_pattern(point))).unwrap();
    }
    assert_eq!(ending(&game), Some(Ending::Draw));
    for rule in Rule::ALL {
        let mut game = Game::new(BoardSize::square(15).unwrap(), rule);
        for point in game.size().points().take(200) {
            assert_eq!(ending(&game), None);
            game.put(point, Stone::Of(brick_pattern(point))).unwrap();
        }
        let drawn = (rule == Rule::Renju).then_some(Ending::Draw);
        assert_eq!(ending(&game), drawn);
    }
}

#[test]
fn fouls_have_the_kind_found_on_the_plain_board() {
    let mut counts = [0; 3];
    let mut random = Random::new(31);
    for _ in 0..60 * scale() {
        let mut grid = random::dense(&mut random, (15, 15), Rule::Renju, 35);
        let mut game = bridge::game(&grid);
        // Fouls are those of the side to move, which must be black.
        if game.side_to_move() == Color::White {
            let Some(point) = grid
                .empties()
                .into_iter()
                .find(|p| !grid.would_win(*p, Color::White))
            else {
                continue;
            };
            grid.set(point, Cell::White);
            game = bridge::game(&grid);
        }
        for point in grid.empties() {
            let found = foul(&game, bridge::point(point));
            let expected = grid.foul(point, Color::Black).map(|foul| match foul {
                grid::Foul::Overline => Foul::Overline,
                grid::Foul::DoubleFour => Foul::DoubleFour,
                grid::Foul::DoubleThree => Foul::DoubleThree,
            });
            assert_eq!(found.is_some(), expected.is_some(), "{point:?}\n{grid:?}");
            if let Some(found) = found {
                assert_eq!(Some(found), expected, "{point:?}\n{grid:?}");
                counts[found as usize] += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 3), "{counts:?}");
    let free = Game::new(BoardSize::square(15).unwrap(), Rule::Renju);
    assert_eq!(foul(&free, Point::new(7, 7)), None);
}
