//! The points of a sketch that forcing play is about: fives and their stops,
//! fours, winning fours and what answers them, forbidden points.

use super::{Kind, SHAPE_BITS, Sketch};
use crate::board::{Cell, Direction, Geometry};
use crate::pattern::Class;
use crate::pattern::line::{REACH, locate};
use crate::types::{Color, Square};

/// How far from a new stone the point that makes its three a straight four can lie.
const STRAIGHT_FOUR_REACH: i16 = 3;

/// The classes of fours in the order in which they are tried.
const FOUR_CLASSES: [Class; 4] = [
    Class::OpenFour,
    Class::FourThree,
    Class::FourPlus,
    Class::Four,
];

impl<const CELLS: usize> Sketch<'_, CELLS> {
    /// A point where `color` completes a five.
    #[inline]
    pub fn five(&self, color: Color) -> Option<Square> {
        let mut found = None;
        self.each(color, Kind::Five, |square| {
            found = Some(square);
            false
        });
        found
    }

    /// Adds all points where the side to move takes every five from the
    /// opponent, who threatens at least one; see `movegen::stops`.
    pub fn stops(&self, moves: &mut Vec<Square>) {
        let them = !self.side();
        let Some(first) = self.five(them) else {
            return;
        };
        if self.rule().five_rule(them).minds_blocked_ends() {
            let mut fives = Vec::new();
            self.each(them, Kind::Five, |square| {
                add(&mut fives, square);
                true
            });
            return self.refutations(Class::Five, &fives, moves);
        }
        let mut only = true;
        self.each(them, Kind::Five, |square| {
            only &= square == first;
            only
        });
        if only {
            moves.push(first);
        }
    }

    /// Some legal point where `color` makes an open four, or two fours at once.
    pub fn winning_four(&self, color: Color) -> Option<Square> {
        if !self.has(color, Kind::Four) {
            return None;
        }
        let mut found = None;
        self.each(color, Kind::WinningFour, |square| {
            if self.class(color, square) == Class::OpenFour {
                found = Some(square);
            }
            found.is_none()
        });
        if found.is_none() && !self.rule().has_fouls(color) {
            let mut seen = Seen::default();
            self.each(color, Kind::Four, |square| {
                if seen.again::<CELLS>(square) && self.class(color, square) == Class::OpenFour {
                    found = Some(square);
                }
                found.is_none()
            });
        }
        found
    }

    /// All points of class [`Class::OpenFour`].
    pub fn winning_fours(&self, color: Color) -> Vec<Square> {
        let mut found = Vec::new();
        self.each(color, Kind::Four, |square| {
            if self.class(color, square) == Class::OpenFour {
                add(&mut found, square);
            }
            true
        });
        found
    }

    /// All points where the side to move leaves the opponent no point of the
    /// list, his winning fours; own fours are not added.
    pub fn answers(&self, winning: &[Square], moves: &mut Vec<Square>) {
        self.refutations(Class::OpenFour, winning, moves);
    }

    /// Adds the legal points where `color` makes a four, strongest class first.
    /// Points that would complete a five are not among them.
    pub fn fours(&mut self, color: Color, moves: &mut Vec<Square>) {
        if !self.has(color, Kind::Four) {
            return;
        }
        let mut seen = Seen::default();
        let start = moves.len();
        let mut fouls = Vec::new();
        let mut parts = [start; FOUR_CLASSES.len()];
        self.each(color, Kind::Four, |square| {
            if seen.again::<CELLS>(square) {
                return true;
            }
            let class = self.class(color, square);
            if class == Class::Foul {
                fouls.push(square);
            }
            // Each class has its part of the list, kept together by moving
            // the first of every later part to its end.
            if let Some(part) = FOUR_CLASSES.iter().position(|c| *c == class) {
                moves.push(square);
                let mut at = moves.len() - 1;
                for later in (part + 1..FOUR_CLASSES.len()).rev() {
                    moves.swap(at, parts[later]);
                    at = parts[later];
                    parts[later] += 1;
                }
            }
            true
        });
        for square in fouls {
            if self.is_legal(color, square) {
                moves.push(square);
            }
        }
    }

    /// Would a stone of `color` make a four of whatever kind, and no five?
    #[inline]
    pub fn makes_four(&self, color: Color, square: Square) -> bool {
        self.count_at(color, square, Kind::Four) > 0
            && self.count_at(color, square, Kind::Five) == 0
    }

    /// May `color` play on this empty point?
    #[inline]
    pub fn is_legal(&mut self, color: Color, square: Square) -> bool {
        !self.rule().has_fouls(color) || !self.is_forbidden(color, square)
    }

    /// Is an empty point forbidden? See `rules::is_forbidden`.
    pub fn is_forbidden(&mut self, color: Color, square: Square) -> bool {
        if self.class(color, square) != Class::Foul {
            return false;
        }
        let count = |kind| self.count_at(color, square, kind);
        let fours = count(Kind::Four) + count(Kind::DoubleFour);
        if fours >= 2 || count(Kind::Overline) > 0 {
            return true;
        }
        let threes = Direction::ALL.map(|d| self.is(color, square, d, Kind::Three));
        let passes = self.side() != color;
        if passes {
            self.pass();
        }
        self.make(square);
        let mut true_threes = 0;
        for direction in Direction::ALL {
            if threes[direction.index()] && self.is_true_three(color, square, direction) {
                true_threes += 1;
            }
        }
        self.undo();
        if passes {
            self.pass();
        }
        true_threes >= 2
    }

    /// Can the three through the stone just played become a straight four legally?
    fn is_true_three(&mut self, color: Color, square: Square, direction: Direction) -> bool {
        for way in [-1, 1] {
            for distance in 1..=STRAIGHT_FOUR_REACH {
                let extra = Geometry::<CELLS>::shift(square, direction, way * distance);
                let cell = self.cell(extra);
                if cell == Cell::stone(color) {
                    continue;
                }
                let makes_straight_four = cell == Cell::Empty
                    && self.is(color, extra, direction, Kind::WinningFour)
                    && !self.is(color, extra, direction, Kind::DoubleFour);
                if makes_straight_four
                    && self.class(color, extra) != Class::Five
                    && !self.is_forbidden(color, extra)
                {
                    return true;
                }
                break;
            }
        }
        false
    }

    /// Adds all empty points where a stone of the side to move leaves the
    /// opponent none of `threats`, points of `class`, which it has now.
    fn refutations(&self, class: Class, threats: &[Square], moves: &mut Vec<Square>) {
        let them = !self.side();
        let Some((&first, others)) = threats.split_first() else {
            return;
        };
        let mut consider = |square: Square| {
            if self.refutes(class, first, square)
                && others
                    .iter()
                    .all(|threat| self.refutes(class, *threat, square))
            {
                moves.push(square);
            }
        };
        consider(first);
        for direction in Direction::ALL {
            let threatens = |kind| self.is(them, first, direction, kind);
            if !threatens(Kind::Four) && !threatens(Kind::Five) {
                continue;
            }
            for way in [-1, 1] {
                for distance in 1..=REACH as i16 {
                    let square = Geometry::<CELLS>::shift(first, direction, way * distance);
                    match self.cell(square) {
                        Cell::Empty => consider(square),
                        Cell::Wall => break,
                        _ => {}
                    }
                }
            }
        }
    }

    /// Does our stone on `square` keep the opponent from making `class` on `threat`?
    fn refutes(&self, class: Class, threat: Square, square: Square) -> bool {
        if threat == square {
            return true;
        }
        let them = !self.side();
        let Some(direction) = Geometry::<CELLS>::shared_line(threat, square, REACH) else {
            return false;
        };
        let mut word = 0;
        for other in Direction::ALL {
            let (line, at) = locate::<CELLS>(threat, other);
            let row = &self.rows[other.index()][line];
            let shape = if other == direction {
                let (_, taken) = locate::<CELLS>(square, direction);
                let mut stones = row.stones;
                stones[self.side().index()] |= 1 << taken;
                let room = self.rooms[other.index()][line];
                self.reader.shape(stones, room, them, at)
            } else {
                row.views[them.index()].shape(at)
            };
            word |= (shape.index() as u16) << (SHAPE_BITS * other.index());
        }
        self.class_of(them, word) != class
    }
}

/// Adds a square that is not in the list yet.
pub fn add(squares: &mut Vec<Square>, square: Square) {
    if !squares.contains(&square) {
        squares.push(square);
    }
}

/// Squares already met.
#[derive(Default)]
pub struct Seen([u32; 32]);

impl Seen {
    /// Was the square met before? From now on it was.
    #[inline]
    pub fn again<const CELLS: usize>(&mut self, square: Square) -> bool {
        let row = &mut self.0[Geometry::<CELLS>::row(square) & 31];
        let bit = 1 << Geometry::<CELLS>::column(square);
        let met = *row & bit != 0;
        *row |= bit;
        met
    }
}
