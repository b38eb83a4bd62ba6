//! Which moves are worth searching: verdicts, forced replies, candidates.

mod defence;

pub use defence::{answers, replies, stops};

use crate::board::PointSet;
use crate::pattern::{Class, Shape};
use crate::position::Position;
use crate::rules;
use crate::types::{Color, Square};

/// What the patterns alone say about the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// It wins with this move, in that many plies (1, 3 or 5).
    Wins(Square, usize),
    /// The opponent has winning points, this one and another, that no one stone
    /// can take.
    Lost(Square),
    /// The opponent wins unless this point is taken.
    MustBlock(Square),
    /// The opponent threatens an open four: only answers and own fours help.
    /// Under the caro rules also: it threatens a five that has several answers.
    MustAnswer,
    /// Nothing forces.
    Free,
}

/// Reads the situation of the side to move off the layers.
///
/// The wins are proofs: a five; an open four or double four while the opponent
/// has no five; a four with a three, or two threes, while the opponent has no
/// four to answer with. Under a rule that forbids points to the side to move the
/// last two are not claimed: a three may be false.
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

/// The situation of a side without a five whose opponent can win on `five`.
fn threatened<const CELLS: usize>(position: &Position<CELLS>, five: Square) -> Situation {
    let them = !position.side();
    if !position.rule().five_rule(them).minds_blocked_ends() {
        return match position.count(them, Class::Five) {
            1 => Situation::MustBlock(five),
            _ => Situation::Lost(five),
        };
    }
    let stops = stops(position);
    match stops.first() {
        None => Situation::Lost(five),
        Some(stop) if stops.len() == 1 => Situation::MustBlock(stop),
        Some(_) => Situation::MustAnswer,
    }
}

/// Is there any point where `color` may make a four? Points that look forbidden
/// count: they may turn out to be allowed.
fn may_make_four<const CELLS: usize>(position: &Position<CELLS>, color: Color) -> bool {
    let looks_forbidden = position.set(color, Class::Foul);
    position.fours(color) > 0
        || looks_forbidden
            .iter()
            .any(|square| makes_four(position, color, square))
}

/// May `color` play on this empty point?
#[inline]
pub fn is_legal<const CELLS: usize>(
    position: &mut Position<CELLS>,
    color: Color,
    square: Square,
) -> bool {
    !position.rule().has_fouls(color) || !rules::is_forbidden(position, color, square)
}

/// The legal points where `color` makes a four, strongest class first.
///
/// Points that would complete a five are not among them.
pub fn fours<const CELLS: usize>(
    position: &mut Position<CELLS>,
    color: Color,
    moves: &mut Vec<Square>,
) {
    for class in [
        Class::OpenFour,
        Class::FourThree,
        Class::FourPlus,
        Class::Four,
    ] {
        moves.extend(position.set(color, class).iter());
    }
    if position.count(color, Class::Foul) == 0 {
        return;
    }
    // A four with two threes of which one is false looks like a foul.
    let suspects: PointSet<CELLS> = *position.set(color, Class::Foul);
    for square in suspects.iter() {
        if makes_four(position, color, square) && is_legal(position, color, square) {
            moves.push(square);
        }
    }
}

/// Would a stone of `color` make a four of whatever kind?
#[inline]
pub fn makes_four<const CELLS: usize>(
    position: &Position<CELLS>,
    color: Color,
    square: Square,
) -> bool {
    match position.class(color, square) {
        Class::Foul => {
            let shapes = position.patterns(square).shapes(color);
            shapes.into_iter().any(Shape::is_four)
        }
        class => class >= Class::Four,
    }
}
