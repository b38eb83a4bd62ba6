//! What the patterns decide about a position without any search.

use super::defence::stops;
use super::fours::makes_four;
use crate::pattern::Class;
use crate::position::Position;
use crate::types::{Color, Square};

/// What the patterns alone decide about the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// It wins with this move, in this many plies (1, 3 or 5).
    Wins(Square, usize),
    /// The opponent completes a five, here among others, and no single stone stops
    /// all of them.
    Lost(Square),
    /// Only this move keeps the opponent from completing a five.
    MustBlock(Square),
    /// The opponent threatens an open four, and only answers and own fours help.
    /// Under the caro rules also: it threatens a five that has several stops.
    MustAnswer,
    /// Nothing is forced.
    Free,
}

/// The situation of the side to move, read from the layers.
///
/// The wins are proved: a five; an open four or double four while the opponent has
/// no five; a four with a three, or two threes, while the opponent has no four. The
/// last two are not claimed for a side that has fouls, whose threes may be false.
pub fn situation<const CELLS: usize>(position: &Position<CELLS>) -> Situation {
    let us = position.side();
    let them = !us;
    let first = |color: Color, class: Class| position.set(color, class).first();
    if let Some(square) = first(us, Class::Five) {
        return Situation::Wins(square, 1);
    }
    if let Some(square) = first(them, Class::Five) {
        return threatened(position, square);
    }
    if let Some(square) = first(us, Class::OpenFour) {
        return Situation::Wins(square, 3);
    }
    let fouls = position.rule().has_fouls(us);
    if !fouls && !may_make_four(position, them) {
        let decisive = [Class::FourThree, Class::DoubleThree];
        if let Some(square) = decisive.into_iter().find_map(|class| first(us, class)) {
            return Situation::Wins(square, 5);
        }
    }
    if position.count(them, Class::OpenFour) > 0 {
        return Situation::MustAnswer;
    }
    Situation::Free
}

/// The situation of a side without a five whose opponent can complete one on `five`.
fn threatened<const CELLS: usize>(position: &Position<CELLS>, five: Square) -> Situation {
    let them = !position.side();
    if !position.rule().five_rule(them).excludes_blocked_fives() {
        return match position.count(them, Class::Five) {
            1 => Situation::MustBlock(five),
            _ => Situation::Lost(five),
        };
    }
    let mut blocks = Vec::new();
    stops(position, &mut blocks);
    match blocks.as_slice() {
        [] => Situation::Lost(five),
        [block] => Situation::MustBlock(*block),
        _ => Situation::MustAnswer,
    }
}

/// Whether there is a point where `color` may make a four. Points that look
/// forbidden are included because they may turn out to be allowed.
fn may_make_four<const CELLS: usize>(position: &Position<CELLS>, color: Color) -> bool {
    let looks_forbidden = position.set(color, Class::Foul);
    position.fours(color) > 0
        || looks_forbidden
            .iter()
            .any(|square| makes_four(position, color, square))
}
