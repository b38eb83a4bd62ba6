//! Threats that are no open threes: moves after which fours alone would win if
//! the defender passed, and everything that might help against them.

use crate::board::{Cell, Direction, Geometry, PointSet};
use crate::movegen;

use crate::pattern::line::REACH;
use crate::pattern::{Class, Shape};
use crate::position::Position;
use crate::types::{Color, Square};

use super::moves::{Status, status};

/// The attacker's points, besides fours and threes, that may prepare a VCF.
pub fn preparations<const CELLS: usize>(position: &Position<CELLS>) -> Vec<Square> {
    let us = position.side();
    let candidates = position.candidates();
    let prepares = |square: &Square| {
        let class = position.class(us, *square);
        (Class::OpenTwo..Class::OpenThree).contains(&class)
    };
    candidates.iter::<CELLS>().filter(prepares).collect()
}

/// The defender's replies, he being to move, that might help against a VCF of
/// the attacker's, whose line is known. After any other the line still wins.
///
/// A stone matters only where it takes a point of the line, stands in the open
/// four at its end, is a four itself, or makes one with the forced replies; and
/// each point that might is tried. Points that look forbidden can depend on
/// stones further away: if the line meets one, all empty points are tried.
pub fn replies<const CELLS: usize>(position: &mut Position<CELLS>, line: &[Square]) -> Vec<Square> {
    let defender = position.side();
    let mut replies = Vec::new();
    movegen::fours(position, defender, &mut replies);
    let mut suspects = match meets_fouls(position, line) {
        true => *position.empty(),
        false => influences(position, line),
    };
    for four in &replies {
        suspects.remove::<CELLS>(*four);
    }
    for square in suspects.iter::<CELLS>() {
        if !movegen::is_legal(position, defender, square) {
            continue;
        }
        position.make(square);
        let holds = still_wins(position, line);
        position.undo();
        if !holds {
            replies.push(square);
        }
    }
    replies
}

/// Is some stone of the line's, if black's in renju, on a point that looks
/// forbidden when it is played, or are there such stops of a four?
fn meets_fouls<const CELLS: usize>(position: &mut Position<CELLS>, line: &[Square]) -> bool {
    if !position.rule().has_fouls(Color::Black) {
        return false;
    }
    position.pass();
    let mut found = false;
    let mut made = 0;
    for square in line {
        found |= looks_forbidden(position, *square);
        position.make(*square);
        made += 1;
    }
    if position.side() == Color::Black {
        // The stops of the last four.
        let stops = movegen::stops(position);
        found |= stops
            .iter::<CELLS>()
            .any(|stop| looks_forbidden(position, stop));
    }
    for _ in 0..made {
        position.undo();
    }
    position.pass();
    found
}

fn looks_forbidden<const CELLS: usize>(position: &Position<CELLS>, square: Square) -> bool {
    position.side() == Color::Black && position.class(Color::Black, square) == Class::Foul
}

/// The empty points that the argument of [`replies`] does not rule out.
///
/// The line is played: a stone there makes a four with a forced reply if the
/// point's shape says so just after the reply, and stands in the open four at
/// the end if it answers it. Where blocked rows do not win, stones beside any
/// move of the line matter.
fn influences<const CELLS: usize>(position: &mut Position<CELLS>, line: &[Square]) -> PointSet {
    let defender = position.side();
    let minds_ends = position.rule().five_rule(!defender).minds_blocked_ends();
    let mut found = PointSet::EMPTY;
    position.pass();
    let mut made = 0;
    for square in line {
        found.insert::<CELLS>(*square);
        if made + 1 == line.len() && matches!(status(position), Status::Won(_, 3)) {
            position.pass();
            found.unite(&movegen::answers(position));
            position.pass();
        }
        let replying = position.side() == defender;
        position.make(*square);
        made += 1;
        if minds_ends {
            around(position, *square, |_, _| true, &mut found);
        } else if replying {
            let makes_four = |near: Square, direction: Direction| {
                position.patterns(near).shape(defender, direction) >= Shape::Four
            };
            around(position, *square, makes_four, &mut found);
        }
    }
    for _ in 0..made {
        position.undo();
    }
    position.pass();
    found.intersect(position.empty());
    found
}

/// Adds the empty points within reach on the four lines of a square that pass a test.
fn around<const CELLS: usize>(
    position: &Position<CELLS>,
    square: Square,
    test: impl Fn(Square, Direction) -> bool,
    found: &mut PointSet,
) {
    for direction in Direction::ALL {
        for way in [-1, 1] {
            for distance in 1..=REACH as i16 {
                let near = Geometry::<CELLS>::shift(square, direction, way * distance);
                match position.board().at(near) {
                    Cell::Wall => break,
                    Cell::Empty if test(near, direction) => found.insert::<CELLS>(near),
                    _ => {}
                }
            }
        }
    }
}

/// Does the line of a VCF win for the side to move, or something simpler on the way?
fn still_wins<const CELLS: usize>(position: &mut Position<CELLS>, line: &[Square]) -> bool {
    let attacker = position.side();
    let mut made = 0;
    let mut wins = false;
    for pair in line.chunks(2) {
        match status(position) {
            Status::Won(..) => wins = true,
            Status::Lost => {}
            Status::Open => {
                let square = pair[0];
                let stops_five = position.count(!attacker, Class::Five) == 0
                    || movegen::stops(position).contains::<CELLS>(square);
                if stops_five
                    && position.board().is_empty(square)
                    && movegen::makes_four(position, attacker, square)
                    && movegen::is_legal(position, attacker, square)
                {
                    position.make(square);
                    made += 1;
                    let defender = position.side();
                    let mut stops = movegen::stops(position);
                    let all: Vec<Square> = stops.iter::<CELLS>().collect();
                    for stop in all {
                        if !movegen::is_legal(position, defender, stop) {
                            stops.remove::<CELLS>(stop);
                        }
                    }
                    match (stops.len(), pair.get(1)) {
                        (0, _) => wins = true,
                        (1, Some(reply)) if stops.contains::<CELLS>(*reply) => {
                            position.make(*reply);
                            made += 1;
                            continue;
                        }
                        _ => {}
                    }
                }
            }
        }
        break;
    }
    for _ in 0..made {
        position.undo();
    }
    wins
}
