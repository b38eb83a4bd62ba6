//! Threats that are no open threes: moves after which fours alone would win if
//! the defender passed, and everything that might help against them.

use crate::board::{Cell, Direction, Geometry};
use crate::pattern::Class;
use crate::pattern::line::REACH;
use crate::threat::sketch::{Kind, Seen, Sketch};
use crate::types::{Color, Square};

use super::moves::{Status, status};

/// Squares, each once.
#[derive(Default)]
struct Suspects {
    seen: Seen,
    squares: Vec<Square>,
}

impl Suspects {
    fn add<const CELLS: usize>(&mut self, square: Square) {
        if !self.seen.again::<CELLS>(square) {
            self.squares.push(square);
        }
    }
}

/// The defender's replies, he being to move, that might help against a VCF of
/// the attacker's, whose line is known. After any other the line still wins.
///
/// A stone matters only where it takes a point of the line, stands in the open
/// four at its end, is a four itself, or makes one with the forced replies; and
/// each point that might is tried. Points that look forbidden can depend on
/// stones further away: if the line meets one, all empty points are tried.
pub fn replies<const CELLS: usize>(sketch: &mut Sketch<'_, CELLS>, line: &[Square]) -> Vec<Square> {
    let defender = sketch.side();
    let mut replies = Vec::new();
    sketch.fours(defender, &mut replies);
    let suspects = match meets_fouls(sketch, line) {
        true => sketch.empty(),
        false => influences(sketch, line),
    };
    let fours = replies.len();
    for square in suspects {
        if !sketch.is_empty(square)
            || replies[..fours].contains(&square)
            || !sketch.is_legal(defender, square)
        {
            continue;
        }
        sketch.make(square);
        let holds = still_wins(sketch, line).is_some();
        sketch.undo();
        if !holds {
            replies.push(square);
        }
    }
    replies
}

/// Is some stone of the line's, if black's in renju, on a point that looks
/// forbidden when it is played, or are there such stops of a four?
fn meets_fouls<const CELLS: usize>(sketch: &mut Sketch<'_, CELLS>, line: &[Square]) -> bool {
    if !sketch.rule().has_fouls(Color::Black) {
        return false;
    }
    sketch.pass();
    let mut found = false;
    for square in line {
        found |= looks_forbidden(sketch, *square);
        sketch.make(*square);
    }
    if sketch.side() == Color::Black {
        // The stops of the last four.
        let mut stops = Vec::new();
        sketch.stops(&mut stops);
        found |= stops.iter().any(|stop| looks_forbidden(sketch, *stop));
    }
    for _ in line {
        sketch.undo();
    }
    sketch.pass();
    found
}

fn looks_forbidden<const CELLS: usize>(sketch: &Sketch<'_, CELLS>, square: Square) -> bool {
    sketch.side() == Color::Black && sketch.class(Color::Black, square) == Class::Foul
}

/// The points that the argument of [`replies`] does not rule out; some may be taken.
///
/// The line is played: a stone there makes a four with a forced reply if the
/// point's shape says so just after the reply, and stands in the open four at
/// the end if it answers it. Where blocked rows do not win, stones beside any
/// move of the line matter.
fn influences<const CELLS: usize>(sketch: &mut Sketch<'_, CELLS>, line: &[Square]) -> Vec<Square> {
    let defender = sketch.side();
    let minds_ends = sketch.rule().five_rule(!defender).minds_blocked_ends();
    let mut found = Suspects::default();
    sketch.pass();
    for (at, square) in line.iter().enumerate() {
        found.add::<CELLS>(*square);
        if at + 1 == line.len() && matches!(status(sketch), Status::Won(_, 3)) {
            let winning = sketch.winning_fours(sketch.side());
            sketch.pass();
            let mut answers = Vec::new();
            sketch.answers(&winning, &mut answers);
            sketch.pass();
            for answer in answers {
                found.add::<CELLS>(answer);
            }
        }
        let replying = sketch.side() == defender;
        sketch.make(*square);
        if minds_ends {
            around(sketch, *square, |_, _| true, &mut found);
        } else if replying {
            let makes_four = |near: Square, direction: Direction| {
                sketch.is(defender, near, direction, Kind::Four)
                    || sketch.is(defender, near, direction, Kind::Five)
            };
            around(sketch, *square, makes_four, &mut found);
        }
    }
    for _ in line {
        sketch.undo();
    }
    sketch.pass();
    found.squares
}

/// Adds the empty points within reach on the four lines of a square that pass a test.
fn around<const CELLS: usize>(
    sketch: &Sketch<'_, CELLS>,
    square: Square,
    test: impl Fn(Square, Direction) -> bool,
    found: &mut Suspects,
) {
    for direction in Direction::ALL {
        for way in [-1, 1] {
            for distance in 1..=REACH as i16 {
                let near = Geometry::<CELLS>::shift(square, direction, way * distance);
                match sketch.cell(near) {
                    Cell::Wall => break,
                    Cell::Empty if test(near, direction) => found.add::<CELLS>(near),
                    _ => {}
                }
            }
        }
    }
}

/// Does the line of a VCF win for the side to move, or something simpler on the
/// way? Then its first move.
pub fn still_wins<const CELLS: usize>(
    sketch: &mut Sketch<'_, CELLS>,
    line: &[Square],
) -> Option<Square> {
    let attacker = sketch.side();
    let mut made = 0;
    let mut first = None;
    let mut wins = false;
    let mut stops = Vec::new();
    for pair in line.chunks(2) {
        match status(sketch) {
            Status::Won(square, _) => {
                wins = true;
                first = first.or(Some(square));
            }
            Status::Lost => {}
            Status::Open => {
                let square = pair[0];
                stops.clear();
                sketch.stops(&mut stops);
                if (stops.is_empty() || stops.contains(&square))
                    && sketch.is_empty(square)
                    && sketch.makes_four(attacker, square)
                    && sketch.is_legal(attacker, square)
                {
                    first = first.or(Some(square));
                    sketch.make(square);
                    made += 1;
                    let defender = sketch.side();
                    stops.clear();
                    sketch.stops(&mut stops);
                    stops.retain(|stop| sketch.is_legal(defender, *stop));
                    match (stops.as_slice(), pair.get(1)) {
                        ([], _) => wins = true,
                        ([stop], Some(reply)) if stop == reply => {
                            sketch.make(*reply);
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
        sketch.undo();
    }
    first.filter(|_| wins)
}
