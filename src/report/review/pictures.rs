//! Pictures of the decisive moves.

use crate::board::notation::point_name;
use crate::engine::{Stone, fouls};
use crate::report::picture::{Mark, Picture};
use crate::report::review::moved::ReviewedMove;
use crate::report::review::whole::Review;
use crate::report::review::words::move_words;
use crate::types::{Color, Point};

/// The most moves of the better variation that a picture shows.
const MAX_MOVES: usize = 9;

/// The pictures with the names of their files.
pub fn all(review: &Review) -> Vec<(String, String)> {
    let moments = review.moments().into_iter();
    let pictures = moments.map(|moved| {
        let name = format!("move-{:03}.svg", moved.ply + 1);
        (name, picture(review, moved))
    });
    pictures.collect()
}

/// True for the names of these files.
pub fn is_own(name: &str) -> bool {
    name.starts_with("move-") && name.ends_with(".svg")
}

/// The position before a move, with a ring on the point played and the better variation in lighter
/// stones.
fn picture(review: &Review, moved: &ReviewedMove) -> String {
    let game = review.game.after(moved.ply);
    let placed = review.game.start.stones().len();
    let mut numbers = (1..).zip(&review.game.plies[..moved.ply]);
    let mut stones = Vec::new();
    let mut blocked = Vec::new();
    for (at, (point, stone)) in game.stones().iter().enumerate() {
        // Passes have numbers, but no stones.
        let played = (at >= placed)
            .then(|| numbers.find(|(_, ply)| ply.point == Some(*point)))
            .flatten();
        match stone {
            Stone::Of(color) => stones.push((*point, *color, played.map(|(number, _)| number))),
            Stone::Blocked => blocked.push(*point),
        }
    }
    let size = game.size();
    let mut caption = move_words(moved, size);
    if let Some(best) = moved.better.first() {
        caption = format!("{caption}; better {}", point_name(*best, size));
    }
    let last = review.game.plies[..moved.ply].last();
    let mut marks: Vec<(Point, Mark)> = Vec::new();
    if moved.side == Color::Black {
        let forbidden = fouls(&game).into_iter();
        marks.extend(forbidden.map(|(point, _)| (point, Mark::Forbidden)));
    }
    marks.extend(moved.point.map(|point| (point, Mark::Played)));
    let picture = Picture {
        size,
        stones,
        blocked,
        last: last.and_then(|ply| ply.point),
        row: &[],
        variation: &moved.better[..moved.better.len().min(MAX_MOVES)],
        side: moved.side,
        first_number: moved.ply + 1,
        caption,
    };
    picture.svg_with_marks(&marks)
}
