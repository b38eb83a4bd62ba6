//! What the patterns decide about a position without any search.

use super::defence::stops;
use super::fours::makes_four;
use crate::board::{Cell, Direction, Geometry};
use crate::pattern::line::REACH;
use crate::pattern::{Class, Shape};
use crate::position::Position;
use crate::rules::{ThreatBoard, is_legal};
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
/// The wins are proved: a five; an open four, a double four or a four whose stop is
/// forbidden while the opponent has no five; a four with a three, or two threes, while the
/// opponent has no four. The last two are not claimed for a side that has fouls, whose threes
/// may be false.
///
/// All wins in three plies are found, but not all threats of the opponent to win in three: an
/// open four that looks forbidden and a four whose stop is forbidden leave the situation
/// [`Free`](Situation::Free), because moves far away can answer them.
pub fn situation<const CELLS: usize>(position: &mut Position<CELLS>) -> Situation {
    let us = position.side();
    let them = !us;
    if let Some(square) = first(position, us, Class::Five) {
        return Situation::Wins(square, 1);
    }
    if let Some(square) = first(position, them, Class::Five) {
        return threatened(position, square);
    }
    if let Some(square) = first(position, us, Class::OpenFour) {
        return Situation::Wins(square, 3);
    }
    if let Some(square) = win_by_fouls(position) {
        return Situation::Wins(square, 3);
    }
    let fouls = position.rule().has_fouls(us);
    if !fouls && !may_make_four(position, them) {
        let decisive = [Class::FourThree, Class::DoubleThree];
        if let Some(square) = decisive
            .into_iter()
            .find_map(|class| first(position, us, class))
        {
            return Situation::Wins(square, 5);
        }
    }
    if position.count(them, Class::OpenFour) > 0 {
        return Situation::MustAnswer;
    }
    Situation::Free
}

/// The first point where `color` would make `class`.
fn first<const CELLS: usize>(
    position: &Position<CELLS>,
    color: Color,
    class: Class,
) -> Option<Square> {
    position.set(color, class).first()
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

/// A win in three plies of a side without a four of class [`Class::OpenFour`], where neither
/// side has a five: an open four that only looks forbidden, or a four whose stop is forbidden.
fn win_by_fouls<const CELLS: usize>(position: &mut Position<CELLS>) -> Option<Square> {
    let us = position.side();
    let fouls = |color| position.rule().has_fouls(color) && position.count(color, Class::Foul) > 0;
    if fouls(us) {
        return allowed_open_four(position);
    }
    if fouls(!us) && position.fours(us) > 0 {
        return four_with_forbidden_stop(position);
    }
    None
}

/// A point where the side to move makes an open four and some of its threes are false, so that
/// it only looks forbidden.
#[cold]
fn allowed_open_four<const CELLS: usize>(position: &mut Position<CELLS>) -> Option<Square> {
    let us = position.side();
    let looks_forbidden = *position.set(us, Class::Foul);
    looks_forbidden.iter().find(|square| {
        let shapes = position.patterns(*square).shapes(us);
        shapes.contains(&Shape::OpenFour) && is_legal(position, us, *square)
    })
}

/// A four of the side to move whose only stop is forbidden to the opponent.
#[cold]
fn four_with_forbidden_stop<const CELLS: usize>(position: &mut Position<CELLS>) -> Option<Square> {
    let us = position.side();
    let looks_forbidden = *position.set(!us, Class::Foul);
    for stop in looks_forbidden.iter() {
        for direction in Direction::ALL {
            if position.patterns(stop).shape(us, direction) < Shape::Four {
                continue;
            }
            // The five on the stop and the four are on the same line.
            for step in [-1, 1] {
                for distance in 1..=REACH as i16 {
                    let four = Geometry::<CELLS>::shift(stop, direction, step * distance);
                    match ThreatBoard::cell(position, four) {
                        Cell::Empty if leaves_no_stop(position, four, stop) => return Some(four),
                        Cell::Empty => {}
                        cell if cell == Cell::stone(us) => {}
                        _ => break,
                    }
                }
            }
        }
    }
    None
}

/// Whether a stone of the side to move on `four` threatens a five on `stop`, where the opponent
/// may not play.
fn leaves_no_stop<const CELLS: usize>(
    position: &mut Position<CELLS>,
    four: Square,
    stop: Square,
) -> bool {
    let us = position.side();
    if !makes_four(position, us, four) {
        return false;
    }
    position.make(four);
    let wins = position.class(us, stop) == Class::Five && !is_legal(position, !us, stop);
    position.undo();
    wins
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
