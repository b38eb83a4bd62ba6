//! The board with the numbers of the moves.

use std::fmt::Write as _;

use crate::board::notation::{column_name, row_number};
use crate::engine::{Game, Stone};
use crate::types::Point;

/// Width of the row numbers on the left.
const MARGIN: usize = 2;

/// Draws the stones as the numbers of their moves: odd for black, even for white. A board
/// that is wider than `width` characters is drawn in several parts.
pub fn draw(game: &Game, width: usize) -> String {
    let size = game.size();
    let digits = game.ply().to_string().len().max(2);
    let place = digits + 1;
    let columns = width.saturating_sub(MARGIN + 1) / place;
    let columns = u8::try_from(columns).unwrap_or(u8::MAX).max(1);
    let mut text = String::new();
    let mut first = 0;
    while first < size.width() {
        let last = first.saturating_add(columns).min(size.width());
        for y in 0..size.height() {
            let _ = write!(text, "{:>MARGIN$}", row_number(y, size));
            for x in first..last {
                let mark = mark(game, Point::new(x, y));
                // Writing to a string cannot fail.
                let _ = write!(text, "{mark:>place$}");
            }
            text.push('\n');
        }
        let _ = write!(text, "{:MARGIN$}", "");
        for x in first..last {
            let _ = write!(text, "{:>place$}", column_name(x));
        }
        text.push('\n');
        first = last;
        if first < size.width() {
            text.push('\n');
        }
    }
    text
}

/// The text that is drawn at a point.
fn mark(game: &Game, point: Point) -> String {
    let stones = game.stones().iter();
    let mut played = stones.filter(|(_, stone)| *stone != Stone::Blocked);
    match (game.at(point), played.position(|(at, _)| *at == point)) {
        (None, _) => ".".to_string(),
        (_, Some(index)) => (index + 1).to_string(),
        (_, None) => "%".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};

    #[test]
    fn a_narrow_board_is_drawn_in_parts() {
        let mut game = Game::new(BoardSize::square(5).unwrap(), Rule::Freestyle);
        game.put(Point::new(0, 0), Stone::Blocked).unwrap();
        for (x, y) in [(2, 2), (4, 0)] {
            let stone = Stone::Of(game.side_to_move());
            game.put(Point::new(x, y), stone).unwrap();
        }
        let wide = " 5  %  .  .  .  2\n 4  .  .  .  .  .\n 3  .  .  1  .  .\n \
                    2  .  .  .  .  .\n 1  .  .  .  .  .\n    a  b  c  d  e\n";
        assert_eq!(draw(&game, 80), wide);
        let narrow = draw(&game, 12);
        assert!(narrow.starts_with(" 5  %  .  .\n"), "{narrow}");
        assert!(narrow.contains("    a  b  c\n\n 5  .  2\n"), "{narrow}");
        assert!(narrow.lines().all(|line| line.len() <= 12), "{narrow}");
        // Each point is drawn, however narrow the terminal is.
        assert_eq!(draw(&game, 0).matches('.').count(), 22);
    }
}
