//! Stones that are placed and taken back during a game, with the time that each took.

use std::time::{Duration, Instant};

use crate::engine::{Game, Stone};
use crate::types::Point;

/// Places a stone of the side to move on an empty point, and adds the time since `started`.
pub fn put(game: &mut Game, times: &mut Vec<Option<Duration>>, point: Point, started: Instant) {
    let put = game.put(point, Stone::Of(game.side_to_move()));
    debug_assert_eq!(put, Ok(()), "the point is empty");
    // Records have whole milliseconds.
    let time = Duration::from_millis(started.elapsed().as_millis() as u64);
    times.push(Some(time));
}

/// Removes the stones from this index on, with their times.
pub fn take_from(game: &mut Game, times: &mut Vec<Option<Duration>>, at: usize) {
    while let Some((point, _)) = game.stones().get(at..).and_then(<[_]>::last) {
        let point = *point;
        let taken = game.take(point);
        debug_assert!(taken.is_ok(), "the stone is on the board");
    }
    times.truncate(at);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Color, Rule};

    #[test]
    fn stones_are_taken_back_with_their_times() {
        let mut game = Game::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        let mut times = Vec::new();
        for x in 0..4 {
            put(&mut game, &mut times, Point::new(x, 7), Instant::now());
        }
        take_from(&mut game, &mut times, 9);
        assert_eq!((game.ply(), times.len()), (4, 4));
        take_from(&mut game, &mut times, 1);
        let left = [(Point::new(0, 7), Stone::Of(Color::Black))];
        assert_eq!((game.stones(), times.len()), (&left[..], 1));
        assert_eq!(game.side_to_move(), Color::White);
    }
}
